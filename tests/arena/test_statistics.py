"""Means, intervals and standings, checked against hand-computed cases and simulations."""

from dataclasses import replace
from random import Random

import pytest

from crownfire.arena import GameResult, standings
from crownfire.arena.game import Fault, Turn
from crownfire.arena.statistics import mean_estimate, rate_estimate


def _result(number: int, deal: int, seats: tuple[str, ...], scores: tuple[int, ...]) -> GameResult:
    best = max(scores)
    wins = tuple((score == best) / scores.count(best) for score in scores)
    turns = tuple(Turn(seat, 10.0 * (seat + 1), 100 * seat) for seat in range(len(seats)))
    return GameResult(number, deal, seats, scores, wins, turns, ())


def test_standings_of_three_games() -> None:
    results = [
        _result(0, 0, ("a", "b"), (40, 30)),
        _result(1, 0, ("b", "a"), (35, 35)),
        _result(2, 1, ("a", "b"), (20, 30)),
    ]
    a, b = sorted(standings(results), key=lambda standing: standing.bot)
    assert (a.games, a.wins, b.wins) == (3, 1.5, 1.5)
    assert a.win_rate.mean == 0.5
    assert a.score.mean == pytest.approx((37.5 + 20) / 2)  # each deal counts once
    assert a.margin.mean == pytest.approx((5 - 10) / 2)
    assert a.ms == pytest.approx((10 + 20 + 10) / 3)
    assert a.nodes == pytest.approx(100 / 3)


def test_a_bot_in_several_seats_has_one_standing() -> None:
    (only,) = standings([_result(0, 0, ("a", "a", "a"), (1, 2, 3))])
    assert (only.games, only.wins) == (3, 1)


def test_faults_are_counted_for_the_bot_at_fault() -> None:
    result = _result(0, 0, ("a", "b"), (1, 2))
    faulty = replace(result, faults=(Fault(1, 4, "why"),))
    assert {standing.bot: standing.faults for standing in standings([faulty])} == {"a": 0, "b": 1}


def test_results_round_trip_through_json() -> None:
    result = GameResult(3, 1, ("a", "b"), (5, 6), (0.0, 1.0), (Turn(0, 1.5, 7),), (Fault(0, 2, "why"),))
    assert GameResult.from_json(result.to_json()) == result


def test_a_single_deal_has_an_infinite_interval() -> None:
    estimate = mean_estimate([(0, 4.0), (0, 6.0)])
    assert (estimate.mean, estimate.low, estimate.high) == (5, float("-inf"), float("inf"))


@pytest.mark.parametrize("rate", [0.0, 0.02, 0.5, 0.98, 1.0])
def test_a_rate_stays_within_0_and_1(rate: float) -> None:
    values = [(game, float(game < 100 * rate)) for game in range(100)]
    estimate = rate_estimate(values)
    assert 0 <= estimate.low <= estimate.mean <= estimate.high <= 1
    assert estimate.high - estimate.low > 0.01


def test_games_that_depend_on_their_deal_widen_the_interval() -> None:
    """Four copies of every game contain no more information than one."""
    once = rate_estimate([(deal, float(deal % 2)) for deal in range(50)])
    copied = rate_estimate([(deal, float(deal % 2)) for deal in range(50) for _ in range(4)])
    assert copied.high - copied.low == pytest.approx(once.high - once.low, rel=0.05)


@pytest.mark.parametrize("deals", [5, 10, 40])
def test_intervals_have_their_nominal_coverage(deals: int) -> None:
    """The intervals of about 95 % of simulated contests contain the true mean."""
    random = Random(deals)
    hits = 0
    for _ in range(1_000):
        values = []
        for deal in range(deals):
            luck = random.gauss(0, 5)
            values += [(deal, 30 + luck + random.gauss(0, 8)) for _ in range(4)]
        estimate = mean_estimate(values)
        hits += estimate.low <= 30 <= estimate.high
    assert 925 <= hits <= 975
