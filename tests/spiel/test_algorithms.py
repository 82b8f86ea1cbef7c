"""OpenSpiel's algorithms run on the games and find known values."""

from typing import Any

import numpy as np
import pytest

from crownfire.game import below, derive
from crownfire.native import State as NativeState
from tests.games import PLAIN

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import (  # noqa: E402 - needs OpenSpiel
    expected_game_score,
    external_sampling_mccfr,
    mcts,
    minimax,
    outcome_sampling_mccfr,
)

from crownfire.spiel import load  # noqa: E402 - needs OpenSpiel


def _mcts(game: Any, simulations: int) -> Any:
    rng = np.random.RandomState(2)
    return mcts.MCTSBot(game, 20, simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)


def _endgame(seed: int, decisions: int = 2) -> str:
    """A position of a random game, some decisions before its end."""
    state = NativeState.new_game("kingdomino", 2).deal(seed)
    rng = derive(seed, 4_000)
    positions = []
    while not state.is_over:
        positions.append(state.to_position())
        actions = state.legal_actions()
        state = state.apply(actions[below(rng, len(actions))]).deal(seed)
    return positions[-decisions]


def _best_margin(state: NativeState) -> int:
    """The first seat's margin if both seats play the rest perfectly."""
    if state.is_over:
        own, other = state.scores()
        return own - other
    values = [_best_margin(state.apply(action)) for action in state.legal_actions()]
    return max(values) if state.to_play == 0 else min(values)


@pytest.mark.parametrize(("rules", "players"), PLAIN)
def test_the_mcts_bot_runs(rules: str, players: int) -> None:
    """It decides the opening claims, with chance nodes between them."""
    game = load(rules, players)
    state, bot = game.new_initial_state(), _mcts(game, 4)
    claims = 0
    while claims < players:
        is_chance = state.is_chance_node()
        state.apply_action(state.legal_actions()[0] if is_chance else bot.step(state))
        claims += not is_chance


def test_the_mcts_bot_beats_a_random_player() -> None:
    game = load("kingdomino", 2, utility="margin")
    state, bot, rng = game.new_initial_state(), _mcts(game, 60), derive(2)
    while not state.is_terminal():
        actions = state.legal_actions()
        is_bot = state.current_player() == 0
        state.apply_action(bot.step(state) if is_bot else actions[below(rng, len(actions))])
    assert state.player_return(0) > 0


@pytest.mark.parametrize("seed", range(4))
def test_expectiminimax_finds_the_value_of_an_endgame(seed: int) -> None:
    text = _endgame(seed, decisions=3)
    state = load(position=text, utility="margin").new_initial_state()
    seat = state.current_player()
    value, _ = minimax.expectiminimax(state, 5, lambda _: 0.0, seat)
    assert value == (1 if seat == 0 else -1) * _best_margin(NativeState.from_position(text))


def test_external_sampling_finds_the_value_of_an_endgame() -> None:
    text = _endgame(seed=1)
    game = load(position=text, utility="margin")
    np.random.seed(3)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(200):
        solver.iteration()
    policies = [solver.average_policy()] * 2
    value = expected_game_score.policy_value(game.new_initial_state(), policies)[0]
    assert value == pytest.approx(_best_margin(NativeState.from_position(text)), abs=0.5)


def test_outcome_sampling_runs_on_a_whole_game() -> None:
    game = load("kingdomino", 2)
    np.random.seed(4)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    assert solver.average_policy() is not None
