"""Resources: they come with the dominoes and are destroyed by fire (T1, T2)."""

from dataclasses import dataclass, replace

from crownfire.rules.events import Event, FireLanded, Placed, ResourceBurnt
from crownfire.rules.part import Part, Step
from crownfire.rules.state import State

__all__ = ["Resources"]


@dataclass(frozen=True)
class Resources(Part):
    """T1: a half without printed fire brings the resource of its terrain.

    The state stores no resources for the dominoes in a line, because each domino brings all of its own. The
    resources of a discarded domino leave the game with it (C5, O3).
    """

    def react(self, state: State, event: Event) -> Step:
        if isinstance(event, Placed):
            return Step(self._add(state, event))
        if isinstance(event, FireLanded):
            return self._burn(state, event)
        return Step(state)

    def _add(self, state: State, event: Placed) -> State:
        territory = state.territories[event.seat]
        for cell in event.cells:
            square = territory[cell]
            if square.terrain in state.ruleset.resources and not square.symbols:
                territory = territory.with_square(cell, replace(square, resource=True))
        return state.with_territory(event.seat, territory)

    def _burn(self, state: State, event: FireLanded) -> Step:
        territory = state.territories[event.seat]
        square = territory[event.cell]
        if not square.resource:
            return Step(state)
        assert square.terrain is not None
        burnt = territory.with_square(event.cell, replace(square, resource=False))  # T2
        resource = state.ruleset.resources[square.terrain]
        return Step(
            state.with_territory(event.seat, burnt),
            (ResourceBurnt(event.seat, event.cell, resource),),
        )
