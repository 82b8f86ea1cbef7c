"""Plays whole games by the literal rules and stores everything to compare with another engine.

`play("origins-tribe+homo_habilis", 3, seed=7, style="burn")` is one finished game.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random

from .game import Chance, Choice, Steps, Table, new_table, play_game
from .scoring import Sheet, rank, score
from .styles import STYLES
from .tables import parse_setup
from .territory import Territory, format_territory

RULESETS = ("kingdomino", "origins-discovery", "origins-totem", "origins-tribe")


@dataclass(frozen=True)
class Decision:
    """One token of the record and all legal tokens in its place."""

    line: int  # 1-based line of the record
    index: int  # 0-based place among the tokens of that line
    seat: int
    phase: str
    legal: frozenset[str]
    chosen: str
    choice: Choice  # the table just before


@dataclass(frozen=True)
class PlayedGame:
    """A finished game: its record and the values that all engines must reproduce."""

    rules: str
    players: int
    record: str  # up to its `result:` line
    decisions: list[Decision]
    scores: list[int]  # by seat
    ranking: list[list[int]]  # seats, best first, ties together (C10)
    breakdowns: list[dict[str, int]]  # by seat; the terms sum to the score
    sheets: list[Sheet]  # by seat, with the tie-breaks
    territories: list[str]  # by seat, in notation
    final: list[Territory]  # by seat
    totems: dict[str, int | None]  # resource to holder; None is the middle
    events: Counter[str]  # the numbers of rare events


def play(rules: str, players: int, seed: int, style: str = "random") -> PlayedGame:
    """Plays one game; equal arguments give equal games."""
    rng = Random(seed)
    table = new_table(parse_setup(rules, players))
    lines = ["crownfire 1", f"rules: {rules}", f"players: {players}"]
    decisions = run(table, lines, style, rng)
    return finish(rules, table, lines, decisions)


def run(table: Table, lines: list[str], style: str, rng: Random) -> list[Decision]:
    """Answers all questions of the game and writes the record."""
    decisions: list[Decision] = []
    steps: Steps[None] = play_game(table)
    ask = next(steps)
    turn = 0
    while True:
        if isinstance(ask, Chance):
            answer = deal(ask, rng)
            lines.append(f"{ask.kind}: {answer}")
        else:
            answer = STYLES[style](table, ask, rng)
            if ask.turn != turn:
                turn = ask.turn
                lines.append(f"{ask.seat}:")
            lines[-1] += f" {answer}"
            decisions.append(note(ask, answer, lines))
        try:
            ask = steps.send(answer)
        except StopIteration:
            return decisions


def deal(chance: Chance, rng: Random) -> str:
    """Returns a random outcome as in a record."""
    words = rng.sample(chance.unseen, chance.count)
    if chance.kind == "line":
        words.sort(key=int)
    return " ".join(words)


def note(ask: Choice, answer: str, lines: list[str]) -> Decision:
    """Returns the decision written at the end of the last line."""
    assert answer in ask.legal
    index = len(lines[-1].split()) - 2
    return Decision(len(lines), index, ask.seat, ask.phase, frozenset(ask.legal), answer, ask)


def score_table(table: Table) -> dict[int, Sheet]:
    """Returns every seat's current score."""
    return {
        seat: score(
            table.setup,
            table.territories[seat],
            [totem for totem, holder in table.totems.items() if holder == seat],
            table.discards[seat],
        )
        for seat in table.seats
    }


def finish(rules: str, table: Table, lines: list[str], decisions: list[Decision]) -> PlayedGame:
    """Adds the result line and the final scores."""
    by_seat = score_table(table)
    sheets = [by_seat[seat] for seat in table.seats]
    ranking = rank(by_seat)
    table.events["shared victory"] += len(ranking[0]) > 1
    table.events["centre bonus"] += sum(bool(sheet.terms.get("centre")) for sheet in sheets)
    table.events["complete bonus"] += sum(bool(sheet.terms.get("complete")) for sheet in sheets)
    lines.append("result: " + " ".join(str(sheet.total) for sheet in sheets))
    final = [table.territories[seat] for seat in table.seats]
    return PlayedGame(
        rules=rules,
        players=table.setup.players,
        record="\n".join(lines) + "\n",
        decisions=decisions,
        scores=[sheet.total for sheet in sheets],
        ranking=ranking,
        breakdowns=[sheet.terms for sheet in sheets],
        sheets=sheets,
        territories=[format_territory(territory, table.setup.game) for territory in final],
        final=final,
        totems=dict(table.totems),
        events=+table.events,
    )
