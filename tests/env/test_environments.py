"""The environments fulfil the contracts of PettingZoo and Gymnasium."""

import importlib
import pickle
import sys
from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from crownfire.env import BatchVectorEnv, SingleEnv, env, raw_env
from crownfire.env.registering import register
from crownfire.rules import RULESETS, IllegalMoveError, SetupError
from tests.games import PLAIN, WITH_OPTIONS

zoo: Any = importlib.import_module("pettingzoo.test")  # it has no types

# PettingZoo warns of observations that aren't plain arrays, except in its own environments.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize(("rules", "players"), [*PLAIN, *WITH_OPTIONS])
def test_pettingzoo_api(rules: str, players: int) -> None:
    zoo.api_test(env(rules, players), num_cycles=170)


@pytest.mark.parametrize(("rules", "players"), PLAIN)
def test_pettingzoo_seed(rules: str, players: int) -> None:
    zoo.seed_test(lambda: env(rules, players), num_cycles=100)


@pytest.mark.parametrize(("rules", "players"), PLAIN)
def test_pettingzoo_render(rules: str, players: int) -> None:
    def make(render_mode: str) -> Any:
        return env(rules, players, render_mode=render_mode)

    zoo.render_test(make)


@pytest.mark.parametrize(("rules", "players"), PLAIN)
def test_pettingzoo_performance_benchmark(rules: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The benchmark plays for five seconds; a fake clock shortens it."""
    clock = iter(np.arange(0, 1000, 0.02).tolist())
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock)))
    zoo.performance_benchmark(env(rules, players))


@pytest.mark.parametrize("rules", RULESETS)
def test_registered_with_pettingzoo_and_gymnasium(rules: str) -> None:
    register()  # a second call changes nothing
    name = f"crownfire/{rules.replace('-', '_')}"
    made: Any = pettingzoo.make("aec", f"{name}_v1", players=3, reward="score")
    assert str(made.unwrapped) == "crownfire_v1"
    assert made.unwrapped.layout.ruleset.name == rules
    single = gymnasium.make(f"{name}-v1", opponents="informed")
    assert single.reset(seed=1)[0]["action_mask"].any()
    many = gymnasium.make_vec(f"{name}-v1", num_envs=3)
    assert isinstance(many.unwrapped, BatchVectorEnv)


@pytest.mark.parametrize("reward", ["win", "score", "margin"])
def test_rewards_are_given_at_the_end(reward: str) -> None:
    game = raw_env("origins-discovery", 4, reward=reward)
    game.reset(seed=11)
    while not any(game.terminations.values()):
        assert set(game.rewards.values()) == {0}
        game.step(int(game.observe(game.agent_selection)["action_mask"].argmax()))
    scores, found = game.game.scores(), list(game.rewards.values())
    expected = {
        "win": [1.0 if [seat] == game.game.ranking()[0] else -1.0 for seat in range(4)],
        "score": scores,
        "margin": [own - max(scores[:seat] + scores[seat + 1 :]) for seat, own in enumerate(scores)],
    }
    assert len(game.game.ranking()[0]) == 1
    assert found == expected[reward]


def test_seeds_deal_the_games_of_the_dealer() -> None:
    game = raw_env("origins-tribe", 3)
    game.reset(seed=7)
    assert game.game == game.layout.start.deal(7)
    game.reset()
    second = game.game
    assert second != game.layout.start.deal(7)
    game.reset(seed=7)
    game.reset()
    assert game.game == second


def test_only_the_mover_has_legal_actions() -> None:
    game = raw_env("kingdomino", 4)
    game.reset(seed=1)
    moving = [agent for agent in game.agents if game.observe(agent)["action_mask"].any()]
    assert moving == [game.agent_selection]


def test_infos_of_all_seats() -> None:
    game = raw_env("origins-tribe", 3)
    game.reset(seed=4)
    legal = len(game.game.legal_actions())
    mover = game.agent_selection
    assert game.infos[mover]["legal"] == legal > 0
    while not any(game.terminations.values()):
        for agent, info in game.infos.items():
            assert info["seat"] == int(agent[-1])
            assert info["scores"].tolist() == game.game.scores()
            assert info["legal"] == game.observe(agent)["action_mask"].sum()
            assert info["ended_by"] is None
        game.step(int(game.observe(game.agent_selection)["action_mask"].argmax()))
    *_, info = game.last()
    assert (info["legal"], info["ended_by"]) == (0, "rules")
    assert info["scores"].tolist() == game.game.scores()


def test_pictures_show_every_step() -> None:
    """All pictures have one size, and every step except a recruit changes the picture."""
    game = raw_env("origins-tribe", 3, render_mode="rgb_array")
    game.reset(seed=2)
    pictures: list[Any] = []
    phases = []
    for _ in range(60):
        pictures.append(game.render())
        phases.append(game.game.phase)
        game.step(int(game.observe(game.agent_selection)["action_mask"].argmax()))
    assert {picture.shape for picture in pictures} == {pictures[0].shape}
    same = [phase for phase, (a, b) in zip(phases, pairwise(pictures), strict=False) if np.array_equal(a, b)]
    assert set(same) <= {"recruit"}


def test_text_shows_the_position(capsys: pytest.CaptureFixture[str]) -> None:
    game = raw_env("kingdomino", 2, render_mode="human")
    game.reset(seed=1)
    assert capsys.readouterr().out.startswith("kingdomino, line 1 of 6: seat ")


def test_an_environment_can_be_pickled() -> None:
    game = pickle.loads(pickle.dumps(raw_env("kingdomino", 3, ["harmony"], reward="score")))
    assert (game.layout.ruleset.text, game.reward) == ("kingdomino+harmony", "score")


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ({"players": 5}, "is for 2 to 4 players, not 5"),
        ({"players": "two"}, "is for 2 to 4 players, not two"),
        ({"rules": "chess"}, "unknown rules 'chess'"),
        ({"options": ["flying"]}, "the option 'flying' does not exist"),
        ({"reward": "fame"}, "reward must be one of win, score, margin, not 'fame'"),
        ({"render_mode": "hologram"}, "render_mode must be one of human, ansi, rgb_array, not 'hologram'"),
    ],
)
def test_wrong_arguments_are_refused(wrong: dict[str, Any], fault: str) -> None:
    for make in (env, raw_env, SingleEnv):
        with pytest.raises(SetupError, match=fault):
            make(**wrong)


def test_wrong_steps_are_refused() -> None:
    game = raw_env("kingdomino", 2)
    with pytest.raises(SetupError, match="reset the environment first"):
        game.step(0)
    with pytest.raises(SetupError, match="seed must be an integer"):
        game.reset(seed=-3)
    game.reset(seed=1)
    before = game.game
    with pytest.raises(SetupError, match="329 is not an action; actions run from 0 to 328"):
        game.step(329)
    with pytest.raises(SetupError, match="an action must be an integer, not 'claim'"):
        game.step("claim")  # type: ignore[arg-type]  # deliberately wrong
    with pytest.raises(IllegalMoveError, match="this move is not due"):
        game.step(0)
    assert game.game == before
    while not any(game.terminations.values()):
        game.step(int(game.observe(game.agent_selection)["action_mask"].argmax()))
    for _ in range(2):
        game.step(None)
    with pytest.raises(SetupError, match="the game is over; reset the environment first"):
        game.step(None)


# Gymnasium


@pytest.mark.parametrize(("rules", "players"), PLAIN)
def test_gymnasium_check(rules: str, players: int) -> None:
    name = f"crownfire/{rules.replace('-', '_')}-v1"
    check_env(gymnasium.make(name, players=players).unwrapped)


def test_an_illegal_action_loses_or_is_refused() -> None:
    single = SingleEnv()
    single.reset(seed=1)
    _, reward, terminated, truncated, _ = single.step(0)
    assert (reward, terminated, truncated) == (-1, True, False)
    with pytest.raises(SetupError, match="game 0 is over; reset it first"):
        single.step(0)
    strict = SingleEnv(illegal="refuse")
    with pytest.raises(SetupError, match="reset the environment before the first step"):
        strict.step(0)
    strict.reset(seed=1)
    with pytest.raises(IllegalMoveError):
        strict.step(0)


def test_an_info_has_seat_scores_legal_count_and_end() -> None:
    single = SingleEnv("kingdomino", 3)
    seen, info = single.reset(seed=2)
    assert info["seat"] == 0
    assert info["scores"].tolist() == [0, 0, 0]
    terminated, reward = False, 0.0
    while not terminated:
        assert info["legal"] == seen["action_mask"].sum()
        assert info["ended_by"] is None
        seen, reward, terminated, _, info = single.step(int(seen["action_mask"].argmax()))
    assert (info["legal"], info["ended_by"]) == (0, "rules")
    assert (reward == 1) == (info["scores"][0] > max(info["scores"][1:]))
    single.reset(seed=2)
    *_, info = single.step(0)
    assert info["ended_by"] == "illegal"


def test_action_masks_equal_the_observed_ones() -> None:
    """The method has the name and type that MaskablePPO of sb3-contrib needs, also through wrappers."""
    single: Any = gymnasium.make("crownfire/kingdomino-v1")
    many = BatchVectorEnv(3)
    for made in (single, many):
        seen, _ = made.reset(seed=1)
        for _ in range(60):
            masks = made.get_wrapper_attr("action_masks")() if made is single else made.action_masks()
            assert masks.dtype == np.bool_
            np.testing.assert_array_equal(masks, seen["action_mask"])
            seen, _, terminated, *_ = made.step(seen["action_mask"].argmax(axis=-1))
            if made is single and terminated:
                seen, _ = made.reset()


@pytest.mark.parametrize("mode", AutoresetMode)
def test_every_mask_can_be_sampled(mode: AutoresetMode) -> None:
    """Samples with Gymnasium, NumPy and probabilities, also in the step after the last."""
    many, rng = BatchVectorEnv(4, autoreset_mode=mode), np.random.default_rng(1)
    seen, _ = many.reset(seed=1)
    ended = 0
    for _ in range(60):
        masks = seen["action_mask"]
        many.action_space.sample(mask=tuple(masks))
        many.action_space.sample(probability=tuple(mask / mask.sum() for mask in masks))
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        seen, _, dones, _, infos = many.step(actions)
        if mode is AutoresetMode.SAME_STEP:
            assert (infos["legal"] > 0).all()
        elif dones.any():
            assert (seen["action_mask"][dones].argmax(axis=1) == 0).all()
            assert (seen["action_mask"][dones].sum(axis=1) == 1).all()
            assert (infos["legal"][dones] == 0).all()
        if mode is AutoresetMode.DISABLED and dones.any():
            seen, _ = many.reset(options={"reset_mask": dones})
        ended += int(dones.sum())
    assert ended >= 4


def test_gymnasium_needs_opponents() -> None:
    with pytest.raises(SetupError, match="opponents must not be empty"):
        SingleEnv(opponents=[])
    with pytest.raises(
        SetupError, match="autoreset_mode must be one of NextStep, SameStep, Disabled, not 'Never'"
    ):
        BatchVectorEnv(2, autoreset_mode="Never")


def _walk(vector: Any, seed: int, steps: int) -> Iterator[Any]:
    """Yields all results of a vector environment for random moves, some of them illegal."""
    rng = np.random.default_rng(seed)
    observations, infos = vector.reset(seed=seed)
    yield observations, infos
    for _ in range(steps):
        masks = observations["action_mask"]
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        if rng.random() < 0.02:
            actions[0] = 0
        observations, *rest = vector.step(actions)
        yield observations, *rest


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(
    ("rules", "players", "opponents", "reward"),
    [
        ("kingdomino", 2, "random", "win"),
        ("kingdomino+harmony", 3, ["greedy", "random"], "score"),
        ("origins-totem", 4, "informed", "margin"),
        ("origins-tribe", 2, "random", "win"),
    ],
)
def test_the_vector_environment_equals_single_ones(
    mode: AutoresetMode, rules: str, players: int, opponents: Any, reward: str
) -> None:
    def make() -> SingleEnv:
        return SingleEnv(rules, players, opponents=opponents, reward=reward)

    many = BatchVectorEnv(4, rules, players, opponents=opponents, reward=reward, autoreset_mode=mode)
    singles = SyncVectorEnv([make] * 4, autoreset_mode=mode)
    assert many.single_observation_space == singles.single_observation_space
    assert many.action_space == singles.action_space
    assert many.metadata["autoreset_mode"] is singles.metadata["autoreset_mode"]
    for mine, theirs in zip(_walk(many, 3, 130), _walk(singles, 3, 130), strict=True):
        assert data_equivalence(mine, theirs, exact=True)


def test_the_vector_environment_resets_the_marked_games() -> None:
    many = BatchVectorEnv(3, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(SetupError, match="the first reset must reset all games"):
        many.reset(options={"reset_mask": np.array([True, False, False])})
    with pytest.raises(SetupError, match="reset the environment before the first step"):
        many.step(np.zeros(3, np.int64))
    before, _ = many.reset(seed=[4, 5, 6])
    after, infos = many.reset(options={"reset_mask": np.array([False, True, False])})
    assert infos["_legal"].tolist() == (infos["legal"] > 0).tolist() == [False, True, False]
    same = (before["observation"] == after["observation"]).all(axis=1)
    assert same.tolist() == [True, False, True]


def test_arrays_are_shared_only_on_request() -> None:
    shared = BatchVectorEnv(2, copy=False)
    first, _ = shared.reset(seed=1)
    second, *_ = shared.step(first["action_mask"].argmax(axis=1))
    assert first["observation"] is second["observation"]
    own = BatchVectorEnv(2)
    first, _ = own.reset(seed=1)
    second, *_ = own.step(first["action_mask"].argmax(axis=1))
    assert not np.shares_memory(first["observation"], second["observation"])
