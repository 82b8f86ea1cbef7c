"""Worker processes that play games, watched: a bot that hangs or kills its process costs only its own turn.

A worker tells when its bots are made, and after every decision how far its game has come. If it stays silent
too long, or dies, it is replaced, and the new one goes on from there with a random turn for the bot at fault.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from crownfire.arena.contest import Contest, Pairing
from crownfire.arena.game import Fault, GameResult, Progress, play_game, seat_to_play
from crownfire.rules import SetupError

# Starting afresh instead of by copying keeps threads of libraries out of the workers.
_PROCESSES = multiprocessing.get_context("spawn")
_GONE = (EOFError, OSError)
_START_S = 120.0  # how long a process may take to start and to make its bots
_STARTS = 2  # how often it is tried


def _work(connection: Connection) -> None:
    """What a worker does: plays the games it is given until nobody gives any more."""
    os.dup2(2, 1)  # what bots print must not get between the results
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    with contextlib.suppress(*_GONE):
        while True:
            contest, pairing, so_far = connection.recv()
            connection.send(play_game(contest, pairing, so_far=so_far, tell=connection.send))


def _end_with(parent: int) -> None:
    """Ends this process when its parent has gone, even if a bot hangs."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started here don't hear Ctrl-C; whoever watches them decides."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@dataclass(slots=True)
class _Worker:
    """A process with the game it is playing."""

    contest: Contest
    pairing: Pairing | None = None
    progress: Progress = field(default_factory=Progress)
    heard: float = 0.0  # when it was last heard of
    is_deciding: bool = False  # its bots are made
    starts: int = 0  # how often that was tried for this game
    process: BaseProcess = field(init=False)
    connection: Connection = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        self.connection, theirs = _PROCESSES.Pipe()
        self.process = _PROCESSES.Process(target=_work, args=(theirs,), daemon=True)
        with _deaf_to_interrupts():
            self.process.start()
        theirs.close()

    def stop(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join()

    def give(self, pairing: Pairing, progress: Progress) -> None:
        self.starts = self.starts + 1 if pairing is self.pairing and not self.is_deciding else 1
        self.pairing, self.progress, self.heard = pairing, progress, time.monotonic()
        self.is_deciding = False
        with contextlib.suppress(*_GONE):  # noticed when it is listened to
            self.connection.send((self.contest, pairing, progress))

    def patience_s(self, decision_s: float) -> float:
        """How long it may stay silent."""
        return decision_s if self.is_deciding else max(decision_s, _START_S)

    def blame(self, why: str) -> None:
        """Goes on in a new process with a random turn for whoever was to decide."""
        assert self.pairing is not None
        self.stop()
        if not self.is_deciding and self.starts >= _STARTS:
            raise SetupError(
                f"a worker process for {', '.join(self.pairing.seats)} doesn't come up ({why}); a script "
                'that runs contests needs `if __name__ == "__main__":`'
            )
        self.start()
        if not self.is_deciding:
            self.give(self.pairing, self.progress)
            return
        actions = self.progress.actions
        seat = seat_to_play(self.contest, self.pairing, actions)
        if seat is not None:
            self.progress.faults.append(Fault(seat, len(actions), why))
        self.give(self.pairing, self.progress)


def play_all(
    contest: Contest, pairings: Iterable[Pairing], *, workers: int, patience_s: float
) -> Iterator[GameResult]:
    """Plays games in worker processes; gives each result as soon as it is there, in any order."""
    waiting = iter(pairings)
    pool: list[_Worker] = []
    try:
        for pairing in waiting:
            pool.append(_Worker(contest))
            pool[-1].give(pairing, Progress())
            if len(pool) >= workers:
                break
        while busy := [worker for worker in pool if worker.pairing is not None]:
            for worker in _heard(busy, patience_s):
                result = _listen(worker)
                if result is not None:
                    yield result
                    worker.pairing = None
                    if (following := next(waiting, None)) is not None:
                        worker.give(following, Progress())
            for worker in busy:
                patience = worker.patience_s(patience_s)
                if worker.pairing is not None and time.monotonic() - worker.heard > patience:
                    worker.blame(f"took longer than {patience:g} s")
    finally:
        for worker in pool:
            worker.stop()


def _heard(busy: list[_Worker], patience_s: float) -> list[_Worker]:
    """Those that have something to say, waiting until one has or is overdue."""
    first = min(worker.heard + worker.patience_s(patience_s) for worker in busy)
    ready = wait([worker.connection for worker in busy], max(0.0, first - time.monotonic()) + 0.01)
    return [worker for worker in busy if worker.connection in ready]


def _listen(worker: _Worker) -> GameResult | None:
    try:
        said = worker.connection.recv()
    except _GONE:
        worker.blame("its process died")
        return None
    worker.heard = time.monotonic()
    if isinstance(said, GameResult):
        return said
    worker.progress = said
    worker.is_deciding = True
    return None
