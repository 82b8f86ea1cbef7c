"""`crownfire dataset`: games of bots written as Parquet, with a progress bar."""

import sys
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from crownfire.arena import Contest
from crownfire.cli.contests import Where, announce
from crownfire.cli.output import console, print_json
from crownfire.dataset import read, write


def dataset(contest: Contest, where: Where, folder: Path, *, games_per_file: int, as_json: bool) -> None:
    """Plays what is missing, and says what there is."""
    announce(contest)
    try:
        _write(contest, where, folder, games_per_file)
    except KeyboardInterrupt:
        sys.stderr.write(f"What was played is kept in {folder}; the same command goes on from there.\n")
        raise
    decisions = sum(read(folder).games(["decisions"])["decisions"].to_pylist())
    games = len(read(folder))
    if as_json:
        print_json({**asdict(contest), "folder": str(folder), "played": games, "decisions": decisions})
    else:
        console.print(escape(f"{games:,} games with {decisions:,} decisions in {folder}"))


def _write(contest: Contest, where: Where, folder: Path, games_per_file: int) -> None:
    shown = Console(stderr=True)
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal) as progress:
        task = progress.add_task("", total=contest.total)
        with where.connected():
            write(
                contest,
                folder,
                games_per_file=games_per_file,
                workers=where.workers,
                on_cluster=where.ray is not None,
                patience_s=where.patience_s,
                on_games=lambda played: progress.update(task, completed=played),
            )
