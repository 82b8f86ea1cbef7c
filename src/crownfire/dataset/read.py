"""Reading a dataset: its tables, and the states and games of rows."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from crownfire.dataset import files
from crownfire.dataset.columns import TABLES
from crownfire.dataset.folder import ABOUT
from crownfire.dataset.rows import decisions_of
from crownfire.game import Game, replay
from crownfire.native import State as NativeState
from crownfire.notation import parse_position, parse_record
from crownfire.rules import SetupError, State

__all__ = ["Dataset", "game_of", "read", "state_of", "states_of"]


class Dataset:
    """The finished files of a dataset, which may still be growing."""

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self.path = path
        self.about = about  # version, rules, players, bots, seed
        self._ranges = files.finished(path)

    def __len__(self) -> int:
        """The number of games."""
        return sum(last - first + 1 for first, last in self._ranges)

    def games(self, columns: Sequence[str] | None = None) -> Any:
        """Returns all games as one Arrow table."""
        tables = list(self._tables("games", columns))
        return pa.concat_tables(tables) if tables else files.schema("games").empty_table()

    def moves(self, columns: Sequence[str] | None = None) -> Iterator[Any]:
        """Yields the decisions in the order of games, as one Arrow table per file."""
        return self._tables("moves", columns)

    def rows(self, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
        """Yields the decisions one by one as dicts, which is slower than tables."""
        for table in self.moves(columns):
            for batch in table.to_batches(max_chunksize=1000):
                yield from batch.to_pylist()

    def _tables(self, table: str, columns: Sequence[str] | None) -> Iterator[Any]:
        known = [column.name for column in TABLES[table]]
        for name in columns or ():
            if name not in known:
                raise SetupError(f"columns of {table} must be among {', '.join(known)}, not {name!r}")
        for first, last in self._ranges:
            path = files.path_of(self.path, table, first, last)
            if not path.is_file():
                raise SetupError(f"{path} is missing")
            try:
                yield parquet.read_table(path, columns=columns)
            except (OSError, pa.ArrowException) as error:
                raise SetupError(f"{path} can't be read: {' '.join(str(error).split())}") from error


def read(path: Path | str) -> Dataset:
    """Opens the dataset in a folder; raises `SetupError` if there is none."""
    folder = Path(path)
    try:
        about = json.loads((folder / ABOUT).read_bytes())
        if about.pop("format") != files.FORMAT:
            raise ValueError
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        raise SetupError(f"{folder} has no dataset, or one in another format") from None
    return Dataset(folder, about)


def state_of(row: Mapping[str, Any]) -> State:
    """Returns the state before the decision of a row of `moves`. Validation takes milliseconds."""
    return parse_position(row["position"])


def states_of(row: Mapping[str, Any]) -> list[NativeState]:
    """Returns the native state before every decision of a row of `games`, much faster than `state_of`."""
    return [decision.before for decision in decisions_of(parse_record(row["record"]))]


def game_of(row: Mapping[str, Any]) -> Game:
    """Returns the game of a row of `games`, with its history."""
    return replay(parse_record(row["record"]))
