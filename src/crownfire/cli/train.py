"""`crownfire train`: trains a network, with a progress bar and a training curve."""

import sys
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from crownfire.arena.cluster import connected
from crownfire.cli.output import console, print_json
from crownfire.cli.words import plural
from crownfire.rules import SetupError
from crownfire.train import Measured, Plan, draw, measured
from crownfire.train import train as run

__all__ = ["train"]


def train(
    plan: Plan, path: Path, *, curve: Path | None, ray: str | None, threads: int, as_json: bool
) -> None:
    """Trains the missing rounds, draws the curve and prints how well the network plays."""
    for file in filter(None, (path, curve)):
        if not file.parent.is_dir():
            raise SetupError(f"there is no folder {file.parent} for {file.name}")
    try:
        _train(plan, path, ray, threads)
    except KeyboardInterrupt:
        if path.exists():
            sys.stderr.write(f"The network is saved in {path}. Run the same command again to resume.\n")
        raise
    rows = measured(path)
    if curve:
        title = f"{plan.rules}, {plan.players} players: games won against"
        curve.write_text(draw(rows, plan.lessons, title), encoding="utf-8")
    if as_json:
        print_json({**asdict(plan), "path": str(path), "measured": [asdict(row) for row in rows]})
        return
    last = rows[-1]
    trained = f"{plural(last.rounds, 'round')} in {last.minutes:.1f} minutes"
    console.print(escape(f"{path}: {trained}; it wins {_rates(last)}"))
    bots = ",".join([f'net(path="{path}")', *["gprd"] * (plan.players - 1)])
    contest = f"crownfire arena -r {plan.rules} -p {plan.players} -b '{bots}' -g 400"
    console.print(escape(f"Compare it with other bots: {contest}"), soft_wrap=True)


def _train(plan: Plan, path: Path, ray: str | None, threads: int) -> None:
    stderr = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=stderr, transient=True, disable=not stderr.is_terminal) as progress:
        bar = progress.add_task("Training", total=plan.rounds)

        def on_round(done: int, rows: list[Measured]) -> None:
            stage = "Lessons" if done < plan.lessons else "Self-play"
            wins = f", wins {_rates(rows[-1])}" if rows else ""
            progress.update(bar, completed=done, description=escape(stage + wins))

        with nullcontext() if ray is None else connected(ray):
            run(plan, path, on_cluster=ray is not None, threads=threads, on_round=on_round)


def _rates(row: Measured) -> str:
    return ", ".join(f"{rate:.0%} against {name}" for name, rate in row.wins.items())
