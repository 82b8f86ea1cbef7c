"""Running a contest: the games that are missing, on worker processes here or on a cluster."""

from collections.abc import Callable, Iterable, Iterator

from crownfire.arena.contest import Contest, Pairing
from crownfire.arena.game import GameResult
from crownfire.arena.remote import play_on_cluster
from crownfire.arena.store import Store
from crownfire.arena.workers import play_all
from crownfire.bots import end_idle_programs, make_player

PATIENCE_S = 60.0  # how long a decision may take before the bot is given up for that turn,
_MS_PATIENCE = 3  # and at least so many times what its turn may cost


def run(
    contest: Contest,
    *,
    workers: int = 1,
    on_cluster: bool = False,
    patience_s: float = PATIENCE_S,
    store: Store | None = None,
    on_result: Callable[[GameResult], None] = lambda _: None,
) -> list[GameResult]:
    """Plays all games of a contest that the store doesn't have yet; gives all results in order.

    With `on_cluster` they are played where `cluster.connected` has connected to, not by workers here.
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
    """Plays some games of a contest; gives each result as soon as it is there, in any order."""
    limits = [make_player(spec).limit.ms or 0.0 for spec in contest.bots]
    patience_s = max(patience_s, _MS_PATIENCE * max(limits) / 1000)
    end_idle_programs()  # they were started to see whether they do; workers have their own
    if on_cluster:
        return play_on_cluster(contest, pairings, patience_s=patience_s)
    return play_all(contest, pairings, workers=workers, patience_s=patience_s)
