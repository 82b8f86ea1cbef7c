"""The folder of a dataset being written: finished files, and the games of incomplete files.

dataset.json                       the identity of the dataset
games/00000000-00000999.parquet    finished files are never rewritten
moves/00000000-00000999.parquet
unfinished.jsonl                   games that are in no file yet, one per line
"""

import fcntl
import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from crownfire import __version__
from crownfire.arena import Contest, Pairing
from crownfire.dataset import files
from crownfire.dataset.columns import TABLES
from crownfire.dataset.rows import Played, rows_of
from crownfire.rules import SetupError

__all__ = ["ABOUT", "Folder"]

ABOUT = "dataset.json"
_WAITING = "unfinished.jsonl"


class Folder:
    """The output of a run. Use it in a `with` statement; only one run can open a folder at a time.

    Raises `SetupError` for a folder that holds anything but this dataset.
    """

    def __init__(self, path: Path, contest: Contest, games_per_file: int) -> None:
        self.path = path
        self.contest = contest
        self._about = {"format": files.FORMAT, "version": __version__, **contest.identity()}
        self._games_per_file = games_per_file
        self._ranges: list[tuple[int, int]] = []  # first and last game of every missing file
        self._waiting: dict[int, tuple[Played, dict[str, Any]]] = {}  # games in no file yet, with their rows
        self._later: list[Played] = []  # games beyond this contest, kept for a longer run
        self._journal: BinaryIO | None = None
        self._lock: BinaryIO | None = None

    def __enter__(self) -> "Folder":
        if self.path.is_dir() and any(self.path.iterdir()) and not (self.path / ABOUT).is_file():
            raise SetupError(f"{self.path} is not empty and not a dataset; choose a new folder")
        self.path.mkdir(parents=True, exist_ok=True)
        self._lock = (self.path / ABOUT).open("ab+")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _claim(self.path, self._lock, self._about)
            self._resume()
        except BaseException as error:
            self._lock.close()
            if isinstance(error, BlockingIOError):
                raise SetupError(f"another run is writing to {self.path}") from None
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in (self._journal, self._lock):
            if file is not None:
                file.close()

    @property
    def played(self) -> int:
        """The number of games played so far."""
        return self.contest.total - sum(last - first + 1 for first, last in self._ranges) + len(self._waiting)

    def missing(self) -> Iterator[Pairing]:
        """Returns the games that have not been played yet."""
        wanted = {number for first, last in self._ranges for number in range(first, last + 1)}
        wanted -= self._waiting.keys()
        return (pairing for pairing in self.contest.pairings() if pairing.number in wanted)

    def add(self, played: Played) -> None:
        """Saves a game, and writes its file once that is complete."""
        assert self._journal is not None
        self._journal.write(_line(asdict(played)))
        self._journal.flush()
        self._wait(played)
        place = bisect_right(self._ranges, (played.game, self.contest.total)) - 1
        if self._write(self._ranges[place]):
            del self._ranges[place]
            self._rewrite_journal()

    def _wait(self, played: Played) -> None:
        tables = {table: files.table_of(table, rows) for table, rows in rows_of(played).items()}
        self._waiting[played.game] = played, tables

    def _write(self, games: tuple[int, int]) -> bool:
        """Writes these games to a file of every table if all have been played."""
        numbers = range(games[0], games[1] + 1)
        if not all(number in self._waiting for number in numbers):
            return False
        for table in reversed(TABLES):  # games last, so their moves are always on disk
            form = files.schema(table, self._about)
            files.write(
                files.path_of(self.path, table, *games), form, [self._waiting[n][1][table] for n in numbers]
            )
        for number in numbers:
            del self._waiting[number]
        return True

    def _resume(self) -> None:
        """Loads the state of an earlier run."""
        total = self.contest.total
        is_missing = bytearray(b"\1" * total)
        for first, last in files.finished(self.path):
            end = min(last + 1, total)
            is_missing[first:end] = bytes(max(0, end - first))
        self._ranges = _missing_ranges(is_missing, self._games_per_file)
        for played in _read_journal(self.path / _WAITING):
            if played.game >= total:
                self._later.append(played)
            elif is_missing[played.game]:
                self._wait(played)
        self._ranges = [games for games in self._ranges if not self._write(games)]
        self._rewrite_journal()

    def _rewrite_journal(self) -> None:
        """Reduces the journal to games that are in no file."""
        if self._journal is not None:
            self._journal.close()
        path = self.path / _WAITING
        new = path.with_suffix(".new")
        waiting = [*(played for played, _ in self._waiting.values()), *self._later]
        new.write_bytes(b"".join(_line(asdict(played)) for played in waiting))
        new.replace(path)
        self._journal = path.open("ab")


def _missing_ranges(is_missing: Sequence[int], size: int) -> list[tuple[int, int]]:
    """Returns runs of games that are in no file, split at multiples of `size`."""
    ranges = []
    for (missing, _), run in groupby(enumerate(is_missing), key=lambda each: (each[1], each[0] // size)):
        numbers = [number for number, _ in run]
        if missing:
            ranges.append((numbers[0], numbers[-1]))
    return ranges


def _claim(path: Path, file: BinaryIO, about: dict[str, Any]) -> None:
    """Writes the identity of a new dataset; raises `SetupError` if the folder holds another one."""
    file.seek(0)
    found, expected = file.read(), json.dumps(about, indent=2).encode() + b"\n"
    if found == expected:
        return
    if not expected.startswith(found):  # a prefix: the folder is new, or a run was killed at once
        raise SetupError(f"{path} holds another dataset ({_describe(found)}); choose a new folder")
    file.truncate(0)
    file.write(expected)
    file.flush()


def _describe(about: bytes) -> str:
    try:
        found = json.loads(about)
        if found["format"] != files.FORMAT:
            raise ValueError
        version = "" if found["version"] == __version__ else f", by version {found['version']}"
        bots = ",".join(found["bots"])
        return f"{found['rules']}, {found['players']} players, {bots}, seed {found['seed']}{version}"
    except (ValueError, TypeError, KeyError):
        return "in another format"


def _read_journal(path: Path) -> Iterator[Played]:
    """Yields the games of a journal, without an incomplete last line."""
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    try:
        yield from [Played(**json.loads(line)) for line in lines]
    except (ValueError, TypeError):
        raise SetupError(f"{path} is damaged; delete it to play its games again") from None


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"
