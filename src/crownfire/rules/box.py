"""Checks whether a territory can be built from the pieces of the box.

A territory of a legal game has no faults. In a territory copied from a real table, a fault is probably a
typing error.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from crownfire.data import Half, tables
from crownfire.rules.canvas import HOME, NEIGHBOURS, cell_name, connected, distance
from crownfire.rules.parts.eruption import Eruption, reach_of
from crownfire.rules.parts.resources import Resources
from crownfire.rules.parts.tribe import Tribe, why_not_settle
from crownfire.rules.reasons import Reason, because
from crownfire.rules.ruleset import Ruleset
from crownfire.rules.territory import VOLCANO, Square, Territory

__all__ = ["box_faults", "can_cover"]

MAX_TRIALS = 20_000  # limits the search for a covering; real territories need far fewer


def box_faults(ruleset: Ruleset, territory: Territory) -> list[Reason]:
    """Returns everything in a territory that the pieces of the box can't produce.

    The order is: home and connection, printed halves, resources, fires, cavemen.
    """
    return [
        *_home_faults(territory),
        *_printed_faults(ruleset, territory),
        *_resource_faults(ruleset, territory),
        *_fire_faults(ruleset, territory),
        *_caveman_faults(ruleset, territory),
    ]


def _home_faults(territory: Territory) -> Iterator[Reason]:
    homes = [cell for cell, square in sorted(territory.items()) if square.is_home]
    if len(homes) > 1:
        yield because("box_homes", cells=_names(homes))
    apart = sorted(set(territory) - connected(HOME, territory))
    if apart:
        yield because("box_apart", cells=_names(apart))


def _names(cells: list[int]) -> str:
    return ", ".join(map(cell_name, cells))


def _printed_faults(ruleset: Ruleset, territory: Territory) -> Iterator[Reason]:
    printed = Counter(half for domino in ruleset.dominoes for half in domino.halves)
    squares = {cell: _half(square) for cell, square in territory.items() if not square.is_home}
    found = Counter(squares.values())
    too_many = [half for half in found if found[half] > printed[half]]
    for half in too_many:
        yield because(
            "box_kind",
            terrain=half.terrain,
            number=half.craters or half.symbols,
            what="craters" if half.craters else "symbols",
            found=found[half],
            printed=printed[half],
        )
    if not too_many:
        covered = can_cover(ruleset, squares)
        if covered is None:
            yield because("box_unknown_cover", trials=MAX_TRIALS)
        elif not covered:
            yield because("box_cover")


def _half(square: Square) -> Half:
    assert square.terrain is not None
    return Half(square.terrain, square.symbols, square.craters)


def can_cover(ruleset: Ruleset, squares: dict[int, Half]) -> bool | None:
    """Whether different dominoes of the box can cover exactly these squares; None if the search gives up.

    Starts with the squares that have the fewest possible partners, where a contradiction shows first.
    """
    supply = Counter(_pair(*domino.halves) for domino in ruleset.dominoes)
    trials = 0

    def partners(cell: int, open_cells: set[int]) -> list[int]:
        near = (other for other in NEIGHBOURS[cell] if other in open_cells)
        return [other for other in near if supply[_pair(squares[cell], squares[other])]]

    def cover(open_cells: set[int]) -> bool | None:
        nonlocal trials
        if not open_cells:
            return True
        trials += 1
        if trials > MAX_TRIALS:
            return None
        cell = min(sorted(open_cells), key=lambda c: len(partners(c, open_cells)))
        for other in partners(cell, open_cells):
            pair = _pair(squares[cell], squares[other])
            supply[pair] -= 1
            covered = cover(open_cells - {cell, other})
            supply[pair] += 1
            if covered is not False:
                return covered
        return False

    return cover(set(squares))


def _pair(one: Half, other: Half) -> frozenset[Half]:
    return frozenset((one, other))


def _resource_faults(ruleset: Ruleset, territory: Territory) -> Iterator[Reason]:
    has_resources = ruleset.has(Resources)
    for cell, square in sorted(territory.items()):
        if not square.resource:
            continue
        if not has_resources:
            yield because("box_no_resources", rules=ruleset.name, cell=cell_name(cell))
        elif square.terrain not in ruleset.resources:
            yield because("box_resource_terrain", cell=cell_name(cell), terrain=square.terrain or "home")
        elif square.all_symbols:
            yield because("box_resource_fire", cell=cell_name(cell))


def _fire_faults(ruleset: Ruleset, territory: Territory) -> Iterator[Reason]:
    tokens = {cell: square.token for cell, square in sorted(territory.items()) if square.token}
    if tokens and not ruleset.has(Eruption):
        yield because("box_no_fires", rules=ruleset.name, cell=cell_name(min(tokens)))
        return
    for cell in tokens:
        if territory[cell].terrain == VOLCANO or territory[cell].symbols:
            yield because("box_fire_square", cell=cell_name(cell))
    volcanoes = {cell: square.craters for cell, square in sorted(territory.items()) if square.craters}
    thrown = _match_fires(tokens, volcanoes)
    for cell, fires in tokens.items():
        if cell not in thrown.values():
            yield because("box_fire_unthrown", cell=cell_name(cell), fires=fires)
    for fires in sorted(set(volcanoes.values())):
        missing = Counter(volcanoes.values())[fires] - Counter(tokens.values())[fires]
        if missing > 0:
            yield because("box_fire_missing", fires=fires, missing=missing)


def _match_fires(tokens: dict[int, int], volcanoes: dict[int, int]) -> dict[int, int]:
    """Matches as many tokens as possible to different volcanoes that can reach them (O7, O8).

    Returns the cell of the token for each matched volcano.
    """
    thrown: dict[int, int] = {}

    def assign(token: int, tried: set[int]) -> bool:
        """Finds a volcano for a token, rematching earlier tokens where needed."""
        for volcano, craters in volcanoes.items():
            can_reach = distance(volcano, token) <= reach_of(craters) and volcano != token
            if craters != tokens[token] or not can_reach or volcano in tried:
                continue
            tried.add(volcano)
            if volcano not in thrown or assign(thrown[volcano], tried):
                thrown[volcano] = token
                return True
        return False

    for token in tokens:
        assign(token, set())
    return thrown


def _caveman_faults(ruleset: Ruleset, territory: Territory) -> Iterator[Reason]:
    settled = {cell: square.caveman for cell, square in sorted(territory.items()) if square.caveman}
    if settled and not ruleset.has(Tribe):
        yield because("box_no_cavemen", rules=ruleset.name, cell=cell_name(min(settled)))
        return
    for cell in settled:
        without = territory.with_square(cell, replace(territory[cell], caveman=None))
        obstacle = why_not_settle(without, cell)
        if obstacle is not None:
            yield obstacle
    for kind in tables().cavemen:
        found = list(settled.values()).count(kind.code)
        if found > kind.copies:
            yield because("box_cavemen", caveman=kind.code, found=found, copies=kind.copies)
