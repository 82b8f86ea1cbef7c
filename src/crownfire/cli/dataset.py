"""`crownfire dataset`: writes games between bots as Parquet, with a progress bar."""

import sys
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from crownfire.arena import Contest
from crownfire.cli.contests import Execution, announce
from crownfire.cli.output import console, print_json
from crownfire.dataset import read, write

__all__ = ["dataset"]


def dataset(
    contest: Contest, execution: Execution, folder: Path, *, games_per_file: int, as_json: bool
) -> None:
    """Plays the missing games and prints the size of the dataset."""
    announce(contest)
    try:
        _write(contest, execution, folder, games_per_file)
    except KeyboardInterrupt:
        sys.stderr.write(f"Finished games are saved in {folder}. Run the same command again to resume.\n")
        raise
    decisions = sum(read(folder).games(["decisions"])["decisions"].to_pylist())
    games = len(read(folder))
    if as_json:
        print_json({**asdict(contest), "folder": str(folder), "played": games, "decisions": decisions})
    else:
        console.print(escape(f"{games:,} games with {decisions:,} decisions in {folder}"))


def _write(contest: Contest, execution: Execution, folder: Path, games_per_file: int) -> None:
    stderr = Console(stderr=True)
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=stderr, transient=True, disable=not stderr.is_terminal) as progress:
        task = progress.add_task("", total=contest.total)
        with execution.connected():
            write(
                contest,
                folder,
                games_per_file=games_per_file,
                workers=execution.workers,
                on_cluster=execution.ray is not None,
                patience_s=execution.patience_s,
                on_games=lambda played: progress.update(task, completed=played),
            )
