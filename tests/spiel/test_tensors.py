"""Observation tensors: those of the environments and the dominoes drawn so far."""

import numpy as np
import pytest

from crownfire.env import Layout
from crownfire.game import below, derive
from tests.games import PLAIN

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import rl_environment  # noqa: E402 - needs OpenSpiel
from open_spiel.python.algorithms import random_agent  # noqa: E402 - needs OpenSpiel

from crownfire.spiel import load  # noqa: E402 - needs OpenSpiel


@pytest.mark.rule("C13")
@pytest.mark.parametrize(("rules", "players"), PLAIN)
def test_tensors_equal_the_observations_of_the_environments(rules: str, players: int) -> None:
    game, layout, rng = load(rules, players), Layout(rules, players), derive(9)
    state = game.new_initial_state()
    assert game.observation_tensor_shape() == [layout.observation_size + 4 * 48]
    while not state.is_terminal():
        if not state.is_chance_node():
            seat = below(rng, players)
            found = np.array(state.observation_tensor(seat))
            assert (found[: layout.observation_size] == layout.observe(state.node.state, seat)).all()
            assert not found[layout.observation_size :].any()
        actions = state.legal_actions()
        state.apply_action(actions[below(rng, len(actions))])


def test_tensors_contain_the_dominoes_drawn_so_far() -> None:
    state = load("kingdomino", 2).new_initial_state()
    state.apply_action(1)  # the order
    state.apply_action(16)
    state.apply_action(41)
    drawn = np.array(state.observation_tensor(0))[-4 * 48 :].reshape(4, 48)
    assert np.argwhere(drawn).tolist() == [[0, 16], [1, 41]]


@pytest.mark.parametrize(("rules", "players"), PLAIN)
def test_the_environment_plays_to_the_end(rules: str, players: int) -> None:
    np.random.seed(5)
    seen = rl_environment.ObservationType.OBSERVATION
    environment = rl_environment.Environment(load(rules, players), observation_type=seen)
    number = environment.action_spec()["num_actions"]
    agents = [random_agent.RandomAgent(seat, number) for seat in range(players)]
    step = environment.reset()
    while not step.last():
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == environment.observation_spec()["info_state"][0]
        step = environment.step([agents[seat].step(step).action])
    assert sum(step.rewards) == pytest.approx(0)
