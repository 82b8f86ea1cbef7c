"""Crownfire: the open table for Kingdomino and Kingdomino Origins.

The layers, each importing only those before it:

* `errors`, `files`: the common error class; files that are replaced whole.
* `data`: the numbers of both games, from CSV tables.
* `rules`: the rulebook: immutable states, legal actions, chance, scores.
* `notation`: cells, moves, territories, positions and records as text.
* `game`: a game with its history and dealer; replaying and verifying records.
* `native`: the same rules in C++, for many games; states convert both ways.
* `bots`: everything that chooses a move, by specs such as `expert(ms=500)`.
* `arena`: bots against bots. `env`: environments for PettingZoo and Gymnasium. `spiel`: both games for
  OpenSpiel. `server`: tables that people play at over the network.
* `dataset`: games of bots as Parquet. `fit`: fits what the search goes by. `train`: trains a network.
* `cli`: the command `crownfire`.
"""

__version__ = "0.1.0"
