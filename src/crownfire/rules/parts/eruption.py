"""Eruptions: a placed volcano's fire token lands on a square (O7 to O10)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from crownfire.data import tables
from crownfire.rules.actions import FIRST_FIRE, Fire, Move
from crownfire.rules.canvas import cell_name, distance
from crownfire.rules.events import Event, FireLanded, FireLost, Placed
from crownfire.rules.part import Part, Step
from crownfire.rules.reasons import Reason, because
from crownfire.rules.state import Phase, State, mover
from crownfire.rules.territory import VOLCANO, Territory

__all__ = ["Eruption", "fire_cells", "reach_of", "why_not_fire"]


@dataclass(frozen=True)
class Eruption(Part):
    """Right after a volcano is placed, its fire token lands on a square within reach."""

    phases: ClassVar = {Phase.ERUPT: (Fire,)}

    def react(self, state: State, event: Event) -> Step:
        if isinstance(event, Placed):  # O7
            territory = state.territories[event.seat]
            for cell in event.cells:
                if territory[cell].craters:
                    return Step(replace(state, erupting=cell))
        return Step(state)

    def begin(self, state: State) -> Step:
        if state.erupting is None:
            return Step(state)
        territory = state.territories[mover(state)]
        if fire_cells(territory, state.erupting):
            return Step(replace(state, phase=Phase.ERUPT))
        lost = FireLost(mover(state), state.erupting, territory[state.erupting].craters)
        return Step(replace(state, erupting=None), (lost,))  # O9

    def legal(self, state: State) -> list[int]:
        assert state.erupting is not None
        territory = state.territories[mover(state)]
        return [FIRST_FIRE + cell for cell in fire_cells(territory, state.erupting)]

    def why_not(self, state: State, move: Move) -> Reason | None:
        assert isinstance(move, Fire)
        assert state.erupting is not None
        return why_not_fire(state.territories[mover(state)], state.erupting, move.cell)

    def why_not_asked(self, state: State, move: Move) -> Reason | None:
        return because("no_eruption") if state.erupting is None else None

    def play(self, state: State, move: Move) -> Step:
        assert isinstance(move, Fire)
        assert state.erupting is not None
        seat = mover(state)
        territory = state.territories[seat]
        fires = territory[state.erupting].craters  # O7: as many fires as craters
        burning = replace(territory[move.cell], token=fires)
        landed = replace(
            state.with_territory(seat, territory.with_square(move.cell, burning)),
            phase=Phase.BETWEEN,
            erupting=None,
        )
        return Step(landed, (FireLanded(seat, state.erupting, move.cell, fires),))


def reach_of(craters: int) -> int:
    """O7: returns the greatest distance at which a volcano's fire may land."""
    return tables().constants["fire_reach_plus_craters"] - craters


def fire_cells(territory: Territory, volcano: int) -> list[int]:
    """Returns the cells where the fire of a volcano may land, ascending."""
    return sorted(c for c in territory if why_not_fire(territory, volcano, c) is None)


def why_not_fire(territory: Territory, volcano: int, cell: int) -> Reason | None:
    """O8: returns why the fire of a volcano can't land on a cell, or None if it can."""
    if cell not in territory:
        return because("no_square", cell=cell_name(cell))
    square = territory[cell]
    if square.terrain == VOLCANO:
        return because("fire_on_volcano", cell=cell_name(cell))
    if square.all_symbols:
        return because("fire_on_fire", cell=cell_name(cell))
    squares, reach = distance(volcano, cell), reach_of(territory[volcano].craters)
    if squares > reach:  # only the distance counts; the path may cross anything
        return because(
            "out_of_reach",
            cell=cell_name(cell),
            distance=squares,
            volcano=cell_name(volcano),
            reach=reach,
        )
    return None
