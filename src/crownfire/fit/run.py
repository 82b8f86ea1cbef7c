"""The whole fit: rounds of self-play in shards that learn by themselves, brought together after each round.

A round begins with one estimate. Each shard plays games of its own and corrects its copy after every game;
then each weight becomes the mean of the shards', counted by how much they have learnt about it. So the same
plan gives the same estimate, on any number of cores, here or on a cluster, interrupted or not.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from crownfire import __version__
from crownfire.bots.estimates import Fitted, tables_of
from crownfire.fit import kept
from crownfire.fit.shards import each_shard
from crownfire.game import derive
from crownfire.native import NUM_WEIGHTS, Fit
from crownfire.native import State as NativeState

_GAMES = 10_001  # key of the stream of deals
_STAGES = 8  # of a game
_ARRAYS = ("weights", "moved", "shaken", "spread")  # of a fit under way

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is fitted, and for how long."""

    setup: str = "kingdomino-2"
    rounds: int = 100
    games: int = 1_000  # of a shard in a round
    shards: int = 2
    depth: int = 1  # how far the moves look, as of the bot `estimate`
    trace: float = 0.5
    exploration: float = 0.02
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a fit has come."""

    rounds: int
    error: float  # of what was expected in the middle of games, in points


@dataclass(frozen=True, slots=True)
class _State:
    """An estimate under way; arrays of one number for each weight, and of one for each stage."""

    rounds: int
    weights: Floats
    moved: Floats
    shaken: Floats
    spread: Floats

    @classmethod
    def new(cls) -> "_State":
        weights, moved, shaken = np.zeros((3, NUM_WEIGHTS), np.float32)
        return cls(0, weights, moved, shaken, np.zeros(_STAGES, np.float32))

    @classmethod
    def read(cls, path: Path, plan: Plan) -> "_State":
        found = kept.read(path, plan, ("rounds", *_ARRAYS))
        return cls(int(found["rounds"]), *(found[name] for name in _ARRAYS))

    def keep(self, path: Path, plan: Plan) -> None:
        arrays = {name: getattr(self, name) for name in _ARRAYS}
        kept.keep(path, plan, {"rounds": np.array(self.rounds), **arrays})

    @property
    def progress(self) -> Progress:
        return Progress(self.rounds, float(self.spread[_STAGES // 2]))


@dataclass(frozen=True, slots=True)
class _Task:
    """A shard of a round."""

    plan: Plan
    shard: int
    state: _State


def fit(
    plan: Plan,
    path: Path,
    *,
    workers: int = 1,
    on_cluster: bool = False,
    on_round: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Fits until the rounds are done, going on from where a killed run left off, and writes the file.

    Calls `on_round` at first and after each round. What is needed to go on is kept beside the file. Raises
    `SetupError` if that is of another plan; only `rounds` may differ.
    """
    beside = kept.path_of(path)
    state = _State.read(beside, plan) if beside.exists() else _State.new()
    on_round(state.progress)
    while state.rounds < plan.rounds:
        tasks = [_Task(plan, shard, state) for shard in range(plan.shards)]
        state = _merged(state, dict(each_shard(_learn, tasks, workers, on_cluster)))
        state.keep(beside, plan)
        on_round(state.progress)
    provenance = {"crownfire": __version__, "plan": asdict(plan)}
    # On small boards nothing lies yet in the first stage (the last of the array): it takes that of the next.
    by_stage = np.maximum.accumulate(state.spread)
    Fitted(plan.setup, state.weights, by_stage, provenance).write(path)
    return state.progress


def _learn(task: _Task) -> tuple[int, _State]:
    plan, state = task.plan, task.state
    starts = [NativeState.new_game(rules.text, rules.players) for rules in tables_of(plan.setup)]
    own = Fit(starts, state.weights, state.moved, state.shaken)
    first = (state.rounds * plan.shards + task.shard) * plan.games
    own.learn(
        next(derive(plan.seed, _GAMES)),
        first,
        first + plan.games,
        depth=plan.depth,
        trace=plan.trace,
        exploration=plan.exploration,
    )
    return task.shard, _State(state.rounds + 1, own.weights, own.moved, own.shaken, own.spread)


def _merged(before: _State, shards: dict[int, _State]) -> _State:
    """What all shards together have learnt."""
    ordered = [shards[shard] for shard in sorted(shards)]
    shaken = np.stack([each.shaken - before.shaken for each in ordered]).astype(np.float64)
    moved = np.stack([each.moved - before.moved for each in ordered]).astype(np.float64)
    weights = np.stack([each.weights - before.weights for each in ordered]).astype(np.float64)
    total = shaken.sum(axis=0)
    change = np.divide((weights * shaken).sum(axis=0), total, out=np.zeros_like(total), where=total > 0)
    spreads = np.stack([each.spread for each in ordered])
    return _State(
        before.rounds + 1,
        (before.weights + change).astype(np.float32),
        (before.moved + moved.sum(axis=0)).astype(np.float32),
        (before.shaken + total).astype(np.float32),
        np.sqrt((spreads**2).mean(axis=0)).astype(np.float32),
    )
