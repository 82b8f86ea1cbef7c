"""Bots think in threads of their own, first come first served, one turn of a table at a time.

The native search lets go of the interpreter while it works, so people are served meanwhile.
"""

import asyncio
import secrets
import time
from concurrent.futures import ThreadPoolExecutor

from crownfire.bots import LEVELS, make_player
from crownfire.game import derive
from crownfire.game.game import turn_key
from crownfire.rules import SetupError, State, apply, is_over, legal_actions
from crownfire.server.metrics import Metrics


class Thinkers:
    """The threads of a server's bots. Every table waits for at most one turn, so the queue is fair."""

    def __init__(self, threads: int, metrics: Metrics) -> None:
        self._metrics = metrics
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self.waiting = 0  # turns that are thought about or wait for it

    async def turn(self, spec: str, state: State) -> list[int]:
        """The rest of the turn under way, as the bot would play it."""
        self.waiting += 1
        try:
            loop, asked = asyncio.get_running_loop(), time.perf_counter()
            return await loop.run_in_executor(self._pool, self._timed, spec, state, asked)
        finally:
            self.waiting -= 1

    def _timed(self, spec: str, state: State, asked: float) -> list[int]:
        begin = time.perf_counter()
        self._metrics.bot_wait_s.observe(begin - asked)
        actions = think(spec, state)
        self._metrics.bot_s.labels(spec).observe(time.perf_counter() - begin)
        return actions

    def close(self) -> None:
        """Lets unfinished thoughts go."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def think(spec: str, state: State) -> list[int]:
    """The actions a bot chooses up to the end of the turn.

    Tables know levels only: nothing that was stored or imported may make the server start a program.
    """
    if spec not in LEVELS:
        raise SetupError(f"a table has bots of the levels {', '.join(LEVELS)}, not {spec!r}")
    player, rng = make_player(spec), derive(secrets.randbits(64))
    turn, actions = turn_key(state), []
    while not is_over(state) and turn_key(state) == turn:
        actions.append(player.choose(state, legal_actions(state), rng=rng))
        state = apply(state, actions[-1])
    return actions
