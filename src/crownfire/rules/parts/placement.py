"""Placement: the domino in turn is placed, or discarded if it fits nowhere (C3, C4, C5)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from crownfire.data import Domino
from crownfire.rules.actions import (
    DISCARD,
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
)
from crownfire.rules.canvas import (
    DIRECTIONS,
    NEIGHBOURS,
    NEXT,
    Direction,
    cell_name,
    file_of,
    rank_of,
)
from crownfire.rules.events import Discarded, Placed
from crownfire.rules.part import Part, Step
from crownfire.rules.reasons import Reason, because
from crownfire.rules.state import Phase, State, mover, replaced
from crownfire.rules.territory import Territory

__all__ = ["Placement", "legal_placements", "why_not_place"]


@dataclass(frozen=True)
class Placement(Part):
    """The first part of a turn: the domino is placed, or discarded if it fits nowhere."""

    phases: ClassVar = {Phase.PLACE: (Place, Discard)}

    def begin(self, state: State) -> Step:
        if state.is_opening:  # C6: opening turns only claim
            return Step(state)
        return Step(replace(state, phase=Phase.PLACE))

    def legal(self, state: State) -> list[int]:
        territory = state.territories[mover(state)]
        domino = state.ruleset.domino(state.domino_in_turn)
        placements = legal_placements(territory, domino, state.ruleset.setup.frame)
        return placements or [DISCARD]  # C5

    def why_not(self, state: State, move: Move) -> Reason | None:
        territory = state.territories[mover(state)]
        domino = state.ruleset.domino(state.domino_in_turn)
        frame = state.ruleset.setup.frame
        match move:
            case Place():
                return why_not_place(territory, domino, frame, move)
            case Discard():
                return _why_not_discard(territory, domino, frame)
            case Fire() | Pay() | Settle() | Give() | Claim() | Recruit() | Pass():
                return super().why_not(state, move)

    def play(self, state: State, move: Move) -> Step:
        seat = mover(state)
        domino = state.ruleset.domino(state.domino_in_turn)
        match move:
            case Place(cell, direction):
                other = NEXT[cell][direction]
                assert other is not None
                territory = state.territories[seat].with_domino(domino, cell, direction)
                placed = replace(state.with_territory(seat, territory), phase=Phase.BETWEEN)
                return Step(placed, (Placed(seat, domino.number, (cell, other)),))
            case Discard():
                discards = replaced(state.discards, seat, state.discards[seat] + 1)
                discarded = replace(state, phase=Phase.BETWEEN, discards=discards)
                return Step(discarded, (Discarded(seat, domino.number),))
            case Fire() | Pay() | Settle() | Give() | Claim() | Recruit() | Pass():
                return super().play(state, move)


def legal_placements(territory: Territory, domino: Domino, frame: int) -> list[int]:
    """Returns the legal placements of a domino as ascending actions; equal results count once (N6)."""
    fits = {
        to_action(_upright(place) if domino.is_double else place)
        for place in _connected_placements(territory, domino)
        if _fits_frame(territory, frame, place)
    }
    return sorted(fits)


def _why_not_discard(territory: Territory, domino: Domino, frame: int) -> Reason | None:
    fits = legal_placements(territory, domino, frame)
    if not fits:
        return None
    cell, direction = divmod(fits[0], len(DIRECTIONS))  # C5: discard only if nothing fits
    example = cell_name(cell) + DIRECTIONS[direction].letter
    return because("must_place", domino=domino.number, example=example)


def why_not_place(territory: Territory, domino: Domino, frame: int, place: Place) -> Reason | None:
    """Returns why a domino can't be placed there, or None if it can."""
    cell, direction = place.cell, place.direction
    other = NEXT[cell][direction]
    if other is None:
        return because("off_canvas", cell=cell_name(cell))
    for covered in (cell, other):  # C4: no overlap
        if covered in territory:
            return because("occupied", cell=cell_name(covered))
    if domino.is_double and direction not in (Direction.NORTH, Direction.EAST):
        instead = cell_name(other) + direction.opposite.letter
        return because("turned_double", domino=domino.number, instead=instead)
    if not (
        _touches(territory, cell, domino.first.terrain) or _touches(territory, other, domino.second.terrain)
    ):
        return because("not_connected", domino=domino.number)
    width, height = _extent(territory, cell, other)
    if width > frame or height > frame:
        return because("outside_frame", width=width, height=height, frame=frame)
    return None


def _touches(territory: Territory, cell: int, terrain: str) -> bool:
    """C3: whether a half on this cell would touch the home or a square of its terrain."""
    for neighbour in NEIGHBOURS[cell]:
        if neighbour in territory and territory[neighbour].terrain in (terrain, None):
            return True
    return False


def _connected_placements(territory: Territory, domino: Domino) -> Iterator[Place]:
    """C3: yields the placements on empty cells with at least one half connected; some appear twice."""
    for cell in _open_cells(territory, domino.first.terrain):
        for direction in DIRECTIONS:
            other = NEXT[cell][direction]
            if other is not None and other not in territory:
                yield Place(cell, direction)
    for other in _open_cells(territory, domino.second.terrain):
        for direction in DIRECTIONS:
            first = NEXT[other][direction]
            if first is not None and first not in territory:
                yield Place(first, direction.opposite)


def _open_cells(territory: Territory, terrain: str) -> set[int]:
    """C3: the empty cells where a half of this terrain would connect."""
    return {
        neighbour
        for cell, square in territory.items()
        if square.terrain in (terrain, None)
        for neighbour in NEIGHBOURS[cell]
        if neighbour not in territory
    }


def _extent(territory: Territory, cell: int, other: int) -> tuple[int, int]:
    """The width and height of the bounding box with two more cells."""
    west, east, south, north = territory.box
    files = (west, east, file_of(cell), file_of(other))
    ranks = (south, north, rank_of(cell), rank_of(other))
    return max(files) - min(files) + 1, max(ranks) - min(ranks) + 1


def _fits_frame(territory: Territory, frame: int, place: Place) -> bool:
    """C4: whether the bounding box stays within the frame."""
    other = NEXT[place.cell][place.direction]
    assert other is not None
    width, height = _extent(territory, place.cell, other)
    return width <= frame and height <= frame


def _upright(place: Place) -> Place:
    """N6: the same squares for a domino with two equal halves, pointing north or east."""
    if place.direction in (Direction.NORTH, Direction.EAST):
        return place
    other = NEXT[place.cell][place.direction]
    assert other is not None
    return Place(other, place.direction.opposite)
