"""`crownfire replay` and `crownfire verify`: check records and report on them."""

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from crownfire.cli.output import console, print_json, seats_json, sheet_json
from crownfire.cli.show import ranking_table, seat_style, sheet_table, territories
from crownfire.cli.words import explain_ranking, plural, sentences
from crownfire.errors import CrownfireError
from crownfire.game import Game, Match, Verdict, replay, replay_match, verify
from crownfire.game.game import turn_key
from crownfire.notation import NotationError, RecordError, decode_text, parse_records
from crownfire.rules import Outcome, Phase, ranking, score, scores
from crownfire.rules.events import Event
from crownfire.rules.reasons import because

__all__ = ["replay_record", "verify_record"]


def replay_record(data: bytes, *, describe_turns: bool, as_json: bool) -> None:
    """Checks a record or a Dynasty match and reports on it."""
    try:
        match = _match_of(data)
    except CrownfireError as error:
        if as_json:
            print_json(_error_json(error))
        raise
    if as_json:
        print_json(_match_json(match) if len(match.games) > 1 else _game_json(match.games[0]))
        return
    for game in match.games:
        _show_game(game, describe_turns)
    if len(match.games) > 1:
        _show_totals(match)


def _match_of(data: bytes) -> Match:
    """Returns the game or match of a record; raises `NotationError` or `RecordError`."""
    records = parse_records(decode_text(data))
    return Match([replay(records[0])]) if len(records) == 1 else replay_match(records)


def verify_record(data: bytes, *, as_json: bool) -> None:
    """Checks the deals of a game or match against their secrets and reports on them."""
    try:
        verdicts = [verify(record) for record in parse_records(decode_text(data))]
        steps = sum(verdict.steps for verdict in verdicts)
        for verdict in verdicts:
            if not verdict.is_fair:
                raise _unfair(verdict)
    except CrownfireError as error:
        if as_json:
            print_json(_error_json(error))
        raise
    if as_json:
        print_json({"ok": True, "steps": steps})
    else:
        console.print(f"The deal matches its secret: {plural(steps, 'chance step')} checked.")


def _unfair(verdict: Verdict) -> RecordError:
    if verdict.wrong is None:
        return RecordError(verdict.where, because("other_secret"))
    expected = " ".join(map(str, _shown(verdict.wrong.kind, verdict.expected)))
    return RecordError(verdict.where, because("other_deal", expected=expected))


def _shown(kind: Phase, outcome: Outcome) -> Iterator[int | str]:
    """Yields the parts of an outcome as a record writes them."""
    for item in outcome:
        yield int(item) + 1 if kind is Phase.ORDER else item


def _error_json(error: CrownfireError) -> dict[str, Any]:
    found: dict[str, Any] = {"ok": False, "rule": None, "code": "unreadable", "message": str(error)}
    if isinstance(error, NotationError | RecordError):
        token = error.token
        found |= {"line": token.line, "column": token.column, "token": token.text[:100]}
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


def _names_of(game: Game) -> tuple[str, ...]:
    """Returns the names of the players, or `Seat 1`, … if the record has none."""
    return game.names or tuple(f"Seat {seat + 1}" for seat in range(game.ruleset.players))


def _show_game(game: Game, describe_turns: bool) -> None:
    names = _names_of(game)
    if describe_turns:
        for text in _turns(game):
            console.print(Text(text))
        console.print()
    console.print(territories(game.state, names))
    sheets = [score(game.state, seat) for seat in range(len(names))]
    for seat, sheet in enumerate(sheets):
        console.print(Text(names[seat], style=seat_style(seat)))
        console.print(sheet_table(sheet, game.ruleset))
    turns = len({turn_key(entry.before) for entry in game.history if entry.action is not None})
    if game.is_over:
        console.print(ranking_table(ranking(game.state), sheets, names))
        console.print(f"The game is legal and finished after {turns} turns.")
        console.print(Text(f"{explain_ranking(ranking(game.state), sheets, names)}.", style="bold"))
    else:
        console.print(
            f"Legal so far, unfinished after {plural(turns, 'turn')}. Scores are as if it ended now."
        )


def _turns(game: Game) -> Iterator[str]:
    """Yields the sentences of each turn; chance steps come separately."""
    names = _names_of(game)
    events: list[Event] = []
    turn = None
    for entry in game.history:
        key = turn_key(entry.before) if entry.action is not None else None
        if events and (key is None or key != turn):
            yield sentences(events, names)
            events = []
        events += entry.events
        turn = key
    if events:
        yield sentences(events, names)


def _show_totals(match: Match) -> None:
    names = _names_of(match.games[0])
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, match.totals, strict=True))
    console.print(Text(f"After {plural(len(match.games), 'game')}: {totals}."))
    if match.is_over:
        winners = " and ".join(names[seat] for seat in match.ranking[0])
        console.print(Text(f"The Dynasty goes to {winners}.", style="bold"))
