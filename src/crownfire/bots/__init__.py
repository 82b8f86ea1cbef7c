"""Bots that choose moves, and the specs that create them.

>>> from crownfire.bots import make_player
>>> from crownfire.game import Game, SeededDealer, derive
>>> from crownfire.rules import legal_actions, ruleset
>>> game = Game(ruleset("origins-tribe", players=2), SeededDealer(7))
>>> events = game.deal()
>>> player = make_player("expert(nodes=100)")
>>> player.choose(game.state, legal_actions(game.state), rng=derive(1)) in legal_actions(game.state)
True
"""

from crownfire.bots.bot import Bot
from crownfire.bots.budget import Budget, Limit
from crownfire.bots.engine import EngineBot, end_idle_programs
from crownfire.bots.greedy import GreedyBot
from crownfire.bots.player import Player
from crownfire.bots.registry import BOTS, LEVELS, bot_type, is_bot, make_player, names
from crownfire.bots.search import Candidate, Explanation, SearchBot, explain
from crownfire.bots.specs import parse_spec, split_specs
from crownfire.bots.uniform import RandomBot

__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "Budget",
    "Candidate",
    "EngineBot",
    "Explanation",
    "GreedyBot",
    "Limit",
    "Player",
    "RandomBot",
    "SearchBot",
    "bot_type",
    "end_idle_programs",
    "explain",
    "is_bot",
    "make_player",
    "names",
    "parse_spec",
    "split_specs",
]
