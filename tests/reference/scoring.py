"""The points of a territory, term by term, and the ranking of the players."""

from collections.abc import Callable
from dataclasses import dataclass

from .tables import Setup, cavemen, totem_points
from .territory import HOME, Cell, Territory, around, beside, distance


@dataclass(frozen=True)
class Sheet:
    """A player's final score: its terms, and the tie-breaks of C10."""

    terms: dict[str, int]
    largest_region: int
    symbols: int

    @property
    def total(self) -> int:
        """The sum of all terms."""
        return sum(self.terms.values())


def groups(cells: list[Cell], joined: Callable[[Cell, Cell], bool]) -> list[list[Cell]]:
    """Splits the cells into orthogonally connected groups of joined cells."""
    left = list(cells)
    found = []
    while left:
        group = [left.pop()]
        for cell in group:  # the group grows during the loop
            for other in beside(cell):
                if other in left and joined(cell, other):
                    left.remove(other)
                    group.append(other)
        found.append(group)
    return found


def regions(territory: Territory) -> list[list[Cell]]:
    """Returns the regions (C9), without the home (C2) but with volcanoes (C10)."""
    cells = [cell for cell in territory if cell != HOME]
    return groups(cells, lambda a, b: territory[a].terrain == territory[b].terrain)


def region_points(territory: Territory, region: list[Cell]) -> int:
    """Returns squares × symbols (C9)."""
    return len(region) * sum(territory[cell].symbols for cell in region)


def hunter_gatherer_points(territory: Territory, cell: Cell) -> int:
    """B7: returns the points of a hunter-gatherer for the eight surrounding squares."""
    kind = cavemen()[territory[cell].caveman]
    counted = 0
    for other in around(cell):
        if other not in territory:
            continue
        square = territory[other]
        if kind.per == "resource":
            counted += 1 if square.resource else 0
        elif kind.per == "fire":
            counted += square.symbols
        elif kind.per == "caveman":
            counted += 1 if square.caveman else 0
        else:
            counted += 1 if square.resource == kind.per else 0
    return kind.points * counted


def hunter_gatherers_points(territory: Territory) -> int:
    """B7: returns the points of all hunter-gatherers."""
    return sum(
        hunter_gatherer_points(territory, cell)
        for cell, square in territory.items()
        if square.caveman and cavemen()[square.caveman].power == 0
    )


def warriors_points(territory: Territory) -> int:
    """B8: returns, per group of connected warriors, their number × the sum of their powers."""
    powers = {
        cell: cavemen()[square.caveman].power
        for cell, square in territory.items()
        if square.caveman and cavemen()[square.caveman].power > 0
    }
    hordes = groups(list(powers), lambda _a, _b: True)
    return sum(len(horde) * sum(powers[cell] for cell in horde) for horde in hordes)


def is_centred(territory: Territory, frame: int) -> bool:
    """C11: returns whether every square is at most half the frame away from the home."""
    return all(distance(HOME, cell) <= (frame - 1) // 2 for cell in territory)


def score(setup: Setup, territory: Territory, totems: list[str], discards: int) -> Sheet:
    """Returns the score of one player."""
    terms: dict[str, int] = {}
    for region in regions(territory):
        terrain = territory[region[0]].terrain
        terms[terrain] = terms.get(terrain, 0) + region_points(territory, region)
    if setup.ruleset == "origins-totem":  # T5
        terms["resources"] = sum(1 for square in territory.values() if square.resource)
        terms["totems"] = sum(totem_points()[totem] for totem in totems)
    if setup.ruleset == "origins-tribe":  # B9
        terms["hunter-gatherers"] = hunter_gatherers_points(territory)
        terms["warriors"] = warriors_points(territory)
    if setup.centre_bonus:  # C11
        terms["centre"] = 10 if is_centred(territory, setup.frame) else 0
    if setup.complete_bonus:  # C12
        terms["complete"] = 5 if discards == 0 else 0
    return Sheet(
        terms,
        max((len(region) for region in regions(territory)), default=0),
        sum(square.symbols for square in territory.values()),
    )


def rank(sheets: dict[int, Sheet]) -> list[list[int]]:
    """C10: returns the seats, best first, tied seats together."""
    keys = {seat: (s.total, s.largest_region, s.symbols) for seat, s in sheets.items()}
    return [
        [seat for seat in sorted(keys) if keys[seat] == key]
        for key in sorted(set(keys.values()), reverse=True)
    ]
