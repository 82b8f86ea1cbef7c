"""Worker processes that play games, watched: a bot that hangs or kills its process costs only its own turn.

A worker tells after every decision how far its game has come. If it stays silent too long, or dies, it is
replaced, and the new one goes on from there with a random turn for the bot at fault.
"""

import contextlib
import multiprocessing
import signal
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TypeAlias

from crownfire.arena.contest import Contest, Pairing
from crownfire.arena.game import Fault, GameResult, Progress, play_game, seat_to_play

# Starting afresh instead of by copying keeps threads of libraries out of the workers.
_PROCESSES = multiprocessing.get_context("spawn")
_GONE = (EOFError, BrokenPipeError, ConnectionResetError)

Task: TypeAlias = tuple[Contest, Pairing, Progress]


def _work(connection: Connection) -> None:
    """What a worker does: plays the games it is given until nobody gives any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever watches it decides
    with contextlib.suppress(*_GONE):
        while True:
            contest, pairing, so_far = connection.recv()
            connection.send(play_game(contest, pairing, so_far=so_far, tell=connection.send))


@dataclass(slots=True)
class _Worker:
    """A process with the game it is playing."""

    contest: Contest
    pairing: Pairing | None = None
    progress: Progress = field(default_factory=Progress)
    heard: float = 0.0  # when it was last heard of
    process: BaseProcess = field(init=False)
    connection: Connection = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        self.connection, theirs = _PROCESSES.Pipe()
        self.process = _PROCESSES.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def stop(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join()

    def give(self, pairing: Pairing, progress: Progress) -> None:
        self.pairing, self.progress, self.heard = pairing, progress, time.monotonic()
        with contextlib.suppress(*_GONE):  # noticed when it is listened to
            self.connection.send((self.contest, pairing, progress))

    def blame(self, why: str) -> None:
        """Goes on in a new process with a random turn for whoever was to decide."""
        assert self.pairing is not None
        self.stop()
        self.start()
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
            if len(pool) == workers:
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
                if worker.pairing is not None and time.monotonic() - worker.heard > patience_s:
                    worker.blame(f"took longer than {patience_s:g} s")
    finally:
        for worker in pool:
            worker.stop()


def _heard(busy: list[_Worker], patience_s: float) -> list[_Worker]:
    """Those that have something to say, waiting until one has or is overdue."""
    first = min(worker.heard for worker in busy) + patience_s
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
    return None
