"""The messages of the line protocol between a game and a program that plays (docs/engine.md)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from crownfire.bots.budget import Limit
from crownfire.errors import CrownfireError
from crownfire.notation import format_action, format_position, parse_action, parse_position
from crownfire.notation.errors import shorten
from crownfire.rules import Ruleset, State, ruleset

__all__ = [
    "MAX_LINE",
    "PROTOCOL",
    "VERSION",
    "Answer",
    "Go",
    "MessageError",
    "check_hello",
    "format_answer",
    "format_go",
    "format_hello",
    "format_new_game",
    "format_position_line",
    "parse_answer",
    "parse_go",
    "parse_new_game",
    "parse_position_line",
]

PROTOCOL = "crownfire"
VERSION = 1
MAX_LINE = 10_000  # bytes

_MOVES = " moves "
_NUMBER = re.compile(r"[0-9]{1,20}", re.ASCII)
_MOST = {"ms": 3_600_000, "nodes": 1_000_000_000, "seed": 2**64 - 1}


class MessageError(CrownfireError):
    """A line that violates the protocol."""


@dataclass(frozen=True, slots=True)
class Go:
    """A request for a move: what is left of the turn's limit, and the seed of the turn's randomness."""

    left: Limit = Limit()  # noqa: RUF009 - a frozen value
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A move and the nodes it cost."""

    action: int
    nodes: int = 0


def format_hello(name: str = "") -> str:
    """Returns the first line of either side.

    >>> format_hello("fg")
    'hello crownfire 1 fg'
    """
    return f"hello {PROTOCOL} {VERSION} {name}".rstrip()


def check_hello(line: str) -> str:
    """Returns the name in a program's first line; raises `MessageError` if protocol or version differ."""
    word, protocol, version, name = [*line.split(maxsplit=3), "", "", "", ""][:4]
    if (word, protocol) != ("hello", PROTOCOL):
        raise MessageError(f"it sent {shorten(line)} instead of hello {PROTOCOL} {VERSION}")
    if version != str(VERSION):
        raise MessageError(f"it speaks version {shorten(version)} of the protocol, not {VERSION}")
    return name


def format_new_game(rules: Ruleset, seat: int) -> str:
    """Returns the line that starts a game: rules, players and the program's seat."""
    return f"newgame rules {rules.text} players {rules.players} seat {seat + 1}"


def parse_new_game(rest: str) -> tuple[Ruleset, int]:
    """Returns the rules and the seat, from 0; raises `MessageError` or `SetupError`."""
    words = rest.split()
    if words[::2] != ["rules", "players", "seat"] or len(words) != 6:
        raise MessageError("newgame must look like: newgame rules kingdomino players 2 seat 1")
    rules = ruleset(words[1], _number("players", words[3], 9))
    seat = _number("seat", words[5], rules.players)
    if seat == 0:
        raise MessageError("seats are numbered from 1")
    return rules, seat - 1


def format_position_line(state: State, legal: Sequence[int]) -> str:
    """Returns the line with a position and its legal moves."""
    return f"position {format_position(state)}{_MOVES}{' '.join(map(format_action, legal))}"


def parse_position_line(rest: str) -> State:
    """Returns the position, without reading its moves; raises `NotationError` or `SetupError`."""
    return parse_position(f"{rest} ".partition(_MOVES)[0].strip())


def format_go(go: Go) -> str:
    """Returns the line that requests a move.

    >>> format_go(Go(Limit(ms=140.7, nodes=500), seed=7))
    'go ms 140 nodes 500 seed 7'
    """
    values = {"ms": go.left.ms, "nodes": go.left.nodes, "seed": go.seed}
    words = [f" {key} {int(value)}" for key, value in values.items() if value is not None]
    return f"go{''.join(words)}"


def parse_go(rest: str) -> Go:
    """Returns the request for a move; raises `MessageError`.

    >>> parse_go("seed 7 nodes 500")
    Go(left=Limit(ms=None, nodes=500), seed=7)
    """
    values = _pairs("go", rest.split(), _MOST)
    return Go(Limit(values.get("ms"), values.get("nodes")), values.get("seed"))


def format_answer(answer: Answer) -> str:
    """Returns the line with the chosen move.

    >>> format_answer(Answer(1204, nodes=60))
    'bestmove =17 nodes 60'
    """
    return f"bestmove {format_action(answer.action)}" + (f" nodes {answer.nodes}" if answer.nodes else "")


def parse_answer(rest: str) -> Answer:
    """Returns the chosen move; raises `NotationError` or `MessageError`."""
    move, *words = [*rest.split()] or [""]
    return Answer(parse_action(move), _pairs("bestmove", words, {"nodes": _MOST["nodes"]}).get("nodes", 0))


def _pairs(command: str, words: list[str], most: dict[str, int]) -> dict[str, int]:
    """Returns the numbers by key; `most` contains the allowed keys and their largest numbers."""
    values: dict[str, int] = {}
    for key, value in zip(words[::2], [*words[1::2], ""], strict=False):
        if key not in most:
            raise MessageError(f"{command} takes {', '.join(most)}, not {shorten(key)}")
        values[key] = _number(key, value, most[key])
    return values


def _number(key: str, text: str, most: int) -> int:
    if not _NUMBER.fullmatch(text) or int(text) > most:
        raise MessageError(f"{key} must be a whole number up to {most}, not {shorten(text)}")
    return int(text)
