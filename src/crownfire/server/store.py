"""The log on disk. What `append` has returned for is committed, whatever happens next.

Appends of all tables that wait at the same time share one transaction (group commit), since a commit costs a
write to the disk and not much else.
"""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import command as alembic
from alembic.config import Config
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from crownfire.errors import CrownfireError
from crownfire.rules import SetupError
from crownfire.server.schema import events, leases, tables, tokens

log = logging.getLogger("crownfire.store")
_MIGRATIONS = Path(__file__).parent / "migrations"


class StoreError(CrownfireError):
    """What was to be stored is not stored; the table must be read again."""


class ConflictError(StoreError):
    """Somebody else has written an event with this number."""


class StoredEvent(NamedTuple):
    """An event as it stands in the log."""

    number: int
    at_ms: int
    command: str
    event: str  # JSON


@dataclass(frozen=True, slots=True)
class TableRow:
    """What is known of a table besides its log."""

    id: str
    secret: bytes
    is_public: bool
    is_open: bool
    is_over: bool
    made_ms: int
    changed_ms: int


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token by its hash, and what it is for."""

    hash: bytes
    kind: str  # seat, invite or watch
    seat: int


@dataclass(slots=True)
class _Append:
    table_id: str
    added: Sequence[StoredEvent]
    is_open: bool
    is_over: bool
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


# What an append changes of a table besides its log.
_CHANGED = (
    tables.update()
    .where(tables.c.id == sa.bindparam("table"))
    .values({name: sa.bindparam(f"new_{name}") for name in ("changed_ms", "is_open", "is_over")})
)


def _change(wish: _Append) -> dict[str, Any]:
    return {
        "table": wish.table_id,
        "new_changed_ms": wish.added[-1].at_ms,
        "new_is_open": wish.is_open,
        "new_is_over": wish.is_over,
    }


class Store:
    """The database of a server."""

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        self._waiting: list[_Append] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Brings the schema up to date and starts the writer."""
        try:
            async with self._engine.begin() as connection:
                await connection.run_sync(_migrate)
        except (SQLAlchemyError, OSError) as error:
            reason = " ".join(str(error).split("[SQL:")[0].split())
            raise StoreError(f"the database can't be opened: {reason}") from error
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Writes what waits, then lets go of the database."""
        while self._waiting:
            await asyncio.sleep(0.01)
        if self._writer is not None:
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        await self._engine.dispose()

    async def ping(self) -> None:
        """Raises `StoreError` if the database doesn't answer."""
        try:
            async with self._engine.connect() as connection:
                await connection.execute(sa.select(sa.literal(1)))
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"the database doesn't answer: {error}") from error

    async def create(self, row: TableRow, added: Sequence[StoredEvent], keys: Sequence[TokenRow]) -> None:
        """Stores a new table with its first events and its tokens."""
        async with self._transaction() as connection:
            await connection.execute(tables.insert(), [_columns(row)])
            await connection.execute(events.insert(), [_event_row(row.id, event) for event in added])
            if keys:
                rows = [{"table_id": row.id, "hash": k.hash, "kind": k.kind, "seat": k.seat} for k in keys]
                await connection.execute(tokens.insert(), rows)

    async def append(
        self, table_id: str, added: Sequence[StoredEvent], *, is_open: bool, is_over: bool
    ) -> None:
        """Returns when the events are committed; raises `StoreError` if they are not."""
        wish = _Append(table_id, added, is_open, is_over)
        self._waiting.append(wish)
        self._wake.set()
        await wish.done

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch, self._waiting = self._waiting, []
                try:
                    await self._commit(batch)
                except StoreError as error:
                    await self._commit_each(batch, error)
                except Exception as error:  # nobody must wait for ever
                    log.exception("a commit failed")
                    for wish in batch:
                        _settle(wish, StoreError(f"the database failed: {error}"))

    async def _commit(self, batch: list[_Append]) -> None:
        async with self._transaction() as connection:
            rows = [_event_row(wish.table_id, event) for wish in batch for event in wish.added]
            await connection.execute(events.insert(), rows)
            await connection.execute(_CHANGED, [_change(wish) for wish in batch])
        for wish in batch:
            _settle(wish, None)

    async def _commit_each(self, batch: list[_Append], error: StoreError) -> None:
        """Finds out which of a batch is at fault."""
        for wish in batch:
            if len(batch) == 1:
                _settle(wish, error)
                continue
            try:
                await self._commit([wish])
            except StoreError as own:
                _settle(wish, own)

    async def load(self, table_id: str) -> tuple[TableRow, list[StoredEvent], list[TokenRow]] | None:
        """A table with its log and its tokens; None if there is none."""
        async with self._transaction() as connection:
            row = (await connection.execute(sa.select(tables).where(tables.c.id == table_id))).one_or_none()
            if row is None:
                return None
            log = sa.select(events.c.number, events.c.at_ms, events.c.command, events.c.event)
            found = await connection.execute(
                log.where(events.c.table_id == table_id).order_by(events.c.number)
            )
            keys = sa.select(tokens.c.hash, tokens.c.kind, tokens.c.seat).where(tokens.c.table_id == table_id)
            return (
                TableRow(*row),
                [StoredEvent(*event) for event in found],
                [TokenRow(*key) for key in await connection.execute(keys)],
            )

    async def add_token(self, table_id: str, key: TokenRow, *, instead_of: bytes | None = None) -> None:
        """Adds a token, in place of another if one is named."""
        async with self._transaction() as connection:
            if instead_of is not None:
                old = tokens.delete().where(tokens.c.table_id == table_id, tokens.c.hash == instead_of)
                await connection.execute(old)
            row = {"table_id": table_id, "hash": key.hash, "kind": key.kind, "seat": key.seat}
            await connection.execute(tokens.insert(), [row])

    async def lobby(self, since_ms: int, limit: int = 50) -> list[str]:
        """Public tables with free seats that somebody has touched since then, the newest first."""
        wanted = sa.select(tables.c.id).where(
            tables.c.is_public, tables.c.is_open, tables.c.changed_ms > since_ms
        )
        async with self._transaction() as connection:
            found = await connection.execute(wanted.order_by(tables.c.changed_ms.desc()).limit(limit))
            return [str(name) for (name,) in found]

    async def table_ids(self) -> list[str]:
        """All tables, the oldest first."""
        async with self._transaction() as connection:
            found = await connection.execute(sa.select(tables.c.id).order_by(tables.c.made_ms, tables.c.id))
            return [str(name) for (name,) in found]

    async def forget_before(self, changed_ms: int) -> int:
        """Deletes tables that nobody has changed since then; how many."""
        async with self._transaction() as connection:
            found = await connection.execute(tables.delete().where(tables.c.changed_ms < changed_ms))
            return int(found.rowcount)

    async def lease(self, table_id: str, holder: str, *, now_ms: int, until_ms: int) -> bool:
        """Takes or renews the lease of a table; False if another process holds it."""
        async with self._transaction() as connection:
            free = sa.or_(leases.c.holder == holder, leases.c.until_ms < now_ms)
            renew = leases.update().where(leases.c.table_id == table_id, free)
            found = await connection.execute(renew.values(holder=holder, until_ms=until_ms))
            if found.rowcount:
                return True
            held = await connection.execute(sa.select(leases.c.holder).where(leases.c.table_id == table_id))
            if held.one_or_none() is not None:
                return False
            row = {"table_id": table_id, "holder": holder, "until_ms": until_ms}
            try:
                await connection.execute(leases.insert(), [row])
            except IntegrityError:
                return False
            return True

    async def renew_leases(self, holder: str, until_ms: int) -> frozenset[str]:
        """Renews all leases of a process; the tables it still holds."""
        async with self._transaction() as connection:
            mine = leases.c.holder == holder
            await connection.execute(leases.update().where(mine).values(until_ms=until_ms))
            found = await connection.execute(sa.select(leases.c.table_id).where(mine))
            return frozenset(str(name) for (name,) in found)

    async def give_up_leases(self, holder: str, table_ids: Sequence[str]) -> None:
        """Ends leases of a process, so that others need not wait for them to run out."""
        if table_ids:
            mine = sa.and_(leases.c.holder == holder, leases.c.table_id == sa.bindparam("table"))
            async with self._transaction() as connection:
                await connection.execute(leases.delete().where(mine), [{"table": name} for name in table_ids])

    @contextlib.asynccontextmanager
    async def _transaction(self) -> Any:
        try:
            async with self._engine.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise ConflictError("somebody else has written here") from error
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"the database failed: {error}") from error


def _engine(url: str) -> AsyncEngine:
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite" and parsed.database:
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(parsed, pool_pre_ping=parsed.get_backend_name() != "sqlite")
    except (SQLAlchemyError, ImportError, OSError) as error:
        raise SetupError(
            f"the database {_shown(url)} can't be used ({error}); write such as "
            "sqlite+aiosqlite:///tables.sqlite or postgresql+asyncpg://user@host/name"
        ) from error
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine.sync_engine, "connect", _set_pragmas)
    return engine


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


def _columns(row: TableRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in TableRow.__dataclass_fields__}


def _event_row(table_id: str, event: StoredEvent) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "number": event.number,
        "at_ms": event.at_ms,
        "command": event.command,
        "event": event.event,
    }


def _settle(wish: _Append, error: StoreError | None) -> None:
    if wish.done.done():  # whoever waited has gone
        return
    if error is None:
        wish.done.set_result(None)
    else:
        wish.done.set_exception(error)
