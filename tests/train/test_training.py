"""Training: its rewards, its progress, and resuming."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("torch")

import torch

from crownfire.arena.cluster import connected
from crownfire.bots.checkpoint import new_network, read_checkpoint
from crownfire.env import Batch
from crownfire.rules import SetupError
from crownfire.train import Measured, Plan, draw, measured, train
from crownfire.train.learning import learn
from crownfire.train.rollout import Samples, Task, roll_out, win_rate, with_advantages
from tests.games import ALL

torch.set_num_threads(1)  # tests run in parallel, and waiting threads are slow
TINY = Plan(rounds=2, games=8, lessons=1, seed=3)
Weights = dict[str, torch.Tensor]


def _weights(path: Path) -> Weights:
    return dict(read_checkpoint(path).network.state_dict())


def _equal(one: Weights, other: Weights) -> bool:
    return all(torch.equal(one[name], other[name]) for name in one)


def _samples(rules: str, players: int, teacher: str | None = None) -> Samples:
    torch.manual_seed(1)
    network = new_network(rules, players)
    weights = {name: value.numpy() for name, value in network.state_dict().items()}
    return roll_out(Task(0, rules, players, 4, network.sizes, weights, 11, teacher))[1]


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_every_ruleset_can_be_rolled_out(rules: str, players: int) -> None:
    samples = _samples(rules, players)
    rows = np.arange(len(samples.actions))
    assert samples.masks[rows, samples.actions].all()
    assert (samples.masks.sum(axis=1, dtype=np.int32) > 1).all()
    assert np.isfinite(samples.returns).all()


def test_samples_have_the_moves_of_the_teacher() -> None:
    own, taught = _samples("kingdomino", 2), _samples("kingdomino", 2, "fg")
    assert np.array_equal(own.observations, taught.observations)  # the network plays, not the teacher
    assert not np.array_equal(own.actions, taught.actions)
    batch = Batch("kingdomino", 2, games=4, seed=11)
    first = batch.state(0)
    advice = batch.layout.to_number(first.choose("fg"), first.to_play or 0)
    assert taught.actions[0] == advice


def test_rewards_of_a_seat_sum_to_its_margin() -> None:
    """Two seats alternate; each is rewarded for all changes until its next decision."""
    seats = np.array([[0], [1], [0], [1]], np.uint8)
    changes = np.array([[[3, -3]], [[-2, 2]], [[0, 0]], [[-5, 5]]], np.float32)
    count = len(seats)
    masks = np.ones((count, 1, 2), np.int8)
    zeros = np.zeros((count, 1), np.float32)
    columns: list[NDArray[Any]] = [
        masks,
        masks,
        seats,
        zeros,
        zeros,
        zeros,
        changes,
        np.ones((count, 1), np.bool_),
    ]
    returns = with_advantages(columns, trace=1.0).returns
    assert returns.tolist() == [3 - 2 - 5, 2 + 5, -5, 5]


def test_changes_after_the_end_do_not_count() -> None:
    masks = np.ones((3, 1, 2), np.int8)
    zeros = np.zeros((3, 1), np.float32)
    changes = np.array([[[1, -1]], [[2, -2]], [[9, -9]]], np.float32)
    is_on = np.array([[True], [True], [False]])
    columns: list[NDArray[Any]] = [
        masks,
        masks,
        np.zeros((3, 1), np.uint8),
        zeros,
        zeros,
        zeros + 7,
        changes,
        is_on,
    ]
    assert with_advantages(columns, trace=1.0).returns.tolist() == [3, 2]


def test_training_improves_the_network(tmp_path: Path) -> None:
    """After a few lessons it beats `gprd` more often than an untrained network does."""
    plan = Plan(rounds=5, games=64, lessons=4, seed=1)
    trained = train(plan, tmp_path / "net.pt")
    torch.manual_seed(1)
    before, after = (
        win_rate(network, "kingdomino", 2, "gprd", 128, seed=5)
        for network in (new_network("kingdomino", 2), trained)
    )
    assert after > before + 0.1


def test_an_interrupted_training_resumes_with_the_same_result(tmp_path: Path) -> None:
    whole, halted = tmp_path / "whole.pt", tmp_path / "halted.pt"
    train(TINY, whole)

    def halt(done: int, _: list[Measured]) -> None:
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(TINY, halted, on_round=halt)
    assert not _equal(_weights(halted), _weights(whole))
    train(TINY, halted)
    assert _equal(_weights(halted), _weights(whole))
    assert [row.wins for row in measured(halted)] == [row.wins for row in measured(whole)]


def test_a_cluster_gives_the_same_result(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    here, there = tmp_path / "here.pt", tmp_path / "there.pt"
    train(TINY, here)
    with connected("local", cores=2):
        train(TINY, there, on_cluster=True)
    for name, value in _weights(here).items():
        assert torch.allclose(value, _weights(there)[name], atol=1e-4)


@pytest.mark.parametrize(("name", "value"), [("seed", 4), ("players", 3), ("teacher", "greedy")])
def test_a_file_of_another_plan_is_refused(tmp_path: Path, name: str, value: Any) -> None:
    path, plan = tmp_path / "net.pt", Plan(rounds=1, games=4, lessons=0)
    train(plan, path)
    with pytest.raises(SetupError, match=f"was trained with {name}="):
        train(replace(plan, **{name: value}), path)


def test_a_training_can_end_between_two_measurements(tmp_path: Path) -> None:
    path, long = tmp_path / "net.pt", replace(TINY, rounds=60)

    def halt(done: int, _: list[Measured]) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(long, path, on_round=halt)
    assert measured(path) == []
    for _ in range(2):  # the second run has nothing to do
        train(replace(long, rounds=2), path)
        assert [row.rounds for row in measured(path)] == [2]
    with pytest.raises(SetupError, match="has 2 rounds done, more than 1"):
        train(replace(long, rounds=1), path)


def test_a_batch_of_one_sample_keeps_weights_finite() -> None:
    samples = Samples._make(array[:1] for array in _samples("kingdomino", 2))
    network = new_network("kingdomino", 2)
    shuffle = torch.Generator().manual_seed(1)
    learn(network, torch.optim.Adam(network.parameters()), samples, shuffle, imitate=False)
    assert all(torch.isfinite(value).all() for value in network.state_dict().values())


def test_the_curve_shows_every_opponent() -> None:
    rows = [
        Measured(5, 1.0, 0.9, {"random": 0.5, "fg": 0.1}),
        Measured(10, 2.0, 0.8, {"random": 0.9, "fg": 0.4}),
    ]
    picture = draw(rows, lessons=5, title="a < b")
    assert picture.count("<polyline") == 2
    assert "a &lt; b" in picture
