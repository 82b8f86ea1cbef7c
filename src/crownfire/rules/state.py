"""The state of a game: an immutable value with everything on the table and nothing hidden."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from crownfire.rules.territory import Territory

if TYPE_CHECKING:
    from crownfire.rules.ruleset import Ruleset

__all__ = [
    "CHANCE_PHASES",
    "Phase",
    "Recruiting",
    "Slot",
    "State",
    "is_over",
    "mover",
    "replaced",
    "to_play",
]

T = TypeVar("T")


class Phase(StrEnum):
    """The next thing that must happen: an outcome of chance, a decision, or nothing."""

    # Chance
    ORDER = "order"  # draw the opening order
    LINE = "line"  # reveal a line
    CAVE = "cave"  # turn up cavemen
    # Decisions
    PLACE = "place"  # place the domino, or discard it if it fits nowhere
    ERUPT = "erupt"  # choose the square where the fire lands
    GIVE = "give"  # choose the new holder of a lost totem
    CLAIM = "claim"  # claim a domino of the next line
    RECRUIT = "recruit"  # recruit a caveman, or pass
    PAY = "pay"  # pay one resource for the recruit
    SETTLE = "settle"  # settle the recruit
    # Neither
    OVER = "over"
    BETWEEN = "between"  # only inside the engine: a phase is finished, the next has not begun


CHANCE_PHASES = frozenset({Phase.ORDER, Phase.LINE, Phase.CAVE})


class Slot(NamedTuple):
    """A domino of a line and the seat that claimed it, None if it is free."""

    number: int
    seat: int | None


class Recruiting(NamedTuple):
    """A recruit that is being paid for or settled, with the kinds of resource paid so far."""

    kind: str
    from_pile: bool
    paid: tuple[str, ...] = ()  # in the order of totems.csv


@dataclass(frozen=True, slots=True)
class State:
    """A position. It holds the unseen dominoes and cavemen, but never the order of a pile (C13)."""

    ruleset: "Ruleset"
    phase: Phase
    opening: tuple[int, ...]  # seats in the order of the opening claims; empty once these are done
    turn: int  # finished turns of the current line, or finished opening claims
    current: tuple[Slot, ...]  # the line being played; empty during the opening
    next: tuple[Slot, ...]  # the line being claimed; empty in the last round
    unseen: tuple[int, ...]  # unseen dominoes, ascending, including the removed ones (K2)
    territories: tuple[Territory, ...]  # by seat
    discards: tuple[int, ...]  # number of discarded dominoes, by seat
    erupting: int | None = None  # the volcano whose fire must land next
    totems: tuple[int | None, ...] = ()  # holders in the order of totems.csv, None for the middle
    cave: tuple[str, ...] = ()  # face-up cavemen, in the order of cavemen.csv
    pile: tuple[str, ...] = ()  # cavemen in the face-down pile, in the order of cavemen.csv
    recruiting: Recruiting | None = None

    @property
    def lines_drawn(self) -> int:
        """The number of lines revealed so far."""
        setup = self.ruleset.setup
        return (len(self.ruleset.dominoes) - len(self.unseen)) // setup.line

    @property
    def is_opening(self) -> bool:
        """Whether opening claims (or the draws before them) are still due."""
        return not self.current and self.phase is not Phase.OVER

    @property
    def is_last_round(self) -> bool:
        """Whether the last line is being played, with no line to claim from (C8)."""
        return bool(self.current) and not self.next and self.phase not in CHANCE_PHASES

    @property
    def domino_in_turn(self) -> int:
        """The number of the domino to place in this turn. Raises `IndexError` during the opening."""
        return self.current[self.turn].number

    def with_territory(self, seat: int, territory: Territory) -> "State":
        """Returns the state with one seat's territory replaced."""
        return replace(self, territories=replaced(self.territories, seat, territory))


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Returns the tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])


def to_play(state: State) -> int | None:
    """Returns the seat that decides next, or None if chance is due or the game is over."""
    if state.phase in CHANCE_PHASES or state.phase is Phase.OVER:
        return None
    return mover(state)


def mover(state: State) -> int:
    """Returns the seat whose turn it is. A turn must be in progress: check with `to_play` first."""
    if state.is_opening:
        return state.opening[state.turn]
    seat = state.current[state.turn].seat
    assert seat is not None
    return seat


def is_over(state: State) -> bool:
    """Whether the game has ended."""
    return state.phase is Phase.OVER
