"""The connection to the database: transactions, their errors and times, and the schema.

On PostgreSQL a transaction can also tell all servers that a table has changed: the table and the number of
its last event, or 0 for what stands beside the log (tokens, who is connected). Whoever cares reads the rest.
"""

import contextlib
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command as alembic
from alembic.config import Config
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from crownfire.errors import CrownfireError, MissingExtraError, missing_extra
from crownfire.rules import SetupError
from crownfire.server.metrics import Metrics

CHANNEL = "crownfire"
_MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATING = 0x63726F776E  # a lock: servers that start together bring the schema up to date one by one
_CONNECT_S, _COMMAND_S = 5, 30
_MOST_NOTICE = 7_000  # PostgreSQL takes up to 8,000 bytes

# The clock that leases are measured by: that of the database, since servers' clocks differ.
_NOW_MS = {
    "sqlite": "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    "postgresql": "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
}


class StoreError(CrownfireError):
    """What was to be stored is not stored; the table must be read again."""


class ConflictError(StoreError):
    """Somebody else has written an event with this number."""


class Database:
    """The database of a server."""

    def __init__(self, url: str, metrics: Metrics | None = None, connections: int = 8) -> None:
        self.engine = _engine(url, connections)
        self.metrics = metrics or Metrics()
        self.is_shared = self.engine.dialect.name == "postgresql"  # by several servers, who tell each other
        self.now_ms: sa.ColumnElement[int] = sa.literal_column(_NOW_MS[self.engine.dialect.name])

    async def open(self) -> None:
        """Brings the schema up to date."""
        try:
            async with self.engine.begin() as connection:
                if self.is_shared:
                    await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATING)))
                await connection.run_sync(_migrate)
        except (SQLAlchemyError, OSError) as error:
            reason = " ".join(str(error).split("[SQL:", maxsplit=1)[0].split())
            raise StoreError(f"the database can't be opened: {reason}") from error

    async def close(self) -> None:
        """Lets go of the database."""
        await self.engine.dispose()

    def insert(self, table: sa.Table) -> Any:
        """An insert that can say what happens if the row is there already."""
        return (postgresql if self.is_shared else sqlite).insert(table)

    @contextlib.asynccontextmanager
    async def transaction(self, what: str, *, is_durable: bool = True) -> AsyncIterator[AsyncConnection]:
        """A transaction, and what it is for; if not durable, a crash of the database may forget it."""
        try:
            with self.metrics.transaction(what):
                async with self.engine.begin() as connection:
                    if self.is_shared and not is_durable:
                        await connection.execute(sa.text("SET LOCAL synchronous_commit TO off"))
                    yield connection
        except IntegrityError as error:
            raise ConflictError("somebody else has written here") from error
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"the database failed: {error}") from error

    async def take_snapshot(self, connection: AsyncConnection) -> None:
        """Lets all further reads of a transaction see the same moment; nothing was read in it yet."""
        begin = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ" if self.is_shared else "BEGIN"
        await connection.execute(sa.text(begin))

    async def tell(self, connection: AsyncConnection, changes: Iterable[tuple[str, int]]) -> None:
        """Tells all servers of changes once the transaction is committed."""
        if not self.is_shared:
            return
        for text in format_news(changes):
            await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, text)))


def format_news(changes: Iterable[tuple[str, int]]) -> list[str]:
    """Tables and numbers as texts that PostgreSQL carries.

    >>> format_news([("a", 3), ("b", 0)])
    ['a 3\\nb 0']
    """
    texts: list[str] = []
    for table_id, number in changes:
        line = f"{table_id} {number}"
        if texts and len(texts[-1]) + len(line) < _MOST_NOTICE:
            texts[-1] += f"\n{line}"
        else:
            texts.append(line)
    return texts


def parse_news(text: str) -> list[tuple[str, int]]:
    """Tables and numbers of a text; what is none of ours is left out, since anybody may use the channel.

    >>> parse_news("a 3\\nb 0\\nnonsense")
    [('a', 3), ('b', 0)]
    """
    words = (line.split(" ") for line in text.split("\n"))
    return [(pair[0], int(pair[1])) for pair in words if len(pair) == 2 and pair[1].isdecimal()]


def _engine(url: str, connections: int) -> AsyncEngine:
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite":
            if parsed.database:
                Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            engine = create_async_engine(parsed)
            sa.event.listen(engine.sync_engine, "connect", _set_pragmas)
            return engine
        if parsed.get_backend_name() != "postgresql":
            raise ArgumentError("it is neither SQLite nor PostgreSQL")
        if parsed.get_driver_name() == "asyncpg" and (missing := missing_extra("postgres", "asyncpg")):
            raise missing
        # One connection more for the news; waits are bounded, since a network may swallow everything.
        return create_async_engine(
            parsed,
            pool_pre_ping=True,
            pool_size=connections + 1,
            max_overflow=0,
            connect_args={"timeout": _CONNECT_S, "command_timeout": _COMMAND_S},
        )
    except MissingExtraError:
        raise
    except (SQLAlchemyError, ImportError, OSError) as error:
        raise SetupError(
            f"the database {_shown(url)} can't be used ({error}); write such as "
            "sqlite+aiosqlite:///tables.sqlite or postgresql+asyncpg://user@host/name"
        ) from error


def _shown(url: str) -> str:
    """An address without its password."""
    try:
        return make_url(url).render_as_string()
    except ArgumentError:
        return repr(url)


def _set_pragmas(connection: Any, _record: object) -> None:
    """SQLite: readers don't wait for the writer, and what is committed is on the disk."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    alembic.upgrade(config, "head")
