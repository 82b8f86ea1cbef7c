"""The house: all tables of a server. It makes them, finds them, and puts those away that nobody uses."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from crownfire.bots import LEVELS
from crownfire.errors import CrownfireError
from crownfire.notation.records import clean_name
from crownfire.rules import Ruleset, ruleset
from crownfire.rules.ruleset import single_game
from crownfire.server.clock import Clock
from crownfire.server.lessons import NEIGHBOUR, lesson
from crownfire.server.metrics import Figure, Metrics
from crownfire.server.neighbours import Neighbours
from crownfire.server.protocol import EVENT, NAME_LENGTH, Created, SeatPlan
from crownfire.server.refusals import RefusalError
from crownfire.server.room import Room
from crownfire.server.seats import colour_and_crest
from crownfire.server.secrets import find_token, hash_token, new_secret, new_table_id, new_token
from crownfire.server.settings import Settings
from crownfire.server.store import ConflictError, Store, StoredEvent, TableRow, TokenRow
from crownfire.server.table import Seat, Table
from crownfire.server.tasks import end
from crownfire.server.thinking import Thinkers

log = logging.getLogger("crownfire.house")
_SWEEP_S = 30.0
ANY_SEAT = -1


@dataclass(frozen=True, slots=True)
class SeatWish:
    """A seat of a new table as its maker wants it."""

    kind: str  # here, online or bot
    name: str = ""
    level: str = ""


@dataclass(frozen=True, slots=True)
class TableWish:
    """A new table as its maker wants it."""

    rules: str
    seats: Sequence[SeatWish]
    is_public: bool = False
    confirm: bool = True
    turn_s: int | None = None
    stand_in_s: int | None = None
    lesson: str = ""


@dataclass(frozen=True, slots=True)
class NewTable:
    """What the maker of a table gets, and nobody else ever again."""

    id: str
    seats: dict[int, str]  # the tokens of the seats on this device
    invitations: dict[int, str]  # the tokens that let somebody take an online seat
    invite: str  # lets somebody take any free seat
    watch: str
    host: str  # lets its maker cancel it before the game


class House:
    """All tables of a server process."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings = settings
        self.clock = clock or Clock()
        self.metrics = Metrics()
        self.store = Store(settings.database_url, self.metrics, settings.database_connections)
        self.thinkers = Thinkers(settings.bot_threads, self.metrics)
        self.rooms: dict[str, Room] = {}
        self.neighbours = Neighbours(self.store, self.rooms, settings.lease_s)
        self.leases = self.neighbours.leases
        self._opening: dict[str, asyncio.Task[Room | None]] = {}
        self._chores: list[asyncio.Task[None]] = []
        self.metrics.show(self._figures)

    async def open(self) -> None:
        """Opens the store and begins to tidy up now and then."""
        await self.store.open()
        await self.neighbours.open()
        self._chores = [asyncio.create_task(self._sweep()), asyncio.create_task(self.metrics.watch_lag())]

    def say_goodbye(self) -> None:
        """Tells everybody connected that the server goes away for a moment."""
        for room in tuple(self.rooms.values()):
            room.close("restart")

    async def close(self) -> None:
        """Puts everything away."""
        await end(*self._chores)
        self.say_goodbye()
        self.thinkers.close()
        await self.neighbours.close()
        await self.store.close()

    # Making tables

    async def create(self, wish: TableWish) -> NewTable:
        """A new table; raises `RefusalError` for what can't be played."""
        created = plan(wish)
        seats = {n: new_token() for n, seat in enumerate(created.seats) if seat.kind == "here"}
        invitations = {n: new_token() for n, seat in enumerate(created.seats) if seat.kind == "online"}
        made = NewTable(new_table_id(), seats, invitations, new_token(), new_token(), new_token())
        keys = [
            *(TokenRow(hash_token(token), "seat", seat) for seat, token in seats.items()),
            *(TokenRow(hash_token(token), "invite", seat) for seat, token in invitations.items()),
            TokenRow(hash_token(made.invite), "invite", ANY_SEAT),
            TokenRow(hash_token(made.watch), "watch", ANY_SEAT),
            TokenRow(hash_token(made.host), "host", ANY_SEAT),
        ]
        await self._store_new(made.id, created, keys)
        return made

    async def _store_new(self, table_id: str, created: Created, keys: Sequence[TokenRow]) -> None:
        secret, now_ms = new_secret(), int(self.clock.time() * 1000)
        table = Table(table_id, secret)
        table.now_ms = now_ms
        table.create(created)
        events = [
            StoredEvent(number, now_ms, "", EVENT.dump_json(event).decode())
            for number, event in enumerate(table.take_events(), start=1)
        ]
        row = TableRow(table_id, secret, created.is_public, table.is_open, False, now_ms, now_ms)
        await self.store.create(row, events, keys)
        self.metrics.tables_made.inc()

    async def rematch(self, room: Room) -> None:
        """The same people at a new table, with the same tokens; begun twice, it is the same table."""
        if not room.table.wants_rematch:
            return
        table_id = room.table.next_table
        seats = [_plan_again(seat) for seat in room.table.seats]
        created = room.table.created.model_copy(update={"is_public": False, "lesson": "", "seats": seats})
        keys = [key for key in room.tokens if key.kind in ("seat", "watch")]
        with contextlib.suppress(ConflictError):  # it is there already
            await self._store_new(table_id, created, keys)
        again = await self.room(table_id)
        assert again is not None
        for seat, each in enumerate(room.table.seats):
            if again.table.seats[seat].plan.kind == "online":
                await again.run(partial(_join_once, again.table, each.name, seat))
        await room.run(partial(room.table.go_to, table_id))

    # Finding tables

    async def room(self, table_id: str) -> Room | None:
        """The room of a table, built from its log if it is not in memory; None if there is none."""
        if (room := self.rooms.get(table_id)) is not None:
            room.used = time.monotonic()
            return room
        if table_id not in self._opening:
            self._opening[table_id] = asyncio.create_task(self._open_room(table_id))
        try:
            return await asyncio.shield(self._opening[table_id])
        finally:
            self._opening.pop(table_id, None)

    async def fresh_room(self, table_id: str) -> Room | None:
        """The room of a table with all that any server has written up to now."""
        is_known = table_id in self.rooms
        room = await self.room(table_id)
        if room is not None and is_known and self.store.database.is_shared:
            await room.catch_up(with_tokens=True)
        return room

    async def _open_room(self, table_id: str) -> Room | None:
        with self.neighbours.opening(table_id):
            found = await self.store.load(table_id)
            if found is None:
                return None
            people = await self.neighbours.presence.elsewhere([table_id])
            row, events, keys = found
            room = Room(
                Table(
                    table_id, row.secret, away_s=self.settings.away_s, now_ms=int(self.clock.time() * 1000)
                ),
                self.store,
                self.thinkers,
                self.leases,
                self.neighbours.presence,
                self.clock,
                self.settings.question_s,
                keys,
                on_close=self._forget,
                on_rematch=self.rematch,
            )
            room.take_in(events)
            self.rooms[table_id] = room
        room.take_elsewhere(people.get(table_id))
        room.go_on()
        return room

    def _forget(self, room: Room) -> None:
        if self.rooms.get(room.table.name) is room:
            del self.rooms[room.table.name]

    # Seats

    async def join(self, room: Room, token: str | None, name: str) -> tuple[int, str]:
        """Takes a seat with an invitation, which a public table does not ask for; the seat and its token."""
        key = TokenRow(b"", "invite", ANY_SEAT)
        if token is not None or not room.table.created.is_public:
            found = find_token(token or "", room.tokens)
            if found is None or found.kind != "invite":
                raise RefusalError("bad_token")
            key = found
        fresh = new_token()
        wanted = None if key.seat == ANY_SEAT else key.seat
        return await room.take_seat(_checked_name(name), wanted, hash_token(fresh)), fresh

    async def leave(self, room: Room, token: str) -> None:
        """Gives an online seat back before the game; its token is worth nothing any more."""
        key = find_token(token, room.tokens)
        if key is None or key.kind != "seat" or room.table.seats[key.seat].plan.kind != "online":
            raise RefusalError("bad_token")
        await room.leave_seat(key.seat)

    async def cancel(self, room: Room, token: str) -> None:
        """Whoever made the table closes it before the game."""
        key = find_token(token, room.tokens)
        if key is None or key.kind != "host":
            raise RefusalError("bad_token")
        await room.run(room.table.cancel)

    async def move(self, room: Room, token: str, fresh: str | None = None) -> tuple[int, str]:
        """Replaces the token of a seat that goes to another device; repeatable if the fresh one is given."""
        key = find_token(token, room.tokens)
        if key is None and fresh is not None and (moved := find_token(fresh, room.tokens)) is not None:
            return moved.seat, fresh  # moved before, but the answer was lost
        if key is None or key.kind != "seat":
            raise RefusalError("bad_token")
        fresh = fresh or new_token()
        return await room.move_seat(key.hash, hash_token(fresh)), fresh

    # Looking at it

    def _figures(self) -> Iterator[Figure]:
        """How things stand, for whoever watches the server."""
        rooms = self.rooms.values()
        there = sum(seat.is_connected for room in rooms for seat in room.table.seats)
        bots = sum(bool(seat.bot) for room in rooms for seat in room.table.seats)
        seats = sum(len(room.table.seats) for room in rooms)
        kinds = {"connected": there, "bot": bots, "away": seats - there - bots}
        yield "tables", "Tables in memory", {"": len(rooms)}
        yield "tables_run", "Tables whose bots and timers this server runs", {"": len(self.leases)}
        yield "seats/state", "Seats of tables in memory, whichever server they are connected to", kinds
        yield "sockets", "Open sockets that have said hello", {"": self.sockets}
        yield (
            "bots_waiting",
            "Turns of bots that are thought about or wait for it",
            {"": self.thinkers.waiting},
        )
        yield "news_heard", "Whether news of other servers come in", {"": self.neighbours.news.is_heard}

    @property
    def sockets(self) -> int:
        """How many people are connected."""
        return sum(len(room.listeners) for room in self.rooms.values())

    # Tidying up

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(_SWEEP_S, self.settings.idle_s))
            try:
                await self.tidy_up()
            except CrownfireError as error:
                log.warning("could not tidy up", extra={"why": str(error)})

    async def tidy_up(self) -> None:
        """Idle tables leave memory; those nobody has touched for long leave the database."""
        limit = time.monotonic() - self.settings.idle_s
        for room in tuple(self.rooms.values()):
            if not room.listeners and room.used < limit and not room.is_busy:
                room.close("restart")
        days_ms = self.settings.keep_days * 24 * 3600 * 1000
        gone = await self.store.forget_before(int(time.time() * 1000) - days_ms)
        if gone:
            log.info("forgot abandoned tables", extra={"count": gone})


def _join_once(table: Table, name: str, seat: int) -> None:
    if not table.seats[seat].is_taken:
        table.join(name, seat)


def _plan_again(seat: Seat) -> SeatPlan:
    """The same seat for a rematch; one that has moved is at its own device from the beginning."""
    return seat.plan.model_copy(update={"kind": "online", "name": ""}) if seat.has_moved else seat.plan


def plan(wish: TableWish) -> Created:
    """The first event of the table that is wished for; raises `RefusalError` for what can't be played."""
    played = _ruleset(wish)
    seats = []
    for number, seat in enumerate(wish.seats):
        colour, crest = colour_and_crest(played, number)
        if seat.kind == "bot" and seat.level not in LEVELS:
            reason = f"a bot has one of the levels {', '.join(LEVELS)}, not {seat.level!r}"
            raise RefusalError("bad_seats", reason=reason)
        name = seat.level if seat.kind == "bot" else _checked_name(seat.name) if seat.kind == "here" else ""
        bot = seat.level if seat.kind == "bot" else ""
        seats.append(SeatPlan(kind=seat.kind, name=name, bot=bot, colour=colour, crest=crest))
    if all(seat.kind == "bot" for seat in seats):
        raise RefusalError("bad_seats", reason="at least one seat must be for a person")
    return Created(
        rules=wish.rules,
        seats=seats,
        is_public=wish.is_public,
        confirm=wish.confirm,
        turn_s=wish.turn_s,
        stand_in_s=wish.stand_in_s,
        lesson=wish.lesson,
    )


def lesson_wish(name: str, learner: str) -> TableWish:
    """The table of a lesson; raises `RefusalError` if there is no such lesson."""
    rules = lesson(name).game.ruleset.text
    seats = [SeatWish("here", learner), SeatWish("bot", level=NEIGHBOUR)]
    return TableWish(rules, seats, lesson=name)


def _ruleset(wish: TableWish) -> Ruleset:
    try:
        return ruleset(single_game(wish.rules)[0], len(wish.seats))
    except CrownfireError as error:
        raise RefusalError("bad_rules", reason=str(error)) from None


def _checked_name(name: str) -> str:
    """A name as it is shown and written down."""
    try:
        clean = clean_name(name)
    except CrownfireError as error:
        raise RefusalError("bad_name", reason=str(error)) from None
    if len(clean) > NAME_LENGTH:  # composing letters may lengthen a few
        raise RefusalError("bad_name", reason=f"a name has at most {NAME_LENGTH} characters")
    return clean
