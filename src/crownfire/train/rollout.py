"""Self-play games of a network as training samples."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from crownfire.bots.network import Network
from crownfire.env import Batch

__all__ = ["POINTS", "Samples", "Task", "roll_out", "win_rate", "with_advantages"]

POINTS = 10.0  # per unit of reward
_TRACE = 0.9  # λ of generalised advantage estimation


class Samples(NamedTuple):
    """Decisions with more than one legal move, one row per decision."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]  # the move played, or the teacher's move
    log_probabilities: NDArray[np.float32]  # of the move played
    advantages: NDArray[np.float32]  # generalised advantage of the move played
    returns: NDArray[np.float32]  # target of the value: value plus advantage

    @classmethod
    def joined(cls, parts: "list[Samples]") -> "Samples":
        """Concatenates the samples of several rollouts."""
        return cls(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


@dataclass(frozen=True, slots=True)
class Task:
    """The description of a rollout, complete enough for a node of a cluster to play it."""

    number: int
    rules: str
    players: int
    games: int  # played in parallel
    sizes: dict[str, int]  # of the network
    weights: dict[str, NDArray[Any]]
    seed: int
    teacher: str | None = None  # a policy of the native core whose moves are to be imitated


def roll_out(task: Task) -> tuple[int, Samples]:
    """Returns the number of a task and the samples of its games. The same task gives the same samples."""
    batch = Batch(task.rules, task.players, games=task.games, seed=task.seed, reward="margin")
    network = Network(batch.layout.encoding, **task.sizes)
    network.load_state_dict({name: torch.from_numpy(value) for name, value in task.weights.items()})
    rng = torch.Generator().manual_seed(task.seed)
    return task.number, _play(batch, network, rng, task.teacher)


def _play(batch: Batch, network: Network, rng: torch.Generator, teacher: str | None) -> Samples:
    """Plays every game to its end. New games replace those that end early and are ignored."""
    out, points = batch.arrays(), np.zeros((batch.games, batch.layout.players), np.int32)
    is_running, margins = np.ones(batch.games, np.bool_), np.zeros(points.shape, np.float32)
    rows: list[Any] = []
    batch.observe(out)
    while is_running.any():
        observations, masks, seats = out.observations.copy(), out.masks.copy(), out.seats.copy()
        with torch.inference_mode():
            logits, values = network(torch.from_numpy(observations), torch.from_numpy(masks))
            log_probabilities = logits.log_softmax(1)
            actions = torch.multinomial(log_probabilities.exp(), 1, generator=rng)
        played = actions[:, 0].numpy()
        targets = _teacher_actions(batch, teacher, masks, seats) if teacher else played
        batch.step(played, out)
        batch.points(points)
        new_margins = np.where(out.dones[:, None], out.rewards, _margins(points))
        chosen = log_probabilities.gather(1, actions)[:, 0].numpy()
        changes = (new_margins - margins) / POINTS
        rows.append((observations, masks, seats, targets, chosen, values.numpy(), changes, is_running))
        margins = new_margins
        is_running = is_running & ~out.dones
    return with_advantages([np.stack(column) for column in zip(*rows, strict=True)])


def _teacher_actions(
    batch: Batch, teacher: str, masks: NDArray[np.int8], seats: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """Returns the action of a policy in every game."""
    actions: NDArray[np.int64] = masks.argmax(axis=1)
    for game in np.flatnonzero(masks.sum(axis=1, dtype=np.int32) > 1):
        action = batch.state(int(game)).choose(teacher, int(game))
        actions[game] = batch.layout.to_number(action, int(seats[game]))
    return actions


def _margins(points: NDArray[np.int32]) -> NDArray[np.float32]:
    """Returns the margin over the best other seat, by game and seat."""
    best = [np.delete(points, seat, axis=1).max(axis=1) for seat in range(points.shape[1])]
    return np.asarray(points - np.stack(best, axis=1), np.float32)


def with_advantages(columns: list[NDArray[Any]], trace: float = _TRACE) -> Samples:
    """Returns samples with generalised advantages, computed for each seat over its own decisions.

    The reward of a decision is the change of the seat's margin until its next decision, so the rewards of a
    game add up to the final margin.
    """
    observations, masks, seats, actions, log_probabilities, values, changes, is_running = columns
    games = np.arange(values.shape[1])
    later_value, later_advantage, reward = (np.zeros(changes.shape[1:], np.float32) for _ in range(3))
    advantages = np.zeros_like(values)
    for t in reversed(range(len(values))):
        mover = (games, seats[t])
        running = is_running[t]
        reward += changes[t] * running[:, None]
        error = reward[mover] + later_value[mover] - values[t]
        advantages[t] = np.where(running, error + trace * later_advantage[mover], 0)
        later_advantage[mover], later_value[mover] = advantages[t], np.where(running, values[t], 0)
        reward[mover] = 0
    kept = is_running & (masks.sum(axis=2, dtype=np.int32) > 1)
    returns = advantages + values
    return Samples(
        *(array[kept] for array in (observations, masks, actions, log_probabilities, advantages, returns))
    )


def win_rate(network: Network, rules: str, players: int, opponent: str, games: int, seed: int) -> float:
    """Returns the win rate of seat 0, playing the network's best moves against a policy; ties are split."""
    batch = Batch(rules, players, games=games, seed=seed, reward="win", opponents=opponent)
    out, wins, is_running = batch.arrays(), np.zeros(games, np.float32), np.ones(games, np.bool_)
    batch.observe(out)
    while is_running.any():
        with torch.inference_mode():
            logits, _ = network(torch.from_numpy(out.observations), torch.from_numpy(out.masks))
        batch.step(logits.argmax(1).numpy(), out)
        wins += np.where(is_running & out.dones, (out.rewards[:, 0] + 1) / 2, 0)
        is_running &= ~out.dones
    return float(wins.mean())
