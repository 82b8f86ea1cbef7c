"""`crownfire ratings`: how strong bots are beside each other, as a table, JSON or a plot."""

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
from crownfire.cli.contests import Where, play, print_faults
from crownfire.cli.output import console, print_json
from crownfire.cli.plot import draw
from crownfire.rules import SetupError

RULES = ("kingdomino", "kingdomino+mighty_duel", "origins-discovery", "origins-totem", "origins-tribe")
BOTS = "tr,gprd,easy,greedy,normal,fg,mce(nodes=1000),estimate,hard,expert(nodes=250),expert(nodes=1000)"
ANCHOR = "fg"


@dataclass(frozen=True, slots=True)
class Rated:
    """What is rated: a ladder of the same bots for each of the rules."""

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
    """Raises `SetupError` for what can't be rated."""
    row = tuple(split_specs(BOTS if bots is None else bots))
    ladders = tuple(Ladder(text, 2, row, 2 * deals, seed, neighbours) for text in rules or RULES)
    if anchor is None:
        anchor = ANCHOR if ANCHOR in row else row[0]
    if anchor not in row:
        raise SetupError(f"the anchor {anchor} is none of the bots {', '.join(row)}")
    if len({ladder.rules for ladder in ladders}) < len(ladders):
        raise SetupError("the same rules stand twice")
    return Rated(ladders, deals, anchor)


def ratings(rated: Rated, where: Where, *, out: Path | None, plot: Path | None, as_json: bool) -> None:
    """Plays all games that are missing and prints the ratings."""
    if plot is not None:
        plot.open("a").close()  # rather now than after hours
    results: dict[str, list[GameResult]] = {}
    with where.connected():
        for ladder in rated.ladders:
            file = out / f"{ladder.rules}.jsonl" if out else None
            results[ladder.rules] = play(ladder, where, file, label=ladder.rules)
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
    """The interval in words.

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
    """What a reader must know to read the numbers."""
    notes = [f"Points of Elo above {escape(rated.anchor)}; shared wins count half."]
    if any(isinf(rating.low) or isinf(rating.high) for each in found.values() for rating in each):
        notes.append(
            "At least, at most, unknown: some results were all one-sided, or on a single deal; how far it "
            "goes is then only the guess of a weak prior, one more shared win between every two that met."
        )
    if any(make_player(bot).limit.ms for bot in rated.ladders[0].bots):
        notes.append("Budgets in ms depend on the machine; nodes make ratings that can be repeated.")
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
