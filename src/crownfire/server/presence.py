"""Who is connected where: each server tells the others which seats of a table it has, and hears theirs."""

import asyncio
import logging
from collections.abc import Iterable

import sqlalchemy as sa

from crownfire.server.database import Database
from crownfire.server.schema import presence
from crownfire.server.tasks import end

log = logging.getLogger("crownfire.presence")
_RETRY_S = 1.0

Seats = frozenset[int]


class Presence:
    """What one server tells of its own people. It may be late, so nobody ever waits for it."""

    def __init__(self, database: Database, server: str) -> None:
        self._database = database
        self._server = server
        self._untold: dict[str, Seats | None] = {}  # by table; None: nobody is connected to it here
        self._wake = asyncio.Event()
        self._teller: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begins to tell."""
        if self._database.is_shared:
            self._teller = asyncio.create_task(self._tell())

    async def close(self) -> None:
        """Stops telling; what was told goes with the server."""
        await end(self._teller)

    def say(self, table_id: str, seats: Seats | None) -> None:
        """These seats are connected here; None: nobody is, not even somebody who looks on."""
        if self._database.is_shared:
            self._untold[table_id] = seats
            self._wake.set()

    async def elsewhere(self, table_ids: Iterable[str]) -> dict[str, Seats]:
        """The seats that are connected to other servers; a table where nobody is has no entry."""
        if not self._database.is_shared:
            return {}
        asked = sa.select(presence.c.table_id, presence.c.seats).where(
            presence.c.table_id.in_(list(table_ids)), presence.c.server != self._server
        )
        found: dict[str, Seats] = {}
        async with self._database.transaction("presence") as connection:
            for name, bits in await connection.execute(asked):
                found[name] = found.get(name, frozenset()) | _seats(bits)
        return found

    async def _tell(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            untold, self._untold = self._untold, {}
            try:
                await self._write(untold)
            except Exception as error:  # whatever it is, it is told next time
                log.warning("presence not told", extra={"why": str(error)})
                self._untold = {**untold, **self._untold}
                self._wake.set()
                await asyncio.sleep(_RETRY_S)

    async def _write(self, untold: dict[str, Seats | None]) -> None:
        mine = sa.and_(presence.c.server == self._server, presence.c.table_id == sa.bindparam("table"))
        gone = [{"table": name} for name in sorted(untold) if untold[name] is None]
        here = [
            {"table_id": name, "server": self._server, "seats": _bits(seats)}
            for name, seats in sorted(untold.items())
            if seats is not None
        ]
        said = self._database.insert(presence)
        said = said.on_conflict_do_update(
            index_elements=["table_id", "server"], set_={"seats": said.excluded.seats}
        )
        async with self._database.transaction("presence", is_durable=False) as connection:
            if gone:
                await connection.execute(presence.delete().where(mine), gone)
            if here:
                await connection.execute(said, here)
            await self._database.tell(connection, [(name, 0) for name in untold])


def _bits(seats: Seats) -> int:
    return sum(1 << seat for seat in seats)


def _seats(bits: int) -> Seats:
    return frozenset(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
