"""Games on a Ray cluster: each of its processes has a watched worker, as `workers` does on one machine."""

from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

from crownfire.arena.cluster import spread
from crownfire.arena.contest import Contest, Pairing
from crownfire.arena.game import GameResult
from crownfire.arena.workers import play_all


def play_on_cluster(
    contest: Contest, pairings: Iterable[Pairing], *, patience_s: float
) -> Iterator[GameResult]:
    """Plays games on the connected cluster; gives each result as soon as it is there, in any order.

    A game whose node is lost is played again from the start, elsewhere; with node budgets it is the same.
    """
    return spread(partial(_play, contest, patience_s), pairings)


def _play(contest: Contest, patience_s: float, pairing: Pairing) -> GameResult:
    try:
        return _desk(contest, patience_s).play(pairing)
    except BaseException:
        _desk.cache_clear()  # its worker has gone
        raise


class _Desk:
    """A worker that stays for the next game, since starting one takes longer than many games."""

    def __init__(self, contest: Contest, patience_s: float) -> None:
        self._waiting: deque[Pairing] = deque()
        given = iter(self._waiting.popleft, None)
        self._results = play_all(contest, given, workers=1, patience_s=patience_s)

    def play(self, pairing: Pairing) -> GameResult:
        self._waiting.append(pairing)
        return next(self._results)


@lru_cache(maxsize=1)
def _desk(contest: Contest, patience_s: float) -> _Desk:
    """The desk of this process."""
    return _Desk(contest, patience_s)
