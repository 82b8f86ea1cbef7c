"""Both games for OpenSpiel, with explicit chance nodes.

Importing this package registers the game `crownfire` with OpenSpiel (`pip install 'crownfire[openspiel]'`):

    >>> import pyspiel
    >>> import crownfire.spiel
    >>> game = pyspiel.load_game("crownfire(rules=origins-tribe,players=3)")
    >>> state = game.new_initial_state()
    >>> state.is_chance_node(), [state.action_to_string(outcome) for outcome, _ in state.chance_outcomes()]
    (True, ['order 1', 'order 2', 'order 3'])

Parameters, all optional:

* `rules` (`kingdomino`), `options` (such as `harmony+middle_kingdom`) and `players` (2).
* `utility`: the return of a seat at the end. `win`: 1 for the winner, −1 / (players − 1) for all others, in
  between for shared victories; zero-sum. `score`: the seat's points. `margin`: the seat's points minus those
  of the best opponent; zero-sum for two players.
* `position`: a position in notation to start from, instead of rules, options and players. In a game string
  write `;` for its commas.

docs/notation.md documents the actions, docs/research.md the observation tensors.

Versions:

* 2: the block `bonuses` of the observation tensor holds the points of each bonus.
* 1: the first version.
"""

from typing import Any

from crownfire.errors import missing_extra

if missing := missing_extra("openspiel", "pyspiel"):
    raise missing

from crownfire.spiel.game import TableGame, register

__all__ = ["VERSION", "load"]

__all__ = ["VERSION", "load"]

VERSION = 2  # of the behaviour: the effects of actions, and observations

register()


def load(
    rules: str = "kingdomino",
    players: int = 2,
    *,
    options: str = "",
    utility: str = "win",
    position: str = "",
) -> Any:
    """Returns the game as a `pyspiel.Game`.

    Raises `SetupError` for invalid parameters and `NotationError` for an unreadable position.
    """
    return TableGame(
        {"rules": rules, "players": players, "options": options, "utility": utility, "position": position}
    )
