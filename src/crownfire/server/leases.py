"""Which tables this process runs: only the holder of a table's lease lets its bots and timers act.

A lease lasts a few seconds and is renewed for all tables at once. When its holder dies it runs out, and
whichever process next wants the table takes it.
"""

import asyncio
import contextlib
import logging
import time

from crownfire.server.secrets import new_token
from crownfire.server.store import Store, StoreError

log = logging.getLogger("crownfire.leases")
_RENEWALS = 3  # in the time a lease lasts


class Leases:
    """The leases of one process."""

    def __init__(self, store: Store, seconds: float) -> None:
        self.holder = new_token()
        self._store = store
        self._ms = int(1000 * seconds)
        self._held: dict[str, int] = {}  # until when, by table
        self._given_up: list[str] = []
        self._keeper: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begins to renew what is held."""
        self._keeper = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Lets go of everything, so that others need not wait."""
        if self._keeper is not None:
            self._keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper
        with contextlib.suppress(StoreError):
            await self._store.give_up_leases(self.holder, [*self._held, *self._given_up])

    async def hold(self, table_id: str) -> bool:
        """Whether this process runs a table; takes the lease if it is free."""
        now_ms = _now_ms()
        if self._held.get(table_id, 0) > now_ms:
            return True
        until_ms = now_ms + self._ms
        if not await self._store.lease(table_id, self.holder, now_ms=now_ms, until_ms=until_ms):
            return False
        self._held[table_id] = until_ms
        return True

    def give_up(self, table_id: str) -> None:
        """The table is not run here any more; the lease goes with the next renewal."""
        if self._held.pop(table_id, None) is not None:
            self._given_up.append(table_id)

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(self._ms / 1000 / _RENEWALS)
            try:
                await self.renew()
            except StoreError as error:
                log.warning("leases not renewed", extra={"why": str(error)})

    async def renew(self) -> None:
        """Renews what is held and gives up what is not needed."""
        gone, self._given_up = [name for name in self._given_up if name not in self._held], []
        if gone:
            await self._store.give_up_leases(self.holder, gone)
        if self._held:
            until_ms = _now_ms() + self._ms
            names = tuple(self._held)
            renewed = await self._store.renew_leases(self.holder, until_ms)
            for name in names:
                if name in renewed and name in self._held:
                    self._held[name] = until_ms
                else:  # it ran out meanwhile, and somebody else has it
                    self._held.pop(name, None)


def _now_ms() -> int:
    return int(time.time() * 1000)
