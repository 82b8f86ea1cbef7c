"""The log on disk. What `append` has returned for is committed, whatever happens next.

Appends of all tables that wait at the same time share one transaction (group commit), since a commit costs a
write to the disk and not much else.
"""

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from crownfire.server.database import ConflictError, Database, StoreError
from crownfire.server.metrics import Metrics
from crownfire.server.schema import events, tables, tokens
from crownfire.server.tasks import end

__all__ = ["ConflictError", "Store", "StoreError", "StoredEvent", "TableRow", "TokenRow"]

log = logging.getLogger("crownfire.store")
_CHANGED_EVERY_MS = 60_000  # how exactly is kept when a table was last changed


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
    keys: Sequence["TokenRow"]
    freed: Sequence[int]
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


# What an append changes of a table besides its log; mostly nothing, since an index that changes with every
# action would be most of the work.
_CHANGED = (
    tables.update()
    .where(
        tables.c.id == sa.bindparam("table"),
        sa.or_(
            tables.c.changed_ms < sa.bindparam("new_changed_ms", type_=sa.BigInteger) - _CHANGED_EVERY_MS,
            tables.c.is_open != sa.bindparam("new_is_open"),
            tables.c.is_over != sa.bindparam("new_is_over"),
        ),
    )
    .values({name: sa.bindparam(f"new_{name}") for name in ("changed_ms", "is_open", "is_over")})
)
_EVENT = (events.c.number, events.c.at_ms, events.c.command, events.c.event)


def _change(wish: _Append) -> dict[str, Any]:
    return {
        "table": wish.table_id,
        "new_changed_ms": wish.added[-1].at_ms,
        "new_is_open": wish.is_open,
        "new_is_over": wish.is_over,
    }


class Store:
    """The database of a server."""

    def __init__(self, url: str, metrics: Metrics | None = None, connections: int = 8) -> None:
        self.database = Database(url, metrics, connections)
        self._transaction = self.database.transaction
        self._waiting: list[_Append] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Brings the schema up to date and starts the writer."""
        await self.database.open()
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Writes what waits, then lets go of the database."""
        while self._waiting:
            await asyncio.sleep(0.01)
        await end(self._writer)
        await self.database.close()

    async def ping(self) -> None:
        """Raises `StoreError` if the database doesn't answer."""
        try:
            async with self.database.engine.connect() as connection:
                await connection.execute(sa.select(sa.literal(1)))
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"the database doesn't answer: {error}") from error

    async def create(self, row: TableRow, added: Sequence[StoredEvent], keys: Sequence[TokenRow]) -> None:
        """Stores a new table with its first events and its tokens."""
        async with self._transaction("create") as connection:
            await connection.execute(tables.insert(), [_columns(row)])
            await connection.execute(events.insert(), [_event_row(row.id, event) for event in added])
            await _add_keys(connection, [(row.id, key) for key in keys])

    async def create_all(
        self, found: Iterable[tuple[TableRow, Sequence[StoredEvent], Sequence[TokenRow]]]
    ) -> tuple[int, int]:
        """Stores tables, all or none; how many were new, and how many were there already and left alone."""
        new = old = 0
        async with self._transaction("import") as connection:
            for row, added, keys in found:
                insert = self.database.insert(tables).values(_columns(row)).on_conflict_do_nothing()
                if (await connection.execute(insert)).rowcount == 0:
                    old += 1
                    continue
                await connection.execute(events.insert(), [_event_row(row.id, event) for event in added])
                await _add_keys(connection, [(row.id, key) for key in keys])
                new += 1
        return new, old

    async def append(
        self,
        table_id: str,
        added: Sequence[StoredEvent],
        *,
        is_open: bool,
        is_over: bool,
        keys: Sequence[TokenRow] = (),
        freed: Sequence[int] = (),
    ) -> None:
        """Returns when the events are committed, with new tokens and without those of freed seats.

        Raises `ConflictError` if another server has written these numbers, and `StoreError` if the database
        failed; it may be stored or not then.
        """
        wish = _Append(table_id, added, is_open, is_over, keys, freed)
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
        self.database.metrics.batch.observe(len(batch))
        batch.sort(key=lambda wish: wish.table_id)  # in one order, so that no two servers wait for each other
        async with self._transaction("commit") as connection:
            rows = [_event_row(wish.table_id, event) for wish in batch for event in wish.added]
            await connection.execute(events.insert(), rows)
            await connection.execute(_CHANGED, [_change(wish) for wish in batch])
            await _add_keys(connection, [(wish.table_id, key) for wish in batch for key in wish.keys])
            freed = [(wish.table_id, seat) for wish in batch for seat in wish.freed]
            await _drop_keys(connection, freed)
            changes = [(wish.table_id, wish.added[-1].number) for wish in batch]
            await self.database.tell(connection, [*changes, *((name, 0) for name, _ in freed)])
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
            except Exception as own:  # nobody must wait for ever
                log.exception("a commit failed")
                _settle(wish, StoreError(f"the database failed: {own}"))

    async def load(self, table_id: str) -> tuple[TableRow, list[StoredEvent], list[TokenRow]] | None:
        """A table with its log and its tokens, all of one moment; None if there is none."""
        async with self._transaction("load") as connection:
            await self.database.take_snapshot(connection)
            row = (await connection.execute(sa.select(tables).where(tables.c.id == table_id))).one_or_none()
            if row is None:
                return None
            return TableRow(*row), await _events(connection, table_id, 0), await _keys(connection, table_id)

    async def events_after(self, table_id: str, number: int) -> list[StoredEvent]:
        """How the log goes on."""
        async with self._transaction("read_on") as connection:
            return await _events(connection, table_id, number)

    async def events_of(self, numbers: Mapping[str, int]) -> dict[str, list[StoredEvent]]:
        """How the logs of several tables go on, each after a number; on PostgreSQL."""
        names = sa.cast(list(numbers), ARRAY(sa.String))
        known = sa.cast(list(numbers.values()), ARRAY(sa.Integer))
        wanted = sa.func.unnest(names, known).table_valued("id", "known").render_derived()
        on = sa.and_(events.c.table_id == wanted.c.id, events.c.number > wanted.c.known)
        asked = sa.select(events.c.table_id, *_EVENT).join_from(wanted, events, on)
        found: dict[str, list[StoredEvent]] = {}
        async with self._transaction("read_on") as connection:
            for name, *event in await connection.execute(asked.order_by(events.c.table_id, events.c.number)):
                found.setdefault(name, []).append(StoredEvent(*event))
        return found

    async def tokens_of(self, table_ids: Collection[str]) -> dict[str, list[TokenRow]]:
        """The tokens of tables as they are now."""
        asked = sa.select(tokens.c.table_id, tokens.c.hash, tokens.c.kind, tokens.c.seat)
        found: dict[str, list[TokenRow]] = {name: [] for name in table_ids}
        async with self._transaction("tokens") as connection:
            for name, *key in await connection.execute(asked.where(tokens.c.table_id.in_(list(table_ids)))):
                found[name].append(TokenRow(*key))
        return found

    async def replace_token(self, table_id: str, old: bytes, key: TokenRow) -> None:
        """A token in place of another; raises `ConflictError` if that is not valid any more."""
        async with self._transaction("tokens") as connection:
            gone = tokens.delete().where(tokens.c.table_id == table_id, tokens.c.hash == old)
            if not (await connection.execute(gone)).rowcount:
                raise ConflictError("the token was replaced before")
            await _add_keys(connection, [(table_id, key)])
            await self.database.tell(connection, [(table_id, 0)])

    async def lobby(self, since_ms: int, limit: int = 50) -> list[str]:
        """Public tables with free seats that somebody has touched since then, the newest first."""
        wanted = sa.select(tables.c.id).where(
            tables.c.is_public, tables.c.is_open, tables.c.changed_ms > since_ms
        )
        async with self._transaction("lobby") as connection:
            found = await connection.execute(wanted.order_by(tables.c.changed_ms.desc()).limit(limit))
            return [str(name) for (name,) in found]

    async def table_ids(self) -> list[str]:
        """All tables, the oldest first."""
        async with self._transaction("list") as connection:
            found = await connection.execute(sa.select(tables.c.id).order_by(tables.c.made_ms, tables.c.id))
            return [str(name) for (name,) in found]

    async def forget_before(self, changed_ms: int, *, at_once: int = 200) -> int:
        """Deletes tables that nobody has changed since then, a few at a time; how many."""
        old = sa.select(tables.c.id).where(tables.c.changed_ms < changed_ms).limit(at_once)
        gone, found = 0, at_once
        while found == at_once:
            async with self._transaction("forget") as connection:
                deleted = await connection.execute(tables.delete().where(tables.c.id.in_(old)))
                found = int(deleted.rowcount)
            gone += found
        return gone


async def _events(connection: AsyncConnection, table_id: str, after: int) -> list[StoredEvent]:
    asked = sa.select(*_EVENT).where(events.c.table_id == table_id, events.c.number > after)
    return [StoredEvent(*event) for event in await connection.execute(asked.order_by(events.c.number))]


async def _keys(connection: AsyncConnection, table_id: str) -> list[TokenRow]:
    asked = sa.select(tokens.c.hash, tokens.c.kind, tokens.c.seat).where(tokens.c.table_id == table_id)
    return [TokenRow(*key) for key in await connection.execute(asked)]


async def _add_keys(connection: AsyncConnection, keys: Sequence[tuple[str, TokenRow]]) -> None:
    if keys:
        rows = [{"table_id": t, "hash": key.hash, "kind": key.kind, "seat": key.seat} for t, key in keys]
        await connection.execute(tokens.insert(), rows)


async def _drop_keys(connection: AsyncConnection, seats: Sequence[tuple[str, int]]) -> None:
    for table_id, seat in seats:
        of_seat = sa.and_(tokens.c.table_id == table_id, tokens.c.kind == "seat", tokens.c.seat == seat)
        await connection.execute(tokens.delete().where(of_seat))


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
