"""Results on disk: one line of JSON per game, written when it ends, so that an interrupted run can resume."""

import fcntl
import json
import os
from io import BufferedRandom
from pathlib import Path
from types import TracebackType

from crownfire import __version__
from crownfire.arena.contest import Contest
from crownfire.arena.game import GameResult
from crownfire.rules import SetupError

__all__ = ["Store"]

_FORMAT = "crownfire arena 1"


class Store:
    """The results file of a contest, a context manager. Only one process can open the file at a time."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.results: list[GameResult] = []  # of earlier runs and of this one
        self._header = {"format": _FORMAT, "version": __version__, **contest.identity()}
        self._file: BufferedRandom | None = None

    def __enter__(self) -> "Store":
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = self.path.open("ab+")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise SetupError(f"{self.path} is being written by another run") from None
        self._file = file
        try:
            self._read()
        except BaseException:
            file.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, result: GameResult) -> None:
        """Writes a result to disk."""
        self._write(result.to_json())
        self.results.append(result)

    def _read(self) -> None:
        """Reads the results of earlier runs and drops an incomplete last line."""
        assert self._file is not None
        self._file.seek(0)
        data = self._file.read()
        complete = data[: data.rfind(b"\n") + 1]
        if not complete and _line(self._header).startswith(data):
            self._file.truncate(0)
            self._write(self._header)
            return
        try:
            header, *results = [json.loads(line) for line in complete.splitlines()]
            if header == self._header:
                self.results = [GameResult.from_json(result) for result in results]
        except (ValueError, TypeError, KeyError):
            raise SetupError(f"{self.path} is not a file of arena results; choose another file") from None
        if header != self._header:
            raise SetupError(
                f"{self.path} contains another contest ({_describe(header)}); choose another file"
            )
        self._file.truncate(len(complete))

    def _write(self, data: dict[str, object]) -> None:
        assert self._file is not None
        self._file.write(_line(data))
        self._file.flush()
        os.fsync(self._file.fileno())


def _line(data: dict[str, object]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _describe(header: object) -> str:
    if not isinstance(header, dict) or header.get("format") != _FORMAT:
        return "in another format"
    bots = ",".join(map(str, header.get("bots", ())))
    version = "" if header.get("version") == __version__ else f", by version {header.get('version')}"
    return (
        f"{header.get('rules')}, {header.get('players')} players, {bots}, seed {header.get('seed')}{version}"
    )
