"""What everybody sees of a table, made anew after every event.

It is made as JSON right away, since that is what is sent, and from pieces that are kept: of the territories
only the mover's is new after a step.
"""

import json
from functools import lru_cache
from typing import Any

from crownfire.data import tables
from crownfire.notation import format_action
from crownfire.rules import NUM_ACTIONS, Phase, State, Territory, scores
from crownfire.server.protocol import View
from crownfire.server.table import Table

_MOVES = [json.dumps(format_action(action)) for action in range(NUM_ACTIONS)]
_OPTIONS = [f'{{"action":{action},"move":{move},"points":' for action, move in enumerate(_MOVES)]
_HOME = "H"


def view_of(table: Table) -> View:
    """The view of a table as a value."""
    return View.model_validate_json(view_json(table))


def view_json(table: Table) -> str:
    """The view of a table as it is sent."""
    game = _game_data(table, table.game.state) if table.is_started else _no_game_data(table)
    territories = table.game.state.territories if table.is_started else ()
    shown = json.dumps({**_table_data(table), **game}, ensure_ascii=False, separators=(",", ":"))
    squares = ",".join(map(_squares_json, territories))
    return f'{shown[:-1]},"territories":[{squares}],"options":[{_options_json(table)}]}}'


def _table_data(table: Table) -> dict[str, Any]:
    points = table.native.scores() if table.is_started else [0] * len(table.seats)
    mover = table.mover
    return {
        "number": table.number,
        "position": table.position,
        "mover": -1 if mover is None else mover,
        "is_complete": table.is_complete,
        "is_undoable": table.is_undoable,
        "game": max(0, len(table.match.games) - 1),
        "games": table.games,
        "seats": [
            {
                "kind": seat.plan.kind,
                "name": seat.name,
                "colour": seat.plan.colour,
                "crest": seat.plan.crest,
                "is_taken": seat.is_taken,
                "is_connected": seat.is_connected or bool(seat.bot),
                "bot": seat.bot,
                "score": score,
            }
            for seat, score in zip(table.seats, points, strict=True)
        ],
        "question": None if table.question is None else table.question.asked.model_dump(),
        "turn_ends_ms": _turn_ends_ms(table),
        "totals": _totals(table),
    }


def _game_data(table: Table, state: State) -> dict[str, Any]:
    is_waiting = table.is_complete and not table.game.is_over
    return {
        "phase": "confirm" if is_waiting else state.phase.value,
        "current": [{"number": s.number, "seat": -1 if s.seat is None else s.seat} for s in state.current],
        "next": [{"number": s.number, "seat": -1 if s.seat is None else s.seat} for s in state.next],
        "turn": state.turn,
        "opening": state.opening,
        "unseen": state.unseen,
        "totems": [-1 if holder is None else holder for holder in state.totems],
        "cave": state.cave,
        "pile": state.pile,
    }


def _no_game_data(table: Table) -> dict[str, Any]:
    """Before the game: who sits where."""
    del table
    empty = ("current", "next", "opening", "unseen", "totems", "cave", "pile")
    return {"phase": "seats", "turn": 0, **{name: [] for name in empty}}


@lru_cache(maxsize=8192)
def _squares_json(territory: Territory) -> str:
    """The squares of a territory."""
    letters = tables().letters
    squares = [
        {
            "cell": cell,
            "terrain": _HOME if square.terrain is None else letters[square.terrain],
            "symbols": square.symbols,
            "craters": square.craters,
            "token": square.token,
            "resource": square.resource,
            "caveman": square.caveman or "",
        }
        for cell, square in territory.items()
    ]
    return json.dumps(squares, separators=(",", ":"))


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
