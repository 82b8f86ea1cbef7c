"""Bradley–Terry ratings of two-player games between bots, on the Elo scale, with 95 % intervals.

The model: a beats b with probability 1 ⁄ (1 + 10^((b − a) ⁄ 400)); a shared victory counts half. The ratings
maximise the likelihood of the results plus one shared victory for every pair of bots that met. This weak
prior hardly affects pairs with many games, but keeps the rating of an undefeated bot finite.

The intervals are for the difference from the anchor. Its variance is the larger of two estimates: the inverse
information of the model, and the sandwich estimate with deals as clusters, since games on one deal are not
independent. If only the prior bounds an end of the interval, that end is reported as infinite.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, isinf, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crownfire.arena.game import GameResult
from crownfire.arena.statistics import student
from crownfire.rules import SetupError

__all__ = ["Rating", "Vector", "ratings"]

_ELO = 400 / log(10)  # Elo points per unit of log odds
_MAX_STEP = 1.0  # of Newton's method, which could otherwise diverge
_TOLERANCE = 1e-10
_MAX_ITERATIONS = 1000

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a bot relative to the anchor, whose rating is 0."""

    bot: str
    elo: float
    low: float  # −∞ if the bot never scored against the anchor, directly or through others
    high: float  # ∞ if the anchor never scored against the bot
    games: int
    wins: float  # a shared victory counts half

    def to_json(self) -> dict[str, Any]:
        """Returns the rating as plain data, rounded to points; an infinite end of the interval is None."""
        interval = [None if isinf(end) else round(end) for end in (self.low, self.high)]
        return {
            "bot": self.bot,
            "rating": round(self.elo),
            "interval": interval,
            "games": self.games,
            "wins": self.wins,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Rating":
        """Returns the rating of `to_json` data."""
        low, high = data["interval"]
        ends = (-inf if low is None else low, inf if high is None else high)
        return cls(data["bot"], data["rating"], *ends, data["games"], data["wins"])


@dataclass(frozen=True, slots=True)
class _Duel:
    """One game from the view of the first bot."""

    deal: int
    first: int
    second: int
    win: float


def ratings(results: Sequence[GameResult], anchor: str) -> list[Rating]:
    """Returns a rating for every bot, strongest first.

    Raises `SetupError` if the anchor has not played, or if some bots can't be compared with it.
    """
    bots = list(dict.fromkeys(bot for result in results for bot in result.seats))
    if anchor not in bots:
        raise SetupError(f"{anchor} has not played, so it can't be the anchor")
    duels = [_duel(result, bots) for result in results]
    zero = bots.index(anchor)
    _check_connected(bots, duels, zero)
    strengths, variances = _fit(duels, len(bots), zero)
    freedom = len({duel.deal for duel in duels}) - 1
    halves = student(freedom) * np.sqrt(variances) if freedom > 0 else np.full(len(bots), inf)
    halves[zero] = 0.0
    above, below = _reached(duels, zero, upwards=True), _reached(duels, zero, upwards=False)
    found = []
    for index, bot in enumerate(bots):
        elo, half = _ELO * float(strengths[index]), _ELO * float(halves[index])
        own = [d.win if d.first == index else 1 - d.win for d in duels if index in (d.first, d.second)]
        low = elo - half if index in above else -inf
        high = elo + half if index in below else inf
        found.append(Rating(bot, elo, low, high, len(own), sum(own)))
    return sorted(found, key=lambda rating: -rating.elo)


def _duel(result: GameResult, bots: list[str]) -> _Duel:
    if len(set(result.seats)) != 2 or len(result.seats) != 2:
        raise SetupError(f"ratings need games between two bots, not {', '.join(result.seats)}")
    first, second = (bots.index(bot) for bot in result.seats)
    return _Duel(result.deal, first, second, result.wins[0])


def _fit(duels: Sequence[_Duel], size: int, zero: int) -> tuple[Vector, Vector]:
    """Returns the strengths in log odds relative to the anchor, and their variances."""
    first = np.array([duel.first for duel in duels])
    second = np.array([duel.second for duel in duels])
    wins = np.array([duel.win for duel in duels])
    met = sorted({(min(d.first, d.second), max(d.first, d.second)) for d in duels})
    prior_first, prior_second = np.array(met).T
    all_first, all_second = np.append(first, prior_first), np.append(second, prior_second)
    all_wins = np.append(wins, np.full(len(met), 0.5))
    free = np.delete(np.arange(size), zero)
    strengths = np.zeros(size)
    for _ in range(_MAX_ITERATIONS):
        expected = _win_probabilities(strengths, all_first, all_second)
        slope = _sums(all_wins - expected, all_first, all_second, size)
        information = _information(expected, all_first, all_second, size)[np.ix_(free, free)]
        inverse = np.asarray(np.linalg.inv(information), float)
        step = inverse @ slope[free]
        strengths[free] += step * min(1.0, _MAX_STEP / max(_TOLERANCE, float(np.abs(step).max())))
        if np.abs(step).max() < _TOLERANCE:
            break
    surprise = wins - _win_probabilities(strengths, first, second)
    deals = np.array([duel.deal for duel in duels])
    of_deal = [deals == deal for deal in np.unique(deals)]
    by_deal: Vector = np.array([_sums(surprise[own], first[own], second[own], size) for own in of_deal])
    variances = np.zeros(size)
    variances[free] = np.maximum(np.diag(inverse), np.diag(_sandwich(inverse, by_deal[:, free])))
    return strengths, variances


def _win_probabilities(strengths: Vector, first: NDArray[np.int64], second: NDArray[np.int64]) -> Vector:
    """Returns for every game the probability that the first bot wins."""
    return np.asarray(1 / (1 + np.exp(strengths[second] - strengths[first])))


def _sums(values: Vector, first: NDArray[np.int64], second: NDArray[np.int64], size: int) -> Vector:
    """Sums the values of every bot's games, negated where it is the second bot."""
    return np.asarray(np.bincount(first, values, size) - np.bincount(second, values, size), float)


def _information(expected: Vector, first: NDArray[np.int64], second: NDArray[np.int64], size: int) -> Vector:
    found = np.zeros((size, size))
    weights = expected * (1 - expected)
    np.add.at(found, (first, first), weights)
    np.add.at(found, (second, second), weights)
    np.add.at(found, (first, second), -weights)
    np.add.at(found, (second, first), -weights)
    return found


def _sandwich(inverse: Vector, by_deal: Vector) -> Vector:
    """Returns the covariance estimated from the variation of the gradient over deals."""
    deals = len(by_deal)
    if deals < 2:
        return inverse
    centred = by_deal - by_deal.mean(axis=0)
    return np.asarray(inverse @ (centred.T @ centred) @ inverse * deals / (deals - 1))


def _reached(duels: Iterable[_Duel], start: int, *, upwards: bool) -> set[int]:
    """Returns the bots that beat the start bot, directly or through others, or those that it beat.

    `upwards` selects the former. A shared victory counts as a win of both.
    """
    next_to: dict[int, set[int]] = defaultdict(set)
    for duel in duels:
        for giver, taker, share in (
            (duel.second, duel.first, duel.win),
            (duel.first, duel.second, 1 - duel.win),
        ):
            if share > 0:
                next_to[giver if upwards else taker].add(taker if upwards else giver)
    return _walk(next_to, start)


def _check_connected(bots: Sequence[str], duels: Iterable[_Duel], start: int) -> None:
    next_to: dict[int, set[int]] = defaultdict(set)
    for duel in duels:
        next_to[duel.first].add(duel.second)
        next_to[duel.second].add(duel.first)
    isolated = [bot for index, bot in enumerate(bots) if index not in _walk(next_to, start)]
    if isolated:
        raise SetupError(
            f"{', '.join(isolated)} can't be compared with {bots[start]}: no chain of games connects them"
        )


def _walk(next_to: dict[int, set[int]], start: int) -> set[int]:
    reached, waiting = {start}, [start]
    while waiting:
        new = next_to[waiting.pop()] - reached
        reached |= new
        waiting += new
    return reached
