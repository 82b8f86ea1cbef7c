"""Rates all bots with `crownfire ratings` and writes the results and the plot into docs/bots.md.

Run with `make ratings`. The figures are stored in ratings.json, from which page and plot are generated.
"""

import argparse
import json
import re
import subprocess
import sys
from math import isinf
from pathlib import Path
from typing import Any

from crownfire.arena import Rating
from crownfire.cli.plot import draw

ROOT = Path(__file__).parent.parent
FIGURES = ROOT / "benchmarks" / "ratings.json"
PAGE = ROOT / "docs" / "bots.md"
PLOT = ROOT / "docs" / "pictures" / "ratings.svg"
RESULTS = ROOT / "build" / "ratings"  # all games, to resume a killed run
COMMAND = [sys.executable, "-c", "from crownfire.cli import main; main()", "ratings"]
_MANY = 40  # deals that make intervals narrow enough to cite
_PART = re.compile(r"(<!-- ratings: .*? -->\n).*?(<!-- end of ratings -->\n)", re.DOTALL)


def page(text: str, figures: dict[str, Any]) -> str:
    """Returns the page with these figures."""
    found = _found(figures)
    lines = [
        f"![Ratings of all bots by rules]({PLOT.relative_to(PAGE.parent)})",
        "",
        f"| bot | {' | '.join(found)} |",
        "|---" * (len(found) + 1) + "|",
    ]
    for bot in reversed(figures["bots"]):
        ratings = [next(rating for rating in each if rating.bot == bot) for each in found.values()]
        lines.append(f"| `{bot}` | {' | '.join(map(_cell, ratings))} |")
    games = sum(each["games"] for each in figures["ratings"])
    lines += [
        "",
        f"Two players, {figures['deals']} deals per pair of bots, seed {figures['seed']}, "
        f"{games:,} games, version {figures['version']}."
        + " Few deals, so the intervals are wide."
        * (figures["deals"] < _MANY),
        "",
    ]
    return _PART.sub(lambda part: part[1] + "\n".join(lines) + part[2], text)


def plot(figures: dict[str, Any]) -> str:
    """Returns the plot of these figures."""
    return draw(_found(figures), figures["anchor"])


def _found(figures: dict[str, Any]) -> dict[str, list[Rating]]:
    return {each["rules"]: [Rating.from_json(bot) for bot in each["bots"]] for each in figures["ratings"]}


def _cell(rating: Rating) -> str:
    low, high = rating.low, rating.high
    if low == high:
        return "**0**"
    if isinf(low):
        return "?" if isinf(high) else f"**{rating.elo}** (at most {high})"
    return f"**{rating.elo}** (at least {low})" if isinf(high) else f"**{rating.elo}** ({low}…{high})"


def main() -> None:
    """Plays the missing games and writes the page; passes other options to the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only-write", action="store_true", help="play no games; write from ratings.json")
    options, others = parser.parse_known_args()
    if not options.only_write:
        done = subprocess.run(
            [*COMMAND, "--out", str(RESULTS), "--json", *others],
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.exit(done.returncode)
        FIGURES.write_text(done.stdout, encoding="utf-8")
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), figures), encoding="utf-8")
    PLOT.write_text(plot(figures), encoding="utf-8")


if __name__ == "__main__":
    main()
