"""The two optional bonuses, whose names differ between the games (C11, C12)."""

from dataclasses import dataclass

from crownfire.rules.canvas import HOME, distance
from crownfire.rules.part import Part, Term
from crownfire.rules.state import State

__all__ = ["CentreBonus", "CompleteBonus"]


@dataclass(frozen=True)
class CentreBonus(Part):
    """C11: the home is the centre of the frame, even if the territory is incomplete."""

    label: str
    points: int

    def terms(self, state: State, seat: int) -> list[Term]:
        half = (state.ruleset.setup.frame - 1) // 2
        if all(distance(HOME, cell) <= half for cell in state.territories[seat]):
            return [Term(self.label, (HOME,), 1, self.points)]
        return []


@dataclass(frozen=True)
class CompleteBonus(Part):
    """C12: the player has discarded no domino."""

    label: str
    points: int

    def terms(self, state: State, seat: int) -> list[Term]:
        if state.discards[seat] == 0:
            return [Term(self.label, (), 1, self.points)]
        return []
