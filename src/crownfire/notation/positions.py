"""Positions as text: a whole state in one line. docs/notation.md has the grammar.

A line has fourteen fields separated by single spaces, with `-` for an empty field:
rules, players, phase, turn, opening, current line, next line, unseen dominoes, territories, discards,
totems, cave row, cave pile, pending.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

from crownfire.notation.cells import format_cell, read_cell
from crownfire.notation.errors import NotationError, Token
from crownfire.notation.moves import format_move, read_move
from crownfire.notation.territories import format_territory, parse_territory
from crownfire.rules.actions import CAVEMAN_CODES, MAX_SEATS, Recruit
from crownfire.rules.reasons import SetupError
from crownfire.rules.ruleset import Ruleset, ruleset
from crownfire.rules.state import Phase, Recruiting, Slot, State
from crownfire.rules.territory import Territory
from crownfire.rules.validate import check_state

__all__ = ["FIELDS", "format_position", "parse_position"]

FIELDS = (
    "rules",
    "players",
    "phase",
    "turn",
    "opening",
    "current line",
    "next line",
    "unseen dominoes",
    "territories",
    "discards",
    "totems",
    "cave row",
    "cave pile",
    "pending",
)
T = TypeVar("T")

_EMPTY = "-"
_NUMBER = re.compile(r"0|[1-9][0-9]?", re.ASCII)
_DIGITS = re.compile(rf"[0-9]{{{len(CAVEMAN_CODES)}}}", re.ASCII)


def format_position(state: State) -> str:
    """Returns a state as one line of text. Equal states have equal texts."""
    fields = (
        state.ruleset.text,
        str(state.ruleset.players),
        state.phase.value,
        str(state.turn),
        _join(str(seat + 1) for seat in state.opening),
        _join(map(_format_slot, state.current)),
        _join(map(_format_slot, state.next)),
        _join(_ranges(state.unseen)),
        "|".join(format_territory(t, row="/", square="") for t in state.territories),
        _join(map(str, state.discards)),
        _join(_EMPTY if seat is None else str(seat + 1) for seat in state.totems),
        _join(state.cave),
        "".join(str(state.pile.count(code)) for code in CAVEMAN_CODES) if state.pile else _EMPTY,
        _format_pending(state),
    )
    return " ".join(fields)


def parse_position(text: str) -> State:
    """Returns the state of a line of text.

    Raises `NotationError` for text that can't be read and `SetupError` for an impossible position.
    """
    fields = _split(text.rstrip("\n"))
    rules = _read_ruleset(fields[0], fields[1])
    territories = _read_list(fields[8], _read_territory, "|")
    state = State(
        ruleset=rules,
        phase=_read_phase(fields[2]),
        turn=_read_number(fields[3]),
        opening=_read_list(fields[4], _read_seat),
        current=_read_list(fields[5], _read_slot),
        next=_read_list(fields[6], _read_slot),
        unseen=_read_ranges(fields[7]),
        territories=territories,
        discards=_read_list(fields[9], _read_number),
        totems=_read_list(fields[10], _read_holder) if fields[10].text != _EMPTY else (),
        cave=_read_list(fields[11], _read_caveman),
        pile=_read_pile(fields[12]),
        erupting=_read_volcano(fields[13]),
        recruiting=_read_recruiting(fields[13], rules),
    )
    check_state(state)
    return state


def _join(items: Iterable[str]) -> str:
    return ",".join(items) or _EMPTY


def _format_slot(slot: Slot) -> str:
    return str(slot.number) if slot.seat is None else f"{slot.number}:{slot.seat + 1}"


def _ranges(numbers: Sequence[int]) -> list[str]:
    """Ascending numbers as ranges: 1 2 3 7 → 1-3, 7."""
    starts = [n for n in numbers if n - 1 not in numbers]
    ends = [n for n in numbers if n + 1 not in numbers]
    return [str(a) if a == b else f"{a}-{b}" for a, b in zip(starts, ends, strict=True)]


def _format_pending(state: State) -> str:
    if state.erupting is not None:
        return format_cell(state.erupting)
    if state.recruiting is None:
        return _EMPTY
    recruit = state.recruiting
    move = format_move(Recruit(recruit.kind, recruit.from_pile))
    return ":".join((move, *([",".join(recruit.paid)] if recruit.paid else [])))


def _split(text: str) -> list[Token]:
    tokens = _pieces(Token(text), " ")
    if len(tokens) < len(FIELDS):
        end = Token("", 1, len(text) + 1)
        raise NotationError(end, f"{len(FIELDS)} fields; the next one is {FIELDS[len(tokens)]}")
    if len(tokens) > len(FIELDS):
        raise NotationError(tokens[len(FIELDS)], f"nothing after {len(FIELDS)} fields")
    for token, field in zip(tokens, FIELDS, strict=True):
        if not token.text:
            raise NotationError(token, f"{field} (- if empty) after a single space")
    return tokens


def _pieces(token: Token, separator: str) -> list[Token]:
    """Splits a token at separators; each piece keeps its position."""
    pieces = []
    column = token.column
    for text in token.text.split(separator):
        pieces.append(Token(text, token.line, column))
        column += len(text) + len(separator)
    return pieces


def _read_list(token: Token, read: Callable[[Token], T], separator: str = ",") -> tuple[T, ...]:
    if token.text == _EMPTY:
        return ()
    return tuple(read(piece) for piece in _pieces(token, separator))


def _read_ruleset(rules: Token, players: Token) -> Ruleset:
    try:
        found = ruleset(rules.text, _read_number(players))
    except SetupError as error:
        raise NotationError(rules, f"valid rules ({error})") from None
    if found.text != rules.text:
        raise NotationError(rules, f"the options in alphabetical order: {found.text}")
    return found


def _read_phase(token: Token) -> Phase:
    phases = [phase for phase in Phase if phase is not Phase.BETWEEN]
    for phase in phases:
        if token.text == phase.value:
            return phase
    raise NotationError(token, f"one of the phases {', '.join(phases)}")


def _read_number(token: Token) -> int:
    if not _NUMBER.fullmatch(token.text):
        raise NotationError(token, "a number from 0 to 99")
    return int(token.text)


def _read_seat(token: Token) -> int:
    if token.text not in map(str, range(1, MAX_SEATS + 1)):
        raise NotationError(token, f"a seat from 1 to {MAX_SEATS}")
    return int(token.text) - 1


def _read_holder(token: Token) -> int | None:
    return None if token.text == _EMPTY else _read_seat(token)


def _read_slot(token: Token) -> Slot:
    number, *seat = _pieces(token, ":")
    if len(seat) > 1:
        raise NotationError(token, "a domino and the seat that claimed it, such as 17 or 17:2")
    return Slot(_read_number(number), _read_seat(seat[0]) if seat else None)


def _read_ranges(token: Token) -> tuple[int, ...]:
    numbers: list[int] = []
    for piece in _pieces(token, ",") if token.text != _EMPTY else []:
        ends = [_read_number(end) for end in _pieces(piece, "-")]
        if len(ends) > 2 or (len(ends) == 2 and ends[0] >= ends[1]):
            raise NotationError(piece, "a number or an ascending range such as 3-9")
        numbers.extend(range(ends[0], ends[-1] + 1))
    ranges = ",".join(_ranges(numbers)) if all(a < b for a, b in pairwise(numbers)) else None
    if ranges not in (token.text, ""):
        raise NotationError(token, "ascending numbers, with neighbours joined into ranges such as 1-3,7")
    return tuple(numbers)


def _read_territory(token: Token) -> Territory:
    return parse_territory(token.text, token.line, token.column)


def _read_caveman(token: Token) -> str:
    if token.text not in CAVEMAN_CODES:
        raise NotationError(token, f"one of the cavemen {', '.join(CAVEMAN_CODES)}")
    return token.text


def _read_pile(token: Token) -> tuple[str, ...]:
    if token.text == _EMPTY:
        return ()
    if not _DIGITS.fullmatch(token.text) or not token.text.strip("0"):
        raise NotationError(token, f"a digit for each of {' '.join(CAVEMAN_CODES)}, or - for an empty pile")
    counted = zip(CAVEMAN_CODES, token.text, strict=True)
    return tuple(code for code, count in counted for _ in range(int(count)))


def _read_volcano(token: Token) -> int | None:
    return None if token.text == _EMPTY or token.text.startswith("+") else read_cell(token)


def _read_recruiting(token: Token, rules: Ruleset) -> Recruiting | None:
    if not token.text.startswith("+"):
        return None
    recruit, *paid = _pieces(token, ":")
    move = read_move(recruit)
    assert isinstance(move, Recruit)
    kinds = [piece for tokens in paid for piece in _pieces(tokens, ",")]
    for kind in kinds:
        if kind.text not in rules.resources.values():
            raise NotationError(kind, f"one of the resources {', '.join(rules.resources.values())}")
    if len(paid) > 1:
        raise NotationError(paid[1], "a recruit and the kinds paid, such as +hu:mammoth,fish")
    return Recruiting(move.kind, move.from_pile, tuple(kind.text for kind in kinds))
