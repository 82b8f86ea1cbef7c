"""Fits an estimate in fitting rounds: batches of self-play in shards, whose weights are then averaged.

A fitting round starts from one estimate. Each shard plays its own games and corrects its copy after every
game. Then each weight becomes the mean over the shards, weighted by how much each shard has learnt about it.
The same plan gives the same estimate on any number of cores, locally or on a cluster, interrupted or not.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from crownfire import __version__
from crownfire.bots.estimates import Fitted, rulesets_of
from crownfire.fit import kept
from crownfire.fit.shards import each_shard
from crownfire.game import derive
from crownfire.native import NUM_WEIGHTS, Fit
from crownfire.native import State as NativeState

__all__ = ["Floats", "Plan", "Progress", "fit"]

_GAMES = 10_001  # key of the random stream of deals
_STAGES = 8  # per game
_ARRAYS = ("weights", "moved", "shaken", "spread")  # the state of a fit

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of a fit."""

    setup: str = "kingdomino-2"
    rounds: int = 100
    games: int = 1_000  # per shard and fitting round
    shards: int = 2
    depth: int = 1  # lookahead of the moves played, as for the bot `estimate`
    trace: float = 0.5
    exploration: float = 0.02
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a fit."""

    rounds: int
    error: float  # of the estimate halfway through games, in points


@dataclass(frozen=True, slots=True)
class _State:
    """The state of a fit: arrays with one number per weight, and `spread` with one per stage."""

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
    """One shard of a fitting round."""

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
    """Fits until all rounds are done and writes the file. Resumes an interrupted fit.

    Calls `on_round` at the start and after each fitting round. The state of the fit is kept beside the file.
    Raises `SetupError` if that state belongs to another plan; only `rounds` may differ.
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
    # On small boards the first stage (last in the array) has no samples: it takes the spread of the next one.
    by_stage = np.maximum.accumulate(state.spread)
    Fitted(plan.setup, state.weights, by_stage, provenance).write(path)
    return state.progress


def _learn(task: _Task) -> tuple[int, _State]:
    plan, state = task.plan, task.state
    starts = [NativeState.new_game(rules.text, rules.players) for rules in rulesets_of(plan.setup)]
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
    """Returns the state with the changes of all shards combined."""
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
