"""What other servers have written, as PostgreSQL tells it: a table and a number.

News may be lost with the connection. Whoever listens is told of the gap once it is there again, and reads
everything it needs anew.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from crownfire.server.database import CHANNEL, Database, parse_news
from crownfire.server.tasks import end

log = logging.getLogger("crownfire.news")
_RETRY_S = 0.5
_ASK_EVERY_S = 5.0  # a connection may be dead without anybody having said so
_ANSWER_S = 5.0


class News:
    """The news of one database."""

    def __init__(
        self, database: Database, on_news: Callable[[str, int], None], on_gap: Callable[[], None]
    ) -> None:
        self._database = database
        self._on_news = on_news
        self._on_gap = on_gap
        self._listener: asyncio.Task[None] | None = None
        self.is_heard = False  # whether news come in now

    def open(self) -> None:
        """Begins to listen; a database of one server has no news."""
        if self._database.is_shared:
            self._listener = asyncio.create_task(self._listen())

    async def close(self) -> None:
        """Stops listening."""
        await end(self._listener)

    async def _listen(self) -> None:
        while True:
            try:
                async with self._connection() as (driver, lost):
                    await driver.add_listener(CHANNEL, self._hear)
                    self.is_heard = True
                    self._on_gap()
                    while not lost.is_set():
                        with contextlib.suppress(TimeoutError):
                            await asyncio.wait_for(lost.wait(), _ASK_EVERY_S)
                        await asyncio.wait_for(driver.fetchval("SELECT 1"), _ANSWER_S)
            except Exception as error:  # whatever it is, listening goes on
                if self.is_heard:
                    self._database.metrics.gaps.inc()
                    log.warning("news are lost", extra={"why": str(error) or type(error).__name__})
            finally:
                self.is_heard = False
            await asyncio.sleep(_RETRY_S)

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[tuple[Any, asyncio.Event]]:
        """The driver's own connection, and what is set when it ends. It never goes back to the others."""
        lost = asyncio.Event()
        connection = await self._database.engine.connect()
        try:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            driver.add_termination_listener(lambda _: lost.set())
            yield driver, lost
        finally:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.invalidate()
                await connection.close()

    def _hear(self, _connection: object, _process: int, _channel: str, text: str) -> None:
        for table_id, number in parse_news(text):
            self._on_news(table_id, number)
