"""Result statistics per bot: means with 95 % intervals.

Games on the same deal are not independent, so the intervals of means are computed over deals. Win rates have
Wilson's interval, which is also valid at 0 and 100 %, after correcting the number of games for the design
effect.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, quantiles, variance

from crownfire.arena.game import GameResult

__all__ = ["Estimate", "Standing", "mean_estimate", "rate_estimate", "standings", "student"]

_Z = NormalDist().inv_cdf(0.975)
_STUDENT = (float("inf"), 12.706, 4.303, 3.182, 2.776, 2.571)  # 97.5 %, by degrees of freedom


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of a bot over all its seats."""

    bot: str
    games: int  # counted once per seat of the bot
    wins: float  # shared victories are split
    win_rate: Estimate
    score: Estimate
    margin: Estimate  # over the best opponent
    ms: float  # mean per turn
    ms_p99: float
    nodes: float  # mean per turn
    faults: int


@dataclass(frozen=True, slots=True)
class _Seat:
    """The result of one seat in one game."""

    deal: int
    win: float
    score: float
    margin: float


def standings(results: Sequence[GameResult]) -> list[Standing]:
    """Returns one standing per bot, highest win rate first."""
    seats: dict[str, list[_Seat]] = defaultdict(list)
    costs: dict[str, list[tuple[float, int]]] = defaultdict(list)
    faults: dict[str, int] = defaultdict(int)
    for result in results:
        for seat, bot in enumerate(result.seats):
            others = [score for other, score in enumerate(result.scores) if other != seat]
            score = result.scores[seat]
            seats[bot].append(_Seat(result.deal, result.wins[seat], score, score - max(others)))
        for turn in result.turns:
            costs[result.seats[turn.seat]].append((turn.ms, turn.nodes))
        for fault in result.faults:
            faults[result.seats[fault.seat]] += 1
    found = [_standing(bot, seats[bot], costs[bot], faults[bot]) for bot in seats]
    return sorted(found, key=lambda standing: -standing.win_rate.mean)


def _standing(bot: str, seats: list[_Seat], costs: list[tuple[float, int]], faults: int) -> Standing:
    ms = [cost for cost, _ in costs]
    wins = [(seat.deal, seat.win) for seat in seats]
    return Standing(
        bot,
        len(seats),
        sum(seat.win for seat in seats),
        rate_estimate(wins),
        mean_estimate([(seat.deal, seat.score) for seat in seats]),
        mean_estimate([(seat.deal, seat.margin) for seat in seats]),
        fmean(ms) if ms else 0.0,
        quantiles(ms, n=100, method="inclusive")[98] if len(ms) > 1 else fmean(ms or [0.0]),
        fmean(nodes for _, nodes in costs) if costs else 0.0,
        faults,
    )


def mean_estimate(values: Iterable[tuple[int, float]]) -> Estimate:
    """Returns the mean of (deal, value) pairs, with Student's t interval over deals.

    >>> mean_estimate([(deal, value) for deal in range(5) for value in (deal, deal + 2)])
    Estimate(mean=3.0, low=1.037..., high=4.962...)
    """
    means = _deal_means(values)
    mean = fmean(means)
    if len(means) < 2:
        return Estimate(mean, float("-inf"), float("inf"))
    half = student(len(means) - 1) * sqrt(variance(means) / len(means))
    return Estimate(mean, mean - half, mean + half)


def rate_estimate(values: Sequence[tuple[int, float]]) -> Estimate:
    """Returns the mean of (deal, value) pairs, values from 0 to 1, with Wilson's interval.

    >>> rate_estimate([(deal, 1.0) for deal in range(10)])
    Estimate(mean=1.0, low=0.722..., high=1.0)
    """
    rate = fmean(value for _, value in values)
    deals = len(_deal_means(values))
    n = len(values) / max(1.0, _design_effect(values))
    z = _Z if deals == len(values) else student(deals - 1)  # the design effect is an estimate too
    if z == float("inf"):
        return Estimate(rate, 0.0, 1.0)
    centre = (rate + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * sqrt(rate * (1 - rate) / n + z**2 / (4 * n**2))
    return Estimate(rate, max(0.0, centre - half), min(1.0, centre + half))


def _design_effect(values: Sequence[tuple[int, float]]) -> float:
    """Returns the variance of the mean divided by the variance it would have if games were independent."""
    means = _deal_means(values)
    if len(means) < 2 or len(means) == len(values):
        return 1.0
    independent = variance(value for _, value in values) / len(values)
    return variance(means) / len(means) / independent if independent > 0 else 1.0


def _deal_means(values: Iterable[tuple[int, float]]) -> list[float]:
    deals: dict[int, list[float]] = defaultdict(list)
    for deal, value in values:
        deals[deal].append(value)
    return [fmean(group) for group in deals.values()]


def student(freedom: int) -> float:
    """Returns the 97.5 % quantile of Student's t, by the Cornish–Fisher expansion from 6 degrees on.

    >>> [round(student(freedom), 2) for freedom in (1, 5, 6, 9, 30, 1000)]
    [12.71, 2.57, 2.45, 2.26, 2.04, 1.96]
    """
    if freedom < len(_STUDENT):
        return _STUDENT[freedom]
    z, n = _Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )
