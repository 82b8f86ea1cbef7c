"""Decodes an observation into a position, as docs/research.md specifies it."""

import numpy as np
from numpy.typing import NDArray

from crownfire.data import tables
from crownfire.env import Layout
from crownfire.rules import Phase, Square, State, Territory
from crownfire.rules.actions import CAVEMAN_CODES
from crownfire.rules.canvas import HOME, SIZE
from crownfire.rules.state import Recruiting, Slot
from crownfire.rules.territory import VOLCANO

_PHASES = [phase for phase in Phase if phase is not Phase.BETWEEN]
Bytes = NDArray[np.uint8]


def decode(layout: Layout, observation: Bytes, seat: int) -> State:
    """Returns the position that a seat observes."""
    rules, players = layout.ruleset, layout.players
    parts = {name: layout.part(observation, name) for name in layout.blocks}
    stacks = [parts["territories"][(other - seat) % players] for other in range(players)]

    def by_seat(name: str) -> Bytes:
        return np.roll(parts[name], seat, axis=0)

    def one(marks: Bytes) -> int | None:
        found = np.flatnonzero(marks)
        assert len(found) <= 1
        return int(found[0]) if len(found) else None

    def seat_of(marks: Bytes) -> int | None:
        found = one(marks)
        return None if found is None else (found + seat) % players

    def line(name: str) -> tuple[Slot, ...]:
        numbers = [int(number) for number in parts[f"{name}_numbers"] if number]
        for number, halves in zip(numbers, parts[f"{name}_halves"], strict=False):
            assert halves.tolist() == _halves(layout, number)
        owners = parts[f"{name}_owners"]
        return tuple(Slot(number, seat_of(owners[i])) for i, number in enumerate(numbers))

    phase = _PHASES[one(parts["phase"]) or 0]
    opening = tuple(found for row in parts["opening"] if (found := seat_of(row)) is not None)
    cells = [cell for stack in stacks if (cell := _erupting(stack)) is not None]
    state = State(
        ruleset=rules,
        phase=phase,
        opening=opening,
        turn=one(parts["turn"]) or 0,
        current=line("current"),
        next=line("next"),
        unseen=tuple(int(i) + 1 for i in np.flatnonzero(parts["unseen"])),
        territories=tuple(_territory(layout, stack) for stack in stacks),
        discards=tuple(int(count) for count in by_seat("discards")),
        erupting=cells[0] if cells else None,
        totems=tuple(seat_of(column) for column in parts["totems"].T) if "totems" in parts else (),
        cave=_counted(parts.get("cave")),
        pile=_counted(parts.get("pile")),
        recruiting=_recruiting(parts),
    )
    assert int(parts["lines_drawn"][0]) == state.lines_drawn
    return state


def _halves(layout: Layout, number: int) -> list[list[int]]:
    names = [terrain.name for terrain in layout.ruleset.terrains]
    halves = layout.ruleset.domino(number).halves
    return [[*(int(name == half.terrain) for name in names), half.symbols + half.craters] for half in halves]


def _cells(plane: Bytes) -> dict[int, int]:
    """Returns the nonzero cells of a plane by cell of the canvas; its rows go from south to north."""
    margin = (SIZE - len(plane)) // 2
    ranks, files = np.nonzero(plane)
    found = zip(ranks.tolist(), files.tolist(), strict=True)
    return {(rank + margin) * SIZE + file + margin: int(plane[rank, file]) for rank, file in found}


def _territory(layout: Layout, stack: Bytes) -> Territory:
    names = [terrain.name for terrain in layout.ruleset.terrains]
    planes = [_cells(plane) for plane in stack]
    symbols = planes[6]
    tokens, resources = (planes[7] if len(planes) > 7 else {}), (planes[9] if len(planes) > 9 else {})
    cavemen = {c: code for code, plane in zip(CAVEMAN_CODES, planes[10:], strict=False) for c in plane}
    squares = {HOME: Square(None, token=symbols.get(HOME, 0))}
    for name, plane in zip(names, planes, strict=False):
        for cell in plane:
            count = symbols.get(cell, 0)
            squares[cell] = Square(
                name,
                symbols=0 if name == VOLCANO or cell in tokens else count,
                craters=count if name == VOLCANO else 0,
                token=count if cell in tokens else 0,
                resource=cell in resources,
                caveman=cavemen.get(cell),
            )
    return Territory(squares)


def _erupting(stack: Bytes) -> int | None:
    return next(iter(_cells(stack[8])), None) if len(stack) > 8 else None


def _counted(counts: Bytes | None) -> tuple[str, ...]:
    if counts is None:
        return ()
    return tuple(code for code, count in zip(CAVEMAN_CODES, counts, strict=True) for _ in range(count))


def _recruiting(parts: dict[str, Bytes]) -> Recruiting | None:
    if "recruit" not in parts or not parts["recruit"].any():
        return None
    kinds = [totem.resource for totem in tables().totems]
    paid = tuple(kind for kind, flag in zip(kinds, parts["paid"], strict=True) if flag)
    return Recruiting(CAVEMAN_CODES[int(parts["recruit"].argmax())], bool(parts["from_pile"][0]), paid)
