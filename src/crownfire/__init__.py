"""Crownfire: the open table for Kingdomino and Kingdomino Origins.

Most programs need only the names below. Each is loaded from its package when it is first used.

* `ruleset`, `Game`, `SeededDealer`: start a game and play it.
* `State`, `legal_actions`, `apply`, `to_play`: one position, its moves, and the position after a move.
* `to_move`, `to_action`, `format_action`: a move as a dataclass, as a number, as text.
* `score`, `scores`: the score sheet of one seat, the points of all.
* `format_position`, `parse_position`: a position as text. `format_record`, `parse_record`, `replay`: a game.
* `make_player`, `derive`: a bot from its spec, and random seeds derived from one seed.
* `CrownfireError`: the base class of all errors.

>>> import crownfire
>>> game = crownfire.Game(crownfire.ruleset("kingdomino", players=2), crownfire.SeededDealer(1))
>>> _ = game.deal()
>>> [crownfire.format_action(action) for action in crownfire.legal_actions(game.state)]
['=32', '=37', '=44', '=48']

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
* `dataset`: games of bots as Parquet. `fit`: fits the estimates and the value network of the search.
  `train`: trains a network.
* `cli`: the command `crownfire`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

__all__ = [
    "CrownfireError",
    "Game",
    "SeededDealer",
    "State",
    "apply",
    "derive",
    "format_action",
    "format_position",
    "format_record",
    "legal_actions",
    "make_player",
    "parse_position",
    "parse_record",
    "replay",
    "ruleset",
    "score",
    "scores",
    "to_action",
    "to_move",
    "to_play",
]

if TYPE_CHECKING:
    from crownfire.bots import make_player
    from crownfire.errors import CrownfireError
    from crownfire.game import Game, SeededDealer, derive, replay
    from crownfire.notation import (
        format_action,
        format_position,
        format_record,
        parse_position,
        parse_record,
    )
    from crownfire.rules import (
        State,
        apply,
        legal_actions,
        ruleset,
        score,
        scores,
        to_action,
        to_move,
        to_play,
    )
else:
    _PACKAGES = {
        "bots": "make_player",
        "errors": "CrownfireError",
        "game": "Game SeededDealer derive replay",
        "notation": "format_action format_position format_record parse_position parse_record",
        "rules": "State apply legal_actions ruleset score scores to_action to_move to_play",
    }
    _PACKAGE_OF = {name: package for package, names in _PACKAGES.items() for name in names.split()}

    def __getattr__(name):
        """Loads a public name on its first use (PEP 562), so that `crownfire --help` loads none of them."""
        if name not in _PACKAGE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"{__name__}.{_PACKAGE_OF[name]}"), name)
        return value

    def __dir__():
        return sorted({*globals(), *__all__})
