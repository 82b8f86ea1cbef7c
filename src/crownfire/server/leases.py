"""Which tables this server runs: only the holder of a table's lease lets its bots and timers act.

A server says every few seconds that it is alive. When it stops, any other one strikes it off, and its leases
and whoever was connected to it go with it. One row a server is renewed, however many tables it runs. Two that
believe for a moment that they run a table do no harm: the log takes each number once.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from crownfire.server.database import ConflictError, Database, StoreError
from crownfire.server.schema import leases, servers
from crownfire.server.secrets import new_token
from crownfire.server.tasks import end

log = logging.getLogger("crownfire.leases")
_RENEWALS = 3  # in the time a server may be silent


class Leases:
    """The leases of one server."""

    def __init__(
        self, database: Database, seconds: float, on_others: Callable[[bool], None] = lambda _: None
    ) -> None:
        self.server = new_token()
        self._database = database
        self._seconds = seconds
        self._on_others = on_others  # told when others came or went; True: this server was struck off itself
        self._until = 0.0  # until when this server counts as alive, on its own clock
        self._held: set[str] = set()
        self._given_up: set[str] = set()
        self._others: frozenset[str] = frozenset()
        self._keeper: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """How many tables this server runs."""
        return len(self._held)

    async def open(self) -> None:
        """Begins to say that this server is alive."""
        if self._database.is_shared:
            await self.renew()
        self._keeper = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Strikes this server off, so that others need not wait."""
        await end(self._keeper)
        self._held.clear()
        if self._until:
            with contextlib.suppress(StoreError):
                async with self._database.transaction("leases") as connection:
                    await connection.execute(servers.delete().where(servers.c.id == self.server))

    def holds(self, table_id: str) -> bool:
        """Whether this server runs a table, as far as it knows."""
        return table_id in self._held and time.monotonic() < self._until

    async def hold(self, table_id: str) -> bool:
        """Whether this server runs a table; takes the lease if it is free."""
        if self.holds(table_id):
            return True
        if time.monotonic() >= self._until:
            await self.renew(is_needed=True)
        try:
            async with self._database.transaction("leases", is_durable=False) as connection:
                row = {"table_id": table_id, "server": self.server}
                await connection.execute(self._database.insert(leases).on_conflict_do_nothing(), [row])
                asked = sa.select(leases.c.server).where(leases.c.table_id == table_id)
                is_mine = (await connection.execute(asked)).scalar_one_or_none() == self.server
        except ConflictError:  # this server has just been struck off, or the table deleted
            return False
        if is_mine:
            self._held.add(table_id)
            self._given_up.discard(table_id)
        return is_mine

    def give_up(self, table_id: str) -> None:
        """The table is not run here any more; the lease goes with the next renewal."""
        if table_id in self._held:
            self._held.discard(table_id)
            self._given_up.add(table_id)

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(self._seconds / _RENEWALS)
            try:
                await self.renew()
            except Exception as error:  # whatever it is, the server goes on saying that it is alive
                log.warning("the server could not say that it is alive", extra={"why": str(error)})

    async def renew(self, *, is_needed: bool = False) -> None:
        """Says that this server is alive, strikes off who is not, and gives up what is not run any more."""
        given_up = frozenset(self._given_up)
        if not (is_needed or given_up or self._held or self._database.is_shared):
            return
        begin = time.monotonic()  # before the database looks at its own clock: never later than that
        async with self._database.transaction("alive", is_durable=False) as connection:
            was_alive = await self._say_alive(connection)
        # By itself: two servers that strike each other off must not wait for each other.
        async with self._database.transaction("strike_off", is_durable=False) as connection:
            await connection.execute(servers.delete().where(servers.c.until_ms < self._database.now_ms))
            if given_up:
                mine = sa.and_(leases.c.server == self.server, leases.c.table_id == sa.bindparam("table"))
                await connection.execute(leases.delete().where(mine), [{"table": name} for name in given_up])
            found = await connection.execute(sa.select(servers.c.id).where(servers.c.id != self.server))
            others = frozenset(str(name) for (name,) in found)
        self._given_up -= given_up  # only now: if the database was away, they are given up next time
        self._held -= given_up  # taken again meanwhile: others may have the lease by now
        if not was_alive:  # whatever it ran, others may run by now
            self._held.clear()
        self._until = begin + self._seconds
        if others != self._others or not was_alive:
            self._others = others
            self._on_others(not was_alive)

    async def _say_alive(self, connection: AsyncConnection) -> bool:
        """Whether the others have counted this server as alive all the time."""
        until_ms = self._database.now_ms + int(1000 * self._seconds)
        alive = sa.and_(servers.c.id == self.server, servers.c.until_ms >= self._database.now_ms)
        if (await connection.execute(servers.update().where(alive).values(until_ms=until_ms))).rowcount:
            return True
        await connection.execute(servers.delete().where(servers.c.id == self.server))
        await connection.execute(servers.insert().values(id=self.server, until_ms=until_ms))
        return False
