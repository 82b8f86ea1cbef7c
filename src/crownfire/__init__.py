"""Crownfire: the open table for Kingdomino and Kingdomino Origins.

The layers, each importing only those before it: `data`, `rules`, `notation`, `game`, `bots`, `cli`.
"""

__version__ = "0.1.0"
