"""Golden playthroughs: records with the number of options of every decision and the final scores.

A playthrough is a legal record, since all additions are comments. It is short enough to review, and changes
with the rules, the dealer, the notation and the greedy bot.
"""

from collections.abc import Iterator

from crownfire.game import Game
from crownfire.game.game import turn_key
from crownfire.notation import TurnLine, format_cell, format_record, format_territory
from crownfire.rules import legal_actions, ranking, score
from tests.games import new_game, play_on

SEED = 2026


def playthrough(rules: str, players: int) -> str:
    """Returns the golden game of these rules: seat 1 plays greedily, the others at random."""
    game = play_on(new_game(rules, players, SEED), SEED, greedy_seats=1)
    return "\n".join((*_commented_lines(game), *_final_comments(game))) + "\n"


def _commented_lines(game: Game) -> Iterator[str]:
    counts = _option_counts(game)
    lines = format_record(game.record()).splitlines()
    header = len(lines) - len(game.record().lines) - 1
    yield from lines[:header]
    for text, line in zip(lines[header:-1], game.record().lines, strict=True):
        yield f"{text:<40}# {next(counts)} options" if isinstance(line, TurnLine) else text
    yield lines[-1]


def _option_counts(game: Game) -> Iterator[str]:
    """Yields the number of options of each decision, turn by turn."""
    counts: list[str] = []
    turn = None
    for entry in game.history:
        if entry.action is None:
            continue
        if counts and turn_key(entry.before) != turn:
            yield " ".join(counts)
            counts = []
        turn = turn_key(entry.before)
        counts.append(str(len(legal_actions(entry.before))))
    yield " ".join(counts)


def _final_comments(game: Game) -> Iterator[str]:
    for seat in range(game.ruleset.players):
        sheet = score(game.state, seat)
        yield "#"
        yield f"# seat {seat + 1}: {sheet.total} points, largest region {sheet.largest_region}"
        for row in format_territory(game.state.territories[seat], row="\n").splitlines():
            yield f"#   {row}"
        for term in sheet.terms:
            squares = " ".join(map(format_cell, term.squares))
            yield f"#   {term.label} {term.count} × {term.each} = {term.points}: {squares}".rstrip(": ")
    places = " > ".join(" = ".join(str(seat + 1) for seat in place) for place in ranking(game.state))
    yield "#"
    yield f"# ranking: {places}"
