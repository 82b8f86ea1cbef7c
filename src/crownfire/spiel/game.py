"""The OpenSpiel classes of the game and its states. The docstring of the package documents the game."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from crownfire.data.tables import DOMINOES_PER_BOX
from crownfire.errors import CrownfireError
from crownfire.native import State as NativeState
from crownfire.notation import format_action
from crownfire.rules import NUM_ACTIONS, SetupError, ruleset
from crownfire.rules.actions import MAX_SEATS
from crownfire.rules.ruleset import Ruleset
from crownfire.spiel.limits import max_decisions, max_draws, max_score
from crownfire.spiel.observer import HistoryObserver, PositionObserver
from crownfire.spiel.tree import Node, settled
from crownfire.spiel.utility import Utility

__all__ = ["NAME", "TableGame", "TableState", "register"]

NAME = "crownfire"
_DEFAULTS = {"rules": "kingdomino", "players": 2, "options": "", "utility": "win", "position": ""}


def _game_type(*, is_zero_sum: bool) -> Any:
    utilities = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Kingdomino and Kingdomino Origins",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utilities.ZERO_SUM if is_zero_sum else utilities.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MAX_SEATS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


class TableGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with its parameters; raises `SetupError` or `NotationError` for invalid ones."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        self.start, self.ruleset = _start(given)
        self.utility = _utility(str(given["utility"]))
        low, high = self.utility.bounds(self.ruleset.players, max_score(self.ruleset))
        is_zero_sum = self.utility.is_zero_sum(self.ruleset.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=NUM_ACTIONS,
            max_chance_outcomes=DOMINOES_PER_BOX,
            num_players=self.ruleset.players,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=max_decisions(self.ruleset),
        )
        changed = {name: value for name, value in given.items() if value != _DEFAULTS[name]}
        if "position" in changed:  # in a game string a comma would end the position
            changed["position"] = str(changed["position"]).replace(",", ";")
        super().__init__(_game_type(is_zero_sum=is_zero_sum), info, changed)

    def max_chance_nodes_in_history(self) -> int:
        return max_draws(self.ruleset)

    def new_initial_state(self) -> "TableState":
        return TableState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> HistoryObserver | PositionObserver:
        """Returns an observer of the history if perfect recall is requested, else of the position.

        Everything is public (C13), so there is nothing else to choose.
        """
        if params:
            raise SetupError(f"observers have no parameters, so not {next(iter(params))!r}")
        is_history = kind is not None and kind.perfect_recall
        return HistoryObserver() if is_history else PositionObserver(self.start)


def _start(given: Mapping[str, Any]) -> tuple[Node, Ruleset]:
    """Returns the first node of a game, and its ruleset."""
    unknown = [name for name in given if name not in _DEFAULTS]
    if unknown:
        raise SetupError(f"parameters must be among {', '.join(_DEFAULTS)}, not {unknown[0]!r}")
    text = str(given["position"]).replace(";", ",")
    if text:
        for name in ("rules", "options", "players"):
            if given[name] != _DEFAULTS[name]:
                raise SetupError(f"a position has its own rules, options and players; omit {name}")
        state = NativeState.from_position(text)
        rules, players, *_ = text.split(" ")
        return settled(state), ruleset(rules, int(players))
    rules = "+".join(filter(None, (str(given["rules"]), str(given["options"]))))
    found = ruleset(rules, given["players"])
    return settled(NativeState.new_game(found.text, found.players)), found


def _utility(name: str) -> Utility:
    if name not in list(Utility):
        raise SetupError(f"utility must be one of {', '.join(Utility)}, not {name!r}")
    return Utility(name)


class TableState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of a game. OpenSpiel copies its attributes: a single immutable value."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.node = game.start

    def current_player(self) -> int:
        if self.node.draw is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.node.state.to_play
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        return self.node.state.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.node.draw.outcomes() if self.node.draw else []

    def returns(self) -> list[float]:
        state = self.node.state
        if not state.is_over:
            return [0.0] * state.players
        utility: Utility = self.get_game().utility
        return utility.of(state.scores(), state.ranking()[0])

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.state.legal_actions()

    def _apply_action(self, action: int) -> None:
        node = self.node
        self.node = node.decide(action) if node.draw is None else node.reveal(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE and self.node.draw is not None:
            return self.node.draw.text(action)
        if not 0 <= action < NUM_ACTIONS:
            raise CrownfireError(f"{action} is not an action; actions run from 0 to {NUM_ACTIONS - 1}")
        return format_action(action)

    def __str__(self) -> str:
        return str(self.node)


def register() -> None:
    """Registers the game, so that `pyspiel.load_game` finds it."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(is_zero_sum=True), TableGame)
