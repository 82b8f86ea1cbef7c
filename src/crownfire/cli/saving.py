"""Terminal games on disk: the record, and beside it the seed or secret of the deal.

A record may contain the secret only after the game, but a resumed game needs it to continue the same deal.
Until then a private file beside the record contains it.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import typer

from crownfire.files import replacing
from crownfire.game import Match, SecretDealer, replay, replay_match
from crownfire.notation import decode_text, format_records, parse_records
from crownfire.rules import SetupError

__all__ = ["GameFile", "SavedGame", "games_folder"]

_DYNASTY = "# dynasty"  # tells the first game of a match from a single game
_DEAL = re.compile(r"(?:seed (?P<seed>[0-9]{1,20})|secret (?P<secret>[0-9a-f]{64}))\s*", re.ASCII)


def games_folder() -> Path:
    """Returns the default folder of saved games."""
    return Path(typer.get_app_dir("crownfire")) / "games"


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game or match, with the seed or secret of its deal if known."""

    match: Match
    is_dynasty: bool
    seed: int | None
    secret: bytes | None


@dataclass(frozen=True, slots=True)
class GameFile:
    """The record file of one game or match, and the deal file beside it."""

    path: Path

    @classmethod
    def new(cls, path: Path) -> "GameFile":
        """Returns the file for a new game; raises `SetupError` if it exists."""
        if path.exists():
            raise SetupError(f"{path} already exists; resume it with --resume or name another file")
        return cls(path)

    @property
    def _deal_path(self) -> Path:
        return self.path.with_name(f"{self.path.name}.deal")

    def save(self, match: Match, *, seed: int | None, is_dynasty: bool) -> None:
        """Writes both files to disk before it returns; a crash leaves each file old or new."""
        text = format_records(match.records())
        self._write(self._deal_path, _deal_line(match, seed), mode=0o600)
        self._write(self.path, f"{_DYNASTY}\n{text}" if is_dynasty else text, mode=0o644)
        if match.games[-1].is_over and (match.is_over or not is_dynasty):
            self._deal_path.unlink(missing_ok=True)

    def _write(self, path: Path, text: str, mode: int) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path, mode=mode) as file:
            file.write(text.encode())

    def load(self) -> SavedGame:
        """Returns the saved game; raises `NotationError` or `RecordError` for anything else."""
        text = decode_text(self.path.read_bytes())
        records = parse_records(text)
        match = Match([replay(records[0])]) if len(records) == 1 else replay_match(records)
        is_dynasty = len(records) > 1 or text.startswith(_DYNASTY)
        found = _DEAL.fullmatch(self._deal_text())
        seed = int(found["seed"]) if found and found["seed"] else None
        secret = bytes.fromhex(found["secret"]) if found and found["secret"] else None
        return SavedGame(match, is_dynasty, seed, secret)

    def _deal_text(self) -> str:
        if not self._deal_path.exists():
            return ""
        return self._deal_path.read_text(encoding="utf-8", errors="replace")  # a damaged file never matches


def _deal_line(match: Match, seed: int | None) -> str:
    dealer = match.games[-1].dealer
    if isinstance(dealer, SecretDealer):
        return f"secret {dealer.secret.hex()}\n"
    return "" if seed is None else f"seed {seed}\n"
