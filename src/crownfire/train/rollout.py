"""Games that a network plays against itself, as samples to learn from."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from crownfire.bots.network import Network
from crownfire.env import Batch

POINTS = 10.0  # so many points are a reward of 1
_TRACE = 0.9  # λ of generalised advantages: how far back a surprise counts


class Samples(NamedTuple):
    """Decisions with more than one legal move, one row each."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]  # the move that was played, or the one a teacher would have played
    chances: NDArray[np.float32]  # logarithm of the probability with which a move was played
    advantages: NDArray[np.float32]  # how much better that went than expected
    returns: NDArray[np.float32]  # what is expected with hindsight

    @classmethod
    def joined(cls, parts: "list[Samples]") -> "Samples":
        """All samples of several rollouts."""
        return cls(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


@dataclass(frozen=True, slots=True)
class Task:
    """A rollout: what a node of a cluster needs to play it."""

    number: int
    rules: str
    players: int
    games: int  # played in lockstep
    sizes: dict[str, int]  # of the network
    weights: dict[str, NDArray[Any]]
    seed: int
    teacher: str | None = None  # a policy of the native core that says of every position what it would play


def roll_out(task: Task) -> tuple[int, Samples]:
    """The number of a task and what its games teach. The same task gives the same samples."""
    batch = Batch(task.rules, task.players, games=task.games, seed=task.seed, reward="margin")
    network = Network(batch.layout.encoding, **task.sizes)
    network.load_state_dict({name: torch.from_numpy(value) for name, value in task.weights.items()})
    rng = torch.Generator().manual_seed(task.seed)
    return task.number, _play(batch, network, rng, task.teacher)


def _play(batch: Batch, network: Network, rng: torch.Generator, teacher: str | None) -> Samples:
    """Every game to its end. The places of those that end earlier go on with new games, which don't count."""
    out, points = batch.arrays(), np.zeros((batch.games, batch.layout.players), np.int32)
    is_on, margins = np.ones(batch.games, np.bool_), np.zeros(points.shape, np.float32)
    rows: list[Any] = []
    batch.observe(out)
    while is_on.any():
        observations, masks, seats = out.observations.copy(), out.masks.copy(), out.seats.copy()
        with torch.inference_mode():
            logits, values = network(torch.from_numpy(observations), torch.from_numpy(masks))
            chances = logits.log_softmax(1)
            actions = torch.multinomial(chances.exp(), 1, generator=rng)
        played = actions[:, 0].numpy()
        learnt = _advice(batch, teacher, masks, seats) if teacher else played
        batch.step(played, out)
        batch.points(points)
        now = np.where(out.dones[:, None], out.rewards, _margins(points))
        chosen = chances.gather(1, actions)[:, 0].numpy()
        changes = (now - margins) / POINTS
        rows.append((observations, masks, seats, learnt, chosen, values.numpy(), changes, is_on))
        margins = now
        is_on = is_on & ~out.dones
    return judged([np.stack(column) for column in zip(*rows, strict=True)])


def _advice(
    batch: Batch, teacher: str, masks: NDArray[np.int8], seats: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """What a policy would play in every game."""
    advice: NDArray[np.int64] = masks.argmax(axis=1)
    for game in np.flatnonzero(masks.sum(axis=1, dtype=np.int32) > 1):
        action = batch.state(int(game)).choose(teacher, int(game))
        advice[game] = batch.layout.to_number(action, int(seats[game]))
    return advice


def _margins(points: NDArray[np.int32]) -> NDArray[np.float32]:
    """By game and seat, the own points less those of the best other seat."""
    best = [np.delete(points, seat, axis=1).max(axis=1) for seat in range(points.shape[1])]
    return np.asarray(points - np.stack(best, axis=1), np.float32)


def judged(columns: list[NDArray[Any]], trace: float = _TRACE) -> Samples:
    """Generalised advantages, for each seat over its own decisions.

    What a seat gets for a decision is the change of its margin up to its next one; in the end these add up to
    the final margin.
    """
    observations, masks, seats, actions, chances, values, changes, is_on = columns
    games = np.arange(values.shape[1])
    later_value, later_advantage, earned = (np.zeros(changes.shape[1:], np.float32) for _ in range(3))
    advantages = np.zeros_like(values)
    for t in reversed(range(len(values))):
        mover = (games, seats[t])
        on = is_on[t]
        earned += changes[t] * on[:, None]
        surprise = earned[mover] + later_value[mover] - values[t]
        advantages[t] = np.where(on, surprise + trace * later_advantage[mover], 0)
        later_advantage[mover], later_value[mover] = advantages[t], np.where(on, values[t], 0)
        earned[mover] = 0
    kept = is_on & (masks.sum(axis=2, dtype=np.int32) > 1)
    returns = advantages + values
    return Samples(*(array[kept] for array in (observations, masks, actions, chances, advantages, returns)))


def win_rate(network: Network, rules: str, players: int, opponent: str, games: int, seed: int) -> float:
    """How often seat 0 wins by the network's best moves against a policy; shared victories count in part."""
    batch = Batch(rules, players, games=games, seed=seed, reward="win", opponents=opponent)
    out, wins, is_on = batch.arrays(), np.zeros(games, np.float32), np.ones(games, np.bool_)
    batch.observe(out)
    while is_on.any():
        with torch.inference_mode():
            logits, _ = network(torch.from_numpy(out.observations), torch.from_numpy(out.masks))
        batch.step(logits.argmax(1).numpy(), out)
        wins += np.where(is_on & out.dones, (out.rewards[:, 0] + 1) / 2, 0)
        is_on &= ~out.dones
    return float(wins.mean())
