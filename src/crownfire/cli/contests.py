"""Contests as the commands run them: with a progress bar, locally or on a cluster, with optional saving."""

import sys
from collections import defaultdict
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from crownfire.arena import Contest, GameResult, Store, run
from crownfire.arena.cluster import connected
from crownfire.cli.output import console
from crownfire.cli.words import plural

__all__ = ["Execution", "announce", "play", "print_faults"]


@dataclass(frozen=True, slots=True)
class Execution:
    """Where games are played, and the time limit of a decision."""

    workers: int
    ray: str | None  # address of a Ray cluster; None: local processes
    patience_s: float

    def connected(self) -> AbstractContextManager[None]:
        """Returns the connection to the cluster, if there is one; games need it open."""
        return nullcontext() if self.ray is None else connected(self.ray)


def play(contest: Contest, execution: Execution, out: Path | None, *, label: str = "") -> list[GameResult]:
    """Returns the results of all games; plays those that the file doesn't contain yet."""
    with Store(out, contest) if out else nullcontext() as store:
        try:
            return _play(contest, execution, store, label)
        except KeyboardInterrupt:
            if out:
                saved = plural(len(store.results if store else ()), "game")
                sys.stderr.write(f"Saved in {out}: {saved}. Run the same command again to resume.\n")
            raise


def _play(contest: Contest, execution: Execution, store: Store | None, label: str) -> list[GameResult]:
    stderr = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    wins: dict[str, float] = defaultdict(float)
    seats: dict[str, int] = defaultdict(int)
    with Progress(*columns, console=stderr, transient=True, disable=not stderr.is_terminal) as progress:
        task = progress.add_task(escape(label) or "Playing", total=contest.total)

        def on_result(result: GameResult) -> None:
            for bot, win in zip(result.seats, result.wins, strict=True):
                wins[bot] += win
                seats[bot] += 1
            leader = max(wins, key=lambda bot: wins[bot] / seats[bot])
            description = escape(label or f"{leader} wins {wins[leader] / seats[leader]:.0%}")
            progress.update(task, advance=1, description=description)

        return run(
            contest,
            workers=execution.workers,
            on_cluster=execution.ray is not None,
            patience_s=execution.patience_s,
            store=store,
            on_result=on_result,
        )


def announce(contest: Contest) -> None:
    """Reports on standard error if rounding up to whole deals adds games."""
    games = contest.deals * contest.seatings
    if games != contest.games:
        of_each = " of each group" * (len(contest.groups) > 1)
        sys.stderr.write(
            f"Playing {games:,} games{of_each} instead of {contest.games:,}, "
            "so that each deal is played in every rotation of the seats.\n"
        )


def print_faults(results: Sequence[GameResult]) -> None:
    """Prints the first failure of every bot that failed."""
    reasons: dict[str, tuple[str, int]] = {}
    for result in results:
        for fault in result.faults:
            reasons.setdefault(result.seats[fault.seat], (fault.why, result.number))
    for bot, (why, number) in reasons.items():
        sentence = f"{bot} failed, first in game {number}, so random moves finished its turns: {why}"
        console.print(Text(sentence, style="yellow"))
