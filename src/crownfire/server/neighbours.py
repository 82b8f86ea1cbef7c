"""The other servers of the same database: what they write is read into the rooms of this one.

News only say which table has changed. Rooms that are behind are read on together, in one query, and those
that nobody uses here are closed instead: whoever comes to them later reads the log anyway.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine, Iterator, Mapping
from typing import Any

from crownfire.server.leases import Leases
from crownfire.server.news import News
from crownfire.server.presence import Presence
from crownfire.server.room import Room
from crownfire.server.store import Store
from crownfire.server.tasks import end

log = logging.getLogger("crownfire.neighbours")
_RETRY_S = 0.5
_UNUSED_S = 10.0


class Neighbours:
    """Keeps the rooms of a server in step with the others."""

    def __init__(self, store: Store, rooms: Mapping[str, Room], lease_s: float) -> None:
        database = store.database
        self.leases = Leases(database, lease_s, self._on_others)
        self.presence = Presence(database, self.leases.server)
        self.news = News(database, self._on_news, self._on_gap)
        self._store = store
        self._rooms = rooms
        self._behind: set[str] = set()  # tables whose log goes on
        self._beside: set[str] = set()  # tables whose tokens or people may have changed
        self._opening: dict[str, bool] = {}  # tables being read, and whether they changed meanwhile
        self._wake = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Joins the others."""
        await self.leases.open()
        self.presence.open()
        self.news.open()
        self._reader = asyncio.create_task(self._read())

    async def close(self) -> None:
        """Leaves the others."""
        await end(self._reader)
        await self.news.close()
        await self.presence.close()
        await self.leases.close()

    @contextlib.contextmanager
    def opening(self, table_id: str) -> Iterator[None]:
        """While a table is read: what changes meanwhile is read again once its room is there."""
        self._opening[table_id] = False
        try:
            yield
        finally:
            if self._opening.pop(table_id):
                self._note(table_id, is_beside=True)

    # What others tell

    def _on_news(self, table_id: str, number: int) -> None:
        if table_id in self._opening:
            self._opening[table_id] = True
        room = self._rooms.get(table_id)
        if room is not None and (number == 0 or number > len(room.log)):
            self._store.database.metrics.news.inc()
            self._note(table_id, is_beside=number == 0)

    def _on_gap(self) -> None:
        """News may have been lost: everything is looked at again."""
        self._opening = dict.fromkeys(self._opening, True)
        for name in self._rooms:
            self._note(name, is_beside=True)

    def _on_others(self, was_struck_off: bool) -> None:
        """Servers came or went, and whoever is connected to them."""
        for room in self._rooms.values():
            if was_struck_off:
                room.tell_presence()
            if was_struck_off or room.elsewhere is not None:
                self._note(room.table.name, is_beside=True)

    def _note(self, table_id: str, *, is_beside: bool) -> None:
        if not self._store.database.is_shared:
            return
        self._behind.add(table_id)
        if is_beside:
            self._beside.add(table_id)
        self._wake.set()

    # What this server does about it

    async def _read(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            behind, self._behind = self._behind, set()
            beside, self._beside = self._beside, set()
            try:
                await self._catch_up(behind, beside)
            except Exception as error:  # whatever it is, they are read next time
                log.warning("news could not be read", extra={"why": str(error)})
                self._behind |= behind
                self._beside |= beside
                self._wake.set()
                await asyncio.sleep(_RETRY_S)

    async def _catch_up(self, behind: set[str], beside: set[str]) -> None:
        rooms = [room for name in behind if (room := self._rooms.get(name)) is not None]
        used = {room.table.name: room for room in rooms if not self._let_go(room)}
        if not used:
            return
        found = await self._store.events_of({name: len(room.log) for name, room in used.items()})
        beside &= used.keys()
        read_at = {name: room.tokens_at for name, room in used.items()}
        tokens = await self._store.tokens_of(beside) if beside else {}
        people = await self.presence.elsewhere(beside) if beside else {}
        for name, room in used.items():
            if name in found:
                self._start(room.hear_others(found[name]))
            if name in beside:
                if not room.take_tokens(tokens[name], read_at[name]):
                    self._note(name, is_beside=True)
                room.take_elsewhere(people.get(name))

    def _let_go(self, room: Room) -> bool:
        """Closes a room that nobody here needs."""
        if room.listeners or room.is_busy or self.leases.holds(room.table.name):
            return False
        if time.monotonic() - room.used < _UNUSED_S:
            return False
        room.close("restart")
        return True

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
