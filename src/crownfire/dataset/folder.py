"""The folder of a dataset being written: finished files, and the games that wait for theirs to be full.

dataset.json                       what the dataset is about
games/00000000-00000999.parquet    finished files are never written again
moves/00000000-00000999.parquet
unfinished.jsonl                   games that are played but in no file yet, one a line
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

ABOUT = "dataset.json"
_WAITING = "unfinished.jsonl"


class Folder:
    """What a run writes to. Use it in a `with` statement; it can be open only once.

    Raises `SetupError` for a folder that holds anything else than this dataset.
    """

    def __init__(self, path: Path, contest: Contest, games_per_file: int) -> None:
        self.path = path
        self.contest = contest
        self._about = {"format": files.FORMAT, "version": __version__, **contest.identity()}
        self._games_per_file = games_per_file
        self._ranges: list[tuple[int, int]] = []  # first and last game of every file to come
        self._waiting: dict[int, tuple[Played, dict[str, Any]]] = {}  # games without a file, and their rows
        self._later: list[Played] = []  # of a run with more games; they go on waiting
        self._journal: BinaryIO | None = None
        self._lock: BinaryIO | None = None

    def __enter__(self) -> "Folder":
        if self.path.is_dir() and any(self.path.iterdir()) and not (self.path / ABOUT).is_file():
            raise SetupError(f"{self.path} holds something else; name a new folder")
        self.path.mkdir(parents=True, exist_ok=True)
        self._lock = (self.path / ABOUT).open("ab+")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _claim(self.path, self._lock, self._about)
            self._resume()
        except BaseException as error:
            self._lock.close()
            if isinstance(error, BlockingIOError):
                raise SetupError(f"{self.path} is being written by another run") from None
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
        """How many of the games are played."""
        return self.contest.total - sum(last - first + 1 for first, last in self._ranges) + len(self._waiting)

    def missing(self) -> Iterator[Pairing]:
        """The games that are yet to be played."""
        wanted = {number for first, last in self._ranges for number in range(first, last + 1)}
        wanted -= self._waiting.keys()
        return (pairing for pairing in self.contest.pairings() if pairing.number in wanted)

    def add(self, played: Played) -> None:
        """Keeps a game, and writes the file that it fills."""
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
        """Writes a file of every table if all its games are there."""
        numbers = range(games[0], games[1] + 1)
        if not all(number in self._waiting for number in numbers):
            return False
        for table in reversed(TABLES):  # games last: where they are, their moves are too
            form = files.schema(table, self._about)
            files.write(
                files.path_of(self.path, table, *games), form, [self._waiting[n][1][table] for n in numbers]
            )
        for number in numbers:
            del self._waiting[number]
        return True

    def _resume(self) -> None:
        """Takes in what an earlier run left."""
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
        """Leaves in the journal only games that are in no file."""
        if self._journal is not None:
            self._journal.close()
        path = self.path / _WAITING
        new = path.with_suffix(".new")
        waiting = [*(played for played, _ in self._waiting.values()), *self._later]
        new.write_bytes(b"".join(_line(asdict(played)) for played in waiting))
        new.replace(path)
        self._journal = path.open("ab")


def _missing_ranges(is_missing: Sequence[int], size: int) -> list[tuple[int, int]]:
    """Runs of games that are in no file, cut where a full file of `size` games would begin."""
    ranges = []
    for (missing, _), run in groupby(enumerate(is_missing), key=lambda each: (each[1], each[0] // size)):
        numbers = [number for number, _ in run]
        if missing:
            ranges.append((numbers[0], numbers[-1]))
    return ranges


def _claim(path: Path, file: BinaryIO, about: dict[str, Any]) -> None:
    """Writes what a new dataset is about; raises `SetupError` if it is another one that is there."""
    file.seek(0)
    found, expected = file.read(), json.dumps(about, indent=2).encode() + b"\n"
    if found == expected:
        return
    if not expected.startswith(found):  # else it is new, or was killed right away
        raise SetupError(f"{path} holds another dataset ({_describe(found)}); name a new folder")
    file.truncate(0)
    file.write(expected)
    file.flush()


def _describe(about: bytes) -> str:
    try:
        said = json.loads(about)
        if said["format"] != files.FORMAT:
            raise ValueError
        version = "" if said["version"] == __version__ else f", by version {said['version']}"
        bots = ",".join(said["bots"])
        return f"{said['rules']}, {said['players']} players, {bots}, seed {said['seed']}{version}"
    except (ValueError, TypeError, KeyError):
        return "in another format"


def _read_journal(path: Path) -> Iterator[Played]:
    """The games of a journal; a last line that is not whole is dropped."""
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    try:
        yield from [Played(**json.loads(line)) for line in lines]
    except (ValueError, TypeError):
        raise SetupError(f"{path} is damaged; without it, its games are played again") from None


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"
