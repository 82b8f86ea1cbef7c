"""Moves and their action numbers: one dense numbering for both games, all phases and the whole canvas.

| actions     | move                                                   |
|-------------|--------------------------------------------------------|
| 0 – 675     | place: 4 × cell of the first half + direction (n e s w) |
| 676         | discard                                                |
| 677 – 845   | fire lands on a cell                                   |
| 846 – 1014  | pay the resource on a cell                             |
| 1015 – 1183 | settle the caveman on a cell                           |
| 1184 – 1187 | give the totem to a seat                               |
| 1188 – 1235 | claim domino 1 – 48                                    |
| 1236 – 1245 | recruit a face-up caveman, by kind as in cavemen.csv   |
| 1246 – 1255 | recruit from the pile, by kind                         |
| 1256        | pass: don't recruit                                    |

Seats are numbered from 0 here and from 1 in notation.
"""

from dataclasses import dataclass

from crownfire.data import tables
from crownfire.data.tables import DOMINOES_PER_BOX
from crownfire.rules.canvas import CELLS, DIRECTIONS, Direction

__all__ = [
    "CAVEMAN_CODES",
    "DISCARD",
    "FIRST_CLAIM",
    "FIRST_FIRE",
    "FIRST_GIVE",
    "FIRST_PAY",
    "FIRST_RECRUIT",
    "FIRST_SETTLE",
    "MAX_SEATS",
    "MOVES",
    "NUM_ACTIONS",
    "PASS",
    "Claim",
    "Discard",
    "Fire",
    "Give",
    "Move",
    "Pass",
    "Pay",
    "Place",
    "Recruit",
    "Settle",
    "to_action",
    "to_move",
]

MAX_SEATS = 4
CAVEMAN_CODES = tuple(kind.code for kind in tables().cavemen)


@dataclass(frozen=True, slots=True)
class Place:
    """Place the domino: its first half on `cell`, the second next to it in `direction` (C3)."""

    cell: int
    direction: Direction


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard the domino because it fits nowhere (C5)."""


@dataclass(frozen=True, slots=True)
class Fire:
    """Place the fire token on `cell` (O8)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Pay:
    """Pay the resource on `cell` (B2)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Settle:
    """Settle the recruited caveman on `cell` (B3)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Give:
    """Give the lost totem to `seat` (T4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim domino `number` of the next line (C7)."""

    number: int


@dataclass(frozen=True, slots=True)
class Recruit:
    """Recruit a caveman, face up from the row or from the pile (B2)."""

    kind: str
    from_pile: bool


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass instead of recruiting (B2)."""


Move = Place | Discard | Fire | Pay | Settle | Give | Claim | Recruit | Pass

# Every move at the index of its action.
MOVES: tuple[Move, ...] = (
    *(Place(cell, direction) for cell in range(CELLS) for direction in DIRECTIONS),
    Discard(),
    *(Fire(cell) for cell in range(CELLS)),
    *(Pay(cell) for cell in range(CELLS)),
    *(Settle(cell) for cell in range(CELLS)),
    *(Give(seat) for seat in range(MAX_SEATS)),
    *(Claim(number) for number in range(1, DOMINOES_PER_BOX + 1)),
    *(Recruit(code, False) for code in CAVEMAN_CODES),
    *(Recruit(code, True) for code in CAVEMAN_CODES),
    Pass(),
)
NUM_ACTIONS = len(MOVES)
_ACTIONS = {move: action for action, move in enumerate(MOVES)}


def to_action(move: Move) -> int:
    """Returns the action of a move, from 0 to NUM_ACTIONS − 1. Raises `KeyError` for one off the canvas."""
    return _ACTIONS[move]


def to_move(action: int) -> Move:
    """Returns the move of an action from 0 to NUM_ACTIONS − 1. Raises `IndexError` for any other number."""
    if action < 0:
        raise IndexError(f"{action} is not an action; actions run from 0 to {NUM_ACTIONS - 1}")
    return MOVES[action]


# The first action of each kind of move.
DISCARD = to_action(Discard())
FIRST_FIRE = to_action(Fire(0))
FIRST_PAY = to_action(Pay(0))
FIRST_SETTLE = to_action(Settle(0))
FIRST_GIVE = to_action(Give(0))
FIRST_CLAIM = to_action(Claim(1))
FIRST_RECRUIT = to_action(Recruit(CAVEMAN_CODES[0], False))
PASS = to_action(Pass())
