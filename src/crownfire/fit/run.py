"""The whole fit: rounds of self-play in shards that learn by themselves, brought together after each round.

A round begins with one estimate. Each shard plays games of its own and corrects its copy after every game;
then each weight becomes the mean of the shards', counted by how much they have learnt about it. So the same
plan gives the same estimate, on any number of cores, here or on a cluster, interrupted or not.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from crownfire import __version__
from crownfire._native import NUM_WEIGHTS, Fit
from crownfire._native import State as NativeState
from crownfire.arena.cluster import spread
from crownfire.bots.estimates import Fitted, tables_of
from crownfire.game import derive
from crownfire.rules import SetupError

_GAMES = 10_001  # key of the stream of deals
_STAGES = 8  # of a game

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
    kept = path.with_name(path.name + ".state")
    state = _read(kept, plan) if kept.exists() else _State.new()
    on_round(state.progress)
    while state.rounds < plan.rounds:
        tasks = [_Task(plan, shard, state) for shard in range(plan.shards)]
        state = _merged(state, dict(_learnt(tasks, workers, on_cluster)))
        _write(kept, plan, state)
        on_round(state.progress)
    provenance = {"crownfire": __version__, "plan": asdict(plan)}
    # On small boards nothing lies yet in the first stage (the last of the array): it takes that of the next.
    by_stage = np.maximum.accumulate(state.spread)
    Fitted(plan.setup, state.weights, by_stage, provenance).write(path)
    return state.progress


def _learnt(tasks: Iterable[_Task], workers: int, on_cluster: bool) -> Iterator[tuple[int, _State]]:
    if on_cluster:
        yield from spread(_learn, tasks)
        return
    pool = ThreadPoolExecutor(workers)  # the native core lets go of the interpreter
    try:
        yield from pool.map(_learn, tasks)
    finally:
        pool.shutdown(cancel_futures=True)


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


def _write(path: Path, plan: Plan, state: _State) -> None:
    unfinished = path.with_name(path.name + ".unfinished")
    with unfinished.open("wb") as file:
        np.savez(
            file,
            plan=np.array(json.dumps(asdict(plan))),
            rounds=np.array(state.rounds),
            weights=state.weights,
            moved=state.moved,
            shaken=state.shaken,
            spread=state.spread,
        )
    os.replace(unfinished, path)


def _read(path: Path, plan: Plan) -> _State:
    try:
        with np.load(path) as file:
            had = json.loads(str(file["plan"]))
            state = _State(
                int(file["rounds"]), file["weights"], file["moved"], file["shaken"], file["spread"]
            )
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise SetupError(f"{path} can't be read ({error}); delete it to begin anew") from None
    for name, wanted in asdict(plan).items():
        if name != "rounds" and had.get(name) != wanted:
            raise SetupError(
                f"{path} is of a fit with {name}={had.get(name)}, not {wanted}; choose the same, or delete it"
            )
    return state
