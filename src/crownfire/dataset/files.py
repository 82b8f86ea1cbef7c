"""The Parquet files of a dataset."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from crownfire.dataset.columns import TABLES
from crownfire.files import replacing

__all__ = ["FORMAT", "finished", "path_of", "schema", "table_of", "write"]

FORMAT = "crownfire dataset 1"
_NAME = re.compile(r"(\d+)-(\d+)\.parquet", re.ASCII)
_GAMES_AT_ONCE = 100  # games in a row group, the part of a file that is read at once


def schema(table: str, about: Mapping[str, object] | None = None) -> Any:
    """Returns the schema of a table, with the meaning of every column and the identity of the dataset."""
    fields = [
        pa.field(column.name, _type(column.type), nullable=False, metadata={"meaning": column.meaning})
        for column in TABLES[table]
    ]
    metadata = {"format": FORMAT, **({"dataset": json.dumps(about)} if about else {})}
    return pa.schema(fields, metadata=metadata)


def _type(name: str) -> Any:
    inner = re.fullmatch(r"list<(.*)>", name)
    return pa.list_(pa.field("item", _type(inner[1]), nullable=False)) if inner else pa.type_for_alias(name)


def path_of(folder: Path, table: str, first: int, last: int) -> Path:
    """Returns the path of the file with games `first` to `last`."""
    return folder / table / f"{first:08}-{last:08}.parquet"


def finished(folder: Path) -> list[tuple[int, int]]:
    """Returns the first and last game of every finished file, ascending. Moves are written before games."""
    names = [_NAME.fullmatch(path.name) for path in (folder / "games").glob("*.parquet")]
    return sorted((int(name[1]), int(name[2])) for name in names if name)


def table_of(table: str, rows: Sequence[Mapping[str, Any]]) -> Any:
    """Returns rows as an Arrow table."""
    return pa.Table.from_pylist(rows, schema=schema(table))


def write(path: Path, form: Any, games: Sequence[Any]) -> None:
    """Writes the tables of some games. The file appears only once it is complete and on disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file, parquet.ParquetWriter(file, form, compression="zstd") as writer:
        for start in range(0, len(games), _GAMES_AT_ONCE):
            some = pa.concat_tables(games[start : start + _GAMES_AT_ONCE])
            writer.write_table(some.combine_chunks().cast(form))
