"""The native core: both games in C++ on bit boards, for search, playouts, learning and statistics.

It uses the same rules, action numbers and position texts as `crownfire.rules` and `crownfire.notation`.
`to_native` and `from_native` convert states. docs/native.md has the details.

    >>> from crownfire.game import Game, SeededDealer
    >>> from crownfire.native import State, from_native, to_native
    >>> from crownfire.rules import ruleset
    >>> game = Game(ruleset("origins-tribe", players=3), SeededDealer(7))
    >>> events = game.deal()
    >>> to_native(game.state) == State.new_game("origins-tribe", players=3).deal(seed=7)
    True
    >>> from_native(to_native(game.state)) == game.state
    True
"""

from typing import NoReturn

from crownfire import rules
from crownfire._native import (
    JUDGE_NUMBERS,
    NUM_ACTIONS,
    NUM_WEIGHTS,
    Estimate,
    Judge,
    Search,
    SearchedMove,
    State,
)
from crownfire.errors import MissingExtraError
from crownfire.notation import format_position, parse_position

try:
    from crownfire._research import Batch, Encoding, Fit, JudgeFit, sample, watch_games
except ModuleNotFoundError:  # `make play` builds only the core that the game needs

    def __getattr__(name: str) -> NoReturn:
        if name in __all__:
            raise MissingExtraError(f"{name} is not built; build the research core with: make research")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "JUDGE_NUMBERS",
    "NUM_ACTIONS",
    "NUM_WEIGHTS",
    "Batch",
    "Encoding",
    "Estimate",
    "Fit",
    "Judge",
    "JudgeFit",
    "Search",
    "SearchedMove",
    "State",
    "from_native",
    "sample",
    "to_native",
    "watch_games",
]


def to_native(state: rules.State) -> State:
    """Returns the native state of a Python state's position."""
    return State.from_position(format_position(state))


def from_native(state: State) -> rules.State:
    """Returns the Python state of a native state's position."""
    return parse_position(state.to_position())
