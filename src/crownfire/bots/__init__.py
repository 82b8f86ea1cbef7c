"""Everything that chooses a move."""

from crownfire.bots.bot import Bot
from crownfire.bots.greedy import GreedyBot
from crownfire.bots.registry import BOTS, make_bot
from crownfire.bots.uniform import RandomBot

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "make_bot"]
