"""`crownfire fit`: fits estimates and value networks by self-play, with a progress bar."""

import sys
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from crownfire.arena.cluster import connected
from crownfire.cli.output import console, print_json
from crownfire.fit import JudgePlan, Plan, Progress, fit_judge
from crownfire.fit import fit as fit_estimate
from crownfire.fit.kept import path_of
from crownfire.rules import SetupError

__all__ = ["fit"]


def fit(plan: Plan | JudgePlan, path: Path, *, workers: int, ray: str | None, as_json: bool) -> None:
    """Plays the missing rounds and prints the error of the fit."""
    if path.is_dir():
        raise SetupError(f"{path} is a folder; name a file in it")
    if not path.parent.is_dir():
        raise SetupError(f"there is no folder {path.parent} for {path.name}")
    try:
        found = _fit(plan, path, workers, ray)
    except KeyboardInterrupt:
        if path_of(path).exists():
            sys.stderr.write(f"The fit is saved beside {path}. Run the same command again to resume.\n")
        raise
    if as_json:
        print_json({**asdict(plan), "path": str(path), "error": found.error})
    else:
        games = plan.rounds * plan.shards * plan.games
        target = "scores" if isinstance(plan, Plan) else "margins"
        console.print(
            escape(
                f"{path}: {games:,} games. Halfway through a game, predictions of final {target} have "
                f"a typical error of {found.error:.1f} points."
            )
        )


def _fit(plan: Plan | JudgePlan, path: Path, workers: int, ray: str | None) -> Progress:
    stderr = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=stderr, transient=True, disable=not stderr.is_terminal) as bar:
        task = bar.add_task(escape(plan.setup), total=plan.rounds)

        def on_round(progress: Progress) -> None:
            error = f", error {progress.error:.2f}" if progress.rounds else ""
            bar.update(task, completed=progress.rounds, description=escape(plan.setup + error))

        on_cluster = ray is not None
        with connected(ray) if ray is not None else nullcontext():
            if isinstance(plan, Plan):
                return fit_estimate(plan, path, workers=workers, on_cluster=on_cluster, on_round=on_round)
            return fit_judge(plan, path, workers=workers, on_cluster=on_cluster, on_round=on_round)
