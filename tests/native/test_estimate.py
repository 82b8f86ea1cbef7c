"""Estimates of final scores: their accuracy, their decisions, and one for every set-up."""

from collections.abc import Callable, Iterator
from importlib import resources

import numpy as np
import pytest

from crownfire.bots import SearchBot
from crownfire.bots.estimates import all_setups, load, rulesets_of, setup_of
from crownfire.native import NUM_WEIGHTS, Estimate, Search, State
from crownfire.notation import parse_position
from crownfire.rules import SetupError, ruleset
from tests.games import ALL

TRIED = 6  # placements that the estimate compares closely
TERRAINS, REGIONS = 6, 24 * 13 * 5  # region weights per terrain: sizes × symbols × room


# An estimate with random weights, so that every weight matters.
WEIGHTS = np.random.default_rng(1).normal(0, 2, NUM_WEIGHTS).astype(np.float32)
SPREAD = np.full(8, 9, np.float32)
ANY = Estimate(WEIGHTS, SPREAD)


def _positions(rules: str, players: int, seed: int) -> Iterator[State]:
    """Yields the decisions of a greedy game."""
    state = State.new_game(rules, players).deal(seed)
    while not state.is_over:
        yield state
        state = state.apply(state.choose("greedy")).deal(seed)


@pytest.mark.parametrize("setup", all_setups())
def test_every_set_up_has_an_accurate_estimate(setup: str) -> None:
    """Halfway through a game it is closer to the final scores than the current points, for all bonuses."""
    for rules in rulesets_of(setup):
        by_estimate, by_points = 0.0, 0.0
        for seed in range(20):
            played = list(_positions(rules.text, rules.players, seed))
            halfway, end = played[len(played) // 2], played[-1].playout("greedy")
            for seat, final in enumerate(end.scores()):
                by_estimate += abs(load(setup).expect(halfway)[seat] - final)
                by_points += abs(halfway.scores()[seat] - final)
        assert by_estimate < 0.8 * by_points, rules.text


@pytest.mark.parametrize("setup", all_setups())
def test_claiming_first_is_worth_more_than_claiming_last(setup: str) -> None:
    places = rulesets_of(setup)[0].setup.line
    file = resources.files("crownfire.data") / "estimates" / f"{setup}.npz"
    with resources.as_file(file) as path, np.load(path) as fitted:
        by_place = fitted["weights"].reshape(8, -1)[:, -4:][:, :places].astype(np.float64)
    by_stage = by_place[by_place.any(axis=1)]
    assert (by_stage[:, 0] - by_stage[:, -1]).mean() > 0


def test_a_set_up_is_a_ruleset_without_bonuses() -> None:
    assert setup_of(ruleset("origins-tribe+empire_of_fire+homo_habilis", 3)) == "origins-tribe-3"
    assert all(setup_of(rules) == setup for setup in all_setups() for rules in rulesets_of(setup))


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_at_the_end_the_estimate_equals_the_score(rules: str, players: int) -> None:
    end = State.new_game(rules, players).playout("greedy", 3)
    assert ANY.expect(end) == end.scores()


@pytest.mark.parametrize(("rules", "players"), [each for each in ALL if "totem" not in each[0]])
def test_a_claimed_domino_is_worth_its_best_placement(rules: str, players: int) -> None:
    """Updating regions square by square equals computing them anew.

    Excludes totems, since the holder counts differently from the holder after the placement.
    """
    compared = 0
    for state in (state for seed in range(4) for state in _positions(rules, players, seed)):
        if state.phase != "place":
            continue
        seat = state.to_play
        assert seat is not None
        mine = [state.apply(action) for action in state.legal_actions()]
        if any(after.phase in ("erupt", "give") for after in mine) or _places_more(state):
            continue
        best = max(ANY.expect(after)[seat] for after in mine)
        found = ANY.expect(state)[seat]
        assert found <= best + 1e-3
        if len(mine) <= TRIED:
            assert found == pytest.approx(best, abs=1e-3)
            compared += 1
    assert compared > 0


@pytest.mark.parametrize("rules", ["origins-discovery", "origins-totem", "origins-tribe"])
def test_an_impossible_region_has_no_weight(rules: str) -> None:
    """Regression: the room beside a volcano was computed wrongly while placing two claimed dominoes.

    The last weight of each terrain, that of its largest possible region, must not be read.
    """
    weights = WEIGHTS.copy()
    weights.reshape(8, -1)[:, REGIONS * np.arange(1, TERRAINS + 1) - 1] = -1e6
    other = Estimate(weights, SPREAD)
    for state in (state for seed in range(20) for state in _positions(rules, 2, seed)):
        assert other.expect(state) == ANY.expect(state)


def _places_more(state: State) -> bool:
    """Returns whether the mover has claimed more than the domino in turn."""
    position = parse_position(state.to_position())
    mover = position.current[position.turn].seat
    unplaced = [*position.current[position.turn + 1 :], *position.next]
    return any(claim.seat == mover for claim in unplaced)


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_every_choice_is_legal(rules: str, players: int) -> None:
    for depth in (0, 1, 2, 3):
        for state in _positions(rules, players, seed=depth):
            assert ANY.choose(state, depth) in state.legal_actions()


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_every_decision_of_a_game_can_be_searched_with_it(rules: str, players: int) -> None:
    estimate = load(setup_of(ruleset(rules, players)))
    for state in _positions(rules, players, seed=1):
        search = Search(state, 5, estimate=estimate)
        assert search.run(nodes=12) == 12
        moves = search.moves()
        assert sorted(move.action for move in moves) == state.legal_actions()
        assert all(0 <= move.win <= 1 for move in moves)


def test_equal_seeds_give_equal_searches() -> None:
    state = next(iter(_positions("origins-totem", 3, seed=2)))
    estimate = load("origins-totem-3")

    def found(seed: int) -> list[tuple[int, int, float]]:
        search = Search(state, seed, estimate=estimate)
        search.run(nodes=200)
        return [(move.action, move.visits, move.reward) for move in search.moves()]

    assert found(1) == found(1)
    assert found(1) != found(2)


def test_rollouts_play_the_opponents_by_the_playout_policy() -> None:
    state = next(iter(_positions("kingdomino", 4, seed=3)))

    def margin(playout: str) -> float:
        search = Search(state, 1, estimate=load("kingdomino-4"), playout=playout, horizon=12, tree=False)
        search.run(nodes=400)
        return search.moves()[0].margin

    assert margin("random") > margin("greedy") + 5


@pytest.mark.parametrize(
    ("players", "same"), [(2, [(1, 2), (3, 4), (11, 12, 24)]), (4, [(1,), (2,), (12, 24)])]
)
def test_the_horizon_counts_dominoes_per_seat(players: int, same: list[tuple[int, ...]]) -> None:
    """It is rounded up to whole rounds, in which each of two players gets two dominoes."""
    state = State.new_game("kingdomino", players).deal(1)

    def margins(horizon: int) -> tuple[float, ...]:
        search = Search(state, 1, estimate=load(f"kingdomino-{players}"), horizon=horizon)
        search.run(nodes=100)
        return tuple(move.margin for move in search.moves())

    found = [{margins(horizon) for horizon in horizons} for horizons in same]
    assert [len(each) for each in found] == [1, 1, 1]
    assert len(set.union(*found)) == 3


def test_a_share_of_the_rollouts_ignores_the_horizon() -> None:
    state = State.new_game("kingdomino", 2).deal(1)

    def margins(horizon: int, through: float) -> tuple[float, ...]:
        search = Search(state, 1, estimate=load("kingdomino-2"), horizon=horizon, through=through)
        search.run(nodes=100)
        return tuple(move.margin for move in search.moves())

    assert margins(2, 1) == margins(24, 0)
    assert len({margins(2, share) for share in (0, 0.25, 1)}) == 3


@pytest.mark.parametrize(("rules", "share"), [("kingdomino", 0.25), ("origins-discovery", 0)])
def test_the_default_share_of_complete_rollouts_depends_on_the_game(rules: str, share: float) -> None:
    state = State.new_game(rules, 2).deal(1)

    def margins(through: float | None = None) -> list[float]:
        search = Search(state, 1, estimate=load(f"{rules}-2"), through=through)
        search.run(nodes=100)
        return [move.margin for move in search.moves()]

    assert margins() == margins(share) != margins(0.5)


def test_the_prior_counts_with_few_simulations() -> None:
    """With a large weight moves are in the order of their priors, without any in the order of rewards."""
    state = next(state for state in _positions("kingdomino", 2, 1) if len(state.legal_actions()) > 16)

    def found(first_sight: float) -> tuple[list[float], list[float]]:
        search = Search(state, 1, estimate=load("kingdomino-2"), halving=False, first_sight=first_sight)
        search.run(nodes=160)
        tried = [move for move in search.moves() if move.visits]
        return [move.value for move in tried], [move.reward for move in tried]

    for first_sight, falling in ((1e9, 0), (0, 1)):
        order = found(first_sight)
        assert order[falling] == sorted(order[falling], reverse=True)
        assert order[1 - falling] != sorted(order[1 - falling], reverse=True)


def test_win_probabilities_are_plausible() -> None:
    """Holds for every horizon, also if rollouts end early."""
    state = State.new_game("kingdomino", 2).deal(1)
    for horizon in (1, 6, 12):
        search = Search(state, 1, estimate=load("kingdomino-2"), horizon=horizon, tree=False, candidates=0)
        search.run(nodes=400)
        best = search.moves()[0]
        assert 0.3 < best.win < 0.9
        assert 20 < best.score < 70


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: Estimate(np.zeros(3, np.float32), np.zeros(8, np.float32)), "items"),
        (lambda: load("kingdomino-2").choose(State.new_game("kingdomino", 2)), "no seat is to play"),
        (lambda: load("kingdomino-2").choose(State.new_game("kingdomino", 2).deal(1), 4), "depth"),
        (lambda: load("kingdomino-5"), "there is no set-up"),
        (lambda: SearchBot(depth=7), "depth"),
        (lambda: SearchBot(horizon=0), "horizon"),
        (lambda: SearchBot(through=1.1), "through"),
        (lambda: SearchBot(beyond=-1), "beyond"),
        (lambda: SearchBot(greed=-0.1), "greed"),
        (lambda: SearchBot(first_sight=-1), "first_sight"),
    ],
)
def test_invalid_arguments_are_refused(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        wrong()


@pytest.mark.parametrize("seed", range(6))
def test_the_last_round_is_played_optimally(seed: int) -> None:
    """C8: without draws and claims, all placements can be compared."""
    state = next(
        state
        for state in _positions("kingdomino", 2, seed)
        if state.phase == "place" and not parse_position(state.to_position()).next
    )
    seat = state.to_play
    assert seat is not None
    found = state
    while not found.is_over:
        found = found.apply(ANY.choose(found, 2) if found.to_play == seat else found.legal_actions()[0])
    assert found.scores()[seat] == _most(state, seat)


def _most(state: State, seat: int) -> int:
    """Returns the highest score a seat can reach, by brute force; the others play anything."""
    if state.is_over:
        return state.scores()[seat]
    actions = state.legal_actions()
    mine = actions if state.to_play == seat else actions[:1]
    return max(_most(state.apply(action), seat) for action in mine)
