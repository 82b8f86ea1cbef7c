"""`crownfire arena`: bots against bots, with a progress bar, and the standings as a table, JSON or CSV."""

import csv
import os
import sys
from collections import defaultdict
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from crownfire.arena import Contest, GameResult, Standing, Store, run, standings
from crownfire.arena.statistics import Estimate
from crownfire.cli.output import console, print_json


def arena(
    contest: Contest, *, workers: int | None, patience_s: float, out: Path | None, as_json: bool, as_csv: bool
) -> None:
    """Plays the contest and prints the standings."""
    with Store(out, contest) if out else nullcontext() as store:
        try:
            results = _run(contest, workers or os.cpu_count() or 1, patience_s, store)
        except KeyboardInterrupt:
            if out:
                sys.stderr.write(
                    f"{len(store.results if store else ())} games are kept in {out}; "
                    "the same command goes on from there.\n"
                )
            raise
    found = standings(results)
    if as_json:
        print_json(_json(contest, results, found))
    elif as_csv:
        _print_csv(found)
    else:
        console.print(_table(contest, results, found))
        _print_faults(results)


def _run(contest: Contest, workers: int, patience_s: float, store: Store | None) -> list[GameResult]:
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
        task = progress.add_task("Playing", total=sum(1 for _ in contest.pairings()))

        def on_result(result: GameResult) -> None:
            for bot, win in zip(result.seats, result.wins, strict=True):
                wins[bot] += win
                seats[bot] += 1
            leader = max(wins, key=lambda bot: wins[bot] / seats[bot])
            shown_as = escape(f"{leader} wins {wins[leader] / seats[leader]:.0%}")
            progress.update(task, advance=1, description=shown_as)

        return run(contest, workers=workers, patience_s=patience_s, store=store, on_result=on_result)


def _table(contest: Contest, results: Sequence[GameResult], found: Sequence[Standing]) -> Table:
    title = f"{contest.rules}, {contest.players} players, {len(results)} games, seed {contest.seed}"
    table = Table(
        title=title,
        title_justify="left",
        caption="With 95 % intervals; margin to the best opponent; ms and nodes a turn; shared wins split",
        caption_justify="left",
        box=None,
        padding=(0, 1),
    )
    headings = ["games", "wins", "score", "margin", "ms", "nodes"]
    has_faults = any(standing.faults for standing in found)
    table.add_column("bot", overflow="fold")
    for heading in headings + ["faults"] * has_faults:
        table.add_column(heading, justify="right", no_wrap=True)
    for standing in found:
        rate = standing.win_rate
        cells = [
            escape(standing.bot),
            f"{standing.games:,}",
            f"{rate.mean:.1%} ({100 * rate.low:.0f}–{100 * rate.high:.0f})",
            _with_half(standing.score),
            _with_half(standing.margin),
            f"{standing.ms:.1f}",
            f"{standing.nodes:,.0f}",
        ]
        table.add_row(*cells, *[str(standing.faults)] * has_faults, style="yellow" * bool(standing.faults))
    return table


def _with_half(estimate: Estimate) -> str:
    half = (estimate.high - estimate.low) / 2
    return f"{estimate.mean:.1f}" if half == float("inf") else f"{estimate.mean:.1f} ±{half:.1f}"


def _print_faults(results: Sequence[GameResult]) -> None:
    """The first reason for every bot whose turns became random ones."""
    reasons: dict[str, tuple[str, int]] = {}
    for result in results:
        for fault in result.faults:
            reasons.setdefault(result.seats[fault.seat], (fault.why, result.number))
    for bot, (why, number) in reasons.items():
        sentence = f"Turns of {bot} became random ones, first in game {number}: {why}"
        console.print(Text(sentence, style="yellow"))


def _json(contest: Contest, results: Sequence[GameResult], found: Sequence[Standing]) -> dict[str, Any]:
    return {**asdict(contest), "played": len(results), "bots": [_bot_json(standing) for standing in found]}


def _bot_json(standing: Standing) -> dict[str, Any]:
    """A standing with the intervals as lists; an unknown end of an interval is null."""
    data = asdict(standing)
    for name in ("win_rate", "score", "margin"):
        estimate: dict[str, float] = data.pop(name)
        data[name] = round(estimate["mean"], 4)
        ends = [estimate["low"], estimate["high"]]
        data[f"{name}_interval"] = [None if abs(end) == float("inf") else round(end, 4) for end in ends]
    for name in ("ms", "ms_p99", "nodes"):
        data[f"{name}_per_turn"] = round(data.pop(name), 3)
    return data


def _print_csv(found: Sequence[Standing]) -> None:
    rows = []
    for standing in found:
        row = _bot_json(standing)
        for name in ("win_rate", "score", "margin"):
            row[f"{name}_low"], row[f"{name}_high"] = row.pop(f"{name}_interval")
        rows.append(row)
    writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
