"""Games with their history, dealers as the only source of randomness, replays, matches and perft.

>>> from crownfire.game import Game, SeededDealer
>>> from crownfire.rules import ruleset
>>> game = Game(ruleset("kingdomino", players=2), SeededDealer(7))
>>> events = game.deal()
>>> game.state.phase.value
'claim'
"""

from crownfire.game.dealer import Dealer, ScriptedDealer, SecretDealer, SeededDealer
from crownfire.game.game import Entry, Game
from crownfire.game.generator import Generator, below, derive, draw, starting_with
from crownfire.game.match import Match, replay_match
from crownfire.game.perft import divide, perft
from crownfire.game.replay import replay
from crownfire.game.verify import Verdict, verify

__all__ = [
    "Dealer",
    "Entry",
    "Game",
    "Generator",
    "Match",
    "ScriptedDealer",
    "SecretDealer",
    "SeededDealer",
    "Verdict",
    "below",
    "derive",
    "divide",
    "draw",
    "perft",
    "replay",
    "replay_match",
    "starting_with",
    "verify",
]
