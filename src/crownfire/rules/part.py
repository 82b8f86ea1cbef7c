"""What a rule part is, and what a step of the game consists of."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from crownfire.rules.actions import Move
from crownfire.rules.chance import Chance, Outcome
from crownfire.rules.events import Event
from crownfire.rules.reasons import Reason
from crownfire.rules.state import Phase, State


@dataclass(frozen=True, slots=True)
class Step:
    """A new state and the events that led to it, in order."""

    state: State
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """A line of a score sheet: points = count × each, with the squares it comes from."""

    label: str
    squares: tuple[int, ...]
    count: int
    each: int

    @property
    def points(self) -> int:
        return self.count * self.each


@dataclass(frozen=True)
class Part:
    """One part of the rules. It may own phases, react to events and add score terms.

    A ruleset lists its parts in the order of a turn. When a part's moment comes, `begin` may open one of
    its phases; it then answers for the moves of that phase, and ends it by leaving `Phase.BETWEEN`.
    Every method is a pure function of its arguments; the defaults do nothing.
    """

    # The phases it answers for, each with the kinds of moves made in it (none: chance decides).
    phases: ClassVar[Mapping[Phase, tuple[type[Move], ...]]] = {}

    def set_up(self, state: State) -> State:
        """Lay out what this part adds to the table before the game."""
        return state

    def begin_round(self, state: State) -> State:
        """A new round starts: may open a chance phase."""
        return state

    def begin(self, state: State) -> Step:
        """The part's moment in the turn has come: may act, may open a phase."""
        return Step(state)

    def legal(self, state: State) -> list[int]:
        """The legal actions in one of its decision phases, ascending and unique, never empty."""
        raise LookupError(state.phase)

    def why_not(self, state: State, move: Move) -> Reason | None:
        """Why a move of its kind is not legal in its phase; None if it is."""
        raise LookupError(state.phase)

    def why_not_asked(self, state: State, move: Move) -> Reason | None:
        """Why the part did not ask for this move in the turn under way, if it has more to say than N3."""
        return None

    def play(self, state: State, move: Move) -> Step:
        """The result of a legal move in one of its phases."""
        raise LookupError(state.phase)

    def chance(self, state: State) -> Chance:
        """What is to be drawn in one of its chance phases."""
        raise LookupError(state.phase)

    def why_not_outcome(self, state: State, outcome: Outcome) -> Reason | None:
        """Why an outcome is impossible in its chance phase; None if it is possible."""
        raise LookupError(state.phase)

    def reveal(self, state: State, outcome: Outcome) -> Step:
        """The result of a possible outcome of chance."""
        raise LookupError(state.phase)

    def react(self, state: State, event: Event) -> Step:
        """What follows at once from an event."""
        return Step(state)

    def terms(self, state: State, seat: int) -> list[Term]:
        """The part's lines of a seat's score sheet, as if the game ended now."""
        return []
