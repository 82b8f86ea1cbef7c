"""Both games for OpenSpiel, with explicit chance nodes, so that its algorithms run on them.

Importing this package registers the game `crownfire` with OpenSpiel (`pip install 'crownfire[openspiel]'`):

    >>> import pyspiel
    >>> import crownfire.spiel
    >>> game = pyspiel.load_game("crownfire(rules=origins-tribe,players=3)")
    >>> state = game.new_initial_state()
    >>> state.is_chance_node(), [state.action_to_string(outcome) for outcome, _ in state.chance_outcomes()]
    (True, ['order 1', 'order 2', 'order 3'])

Parameters, all optional:

* `rules` (`kingdomino`), `options` (such as `harmony+middle_kingdom`) and `players` (2).
* `utility`: what a game is worth to a seat in the end. `win`: 1 for the winner, −1 / (players − 1) for all
  others, in between for shared victories; the sum is 0. `score`: the own points. `margin`: the own points
  less those of the best opponent; with two players the sum is 0.
* `position`: a position in notation to start from, instead of rules, options and players. Within a game
  string write `;` for the commas.

Actions are those of docs/notation.md, observation tensors those of docs/research.md.
Version history: 1, the first.
"""

from typing import Any

from crownfire.errors import missing_extra

if missing := missing_extra("openspiel", "pyspiel"):
    raise missing

from crownfire.spiel.game import TableGame, register

VERSION = 1  # of the behaviour: what the same actions lead to, and what is observed

register()


def load(
    rules: str = "kingdomino",
    players: int = 2,
    *,
    options: str = "",
    utility: str = "win",
    position: str = "",
) -> Any:
    """The game as a `pyspiel.Game`.

    Raises `SetupError` for what can't be played, `NotationError` for a position that can't be read.
    """
    return TableGame(
        {"rules": rules, "players": players, "options": options, "utility": utility, "position": position}
    )
