"""Fits the value network: shards play games with the estimate, and the network learns from them in order.

Playing takes most of the time, so the shards play and this process learns from their games. The same plan
gives the same network on any number of cores, locally or on a cluster, interrupted or not.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from crownfire import __version__
from crownfire.bots.estimates import digest, load, rulesets_of
from crownfire.bots.judges import FittedJudge
from crownfire.fit import kept
from crownfire.fit.run import Progress
from crownfire.fit.shards import each_shard
from crownfire.game import derive
from crownfire.native import JudgeFit, watch_games
from crownfire.native import State as NativeState
from crownfire.rules import SetupError

__all__ = ["JudgePlan", "fit_judge"]

_GAMES = 10_002  # key of the random stream of deals
_ARRAYS = ("numbers", "spread", "mean", "square", "steps")  # the state of a fit


@dataclass(frozen=True, slots=True)
class JudgePlan:
    """The settings of a fit."""

    setup: str = "kingdomino-2"
    rounds: int = 100
    games: int = 10_000  # per shard and fitting round
    shards: int = 2
    depth: int = 3  # lookahead of the moves played, as for the bot `estimate`
    exploration: float = 0.05
    rate: float = 0.004
    seed: int = 0


@dataclass(frozen=True, slots=True)
class _Task:
    """One shard of a fitting round."""

    plan: JudgePlan
    number: int


def fit_judge(
    plan: JudgePlan,
    path: Path,
    *,
    workers: int = 1,
    on_cluster: bool = False,
    on_round: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Fits until all rounds are done and writes the file. Resumes an interrupted fit.

    Calls `on_round` at the start and after each fitting round. The state of the fit is kept beside the file.
    Raises `SetupError` if that state belongs to another plan (only `rounds` may differ) or another estimate.
    """
    beside = kept.path_of(path)
    fit, progress = _read(beside, plan) if beside.exists() else (_begin(plan), Progress(0, 0))
    on_round(progress)
    while progress.rounds < plan.rounds:
        first = progress.rounds * plan.shards
        tasks = [_Task(plan, number) for number in range(first, first + plan.shards)]
        watched: dict[int, bytes] = {}
        due = first
        for number, games in each_shard(_watch, tasks, workers, on_cluster):
            watched[number] = games
            while due in watched:  # in order of their numbers
                fit.learn(watched.pop(due), plan.rate)
                due += 1
        progress = _progress(progress.rounds + 1, fit)
        _keep(beside, plan, fit, progress)
        on_round(progress)
    provenance = {"crownfire": __version__, "plan": asdict(plan), "estimate": digest(plan.setup)}
    FittedJudge(plan.setup, fit.numbers, fit.spread, provenance).write(path)
    return progress


def _begin(plan: JudgePlan) -> JudgeFit:
    lines = rulesets_of(plan.setup)[0].setup.lines
    return JudgeFit.begin(lines - 1, next(derive(plan.seed, _GAMES, 0)))


def _watch(task: _Task) -> tuple[int, bytes]:
    plan = task.plan
    starts = [NativeState.new_game(rules.text, rules.players) for rules in rulesets_of(plan.setup)]
    first = task.number * plan.games
    return task.number, watch_games(
        starts,
        load(plan.setup),
        next(derive(plan.seed, _GAMES, 1)),
        first,
        first + plan.games,
        depth=plan.depth,
        exploration=plan.exploration,
    )


def _progress(rounds: int, fit: JudgeFit) -> Progress:
    return Progress(rounds, float(fit.spread[len(fit.spread) // 2]))


def _keep(path: Path, plan: JudgePlan, fit: JudgeFit, progress: Progress) -> None:
    arrays = {name: np.asarray(getattr(fit, name)) for name in _ARRAYS}
    own = {"rounds": np.array(progress.rounds), "estimate": np.array(digest(plan.setup))}
    kept.keep(path, plan, {**own, **arrays})


def _read(path: Path, plan: JudgePlan) -> tuple[JudgeFit, Progress]:
    found = kept.read(path, plan, ("rounds", "estimate", *_ARRAYS))
    if str(found["estimate"]) != digest(plan.setup):
        raise SetupError(f"{path} belongs to a fit with another estimate; delete it to start over")
    fit = JudgeFit(found["numbers"], found["spread"], found["mean"], found["square"], int(found["steps"]))
    return fit, _progress(int(found["rounds"]), fit)
