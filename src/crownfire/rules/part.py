"""The interface of a rule part, and the values it returns: steps and score terms."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from crownfire.rules.actions import Move
from crownfire.rules.chance import Chance, Outcome
from crownfire.rules.events import Event
from crownfire.rules.reasons import Reason
from crownfire.rules.state import Phase, State

__all__ = ["Part", "Step", "Term"]


@dataclass(frozen=True, slots=True)
class Step:
    """A new state and the events that led to it, in the order they happened."""

    state: State
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """A line of a score sheet: count × each points, with the squares that score."""

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

    A ruleset lists its parts in the order of a turn. On a part's turn in that order, `begin` may enter one
    of its phases. The part then handles the moves of that phase and finishes it by setting `Phase.BETWEEN`.
    Every method is a pure function of its arguments. By default a part owns no phases and changes nothing;
    the methods for phases raise `LookupError`.
    """

    # The phases of this part with the types of move made in each; a chance phase has none.
    phases: ClassVar[Mapping[Phase, tuple[type[Move], ...]]] = {}

    def set_up(self, state: State) -> State:
        """Adds the pieces of this part to the state of a new game."""
        return state

    def begin_round(self, state: State) -> State:
        """Starts a round for this part. May enter a chance phase."""
        return state

    def begin(self, state: State) -> Step:
        """Starts this part of a turn. May change the state and enter a phase."""
        return Step(state)

    def legal(self, state: State) -> list[int]:
        """Returns the legal actions in one of its decision phases: ascending, unique, never empty."""
        raise LookupError(state.phase)

    def why_not(self, state: State, move: Move) -> Reason | None:
        """Returns why a move of one of its types is illegal in its phase, or None if it is legal."""
        raise LookupError(state.phase)

    def why_not_asked(self, state: State, move: Move) -> Reason | None:
        """Returns why the current turn has no such move, or None if only N3 forbids it."""
        return None

    def play(self, state: State, move: Move) -> Step:
        """Returns the result of a legal move in one of its phases."""
        raise LookupError(state.phase)

    def chance(self, state: State) -> Chance:
        """Returns the draw that is due in one of its chance phases."""
        raise LookupError(state.phase)

    def why_not_outcome(self, state: State, outcome: Outcome) -> Reason | None:
        """Returns why an outcome is impossible in its chance phase, or None if it is possible."""
        raise LookupError(state.phase)

    def reveal(self, state: State, outcome: Outcome) -> Step:
        """Returns the result of a possible outcome in one of its chance phases."""
        raise LookupError(state.phase)

    def react(self, state: State, event: Event) -> Step:
        """Returns what follows from an event immediately; most events have no effect on most parts."""
        return Step(state)

    def terms(self, state: State, seat: int) -> list[Term]:
        """Returns the part's terms of a seat's score sheet, as if the game ended now."""
        return []
