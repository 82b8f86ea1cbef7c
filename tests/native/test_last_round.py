"""The native endgame solver, compared with brute force by the Python rules."""

from collections.abc import Iterator

import pytest

from crownfire.bots import Budget, Limit, SearchBot, baselines
from crownfire.bots.search import share_of
from crownfire.game import derive
from crownfire.native import State as NativeState
from crownfire.native import to_native
from crownfire.rules import Phase, State, apply, is_over, legal_actions, score, to_play
from tests.games import ALL, new_game, steps

_WITHOUT_TOTEMS = [(rules, players) for rules, players in ALL if "totem" not in rules]
_MOST = 40  # legal actions of a decision, to keep the Python rules fast


def _last_decisions(rules: str, players: int, seeds: range) -> Iterator[State]:
    """Yields the decisions of last rounds with more than one legal action."""
    for seed in seeds:
        for game in steps(new_game(rules, players, seed), seed):
            if game.state.is_last_round and 1 < len(legal_actions(game.state)) <= _MOST:
                yield game.state


def _ends(state: State) -> dict[int, tuple[int, int, int]]:
    """Returns the mover's best end of each action."""
    seat = to_play(state)
    assert seat is not None
    return {action: _strongest(apply(state, action), seat) for action in legal_actions(state)}


def _strongest(state: State, seat: int) -> tuple[int, int, int]:
    """Returns a seat's best end (C10), which doesn't depend on the others' placements."""
    if is_over(state):
        return score(state, seat).strength
    actions = legal_actions(state) if to_play(state) == seat else legal_actions(state)[:1]
    return max(_strongest(apply(state, action), seat) for action in actions)


def _best(ends: dict[int, tuple[int, int, int]]) -> int:
    return min(action for action, end in ends.items() if end == max(ends.values()))


@pytest.mark.rule("C8", "C10")
@pytest.mark.parametrize(("rules", "players"), _WITHOUT_TOTEMS)
def test_the_best_ending_is_found(rules: str, players: int) -> None:
    seen = set()  # the numbers of dominoes left where the choice matters
    for state in _last_decisions(rules, players, range(20)):
        ends = _ends(state)
        assert to_native(state).best_ending() == _best(ends)
        if len(set(ends.values())) > 1:
            seen.add(sum(claim.seat == to_play(state) for claim in state.current[state.turn :]))
    assert state.ruleset.setup.kings in seen


@pytest.mark.rule("C10")
@pytest.mark.parametrize("seed", [38, 72, 78, 112])  # only the largest region differs
def test_of_equal_points_the_larger_region_decides(seed: int) -> None:
    seen = 0
    for state in _last_decisions("kingdomino", 2, range(seed, seed + 1)):
        ends = _ends(state)
        most, largest, _ = max(ends.values())
        assert to_native(state).best_ending() == _best(ends)
        seen += any(points == most and region < largest for points, region, _ in ends.values())
    assert seen


@pytest.mark.rule("O9")
def test_the_last_fire_is_solved_too() -> None:
    fires = [s for s in _last_decisions("origins-tribe", 2, range(20)) if s.phase is Phase.ERUPT]
    assert fires
    assert all(to_native(state).best_ending() == _best(_ends(state)) for state in fires)


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_only_last_rounds_without_totems_are_solved(rules: str, players: int) -> None:
    state = NativeState.new_game(rules, players)
    assert state.best_ending() is None
    for game in steps(new_game(rules, players, 1), 1):
        found = to_native(game.state).best_ending()
        assert (found is not None) == (game.state.is_last_round and "totem" not in rules)


@pytest.mark.parametrize(
    ("rules", "bot", "nodes"),
    [
        ("kingdomino", SearchBot(), 0),
        ("origins-totem", SearchBot(), 50),
        ("kingdomino", SearchBot(exact=False), 50),
        ("kingdomino", baselines.mce(), 50),
    ],
)
def test_solved_decisions_need_no_simulations(rules: str, bot: SearchBot, nodes: int) -> None:
    # The last decision of a turn may use the whole budget: here placements without a volcano.
    places = [s for s in _last_decisions(rules, 2, range(4)) if s.phase is Phase.PLACE and share_of(s) == 1]
    assert places
    for state in places:
        budget = Budget(Limit(nodes=50))
        chosen = bot.choose(state, legal_actions(state), budget=budget, rng=derive(1))
        assert budget.nodes == nodes
        assert nodes or chosen == to_native(state).best_ending()
