"""Supervised worker processes that play games. A bot that hangs or kills its process loses only its own turn.

A worker reports when its bots have been created, and its progress after every decision. A worker that exits
or exceeds the time limit is replaced. The new one continues the game with a random turn for the bot at fault.
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

__all__ = ["play_all"]

# Spawning instead of forking keeps the threads of libraries out of the workers.
_PROCESSES = multiprocessing.get_context("spawn")
_CLOSED = (EOFError, OSError)  # errors of a connection whose other end has exited
_START_S = 120.0  # time limit for starting a process and creating its bots
_STARTS = 2  # attempts per game


def _work(connection: Connection) -> None:
    """Runs in a worker: plays the games it receives until the connection closes."""
    os.dup2(2, 1)  # keeps the output of bots out of the results
    threading.Thread(target=_exit_with, args=(os.getppid(),), daemon=True).start()
    with contextlib.suppress(*_CLOSED):
        while True:
            contest, pairing, so_far = connection.recv()
            connection.send(play_game(contest, pairing, so_far=so_far, on_progress=connection.send))


def _exit_with(parent: int) -> None:
    """Exits this process after its parent, even if a bot hangs."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


@contextlib.contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Makes processes started in this block ignore Ctrl-C, which their supervisor handles."""
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
    """A worker process and its current game."""

    contest: Contest
    pairing: Pairing | None = None
    progress: Progress = field(default_factory=Progress)
    last_message: float = 0.0  # when it arrived
    is_deciding: bool = False  # its bots have been created
    starts: int = 0  # attempts for this game
    process: BaseProcess = field(init=False)
    connection: Connection = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        self.connection, theirs = _PROCESSES.Pipe()
        self.process = _PROCESSES.Process(target=_work, args=(theirs,), daemon=True)
        with _ignoring_interrupts():
            self.process.start()
        theirs.close()

    def stop(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join()

    def assign(self, pairing: Pairing, progress: Progress) -> None:
        self.starts = self.starts + 1 if pairing is self.pairing and not self.is_deciding else 1
        self.pairing, self.progress, self.last_message = pairing, progress, time.monotonic()
        self.is_deciding = False
        with contextlib.suppress(*_CLOSED):  # noticed by the next read
            self.connection.send((self.contest, pairing, progress))

    def time_limit_s(self, decision_s: float) -> float:
        """Returns the time limit for its next message."""
        return decision_s if self.is_deciding else max(decision_s, _START_S)

    def replace(self, why: str) -> None:
        """Continues the game in a new process, with a random turn for the seat to play."""
        assert self.pairing is not None
        self.stop()
        if not self.is_deciding and self.starts >= _STARTS:
            raise SetupError(
                f"a worker process for {', '.join(self.pairing.seats)} doesn't start ({why}); a script "
                'that runs contests needs `if __name__ == "__main__":`'
            )
        self.start()
        if not self.is_deciding:
            self.assign(self.pairing, self.progress)
            return
        actions = self.progress.actions
        seat = seat_to_play(self.contest, self.pairing, actions)
        if seat is not None:
            self.progress.faults.append(Fault(seat, len(actions), why))
        self.assign(self.pairing, self.progress)


def play_all(
    contest: Contest, pairings: Iterable[Pairing], *, workers: int, patience_s: float
) -> Iterator[GameResult]:
    """Plays games in worker processes and yields each result as soon as it is available, in any order."""
    waiting = iter(pairings)
    pool: list[_Worker] = []
    try:
        for pairing in waiting:
            pool.append(_Worker(contest))
            pool[-1].assign(pairing, Progress())
            if len(pool) >= workers:
                break
        while busy := [worker for worker in pool if worker.pairing is not None]:
            for worker in _ready(busy, patience_s):
                result = _receive(worker)
                if result is not None:
                    yield result
                    worker.pairing = None
                    if (following := next(waiting, None)) is not None:
                        worker.assign(following, Progress())
            for worker in busy:
                limit_s = worker.time_limit_s(patience_s)
                if worker.pairing is not None and time.monotonic() - worker.last_message > limit_s:
                    worker.replace(f"took longer than {limit_s:g} s")
    finally:
        for worker in pool:
            worker.stop()


def _ready(busy: list[_Worker], patience_s: float) -> list[_Worker]:
    """Waits until a worker has sent a message or is overdue; returns the workers with messages."""
    deadline = min(worker.last_message + worker.time_limit_s(patience_s) for worker in busy)
    ready = wait([worker.connection for worker in busy], max(0.0, deadline - time.monotonic()) + 0.01)
    return [worker for worker in busy if worker.connection in ready]


def _receive(worker: _Worker) -> GameResult | None:
    """Reads a message of a worker: the result of its game, or None for progress."""
    try:
        message = worker.connection.recv()
    except _CLOSED:
        worker.replace("its process died")
        return None
    worker.last_message = time.monotonic()
    if isinstance(message, GameResult):
        return message
    worker.progress = message
    worker.is_deciding = True
    return None
