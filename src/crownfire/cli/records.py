"""`crownfire replay` and `crownfire verify`: records checked, told and shown."""

from collections.abc import Iterator
from typing import Any

from crownfire.cli.app import ILLEGAL, UNREADABLE
from crownfire.cli.output import console, print_json, seats_json, sheet_json
from crownfire.cli.show import sheet_table, territories
from crownfire.cli.words import explain_ranking, plural, tell
from crownfire.game import Game, Match, replay, replay_match, verify
from crownfire.game.game import turn_key
from crownfire.notation import NotationError, RecordError, parse_record, parse_records
from crownfire.rules import Outcome, Phase, SetupError, ranking, score, scores


def replay_record(text: str, *, tell_turns: bool, as_json: bool) -> int:
    """Checks a record or a Dynasty match and reports on it; the exit code."""
    try:
        records = parse_records(text)
        match = Match([replay(records[0])]) if len(records) == 1 else replay_match(records)
    except (NotationError, RecordError) as error:
        if not as_json:
            raise
        print_json(_error_json(error))
        return ILLEGAL if isinstance(error, RecordError) else UNREADABLE
    if as_json:
        print_json(_match_json(match) if len(match.games) > 1 else _game_json(match.games[0]))
        return 0
    for game in match.games:
        _show_game(game, tell_turns)
    if len(match.games) > 1:
        _show_totals(match)
    return 0


def verify_record(text: str, *, as_json: bool) -> int:
    """Checks a deal against its secret and reports on it; the exit code."""
    verdict = verify(parse_record(text))
    if as_json:
        print_json(
            {
                "ok": verdict.is_fair,
                "steps": verdict.steps,
                "line": verdict.wrong.where.line if verdict.wrong else None,
                "expected": list(_shown(verdict.wrong.kind, verdict.expected)) if verdict.wrong else None,
            }
        )
        return 0 if verdict.is_fair else ILLEGAL
    if verdict.is_fair:
        console.print(f"The deal is the one committed to: {plural(verdict.steps, 'chance step')} checked.")
        return 0
    if verdict.wrong is None:
        raise SetupError("the secret is not the one committed to: its SHA-256 differs from commit:")
    expected = " ".join(map(str, _shown(verdict.wrong.kind, verdict.expected)))
    kind = verdict.wrong.kind.value
    console.print(f"Line {verdict.wrong.where.line} was not dealt from the secret: {kind}: {expected} was.")
    return ILLEGAL


def _shown(kind: Phase, outcome: Outcome) -> Iterator[int | str]:
    """An outcome as a record writes it."""
    for item in outcome:
        yield int(item) + 1 if kind is Phase.ORDER else item


def _error_json(error: NotationError | RecordError) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ok": False,
        "line": error.token.line,
        "column": error.token.column,
        "token": error.token.text[:100],
        "rule": None,
        "code": "unreadable",
        "message": str(error),
    }
    if isinstance(error, RecordError):
        found |= {"rule": error.rule, "code": error.reason.code}
    return found


def _game_json(game: Game) -> dict[str, Any]:
    seats = range(game.ruleset.players)
    return {
        "ok": True,
        "finished": game.is_over,
        "rules": game.ruleset.text,
        "players": game.ruleset.players,
        "names": list(game.names) or None,
        "scores": list(scores(game.state)),
        "sheets": [sheet_json(score(game.state, seat)) for seat in seats],
        "ranking": seats_json(ranking(game.state)),
    }


def _match_json(match: Match) -> dict[str, Any]:
    return {
        "ok": True,
        "finished": match.is_over,
        "games": [_game_json(game) for game in match.games],
        "totals": list(match.totals),
        "ranking": seats_json(match.ranking),
    }


def names_of(game: Game) -> tuple[str, ...]:
    """The names of the players, or their seats if the record has none."""
    return game.names or tuple(f"Seat {seat + 1}" for seat in range(game.ruleset.players))


def _show_game(game: Game, tell_turns: bool) -> None:
    names = names_of(game)
    if tell_turns:
        for sentence in _turns(game):
            console.print(sentence)
        console.print()
    console.print(territories(game.state, names))
    sheets = [score(game.state, seat) for seat in range(len(names))]
    for name, sheet in zip(names, sheets, strict=True):
        console.print(f"[bold]{name}[/]")
        console.print(sheet_table(sheet, game.ruleset))
    turns = len({turn_key(entry.before) for entry in game.history if entry.action is not None})
    if game.is_over:
        console.print(f"Legal and finished after {turns} turns.")
        console.print(f"[bold]{explain_ranking(ranking(game.state), sheets, names)}.[/]")
    else:
        console.print(f"Legal so far, not finished: {turns} turns; points as if it ended now.")


def _turns(game: Game) -> Iterator[str]:
    """Every turn as a sentence, chance in lines of its own."""
    names = names_of(game)
    clauses: list[str] = []
    turn = None
    for entry in game.history:
        told = [tell(event, names) for event in entry.events]
        key = turn_key(entry.before) if entry.action is not None else None
        if clauses and (key is None or key != turn):
            yield "; ".join(clauses) + "."
            clauses = []
        clauses += told
        turn = key
    if clauses:
        yield "; ".join(clauses) + "."


def _show_totals(match: Match) -> None:
    names = names_of(match.games[0])
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, match.totals, strict=True))
    console.print(f"After {plural(len(match.games), 'game')}: {totals}.")
    if match.is_over:
        winners = " and ".join(names[seat] for seat in match.ranking[0])
        console.print(f"[bold]The Dynasty goes to {winners}.[/]")
