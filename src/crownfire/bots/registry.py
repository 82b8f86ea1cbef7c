"""Bots by name."""

from collections.abc import Callable

from crownfire.bots.bot import Bot
from crownfire.bots.greedy import GreedyBot
from crownfire.bots.uniform import RandomBot
from crownfire.rules import SetupError

BOTS: dict[str, Callable[[], Bot]] = {"greedy": GreedyBot, "random": RandomBot}


def make_bot(name: str) -> Bot:
    """The bot with this name; raises `SetupError` naming those that exist."""
    if name not in BOTS:
        raise SetupError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name]()
