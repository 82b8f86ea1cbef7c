"""What everybody sees of a table, made anew after every event.

It is made as JSON right away, since that is what is sent, and from pieces that are kept: of the territories
only the mover's is new after a step.
"""

import json
from collections.abc import Sequence
from functools import lru_cache

from crownfire.data import tables
from crownfire.notation import format_action
from crownfire.rules import NUM_ACTIONS, Phase, State, Territory, score, scores
from crownfire.rules.state import Recruiting, Slot
from crownfire.server.protocol import Sheet, TermView, View
from crownfire.server.table import Table

_MOVES = [json.dumps(format_action(action)) for action in range(NUM_ACTIONS)]
_OPTIONS = [f'{{"action":{action},"move":{move},"points":' for action, move in enumerate(_MOVES)]
_HOME = "H"
_SEAT_FIELDS = ("kind", "colour", "crest", "name", "bot", "is_taken", "is_connected")
_BOOL = {False: "false", True: "true"}
_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def view_of(table: Table) -> View:
    """The view of a table as a value, as the mover sees it."""
    return View.model_validate_json(f'{view_head(table)},"options":[{options_json(table)}]}}')


def view_head(table: Table) -> str:
    """The view of a table as it is sent, up to the options: those are sent to the mover only."""
    if not table.is_started:
        return f"{{{_table_json(table, -1, is_complete=False)},{_NO_BOARD}"
    mover, is_complete, state = table.mover, table.is_complete, table.game.state
    phase = "confirm" if is_complete and state.phase is not Phase.OVER else state.phase.value
    head = _table_json(table, -1 if mover is None else mover, is_complete=is_complete)
    return f'{{{head},"phase":"{phase}",{board_json(table.board, table.native.scores())}'


def options_json(table: Table) -> str:
    """What the mover may choose from, separated by commas."""
    legal = table.legal_actions()
    if not legal:
        return ""
    pairs = zip(legal, table.native.previews(), strict=True)
    return ",".join([f"{_OPTIONS[action]}{points}}}" for action, points in pairs])


def board_json(state: State, points: Sequence[int]) -> str:
    """What lies on the table, as the fields of a JSON object."""
    erupting = "null" if state.erupting is None else state.erupting
    totems = [-1 if holder is None else holder for holder in state.totems]
    return (
        f'"points":{list(points)},"turn":{state.turn},"erupting":{erupting},'
        f'"current":[{_slots_json(state.current)}],"next":[{_slots_json(state.next)}],'
        f'"opening":{list(state.opening)},"unseen":{list(state.unseen)},"discards":{list(state.discards)},'
        f'"totems":{totems},{_tribe_json(state.cave, state.pile, state.recruiting)},'
        f'"territories":[{",".join(map(_squares_json, state.territories))}]'
    )


# Before the game: only who sits where.
_NO_BOARD = (
    '"phase":"seats","points":[],"turn":0,"erupting":null,"current":[],"next":[],"opening":[],"unseen":[],'
    '"discards":[],"totems":[],"cave":[],"pile":[],"recruiting":null,"territories":[]'
)


def sheet_of(state: State, seat: int) -> Sheet:
    """How a seat's points come about."""
    sheet = score(state, seat)
    terms = [
        TermView(label=term.label, squares=list(term.squares), count=term.count, each=term.each)
        for term in sheet.terms
    ]
    return Sheet(terms=terms, total=sheet.total, largest_region=sheet.largest_region, symbols=sheet.symbols)


def _table_json(table: Table, mover: int, *, is_complete: bool) -> str:
    """What a view says besides the board, as the fields of a JSON object."""
    question = "null" if table.question is None else table.question.asked.model_dump_json()
    unanswered = [] if table.question is None else sorted(table.question.unanswered)
    ends_ms = _turn_ends_ms(table)
    seats = ",".join(
        [
            _seat_json(
                seat.plan.kind,
                seat.plan.colour,
                seat.plan.crest,
                seat.name,
                seat.bot,
                seat.is_taken,
                seat.is_connected or bool(seat.bot),
            )
            for seat in table.seats
        ]
    )
    return (
        f'"number":{table.number},"position":{table.position},"mover":{mover},'
        f'"is_complete":{_BOOL[is_complete]},"is_undoable":{_BOOL[table.is_undoable]},'
        f'"game":{max(0, len(table.match.games) - 1)},"games":{table.games},'
        f'"frame":{table.ruleset.setup.frame},"lines_left":{_lines_left(table)},"seats":[{seats}],'
        f'"question":{question},"unanswered":{unanswered},'
        f'"turn_ends_ms":{"null" if ends_ms is None else ends_ms},"totals":{_totals(table)}'
    )


def _lines_left(table: Table) -> int:
    lines = table.ruleset.setup.lines
    return lines - table.game.state.lines_drawn if table.is_started else lines


@lru_cache(maxsize=8192)
def _seat_json(*fields: str | bool) -> str:
    return _to_json(dict(zip(_SEAT_FIELDS, fields, strict=True)))


@lru_cache(maxsize=1024)
def _tribe_json(cave: tuple[str, ...], pile: tuple[str, ...], recruiting: Recruiting | None) -> str:
    return (
        f'"cave":{_to_json(cave)},"pile":{_to_json(pile)},'
        f'"recruiting":{_to_json(None if recruiting is None else recruiting._asdict())}'
    )


@lru_cache(maxsize=4096)
def _slots_json(line: tuple[Slot, ...]) -> str:
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
