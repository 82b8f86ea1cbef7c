"""What everybody sees of a table, made anew after every event.

It is made as JSON right away, since that is what is sent, and from pieces that are kept: of the territories
only the mover's is new after a step.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from crownfire.data import tables
from crownfire.notation import format_action
from crownfire.rules import NUM_ACTIONS, Phase, State, Territory, score, scores
from crownfire.rules.state import Slot
from crownfire.server.protocol import Sheet, TermView, View
from crownfire.server.table import Table

_MOVES = [json.dumps(format_action(action)) for action in range(NUM_ACTIONS)]
_OPTIONS = [f'{{"action":{action},"move":{move},"points":' for action, move in enumerate(_MOVES)]
_HOME = "H"
_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def view_of(table: Table) -> View:
    """The view of a table as a value."""
    return View.model_validate_json(view_json(table))


def view_json(table: Table) -> str:
    """The view of a table as it is sent."""
    shown = _to_json(_table_data(table))
    if not table.is_started:
        return f"{shown[:-1]},{_NO_BOARD}}}"
    phase = "confirm" if table.is_complete and not table.game.is_over else table.game.state.phase.value
    board = board_json(table.game.state, table.native.scores(), phase)
    return f'{shown[:-1]},{board},"options":[{_options_json(table)}]}}'


def board_json(state: State, points: Sequence[int], phase: str) -> str:
    """What lies on the table, as the fields of a JSON object."""
    recruiting = state.recruiting
    erupting = "null" if state.erupting is None else state.erupting
    totems = [-1 if holder is None else holder for holder in state.totems]
    return (
        f'"phase":"{phase}","points":{list(points)},"turn":{state.turn},"erupting":{erupting},'
        f'"current":[{_slots_json(state.current)}],"next":[{_slots_json(state.next)}],'
        f'"opening":{list(state.opening)},"unseen":{list(state.unseen)},"discards":{list(state.discards)},'
        f'"totems":{totems},"cave":{_to_json(state.cave)},"pile":{_to_json(state.pile)},'
        f'"recruiting":{_to_json(None if recruiting is None else recruiting._asdict())},'
        f'"territories":[{",".join(map(_squares_json, state.territories))}]'
    )


# Before the game: only who sits where.
_NO_BOARD = (
    '"phase":"seats","points":[],"turn":0,"erupting":null,"current":[],"next":[],"opening":[],"unseen":[],'
    '"discards":[],"totems":[],"cave":[],"pile":[],"recruiting":null,"territories":[],"options":[]'
)


def sheet_of(state: State, seat: int) -> Sheet:
    """How a seat's points come about."""
    sheet = score(state, seat)
    terms = [
        TermView(label=term.label, squares=list(term.squares), count=term.count, each=term.each)
        for term in sheet.terms
    ]
    return Sheet(terms=terms, total=sheet.total, largest_region=sheet.largest_region, symbols=sheet.symbols)


def _table_data(table: Table) -> dict[str, Any]:
    mover = table.mover
    return {
        "number": table.number,
        "position": table.position,
        "mover": -1 if mover is None else mover,
        "is_complete": table.is_complete,
        "is_undoable": table.is_undoable,
        "game": max(0, len(table.match.games) - 1),
        "games": table.games,
        "frame": table.ruleset.setup.frame,
        "seats": [
            {
                "kind": seat.plan.kind,
                "name": seat.name,
                "colour": seat.plan.colour,
                "crest": seat.plan.crest,
                "is_taken": seat.is_taken,
                "is_connected": seat.is_connected or bool(seat.bot),
                "bot": seat.bot,
            }
            for seat in table.seats
        ],
        "question": None if table.question is None else table.question.asked.model_dump(),
        "turn_ends_ms": _turn_ends_ms(table),
        "totals": _totals(table),
    }


def _slots_json(line: Sequence[Slot]) -> str:
    return ",".join([f'{{"number":{number},"seat":{-1 if seat is None else seat}}}' for number, seat in line])


@lru_cache(maxsize=8192)
def _squares_json(territory: Territory) -> str:
    """The squares of a territory; what a square has not is left out."""
    letters = tables().letters
    squares = []
    for cell, square in territory.items():
        extras = {
            "symbols": square.symbols,
            "craters": square.craters,
            "token": square.token,
            "resource": square.resource,
            "caveman": square.caveman,
        }
        terrain = _HOME if square.terrain is None else letters[square.terrain]
        squares.append(
            {"cell": cell, "terrain": terrain, **{name: extra for name, extra in extras.items() if extra}}
        )
    return _to_json(squares)


def _options_json(table: Table) -> str:
    legal = table.legal_actions()
    if not legal:
        return ""
    pairs = zip(legal, table.native.previews(), strict=True)
    return ",".join([f"{_OPTIONS[action]}{points}}}" for action, points in pairs])


def _turn_ends_ms(table: Table) -> int | None:
    if table.created.turn_s is None or table.mover is None or table.bot_to_play:
        return None
    return table.turn_began_ms + 1000 * table.created.turn_s


def _totals(table: Table) -> list[int]:
    """The points of the games that are over."""
    totals = [0] * len(table.seats)
    for game in table.match.games:
        is_final = game is not table.game or table.is_game_over
        if game.state.phase is Phase.OVER and is_final:
            totals = [total + points for total, points in zip(totals, scores(game.state), strict=True)]
    return totals
