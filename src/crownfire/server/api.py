"""The REST interface: making tables, taking seats, finished games, and whether the server is well."""

import asyncio
import hmac
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel, ConfigDict, Field

from crownfire.game import Game
from crownfire.notation import format_records
from crownfire.server.catalogue import Catalogue, catalogue
from crownfire.server.house import House, NewTable, SeatWish, TableWish, lesson_wish
from crownfire.server.lessons import LessonInfo, lesson
from crownfire.server.links import Links
from crownfire.server.protocol import NAME_LENGTH, PROTOCOL, schema
from crownfire.server.refusals import RefusalError
from crownfire.server.replays import RecordInfo, Replay, record_info, replay_json, replays_json
from crownfire.server.room import Room
from crownfire.server.store import StoreError

router = APIRouter()
_REPLAYING = ThreadPoolExecutor(2, "replay")  # so that looking back never keeps others from playing
_OPEN_S = 24 * 3600  # how long a table that waits for players is shown

TableId = Annotated[str, Path(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9_-]+$")]
LessonName = Annotated[str, Path(min_length=1, max_length=32)]
TokenText = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class Body(BaseModel):
    """What all bodies have in common: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class SeatBody(Body):
    """A seat: a person on this device, one who comes by link, or a bot with a level."""

    kind: Literal["here", "online", "bot"]
    name: Annotated[str, Field(max_length=NAME_LENGTH)] = ""
    level: Annotated[str, Field(max_length=16)] = ""


class TableBody(Body):
    """A table to be made."""

    rules: Annotated[str, Field(max_length=100, examples=["origins-tribe", "kingdomino+harmony"])]
    seats: Annotated[list[SeatBody], Field(min_length=2, max_length=4)]
    is_public: bool = False
    confirm: bool = True
    turn_s: Annotated[int | None, Field(ge=10, le=86_400)] = None
    stand_in_s: Annotated[int | None, Field(ge=5, le=86_400)] = None


class SeatLink(BaseModel):
    """A seat with its token and the link to open it with."""

    seat: int
    token: str
    link: str


class MadeTable(BaseModel):
    """A new table: its secrets, which are told only once, to its maker."""

    table: str
    seats: list[SeatLink]
    invitations: list[SeatLink]
    invite: str
    invite_link: str
    watch_link: str
    host: str  # lets its maker cancel it before the game


class JoinBody(Body):
    """Taking a seat with an invitation."""

    token: TokenText | None = None  # a public table asks for none
    name: Annotated[str, Field(min_length=1, max_length=NAME_LENGTH)]


class LessonBody(Body):
    """Who takes a lesson."""

    name: Annotated[str, Field(min_length=1, max_length=NAME_LENGTH)]


class TokenBody(Body):
    """What lets somebody move a seat, leave it, or cancel a table."""

    token: TokenText


class MoveBody(TokenBody):
    """The seat to move, and its next token if the client makes one: a request can then be repeated."""

    fresh: Annotated[str, Field(min_length=22, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")] | None = None


class RecordBody(Body):
    """A record to look at."""

    record: Annotated[str, Field(min_length=1, max_length=40_000)]


class SeatSummary(BaseModel):
    """A seat as strangers see it."""

    kind: str
    name: str
    is_taken: bool
    colour: str
    crest: str


class TableSummary(BaseModel):
    """A table as strangers see it."""

    table: str
    rules: str
    seats: list[SeatSummary]
    is_started: bool
    is_over: bool
    is_cancelled: bool
    mover: int | None  # whose turn it is


class Problem(BaseModel):
    """Why a request had no effect."""

    code: str
    params: dict[str, str | int]
    text: str


class Health(BaseModel):
    """Whether the server is well."""

    status: str
    server: str  # which one has answered, until it starts again
    protocol: int = PROTOCOL
    tables: int  # in memory
    connections: int
    bots_waiting: int


PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "The body can't be parsed"},
    403: {"model": Problem, "description": "The token is not valid here"},
    404: {"model": Problem, "description": "There is no such table"},
    409: {"model": Problem, "description": "It can be read, but not done"},
    413: {"model": Problem, "description": "The body is too long"},
    422: {"model": Problem, "description": "The request can't be read"},
    429: {"model": Problem, "description": "Too many requests"},
    503: {"model": Problem, "description": "The database doesn't answer"},
}


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


async def _room(request: Request, table: str) -> Room:
    room = await _house(request).fresh_room(table)
    if room is None:
        raise RefusalError("no_such_table")
    return room


@router.post("/api/tables", status_code=201, responses=PROBLEMS, summary="Make a table")
async def make_table(request: Request, body: TableBody) -> MadeTable:
    """A new table and the links to its seats. A table without online seats begins at once."""
    return _made(request, await _house(request).create(wish_of(body)))


def wish_of(body: TableBody) -> TableWish:
    """The table that somebody asks for."""
    seats = [SeatWish(seat.kind, seat.name, seat.level) for seat in body.seats]
    return TableWish(body.rules, seats, body.is_public, body.confirm, body.turn_s, body.stand_in_s)


def _made(request: Request, made: NewTable) -> MadeTable:
    links = Links.of(request)
    return MadeTable(
        table=made.id,
        seats=[SeatLink(seat=s, token=t, link=links.seat(made.id, t)) for s, t in made.seats.items()],
        invitations=[
            SeatLink(seat=s, token=t, link=links.invitation(made.id, t)) for s, t in made.invitations.items()
        ],
        invite=made.invite,
        invite_link=links.invitation(made.id, made.invite),
        watch_link=links.watch(made.id, made.watch),
        host=made.host,
    )


@router.get("/api/tables", responses=PROBLEMS, summary="Public tables with free seats")
async def lobby(request: Request) -> list[TableSummary]:
    """The newest first."""
    found = []
    since_ms = int(1000 * (time.time() - _OPEN_S))
    for table_id in await _house(request).store.lobby(since_ms):
        room = await _house(request).room(table_id)
        if room is not None:
            found.append(_summary(room))
    return found


@router.get("/api/tables/{table}", responses=PROBLEMS, summary="A table as strangers see it")
async def show_table(request: Request, table: TableId) -> TableSummary:
    """Who sits where, and whether the game has begun."""
    return _summary(await _room(request, table))


@router.post("/api/tables/{table}/join", responses=PROBLEMS, summary="Take a seat")
async def join(request: Request, table: TableId, body: JoinBody) -> SeatLink:
    """Takes the seat of the invitation, or the first free one. A public table's seats need none."""
    room = await _room(request, table)
    seat, token = await _house(request).join(room, body.token, body.name)
    return SeatLink(seat=seat, token=token, link=Links.of(request).seat(table, token))


@router.post("/api/tables/{table}/move", responses=PROBLEMS, summary="Move a seat to another device")
async def move(request: Request, table: TableId, body: MoveBody) -> SeatLink:
    """A new link for the seat; the old token is worth nothing from now on."""
    room = await _room(request, table)
    seat, token = await _house(request).move(room, body.token, body.fresh)
    return SeatLink(seat=seat, token=token, link=Links.of(request).seat(table, token))


@router.post("/api/tables/{table}/leave", responses=PROBLEMS, summary="Give a seat back before the game")
async def leave(request: Request, table: TableId, body: TokenBody) -> TableSummary:
    """Somebody else may take the seat; its token is worth nothing from now on."""
    room = await _room(request, table)
    await _house(request).leave(room, body.token)
    return _summary(room)


@router.post("/api/tables/{table}/cancel", responses=PROBLEMS, summary="Cancel a table before the game")
async def cancel(request: Request, table: TableId, body: TokenBody) -> TableSummary:
    """Nobody can take a seat any more; it needs the maker's own token."""
    room = await _room(request, table)
    await _house(request).cancel(room, body.token)
    return _summary(room)


@router.get(
    "/api/tables/{table}/record",
    responses={**PROBLEMS, 200: {"content": {"text/plain": {}}}},
    response_class=Response,
    summary="The record of the games that are over",
)
async def record(request: Request, table: TableId) -> Response:
    """In notation, with the secret of the deal; `crownfire replay` and `verify` read it."""
    records = [game.record() for game in _finished(await _room(request, table))]
    return Response(format_records(records), media_type="text/plain; charset=utf-8")


@router.get("/api/tables/{table}/record.json", responses=PROBLEMS, summary="The same record as JSON")
async def record_json(request: Request, table: TableId) -> list[RecordInfo]:
    """One for each game that is over; a Dynasty has several."""
    room = await _room(request, table)
    games = _finished(room)
    ended = room.table.ended_ms
    return [record_info(game.record(), at_ms) for game, at_ms in zip(games, ended, strict=True)]


@router.get(
    "/api/tables/{table}/replay", response_model=Replay, responses=PROBLEMS, summary="A replay of a game"
)
async def replay(request: Request, table: TableId, game: Annotated[int, Query(ge=0, le=9)] = 0) -> Response:
    """How the table looked after every step of a game that is over."""
    room = await _room(request, table)
    games, bots = _finished(room), [seat.plan.bot for seat in room.table.seats]
    if game >= len(games):
        raise RefusalError("no_such_game", game=game)
    shown = asyncio.get_running_loop().run_in_executor(_REPLAYING, replay_json, games[game], bots)
    return _json(await shown)


@router.post("/api/replay", response_model=list[Replay], responses=PROBLEMS, summary="A replay of a record")
async def replay_record(body: RecordBody) -> Response:
    """How the table looked after every step; an illegal record is refused with the line and the rule."""
    shown = await asyncio.get_running_loop().run_in_executor(_REPLAYING, replays_json, body.record)
    return _json(shown)


@router.get("/api/catalogue", summary="What the games are made of")
async def show_catalogue() -> Catalogue:
    """Rulesets and their options, dominoes, cavemen, totems, levels of bots."""
    return catalogue()


@router.get("/api/lessons/{name}", responses=PROBLEMS, summary="What is learnt in a lesson")
async def show_lesson(name: LessonName) -> LessonInfo:
    """Its game, and the moves that the learner is led to."""
    return lesson(name).info


@router.post("/api/lessons/{name}", status_code=201, responses=PROBLEMS, summary="Begin a lesson")
async def begin_lesson(request: Request, name: LessonName, body: LessonBody) -> MadeTable:
    """A table of its own for the learner, dealt and played against as the lesson says."""
    return _made(request, await _house(request).create(lesson_wish(name, body.name)))


@router.get("/api/protocol.json", summary="Every message of the websocket as a JSON schema")
async def show_protocol() -> dict[str, Any]:
    """A tagged union for each direction, with the version of the protocol."""
    return schema()


@router.get("/healthz", summary="Whether the process is alive")
async def healthz(request: Request) -> Health:
    """Always ok while it answers."""
    return _health(request, "ok")


@router.get("/readyz", responses={503: PROBLEMS[503]}, summary="Whether the server can serve")
async def readyz(request: Request) -> Health:
    """Asks the database too."""
    try:
        await _house(request).store.ping()
    except StoreError:
        raise RefusalError("unavailable") from None
    return _health(request, "ok")


@router.get(
    "/metrics",
    responses={**{code: PROBLEMS[code] for code in (403, 404, 429)}, 200: {"content": {"text/plain": {}}}},
    response_class=Response,
    summary="Figures for Prometheus",
)
async def metrics(request: Request) -> Response:
    """For whoever shows the token of the settings (`Authorization: Bearer …`), since a site is public."""
    token = request.app.state.settings.metrics_token.get_secret_value()
    if not token:
        raise RefusalError("no_such_page")
    shown = request.headers.get("authorization", "")
    if not hmac.compare_digest(shown.encode(), f"Bearer {token}".encode()):
        raise RefusalError("bad_token")
    return Response(_house(request).metrics.text(), media_type=CONTENT_TYPE_LATEST)


def _finished(room: Room) -> list[Game]:
    """The games of a table that are over."""
    games = [game for game in room.table.match.games if game.secret]
    if not games:
        raise RefusalError("not_over")
    return games


def _json(text: str) -> Response:
    return Response(text, media_type="application/json")


def _health(request: Request, status: str) -> Health:
    house = _house(request)
    return Health(
        status=status,
        server=house.leases.server,
        tables=len(house.rooms),
        connections=house.sockets,
        bots_waiting=house.thinkers.waiting,
    )


def _summary(room: Room) -> TableSummary:
    table = room.table
    seats = [
        SeatSummary(
            kind=seat.plan.kind,
            name=seat.name,
            is_taken=seat.is_taken,
            colour=seat.plan.colour,
            crest=seat.plan.crest,
        )
        for seat in table.seats
    ]
    return TableSummary(
        table=table.name,
        rules=table.created.rules,
        seats=seats,
        is_started=table.is_started,
        is_over=table.is_over,
        is_cancelled=table.is_cancelled,
        mover=table.mover,
    )
