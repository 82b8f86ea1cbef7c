"""`crownfire arena`: plays bots against each other and prints the standings as a table, JSON or CSV."""

import csv
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from crownfire.arena import Contest, GameResult, Standing, standings
from crownfire.arena.statistics import Estimate
from crownfire.cli.contests import Execution, announce, play, print_faults
from crownfire.cli.output import console, print_json
from crownfire.cli.words import plural

__all__ = ["arena"]


def arena(contest: Contest, execution: Execution, *, out: Path | None, as_json: bool, as_csv: bool) -> None:
    """Plays the contest and prints the standings."""
    announce(contest)
    with execution.connected():
        results = play(contest, execution, out)
    found = standings(results)
    if as_json:
        print_json(_json(contest, results, found))
    elif as_csv:
        _print_csv(found)
    else:
        console.print(_table(contest, results, found))
        print_faults(results)


def _table(contest: Contest, results: Sequence[GameResult], found: Sequence[Standing]) -> Table:
    games = f"{plural(len(results), 'game')} on {plural(contest.deals, 'deal')}"
    title = f"{contest.rules}, {contest.players} players, {games}, seed {contest.seed}"
    table = Table(
        title=title,
        title_justify="left",
        caption="95 % intervals; margin to the best opponent; ms and nodes per turn; shared wins are split",
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
            _with_margin(standing.score),
            _with_margin(standing.margin),
            f"{standing.ms:.1f}",
            f"{standing.nodes:,.0f}",
        ]
        table.add_row(*cells, *[str(standing.faults)] * has_faults, style="yellow" * bool(standing.faults))
    return table


def _with_margin(estimate: Estimate) -> str:
    half = (estimate.high - estimate.low) / 2
    return f"{estimate.mean:.1f}" if half == float("inf") else f"{estimate.mean:.1f} ±{half:.1f}"


def _json(contest: Contest, results: Sequence[GameResult], found: Sequence[Standing]) -> dict[str, Any]:
    counts = {"deals": contest.deals, "played": len(results)}
    return {**asdict(contest), **counts, "bots": [_bot_json(standing) for standing in found]}


def _bot_json(standing: Standing) -> dict[str, Any]:
    """Returns a standing with intervals as lists; an unknown end of an interval is null."""
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
    sys.stdout.flush()  # raises write errors here, not at exit
