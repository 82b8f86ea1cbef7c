"""The last round counted out by the native core, against every way to lay dominoes by the Python rules."""

from collections.abc import Iterator

import pytest

from crownfire._native import State as NativeState
from crownfire.bots import Budget, Limit, SearchBot, baselines
from crownfire.bots.native import to_native
from crownfire.game import derive
from crownfire.rules import Phase, State, apply, is_over, legal_actions, score, to_play
from tests.games import ALL, new_game, steps

_WITHOUT_TOTEMS = [(rules, players) for rules, players in ALL if "totem" not in rules]
_MOST = 40  # choices of a decision, so that the Python rules need no minutes


def _last_decisions(rules: str, players: int, seeds: range) -> Iterator[State]:
    """Decisions of last rounds that leave a choice."""
    for seed in seeds:
        for game in steps(new_game(rules, players, seed), seed):
            if _is_last_round(game.state) and 1 < len(legal_actions(game.state)) <= _MOST:
                yield game.state


def _is_last_round(state: State) -> bool:
    return not is_over(state) and not state.is_opening and not state.next


def _ends(state: State) -> dict[int, tuple[int, int, int]]:
    """For each action what the mover ends with at best."""
    seat = to_play(state)
    assert seat is not None
    return {action: _strongest(apply(state, action), seat) for action in legal_actions(state)}


def _strongest(state: State, seat: int) -> tuple[int, int, int]:
    """What a seat ends with at best (C10); how the others lay theirs makes no difference to that."""
    if is_over(state):
        return score(state, seat).strength
    actions = legal_actions(state) if to_play(state) == seat else legal_actions(state)[:1]
    return max(_strongest(apply(state, action), seat) for action in actions)


@pytest.mark.rule("C8", "C10")
@pytest.mark.parametrize(("rules", "players"), _WITHOUT_TOTEMS)
def test_no_other_way_to_lay_the_last_dominoes_ends_stronger(rules: str, players: int) -> None:
    seen = 0
    for state in _last_decisions(rules, players, range(20)):
        ends = _ends(state)
        best = to_native(state).best_ending()
        assert best == min(action for action, end in ends.items() if end == max(ends.values()))
        seen += len(set(ends.values())) > 1
    assert seen


@pytest.mark.rule("C10")
@pytest.mark.parametrize("seed", [38, 72, 78, 112])  # where places differ in nothing but that
def test_of_equal_points_the_larger_region_counts(seed: int) -> None:
    seen = 0
    for state in _last_decisions("kingdomino", 2, range(seed, seed + 1)):
        ends = _ends(state)
        most, largest, _ = max(ends.values())
        best = to_native(state).best_ending()
        assert best is not None
        assert ends[best] == max(ends.values())
        seen += any(points == most and region < largest for points, region, _ in ends.values())
    assert seen


@pytest.mark.rule("O9")
def test_the_last_fire_is_counted_out_too() -> None:
    fires = [s for s in _last_decisions("origins-tribe", 2, range(20)) if s.phase is Phase.ERUPT]
    assert fires
    assert all(to_native(state).best_ending() in legal_actions(state) for state in fires)


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_nothing_is_counted_out_before_the_last_round_or_with_totems(rules: str, players: int) -> None:
    state = NativeState.new_game(rules, players)
    assert state.best_ending() is None
    for game in steps(new_game(rules, players, 1), 1):
        found = to_native(game.state).best_ending()
        assert (found is not None) == (_is_last_round(game.state) and "totem" not in rules)


def test_the_search_simulates_nothing_where_it_can_count() -> None:
    for state in _last_decisions("kingdomino", 2, range(4)):
        for bot, nodes in ((SearchBot(), 0), (SearchBot(exact=False), 50), (baselines.mce(), 50)):
            budget = Budget(Limit(nodes=50))
            chosen = bot.choose(state, legal_actions(state), budget=budget, rng=derive(1))
            assert budget.nodes == nodes
            assert nodes or chosen == to_native(state).best_ending()
