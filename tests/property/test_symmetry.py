"""The eight symmetries of a territory preserve its score and number of placements."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crownfire.game import Game
from crownfire.rules import Territory, score
from crownfire.rules.canvas import cell_at, file_of, rank_of
from crownfire.rules.parts.eruption import fire_cells
from crownfire.rules.parts.placement import legal_placements
from tests.property.strategies import games

Symmetry = Callable[[int, int], tuple[int, int]]  # maps a step (files, ranks) from the home
SYMMETRIES: list[Symmetry] = [
    lambda x, y: (x, y),
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (-x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, x),
    lambda x, y: (y, -x),
    lambda x, y: (-y, -x),
]


def _moved(cell: int, symmetry: Symmetry) -> int:
    x, y = symmetry(file_of(cell) - 6, rank_of(cell) - 6)
    moved = cell_at(6 + x, 6 + y)
    assert moved is not None
    return moved


def _turned(territory: Territory, symmetry: Symmetry) -> Territory:
    return Territory({_moved(cell, symmetry): square for cell, square in territory.items()})


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@settings(max_examples=25)
@given(game=games(), domino=st.integers(1, 48))
def test_score_placements_and_fires(game: Game, domino: int, symmetry: Symmetry) -> None:
    rules, frame = game.ruleset, game.ruleset.setup.frame
    for seat, territory in enumerate(game.state.territories):
        turned = _turned(territory, symmetry)
        before, after = score(game.state, seat), score(game.state.with_territory(seat, turned), seat)
        assert after.strength == before.strength
        assert sorted(term.points for term in after.terms) == sorted(term.points for term in before.terms)
        ways = legal_placements(territory, rules.domino(domino), frame)
        assert len(legal_placements(turned, rules.domino(domino), frame)) == len(ways)
        for cell, square in territory.items():
            if square.craters:
                fires = {_moved(c, symmetry) for c in fire_cells(territory, cell)}
                assert set(fire_cells(turned, _moved(cell, symmetry))) == fires
