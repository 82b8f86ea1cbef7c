"""Contests as commands play them: with a progress bar, here or on a cluster, and kept in a file if wanted."""

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


@dataclass(frozen=True, slots=True)
class Where:
    """Where games are played, and how long a decision may take."""

    workers: int
    ray: str | None  # the address of a cluster; None: here
    patience_s: float

    def connected(self) -> AbstractContextManager[None]:
        """What games must be played in."""
        return nullcontext() if self.ray is None else connected(self.ray)


def play(contest: Contest, where: Where, out: Path | None, *, label: str = "") -> list[GameResult]:
    """All games of a contest, those that are missing in the file played now."""
    with Store(out, contest) if out else nullcontext() as store:
        try:
            return _play(contest, where, store, label)
        except KeyboardInterrupt:
            if out:
                sys.stderr.write(
                    f"{len(store.results if store else ())} games are kept in {out}; "
                    "the same command goes on from there.\n"
                )
            raise


def _play(contest: Contest, where: Where, store: Store | None, label: str) -> list[GameResult]:
    shown = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    wins: dict[str, float] = defaultdict(float)
    seats: dict[str, int] = defaultdict(int)
    with Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal) as progress:
        task = progress.add_task(escape(label) or "Playing", total=contest.total)

        def on_result(result: GameResult) -> None:
            for bot, win in zip(result.seats, result.wins, strict=True):
                wins[bot] += win
                seats[bot] += 1
            leader = max(wins, key=lambda bot: wins[bot] / seats[bot])
            shown_as = escape(label or f"{leader} wins {wins[leader] / seats[leader]:.0%}")
            progress.update(task, advance=1, description=shown_as)

        return run(
            contest,
            workers=where.workers,
            on_cluster=where.ray is not None,
            patience_s=where.patience_s,
            store=store,
            on_result=on_result,
        )


def announce(contest: Contest) -> None:
    """Says on standard error if whole deals make more games than were asked for."""
    games = contest.deals * contest.seatings
    if games != contest.games:
        of_each = " of each group" * (len(contest.groups) > 1)
        sys.stderr.write(
            f"Playing {games:,} games{of_each} instead of {contest.games:,}, "
            "so that each deal is played in every rotation of the seats.\n"
        )


def print_faults(results: Sequence[GameResult]) -> None:
    """The first reason for every bot whose turns became random ones."""
    reasons: dict[str, tuple[str, int]] = {}
    for result in results:
        for fault in result.faults:
            reasons.setdefault(result.seats[fault.seat], (fault.why, result.number))
    for bot, (why, number) in reasons.items():
        sentence = f"Turns of {bot} became random ones, first in game {number}: {why}"
        console.print(Text(sentence, style="yellow"))
