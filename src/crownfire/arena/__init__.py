"""Contests between bots: pairings, games, statistics and ratings."""

from crownfire.arena.contest import Contest, Pairing
from crownfire.arena.game import GameResult, play_game
from crownfire.arena.ladder import Ladder
from crownfire.arena.ratings import Rating, ratings
from crownfire.arena.run import PATIENCE_S, play, run
from crownfire.arena.statistics import Standing, standings
from crownfire.arena.store import Store

__all__ = [
    "PATIENCE_S",
    "Contest",
    "GameResult",
    "Ladder",
    "Pairing",
    "Rating",
    "Standing",
    "Store",
    "play",
    "play_game",
    "ratings",
    "run",
    "standings",
]
