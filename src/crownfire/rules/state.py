"""The state of a game: one immutable value with everything that lies on the table, and nothing hidden."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from crownfire.rules.territory import Territory

if TYPE_CHECKING:
    from crownfire.rules.ruleset import Ruleset

T = TypeVar("T")


class Phase(StrEnum):
    """What the state waits for: an outcome of chance, a decision, or nothing any more."""

    # Chance
    ORDER = "order"  # the opening order is drawn
    LINE = "line"  # a line is revealed
    CAVE = "cave"  # cavemen are turned up
    # Decisions
    PLACE = "place"  # place the domino, or discard it if it fits nowhere
    ERUPT = "erupt"  # choose where the fire lands
    GIVE = "give"  # choose who gets a lost totem
    CLAIM = "claim"  # claim a domino of the next line
    RECRUIT = "recruit"  # recruit a caveman, or pass
    PAY = "pay"  # pay one resource for the recruit
    SETTLE = "settle"  # settle the recruit
    # Neither
    OVER = "over"
    BETWEEN = "between"  # inside the engine only: one thing is done, the next not yet begun


CHANCE_PHASES = frozenset({Phase.ORDER, Phase.LINE, Phase.CAVE})


class Slot(NamedTuple):
    """A domino of a line and the seat that claimed it (None: free)."""

    number: int
    seat: int | None


class Recruiting(NamedTuple):
    """A recruit under way: who, from where, and the kinds of resource paid so far."""

    kind: str
    from_pile: bool
    paid: tuple[str, ...] = ()  # in the order of totems.csv


@dataclass(frozen=True, slots=True)
class State:
    """A position. It never holds the order of the pile, only what has not been seen yet (C13)."""

    ruleset: "Ruleset"
    phase: Phase
    opening: tuple[int, ...]  # seats in the order of the opening claims; empty once these are done
    turn: int  # how many turns of the current line (or opening claims) are finished
    current: tuple[Slot, ...]  # the line being played; empty during the opening
    next: tuple[Slot, ...]  # the line being claimed; empty in the last round
    unseen: tuple[int, ...]  # dominoes nobody has seen yet, ascending; those removed (K2) are among them
    territories: tuple[Territory, ...]  # by seat
    discards: tuple[int, ...]  # dominoes discarded, by seat
    erupting: int | None = None  # the volcano whose fire is to land
    totems: tuple[int | None, ...] = ()  # holder by totem as in totems.csv, None: in the middle
    cave: tuple[str, ...] = ()  # face-up cavemen, in the order of cavemen.csv
    pile: tuple[str, ...] = ()  # cavemen in the face-down pile, in the order of cavemen.csv
    recruiting: Recruiting | None = None

    @property
    def lines_drawn(self) -> int:
        """How many lines have been revealed so far."""
        setup = self.ruleset.setup
        return (len(self.ruleset.dominoes) - len(self.unseen)) // setup.line

    @property
    def is_opening(self) -> bool:
        """Whether the opening claims are not finished yet."""
        return not self.current and self.phase is not Phase.OVER

    @property
    def is_last_round(self) -> bool:
        """C8: the last line is being played and there is none to claim from."""
        return bool(self.current) and not self.next and self.phase not in CHANCE_PHASES

    @property
    def domino_in_turn(self) -> int:
        """The number of the domino whose turn it is; only outside the opening."""
        return self.current[self.turn].number

    def with_territory(self, seat: int, territory: Territory) -> "State":
        """The same state with another territory for one seat."""
        return replace(self, territories=replaced(self.territories, seat, territory))


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """A tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])


def to_play(state: State) -> int | None:
    """The seat that decides next, or None when chance is due or the game is over."""
    if state.phase in CHANCE_PHASES or state.phase is Phase.OVER:
        return None
    return mover(state)


def mover(state: State) -> int:
    """The seat whose turn it is (the caller knows that it is somebody's turn)."""
    if state.is_opening:
        return state.opening[state.turn]
    seat = state.current[state.turn].seat
    assert seat is not None
    return seat


def is_over(state: State) -> bool:
    """Whether the game has ended."""
    return state.phase is Phase.OVER
