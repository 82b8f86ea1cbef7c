"""Moves as text: tokens such as `g8n`, `=17` or `*f6`, which parse without a state."""

import re

from crownfire.data.tables import DOMINOES_PER_BOX
from crownfire.notation.cells import CELL, format_cell, read_cell
from crownfire.notation.errors import NotationError, Token
from crownfire.rules.actions import (
    CAVEMAN_CODES,
    MAX_SEATS,
    Claim,
    Discard,
    Fire,
    Give,
    Move,
    Pass,
    Pay,
    Place,
    Recruit,
    Settle,
    to_action,
    to_move,
)
from crownfire.rules.canvas import DIRECTIONS, Direction

__all__ = ["format_action", "format_move", "parse_action", "parse_move", "read_move"]

_PLACE = re.compile(f"({CELL})([nesw])", re.ASCII)
_NUMBER = re.compile(r"[1-9][0-9]?", re.ASCII)
_BY_CELL: dict[str, type[Fire] | type[Pay] | type[Settle]] = {"*": Fire, "-": Pay, "@": Settle}


def format_move(move: Move) -> str:
    """Returns the token of a move."""
    match move:
        case Place(cell, direction):
            return format_cell(cell) + direction.letter
        case Discard():
            return "x"
        case Fire(cell):
            return "*" + format_cell(cell)
        case Pay(cell):
            return "-" + format_cell(cell)
        case Settle(cell):
            return "@" + format_cell(cell)
        case Give(seat):
            return f">{seat + 1}"
        case Claim(number):
            return f"={number}"
        case Recruit(kind, from_pile):
            return ("++" if from_pile else "+") + kind
        case Pass():
            return "."


def parse_move(text: str) -> Move:
    """Returns the move of a token. Raises `NotationError`."""
    return read_move(Token(text))


def format_action(action: int) -> str:
    """Returns the token of an action. Raises `IndexError` for a number that is not an action."""
    return format_move(to_move(action))


def parse_action(text: str) -> int:
    """Returns the action of a token. Raises `NotationError`."""
    return to_action(parse_move(text))


def read_move(token: Token) -> Move:
    """Like `parse_move`, but for a token, whose position the error reports."""
    text = token.text
    if text == "x":
        return Discard()
    if text == ".":
        return Pass()
    if text[:1] in _BY_CELL:
        return _BY_CELL[text[0]](read_cell(_rest(token)))
    if text.startswith(">"):
        return Give(_read_number(_rest(token), MAX_SEATS, "a seat") - 1)
    if text.startswith("="):
        return Claim(_read_number(_rest(token), DOMINOES_PER_BOX, "a domino"))
    if text.startswith("+"):
        return _read_recruit(token)
    return _read_place(token)


def _rest(token: Token, skip: int = 1) -> Token:
    return Token(token.text[skip:], token.line, token.column + skip)


def _read_number(token: Token, last: int, what: str) -> int:
    if not _NUMBER.fullmatch(token.text) or int(token.text) > last:
        raise NotationError(token, f"{what} from 1 to {last}")
    return int(token.text)


def _read_recruit(token: Token) -> Recruit:
    from_pile = token.text.startswith("++")
    rest = _rest(token, 2 if from_pile else 1)
    if rest.text not in CAVEMAN_CODES:
        raise NotationError(rest, f"one of the cavemen {', '.join(CAVEMAN_CODES)}")
    return Recruit(rest.text, from_pile)


def _read_place(token: Token) -> Place:
    match = _PLACE.fullmatch(token.text)
    if not match:
        raise NotationError(token, "a move such as g8n, x, *f6, >2, =17, +hu, ++hu, a full stop, -f6 or @h9")
    direction: Direction = DIRECTIONS["nesw".index(match[2])]
    return Place(read_cell(token._replace(text=match[1])), direction)
