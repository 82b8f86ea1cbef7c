"""A table that is in use: its log in memory and the people connected to it.

Commands are carried out one after the other: seat, duplicate, stale, legal, store, broadcast. If another
server has written first, the table is built again from the log and the command is looked at anew. What can't
be stored never happened: the room is closed, its table forgotten, and clients come back to the log as it is.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import InitVar, dataclass, field
from functools import partial
from typing import Any, Protocol

from crownfire.server.clock import Clock
from crownfire.server.leases import Leases
from crownfire.server.presence import Presence
from crownfire.server.protocol import (
    EVENT,
    Act,
    Answer,
    AskStandIn,
    AskTakeback,
    Confirm,
    Finished,
    NextGame,
    OfferRematch,
    SeatCommand,
    Undo,
)
from crownfire.server.refusals import RefusalError
from crownfire.server.steward import Steward
from crownfire.server.store import ConflictError, Store, StoredEvent, StoreError, TokenRow
from crownfire.server.table import Table
from crownfire.server.thinking import Thinkers
from crownfire.server.view import options_json, view_head

log = logging.getLogger("crownfire.room")
_TRIES = 5  # to write a change before others do


class Listener(Protocol):
    """Somebody connected to a table."""

    seats: frozenset[int]

    def hear(self, text: str) -> None:
        """Takes a message to be sent; never waits."""
        ...

    def leave(self, why: str) -> None:
        """Ends the connection."""
        ...


@dataclass(slots=True)
class Entry:
    """An event of the log as it is stored and sent."""

    number: int
    at_ms: int
    command: str
    text: str  # JSON of the event


@dataclass
class Room:
    """A table in use."""

    table: Table
    store: Store
    thinkers: InitVar[Thinkers]
    leases: InitVar[Leases]
    presence: Presence
    clock: Clock
    question_s: float  # after which what was asked lapses
    tokens: list[TokenRow]
    on_close: Callable[["Room"], None]
    on_rematch: Callable[["Room"], Coroutine[Any, Any, None]]
    log: list[Entry] = field(default_factory=list)
    listeners: set[Listener] = field(default_factory=set)
    tokens_at: int = 0  # how often they have changed here
    elsewhere: frozenset[int] | None = None  # the seats connected to other servers; None: nobody is
    used: float = field(default_factory=time.monotonic)
    _said: frozenset[int] | None = None  # what other servers were told of those here
    _commands: dict[str, int] = field(default_factory=dict)  # number of the last event of each
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_closed: bool = False

    def __post_init__(self, thinkers: Thinkers, leases: Leases) -> None:
        self._steward = Steward(self, thinkers, leases)

    @property
    def is_busy(self) -> bool:
        """Whether something is being done at the table."""
        return self._steward.is_busy or self._lock.locked()

    @property
    def is_somebody_there(self) -> bool:
        """Whether anybody is connected to the table, here or elsewhere."""
        return bool(self.listeners) or self.elsewhere is not None

    @property
    def _here(self) -> frozenset[int]:
        """The seats connected to this server."""
        return frozenset(seat for listener in self.listeners for seat in listener.seats)

    # Reading

    def take_in(self, stored: Sequence[StoredEvent]) -> None:
        """Goes on with the table as its log does."""
        for each in stored:
            if each.number != self.table.number + 1:
                raise StoreError(f"the log of table {self.table.name} has a gap before {each.number}")
            self.table.apply(EVENT.validate_json(each.event), each.at_ms)
            self.log.append(Entry(*each))
            if each.command:
                self._commands[each.command] = each.number

    def view_json(self, seats: frozenset[int]) -> str:
        """How things stand, as JSON, for somebody with these seats."""
        options = options_json(self.table) if self.table.mover in seats else ""
        return f'{view_head(self.table)},"options":[{options}]}}'

    def events_json(self, after: int) -> str:
        """The events after a number, as a JSON list."""
        return f"[{','.join(map(_numbered, self.log[after:]))}]"

    # People

    async def settled(self) -> None:
        """Waits until nothing is being stored: what is shown then is what the log says."""
        async with self._lock:
            pass

    async def enter(self, listener: Listener) -> None:
        """Somebody connected; a bot that played for one of their seats hands it back.

        Raises `StoreError` if the room was closed meanwhile, or if that can't be kept.
        """
        if self.is_closed:
            raise StoreError("the room was closed")
        self.used = time.monotonic()
        self.listeners.add(listener)
        back = [seat for seat in listener.seats if self.table.is_missed(seat)]
        self._notice_presence()
        try:
            for seat in back:
                await self.run(partial(self.table.come_back, seat))
        except BaseException:
            self.depart(listener)
            raise
        self.go_on()

    def depart(self, listener: Listener) -> None:
        """Somebody has gone."""
        self.used = time.monotonic()
        self.listeners.discard(listener)
        if not self.is_closed:
            self._notice_presence()
            self.go_on()

    def take_elsewhere(self, seats: frozenset[int] | None) -> None:
        """Takes in who is connected to other servers."""
        if seats != self.elsewhere and not self.is_closed:
            self.elsewhere = seats
            self._notice_presence()
            self.go_on()

    def take_tokens(self, tokens: list[TokenRow], read_at: int) -> bool:
        """Takes in the tokens as they were read; whoever holds one that was replaced has to leave.

        False if they have changed here since they were asked for, so that they must be read again.
        """
        if read_at != self.tokens_at:
            return False
        gone = {key.seat for key in self.tokens if key.kind == "seat" and key not in tokens}
        self.tokens = tokens
        for seat in gone:
            self._send_away(seat)
        return True

    def _send_away(self, seat: int) -> None:
        for listener in tuple(self.listeners):
            if seat in listener.seats:
                listener.leave("elsewhere")

    def tell_presence(self) -> None:
        """Tells other servers who is connected here."""
        self._said = self._here if self.listeners else None
        self.presence.say(self.table.name, self._said)

    def _notice_presence(self) -> None:
        """Tells everybody who is there, if that has changed."""
        here = self._here
        if self._said != (here if self.listeners else None):
            self.tell_presence()
        there = frozenset(number for number, seat in enumerate(self.table.seats) if seat.is_connected)
        present = here | (self.elsewhere or frozenset())
        if there != present:
            self._mark_present(present)
            if self.table.is_question_open:
                for seat in there - present:
                    self._steward.start(self.run(partial(self.table.go_away, seat)))
            if self._lock.locked():  # the table is ahead of the log for a moment
                self._steward.start(self._tell_view())
            else:
                self._broadcast(self.table.number)

    def _mark_present(self, present: frozenset[int]) -> None:
        now_ms = int(self.clock.time() * 1000)
        for number, seat in enumerate(self.table.seats):
            if seat.is_connected and number not in present:
                seat.away_since_ms = now_ms
            seat.is_connected = number in present

    async def _tell_view(self) -> None:
        async with self._lock:
            if not self.is_closed:
                self._broadcast(self.table.number)

    # Other servers

    async def hear_others(self, added: Sequence[StoredEvent]) -> None:
        """Takes in what other servers have written, as far as it is new."""
        async with self._lock:
            self._go_on_with(added)

    async def catch_up(self, *, with_tokens: bool) -> None:
        """Reads what other servers have written; if asked for, also the tokens."""
        async with self._lock:
            self._go_on_with(await self.store.events_after(self.table.name, len(self.log)))
        name, is_taken = self.table.name, not with_tokens
        while not is_taken:
            read_at = self.tokens_at
            is_taken = self.take_tokens((await self.store.tokens_of([name]))[name], read_at)

    def _go_on_with(self, added: Sequence[StoredEvent]) -> None:
        added = [each for each in added if each.number > len(self.log)]
        if not added or self.is_closed:
            return
        before = self.table.number
        try:
            self.take_in(added)
        except Exception:
            log.exception("table %s can't be read on", self.table.name)
            self.close("restart")
            return
        self._broadcast(before)
        self._hand_back()
        self.go_on()

    async def _read_again(self) -> None:
        """Another server was first: the table is built again as the log has it."""
        self.store.database.metrics.conflicts.inc()
        before = len(self.log)
        try:
            added = await self.store.events_after(self.table.name, before)
            presence = [(seat.is_connected, seat.away_since_ms) for seat in self.table.seats]
            known, self.log = self.log, []
            self.table.start_over()
            self.take_in([StoredEvent(each.number, each.at_ms, each.command, each.text) for each in known])
            self.take_in(added)
            for seat, known_of_it in zip(self.table.seats, presence, strict=True):
                seat.is_connected, seat.away_since_ms = known_of_it
        except BaseException:
            self.close("restart")
            raise
        self._broadcast(before)
        self._hand_back()
        self.go_on()

    def _hand_back(self) -> None:
        """Another server let a bot stand in for somebody who is here, or asked to: it could not know."""
        for seat in self._here:
            if self.table.is_missed(seat):
                self._steward.start(self.run(partial(self.table.come_back, seat)))

    # Commands

    async def command(self, command: SeatCommand) -> int | None:
        """Carries a command out for its seat; everybody is told of the events, with the command.

        Gives the last event if there is nothing to tell, since it was carried out before or changes nothing.
        Raises `RefusalError`, or `StoreError` if it can't be kept.
        """
        key = f"{command.seat}:{command.id}"
        async with self._lock:
            if command.position > self.table.position:  # made where the log is known further
                self._go_on_with(await self.store.events_after(self.table.name, len(self.log)))
            before = self.table.number
            await self._change(partial(self._obey, command, key), key)
            number = self._commands.get(key, self.table.number)
            return number if number <= before else None

    def _obey(self, command: SeatCommand, key: str) -> None:
        if key in self._commands:  # sent again after a lost answer
            return
        if command.position != self.table.position:
            raise RefusalError("stale", position=command.position, now=self.table.position)
        _dispatch(self.table, command)

    async def take_seat(self, name: str, wanted: int | None, token_hash: bytes) -> int:
        """Somebody joins. The token is stored together with that: no taken seat is ever without one."""
        keys: list[TokenRow] = []

        def join() -> None:
            keys[:] = [TokenRow(token_hash, "seat", self.table.free_seat(wanted))]
            self.table.join(name, keys[0].seat)

        async with self._lock:
            await self._change(join, "", keys)
            self.tokens = [*(key for key in self.tokens if key not in keys), *keys]
            self.tokens_at += 1
        return keys[0].seat

    async def leave_seat(self, seat: int) -> None:
        """Somebody gives a seat back before the game, and its token with it."""
        async with self._lock:
            await self._change(partial(self.table.leave, seat), "", freed=[seat])
            self.tokens = [key for key in self.tokens if key.kind != "seat" or key.seat != seat]
            self.tokens_at += 1
        self._send_away(seat)

    async def move_seat(self, old: bytes, fresh: bytes) -> int:
        """A seat gets another token; whoever held the old one has to leave."""
        async with self._lock:
            if self.is_closed:
                raise StoreError("the room was closed")
            key = next((key for key in self.tokens if key.hash == old and key.kind == "seat"), None)
            if key is None:
                raise RefusalError("bad_token")
            await self._change(partial(self.table.move_away, key.seat), "")
            row = TokenRow(fresh, "seat", key.seat)
            try:
                await self.store.replace_token(self.table.name, old, row)
            except ConflictError:  # it moved by another server
                raise RefusalError("bad_token") from None
            self.tokens = [*(key for key in self.tokens if key.hash not in (old, fresh)), row]
            self.tokens_at += 1
        self._send_away(key.seat)
        return key.seat

    async def run(self, change: Callable[[], object]) -> None:
        """Carries out a change that is nobody's command."""
        async with self._lock:
            await self._change(change, "")

    async def _change(
        self, change: Callable[[], object], key: str, keys: Sequence[TokenRow] = (), freed: Sequence[int] = ()
    ) -> None:
        """Carries out a change, on top of what others have written if they were first."""
        for _ in range(_TRIES):
            try:
                await self._carry_out(change, key, keys, freed)
                return
            except ConflictError:
                await self._read_again()
        raise StoreError("others write all the time")

    async def _carry_out(
        self, change: Callable[[], object], key: str, keys: Sequence[TokenRow], freed: Sequence[int]
    ) -> None:
        """Changes the table, stores what happened, and only then tells everybody."""
        if self.is_closed:  # while this waited, something could not be stored: the table is ahead of the log
            raise StoreError("the room was closed")
        self.used = time.monotonic()
        before = self.table.number
        now_ms = int(self.clock.time() * 1000)
        self.table.now_ms = now_ms
        try:
            change()
        except BaseException:
            if self.table.take_events():  # half a change: the log doesn't know of it
                self.close("restart")
            raise
        events = self.table.take_events()
        if not events:
            return
        added = [
            StoredEvent(before + index, now_ms, key, EVENT.dump_json(event).decode())
            for index, event in enumerate(events, start=1)
        ]
        try:
            await self.store.append(
                self.table.name,
                added,
                is_open=self.table.is_open,
                is_over=self.table.is_over,
                keys=keys,
                freed=freed,
            )
        except ConflictError:
            raise
        except BaseException:
            self.close("restart")
            raise
        self.log += [Entry(*each) for each in added]
        if any(isinstance(event, Finished) for event in events):
            self.store.database.metrics.games_over.inc()
        if key:
            self._commands[key] = self.table.number
        self._broadcast(before)
        self.go_on()

    def _broadcast(self, after: int) -> None:
        """Tells everybody the events after a number and how things stand; made once for all."""
        if not self.listeners:
            return
        head = f'{{"type":"news","events":{self.events_json(after)},"view":{view_head(self.table)}'
        for_others, for_mover = f'{head},"options":[]}}}}', ""
        for listener in tuple(self.listeners):
            if self.table.mover in listener.seats:
                for_mover = for_mover or f'{head},"options":[{options_json(self.table)}]}}}}'
                listener.hear(for_mover)
            else:
                listener.hear(for_others)

    def go_on(self) -> None:
        """Lets go on what goes on by itself: the bot whose turn it is, or the timer of a person."""
        self._steward.go_on()

    # The end

    def close(self, why: str) -> None:
        """Forgets the table; the log has everything."""
        if self.is_closed:
            return
        self.is_closed = True
        self._steward.stop()
        if self._said is not None:
            self.presence.say(self.table.name, None)
        for listener in tuple(self.listeners):
            with contextlib.suppress(Exception):
                listener.leave(why)
        self.on_close(self)


def _dispatch(table: Table, command: SeatCommand) -> None:
    seat = command.seat
    match command:
        case Act():
            table.act(seat, command.action)
        case Undo():
            table.undo(seat)
        case Confirm():
            table.confirm(seat)
        case AskTakeback():
            table.ask_takeback(seat)
        case AskStandIn():
            table.ask_stand_in(seat, command.absent)
        case Answer():
            table.answer(seat, agrees=command.agrees)
        case NextGame():
            table.next_game(seat)
        case OfferRematch():
            table.offer_rematch(seat)


def _numbered(entry: Entry) -> str:
    return (
        f'{{"number":{entry.number},"at_ms":{entry.at_ms},"command":"{entry.command}","event":{entry.text}}}'
    )
