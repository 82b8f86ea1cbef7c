"""What everybody sees of a table, built anew after every event from what has changed."""

from functools import lru_cache

from crownfire.data import tables
from crownfire.notation import format_action
from crownfire.rules import NUM_ACTIONS, Phase, Territory, scores
from crownfire.rules.state import Slot
from crownfire.server.protocol import Option, SeatView, SlotView, SquareView, View
from crownfire.server.table import Table

_MOVES = tuple(format_action(action) for action in range(NUM_ACTIONS))
_HOME = "H"


def view_of(table: Table) -> View:
    """The view of a table as it is now."""
    if not table.is_started:
        return _empty_view(table)
    state = table.game.state
    points = table.native.scores()
    return View.model_construct(
        number=table.number,
        position=table.position,
        phase=state.phase.value if not table.is_complete or table.game.is_over else "confirm",
        mover=-1 if table.mover is None else table.mover,
        is_complete=table.is_complete,
        is_undoable=table.is_undoable,
        game=len(table.match.games) - 1,
        games=table.games,
        seats=[_seat_view(table, seat, points[seat]) for seat in range(len(table.seats))],
        territories=[_squares(territory) for territory in state.territories],
        current=[_slot_view(slot) for slot in state.current],
        next=[_slot_view(slot) for slot in state.next],
        turn=state.turn,
        opening=list(state.opening),
        unseen=list(state.unseen),
        totems=[-1 if holder is None else holder for holder in state.totems],
        cave=list(state.cave),
        pile=list(state.pile),
        options=_options(table),
        question=None if table.question is None else table.question.asked,
        turn_ends_ms=_turn_ends_ms(table),
        totals=_totals(table),
    )


def _empty_view(table: Table) -> View:
    """Before the game: who sits where."""
    return View.model_construct(
        number=table.number,
        position=table.position,
        phase="seats",
        mover=-1,
        is_complete=False,
        is_undoable=False,
        game=0,
        games=table.games,
        seats=[_seat_view(table, seat, 0) for seat in range(len(table.seats))],
        territories=[],
        current=[],
        next=[],
        turn=0,
        opening=[],
        unseen=[],
        totems=[],
        cave=[],
        pile=[],
        options=[],
        question=None,
        turn_ends_ms=None,
        totals=[0] * len(table.seats),
    )


def _seat_view(table: Table, seat: int, points: int) -> SeatView:
    found = table.seats[seat]
    return SeatView.model_construct(
        kind=found.plan.kind,
        name=found.name,
        colour=found.plan.colour,
        crest=found.plan.crest,
        is_taken=found.is_taken,
        is_connected=found.is_connected or bool(found.bot),
        bot=found.bot,
        score=points,
    )


@lru_cache(maxsize=4096)
def _squares(territory: Territory) -> list[SquareView]:
    """The squares of a territory, which never change; only the mover's is new after a step."""
    letters = tables().letters
    return [
        SquareView.model_construct(
            cell=cell,
            terrain=_HOME if square.terrain is None else letters[square.terrain],
            symbols=square.symbols,
            craters=square.craters,
            token=square.token,
            resource=square.resource,
            caveman=square.caveman or "",
        )
        for cell, square in territory.items()
    ]


def _slot_view(slot: Slot) -> SlotView:
    return SlotView.model_construct(number=slot.number, seat=-1 if slot.seat is None else slot.seat)


def _options(table: Table) -> list[Option]:
    if not table.legal_actions():
        return []
    points = table.native.previews()
    return [
        Option.model_construct(action=action, move=_MOVES[action], points=after)
        for action, after in zip(table.legal_actions(), points, strict=True)
    ]


def _turn_ends_ms(table: Table) -> int | None:
    if table.created.turn_s is None or table.mover is None or table.bot_to_play:
        return None
    return table.turn_began_ms + 1000 * table.created.turn_s


def _totals(table: Table) -> list[int]:
    """The points of the games that are over."""
    games = [game for game in table.match.games if game.state.phase is Phase.OVER]
    if games and games[-1] is table.game and not table.is_game_over:
        games = games[:-1]
    return [sum(points) for points in zip(*map(scores, (game.state for game in games)), strict=True)] or [
        0
    ] * len(table.seats)
