"""Running the missing games of a contest, in local worker processes or on a cluster."""

from collections.abc import Callable, Iterable, Iterator

from crownfire.arena.contest import Contest, Pairing
from crownfire.arena.game import GameResult
from crownfire.arena.remote import play_on_cluster
from crownfire.arena.store import Store
from crownfire.arena.workers import play_all
from crownfire.bots import end_idle_programs, make_player

__all__ = ["PATIENCE_S", "play", "run"]

PATIENCE_S = 60.0  # time limit of a decision, after which the rest of the turn is random
_MS_FACTOR = 3  # the limit is at least this multiple of a bot's `ms`


def run(
    contest: Contest,
    *,
    workers: int = 1,
    on_cluster: bool = False,
    patience_s: float = PATIENCE_S,
    store: Store | None = None,
    on_result: Callable[[GameResult], None] = lambda _: None,
) -> list[GameResult]:
    """Plays the games of a contest that are not in the store, and returns all results in order.

    With `on_cluster` the cluster connected by `cluster.connected` plays them instead of local workers.
    Raises `SetupError` if worker processes can't start.
    """
    pairings = list(contest.pairings())
    wanted = {pairing.number for pairing in pairings}
    results = {result.number: result for result in store.results if result.number in wanted} if store else {}
    for result in results.values():
        on_result(result)
    missing = (pairing for pairing in pairings if pairing.number not in results)
    for result in play(contest, missing, workers=workers, on_cluster=on_cluster, patience_s=patience_s):
        if store is not None:
            store.add(result)
        results[result.number] = result
        on_result(result)
    return [results[number] for number in sorted(results)]


def play(
    contest: Contest,
    pairings: Iterable[Pairing],
    *,
    workers: int = 1,
    on_cluster: bool = False,
    patience_s: float = PATIENCE_S,
) -> Iterator[GameResult]:
    """Plays some games of a contest and yields each result as soon as it is available, in any order."""
    limits = [make_player(spec).limit.ms or 0.0 for spec in contest.bots]
    patience_s = max(patience_s, _MS_FACTOR * max(limits) / 1000)
    end_idle_programs()  # they only checked the specs; workers start their own
    if on_cluster:
        return play_on_cluster(contest, pairings, patience_s=patience_s)
    return play_all(contest, pairings, workers=workers, patience_s=patience_s)
