"""Games on a Ray cluster. Each of its processes supervises one worker, as `workers` does locally."""

from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

from crownfire.arena.cluster import spread
from crownfire.arena.contest import Contest, Pairing
from crownfire.arena.game import GameResult
from crownfire.arena.workers import play_all

__all__ = ["play_on_cluster"]


def play_on_cluster(
    contest: Contest, pairings: Iterable[Pairing], *, patience_s: float
) -> Iterator[GameResult]:
    """Plays games on the connected cluster and yields each result as soon as it is available, in any order.

    A game whose node is lost restarts elsewhere; with node budgets its result is the same.
    """
    return spread(partial(_play, contest, patience_s), pairings)


def _play(contest: Contest, patience_s: float, pairing: Pairing) -> GameResult:
    try:
        return _worker(contest, patience_s).play(pairing)
    except BaseException:
        _worker.cache_clear()  # it has stopped
        raise


class _Worker:
    """A worker process, reused for later games, since starting one takes longer than playing many games."""

    def __init__(self, contest: Contest, patience_s: float) -> None:
        self._queue: deque[Pairing] = deque()
        pairings = iter(self._queue.popleft, None)
        self._results = play_all(contest, pairings, workers=1, patience_s=patience_s)

    def play(self, pairing: Pairing) -> GameResult:
        self._queue.append(pairing)
        return next(self._results)


@lru_cache(maxsize=1)
def _worker(contest: Contest, patience_s: float) -> _Worker:
    """Returns the worker of this process."""
    return _Worker(contest, patience_s)
