"""`crownfire ratings`: rates bots in duels and prints a table, JSON or a plot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isinf
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from crownfire import __version__
from crownfire.arena import GameResult, Ladder, Rating
from crownfire.arena import ratings as rate
from crownfire.bots import make_player, split_specs
from crownfire.cli.contests import Execution, play, print_faults
from crownfire.cli.output import console, print_json
from crownfire.cli.plot import draw
from crownfire.rules import SetupError

__all__ = ["ANCHOR", "BOTS", "RULES", "Rated", "interval", "ratings", "set_up"]

RULES = ("kingdomino", "kingdomino+mighty_duel", "origins-discovery", "origins-totem", "origins-tribe")
BOTS = "tr,gprd,easy,greedy,normal,fg,mce(nodes=1000),estimate,hard,expert(nodes=250),expert(nodes=1000)"
ANCHOR = "fg"


@dataclass(frozen=True, slots=True)
class Rated:
    """What to rate: a ladder of the same bots for each ruleset."""

    ladders: tuple[Ladder, ...]
    deals: int
    anchor: str


def set_up(
    rules: Sequence[str] | None,
    bots: str | None,
    deals: int,
    neighbours: int,
    anchor: str | None,
    seed: int,
) -> Rated:
    """Returns the ladders to play; raises `SetupError` if they can't be played."""
    entrants = tuple(split_specs(BOTS if bots is None else bots))
    ladders = tuple(Ladder(text, 2, entrants, 2 * deals, seed, neighbours) for text in rules or RULES)
    if anchor is None:
        anchor = ANCHOR if ANCHOR in entrants else entrants[0]
    if anchor not in entrants:
        raise SetupError(f"the anchor {anchor} is not one of the bots {', '.join(entrants)}")
    if len({ladder.rules for ladder in ladders}) < len(ladders):
        raise SetupError("--rules names the same ruleset twice")
    return Rated(ladders, deals, anchor)


def ratings(
    rated: Rated, execution: Execution, *, out: Path | None, plot: Path | None, as_json: bool
) -> None:
    """Plays the missing games and prints the ratings."""
    if plot is not None:
        plot.open("a").close()  # fails now instead of after hours of games
    results: dict[str, list[GameResult]] = {}
    with execution.connected():
        for ladder in rated.ladders:
            file = out / f"{ladder.rules}.jsonl" if out else None
            results[ladder.rules] = play(ladder, execution, file, label=ladder.rules)
    found = {rules: rate(played, rated.anchor) for rules, played in results.items()}
    if plot is not None:
        plot.write_text(draw(found, rated.anchor), encoding="utf-8")
    if as_json:
        print_json(_json(rated, results, found))
        return
    for ladder in rated.ladders:
        console.print(_table(ladder, results[ladder.rules], found[ladder.rules]))
        print_faults(results[ladder.rules])
    for note in _notes(rated, found):
        console.print(note)


def interval(rating: Rating) -> str:
    """Returns a confidence interval in words.

    >>> interval(Rating("a", 100.4, 60.0, 140.6, 80, 50))
    '60 to 141'
    >>> interval(Rating("a", 880, 400, float("inf"), 80, 80))
    'at least 400'
    """
    low, high = f"{rating.low:.0f}", f"{rating.high:.0f}"
    if rating.low == rating.high:
        return "anchor"
    if isinf(rating.low):
        return "unknown" if isinf(rating.high) else f"at most {high}"
    return f"at least {low}" if isinf(rating.high) else f"{low} to {high}"


def _table(ladder: Ladder, results: Sequence[GameResult], found: Sequence[Rating]) -> Table:
    table = Table(
        title=f"{ladder.rules}, 2 players, {len(results):,} games, seed {ladder.seed}",
        title_justify="left",
        box=None,
        padding=(0, 1),
    )
    table.add_column("bot", overflow="fold")
    for heading in ("rating", "95 % interval", "games", "wins"):
        table.add_column(heading, justify="right", no_wrap=True)
    for rating in found:
        cells = [f"{rating.elo:.0f}", interval(rating), f"{rating.games:,}"]
        table.add_row(escape(rating.bot), *cells, f"{rating.wins / rating.games:.1%}")
    return table


def _notes(rated: Rated, found: Mapping[str, Sequence[Rating]]) -> list[str]:
    """Returns the sentences that explain the numbers."""
    notes = [f"Elo points above {escape(rated.anchor)}. A shared win counts half."]
    if any(isinf(rating.low) or isinf(rating.high) for each in found.values() for rating in each):
        notes.append(
            "At least, at most, unknown: all results were one-sided or came from a single deal. Only a weak "
            "prior then limits the rating: one extra shared win between every two bots that met."
        )
    if any(make_player(bot).limit.ms for bot in rated.ladders[0].bots):
        notes.append("Budgets in ms depend on the machine; use budgets in nodes for repeatable ratings.")
    return notes


def _json(
    rated: Rated, results: Mapping[str, Sequence[GameResult]], found: Mapping[str, Sequence[Rating]]
) -> dict[str, Any]:
    first = rated.ladders[0]
    return {
        "version": __version__,
        "bots": list(first.bots),
        "deals": rated.deals,
        "neighbours": first.neighbours,
        "seed": first.seed,
        "anchor": rated.anchor,
        "ratings": [
            {
                "rules": rules,
                "games": len(results[rules]),
                "faults": sum(len(result.faults) for result in results[rules]),
                "bots": [rating.to_json() for rating in each],
            }
            for rules, each in found.items()
        ],
    }
