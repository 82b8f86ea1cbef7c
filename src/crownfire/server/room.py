"""A table that is in use: its log in memory, the people connected to it, its bot and its timers.

Commands are carried out one after the other: seat, duplicate, stale, legal, store, broadcast. What can't be
stored never happened: the room is closed, its table forgotten, and clients come back to the log as it is.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from crownfire.server.leases import Leases
from crownfire.server.protocol import (
    EVENT,
    Act,
    Answer,
    AskStandIn,
    AskTakeback,
    Confirm,
    NextGame,
    OfferRematch,
    SeatCommand,
    Undo,
)
from crownfire.server.refusals import RefusalError
from crownfire.server.store import Store, StoredEvent, StoreError, TokenRow
from crownfire.server.table import STAND_IN, Table
from crownfire.server.thinking import Thinkers
from crownfire.server.view import options_json, view_head

log = logging.getLogger("crownfire.room")
_RETRY_S = 1.0  # how soon to look again whether another process still runs the table


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
    thinkers: Thinkers
    leases: Leases
    tokens: list[TokenRow]
    on_close: Callable[["Room"], None]
    on_rematch: Callable[["Room"], Coroutine[Any, Any, None]]
    log: list[Entry] = field(default_factory=list)
    listeners: set[Listener] = field(default_factory=set)
    used: float = field(default_factory=time.monotonic)
    _commands: dict[str, int] = field(default_factory=dict)  # number of the last event of each
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _timer: asyncio.TimerHandle | None = None
    _is_thinking: bool = False
    _is_rematching: bool = False
    is_closed: bool = False

    @property
    def is_busy(self) -> bool:
        """Whether something is being done at the table."""
        return bool(self._tasks) or self._lock.locked()

    # Reading

    def take_in(self, stored: list[StoredEvent]) -> None:
        """Builds the table from its log."""
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

    async def enter(self, listener: Listener) -> None:
        """Somebody connected; a bot that played for one of their seats hands it back."""
        self.used = time.monotonic()
        self.listeners.add(listener)
        back = [seat for seat in listener.seats if self.table.seats[seat].stand_in]
        self._notice_presence()
        for seat in back:
            await self.run(partial(self.table.come_back, seat))
        self.go_on()

    def depart(self, listener: Listener) -> None:
        """Somebody has gone."""
        self.used = time.monotonic()
        self.listeners.discard(listener)
        if not self.is_closed:
            self._notice_presence()
            self.go_on()

    def _notice_presence(self) -> None:
        """Tells everybody who is there, if that has changed."""
        present = {seat for listener in self.listeners for seat in listener.seats}
        changed = False
        for number, seat in enumerate(self.table.seats):
            changed |= seat.is_connected != (number in present)
            seat.is_connected = number in present
        if changed:
            self._broadcast(self.table.number)

    # Commands

    async def command(self, command: SeatCommand) -> int | None:
        """Carries a command out for its seat; everybody is told of the events, with the command.

        Gives the last event if there is nothing to tell, since it was carried out before or changes nothing.
        Raises `RefusalError`, or `StoreError` if it can't be kept.
        """
        key = f"{command.seat}:{command.id}"
        async with self._lock:
            if key in self._commands:  # sent again after a lost answer
                return self._commands[key]
            if command.position != self.table.position:
                raise RefusalError("stale", position=command.position, now=self.table.position)
            before = self.table.number
            await self._carry_out(lambda: _dispatch(self.table, command), key)
            return None if self.table.number > before else before

    async def take_seat(self, name: str, wanted: int | None, token_hash: bytes) -> int:
        """Somebody joins. The token is stored first, so that no taken seat is ever without one."""
        async with self._lock:
            seat = self.table.free_seat(wanted)
            row = TokenRow(token_hash, "seat", seat)
            await self.store.add_token(self.table.name, row)
            self.tokens.append(row)
            await self._carry_out(partial(self.table.join, name, seat), "")
        return seat

    async def move_seat(self, old: bytes, fresh: bytes) -> int:
        """A seat gets another token; whoever held the old one has to leave."""
        async with self._lock:
            key = next((key for key in self.tokens if key.hash == old and key.kind == "seat"), None)
            if key is None:
                raise RefusalError("bad_token")
            row = TokenRow(fresh, "seat", key.seat)
            await self.store.add_token(self.table.name, row, instead_of=old)
            self.tokens[self.tokens.index(key)] = row
        for listener in tuple(self.listeners):
            if key.seat in listener.seats:
                listener.leave("elsewhere")
        return key.seat

    async def run(self, change: Callable[[], object]) -> None:
        """Carries out a change that is nobody's command."""
        async with self._lock:
            await self._carry_out(change, "")

    async def _carry_out(self, change: Callable[[], object], key: str) -> None:
        """Changes the table, stores what happened, and only then tells everybody."""
        if (
            self.is_closed
        ):  # what waited while something could not be stored: the table is not what the log says
            raise StoreError("the room was closed")
        self.used = time.monotonic()
        before = self.table.number
        now_ms = int(time.time() * 1000)
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
                is_open=not all(seat.is_taken for seat in self.table.seats),
                is_over=self.table.is_over,
            )
        except BaseException:
            self.close("restart")
            raise
        self.log += [Entry(*each) for each in added]
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

    # What goes on by itself

    def go_on(self) -> None:
        """Lets the bot think whose turn it is, or sets the timer of a person."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.table.wants_rematch and not self._is_rematching:
            self._is_rematching = True
            self._start(self._rematch())
        if self.is_closed or self.table.mover is None or self.table.is_game_over:
            return
        if self.table.bot_to_play:
            self._start(self._play_bot(self.table.bot_to_play))
        else:
            self._set_timer()

    async def _rematch(self) -> None:
        try:
            await self.on_rematch(self)
        finally:
            self._is_rematching = False

    def _set_timer(self) -> None:
        """The turn timer, and the time after which a bot plays for somebody who is away."""
        created, seat = self.table.created, self.table.mover
        assert seat is not None
        due = []
        if created.turn_s is not None:
            due.append(self.table.turn_began_ms / 1000 + created.turn_s)
        if created.stand_in_s is not None and not self.table.seats[seat].is_connected and self.listeners:
            due.append(max(self.table.turn_began_ms / 1000, time.time()) + created.stand_in_s)
        if due:
            delay = max(0.0, min(due) - time.time())
            self._timer = asyncio.get_running_loop().call_later(delay, self._on_timer)

    def _on_timer(self) -> None:
        seat, created = self.table.mover, self.table.created
        if seat is None or self.table.bot_to_play:
            return
        ends = self.table.turn_began_ms / 1000 + created.turn_s if created.turn_s is not None else None
        if ends is not None and time.time() >= ends - 0.01:
            self._start(self._play_bot(STAND_IN, is_timed_out=True))
        else:
            self._start(self._stand_in(seat))

    async def _stand_in(self, seat: int) -> None:
        if await self._is_mine():
            await self.run(lambda: self.table.stand_in(seat))

    async def _is_mine(self) -> bool:
        """Whether bots and timers of the table run in this process; if not, looks again later."""
        with contextlib.suppress(StoreError):  # the database is away for a moment
            if await self.leases.hold(self.table.name):
                return True
        if not self.is_closed and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_RETRY_S, self.go_on)
        return False

    async def _play_bot(self, spec: str, *, is_timed_out: bool = False) -> None:
        """A bot thinks, then plays if nothing has happened meanwhile and the seat's owner is not back."""
        if self._is_thinking:
            return
        self._is_thinking = True
        try:
            if not await self._is_mine():
                return
            seat, position, state = self.table.mover, self.table.position, self.table.game.state
            actions = [] if self.table.is_complete else self.table.scripted_turn()
            if actions is None:
                actions = await self.thinkers.turn(spec, state)
        finally:
            self._is_thinking = False
        if self.is_closed or seat is None:
            return
        if self.table.position != position:
            self.go_on()
            return
        await self.run(lambda: self._finish_turn(seat, position, actions, is_timed_out=is_timed_out))

    def _finish_turn(self, seat: int, position: int, actions: list[int], *, is_timed_out: bool) -> None:
        is_bots = is_timed_out or self.table.seats[seat].bot != ""
        if self.table.position == position and self.table.mover == seat and is_bots:
            self.table.play_bot_turn(seat, actions)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._guard(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guard(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except StoreError:
            pass  # the room is closed; whoever comes back goes on
        except Exception:
            log.exception("table %s stops", self.table.name)
            self.close("restart")

    # The end

    def close(self, why: str) -> None:
        """Forgets the table; the log has everything."""
        if self.is_closed:
            return
        self.is_closed = True
        self.leases.give_up(self.table.name)
        if self._timer is not None:
            self._timer.cancel()
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
