"""Sizes of game trees: the tables, a tiny game counted twice, and the first placements."""

from dataclasses import replace
from itertools import product

import pytest

from crownfire.game import ScriptedDealer, SeededDealer, divide, perft
from crownfire.notation import parse_position
from crownfire.rules import Phase, Ruleset, new_game, ruleset
from tests.perft.tables import OPENINGS, POSITIONS, SEED
from tests.scenes import legal, turn

Cell = tuple[int, int]


def _lines(path_text: str) -> list[str]:
    return [line for line in path_text.splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("line", _lines(OPENINGS.read_text(encoding="utf-8")))
def test_openings(line: str) -> None:
    game, counts = line.split(": ")
    rules, players = game.split()
    expected = list(map(int, counts.split()))
    state = new_game(ruleset(rules, int(players)))
    assert perft(state, SeededDealer(SEED), len(expected)) == expected


@pytest.mark.parametrize("line", _lines(POSITIONS.read_text(encoding="utf-8")))
def test_positions(line: str) -> None:
    counts, position = line.split(" : ")
    expected = list(map(int, counts.split()))
    assert perft(parse_position(position), SeededDealer(SEED), len(expected)) == expected


def test_the_split_adds_up() -> None:
    state = new_game(ruleset("kingdomino", 3))
    split = divide(state, SeededDealer(SEED), 4)
    assert sum(split.values()) == perft(state, SeededDealer(SEED), 4)[-1]
    assert len(split) == 3


@pytest.mark.parametrize(("domino", "options"), [(13, 24), (48, 24), (1, 12)])
def test_first_placement_on_an_empty_territory(domino: int, options: int) -> None:
    assert len(legal(turn("kingdomino", 4, "H", domino))) == options


# A tiny game, counted twice: two players with one king each, two lines of two dominoes, a 3×3 frame.

FIRST_LINE, SECOND_LINE = (1, 3), (7, 13)
HALVES = {1: ("wheat", "wheat"), 3: ("forest", "forest"), 7: ("lake", "lake"), 13: ("wheat", "forest")}


def _tiny() -> Ruleset:
    played = ruleset("kingdomino", 2)
    return replace(played, setup=replace(played.setup, kings=1, line=2, lines=2, frame=3, opening="AB"))


def test_whole_tree_of_a_tiny_game() -> None:
    script = {(Phase.ORDER, 0): (0, 1), (Phase.LINE, 0): FIRST_LINE, (Phase.LINE, 1): SECOND_LINE}
    counts = perft(new_game(_tiny()), ScriptedDealer(script, SeededDealer(0)), 9)
    assert counts[:2] == [2, 2]  # the opening claims
    assert counts[7] == _count_whole_games()
    assert counts[8] == 0  # the game is over


def _count_whole_games() -> int:
    """Counts games: one free choice per line decides who gets which domino; each seat then places alone."""
    total = 0
    for mine in product(FIRST_LINE, SECOND_LINE):
        others = tuple(number for number in FIRST_LINE + SECOND_LINE if number not in mine)
        total += _ways(mine, {(0, 0): "home"}) * _ways(others, {(0, 0): "home"})
    return total


def _ways(numbers: tuple[int, ...], laid: dict[Cell, str]) -> int:
    """Counts the ways to place dominoes one after another, by brute force."""
    if not numbers:
        return 1
    results = _results(HALVES[numbers[0]], laid)
    if not results:
        return _ways(numbers[1:], laid)  # discarded
    return sum(_ways(numbers[1:], dict(result)) for result in results)


def _results(halves: tuple[str, str], laid: dict[Cell, str]) -> set[tuple[tuple[Cell, str], ...]]:
    found = set()
    for x, y, (dx, dy) in product(range(-4, 5), range(-4, 5), ((0, 1), (1, 0), (0, -1), (-1, 0))):
        cells = ((x, y), (x + dx, y + dy))
        if any(cell in laid for cell in cells):
            continue
        if not any(_touches(laid, cell, half) for cell, half in zip(cells, halves, strict=True)):
            continue
        after = {**laid, cells[0]: halves[0], cells[1]: halves[1]}
        if all(max(c[axis] for c in after) - min(c[axis] for c in after) < 3 for axis in (0, 1)):
            found.add(tuple(sorted(after.items())))
    return found


def _touches(laid: dict[Cell, str], cell: Cell, half: str) -> bool:
    x, y = cell
    near = [laid.get(c) for c in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y))]
    return "home" in near or half in near
