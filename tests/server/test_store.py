"""The log on disk: uniqueness, leases, retention, and tables as text."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypedDict

import pytest

from crownfire.server import store as store_module
from crownfire.server.house import House, SeatWish, TableWish
from crownfire.server.leases import Leases
from crownfire.server.protocol import EVENT, Joined
from crownfire.server.schema import servers
from crownfire.server.settings import Settings
from crownfire.server.store import ConflictError, Store, StoredEvent, StoreError, TableRow, TokenRow
from crownfire.server.transfer import export_tables, import_tables
from crownfire.server.view import view_of

SECRET = bytes(32)


class Flags(TypedDict):
    is_open: bool
    is_over: bool


FLAGS = Flags(is_open=True, is_over=False)

Test = Callable[[Store], Coroutine[Any, Any, None]]


def with_store(url: str, test: Test) -> None:
    """Runs a test with an open store."""

    async def run() -> None:
        store = Store(url)
        await store.open()
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(run())


def row(name: str, changed_ms: int = 1_000) -> TableRow:
    return TableRow(name, SECRET, True, True, False, 1_000, changed_ms)


def event(number: int, text: str = "{}") -> StoredEvent:
    return StoredEvent(number, 1_000 + number, f"0:c{number}", text)


def test_what_was_appended_is_there(database_url: str) -> None:
    async def test(store: Store) -> None:
        await store.create(row("a"), [event(1)], [TokenRow(bytes(32), "seat", 0)])
        await store.append("a", [event(2), event(3)], is_open=False, is_over=True)
        found = await store.load("a")
        assert found is not None
        table, events, tokens = found
        assert [each.number for each in events] == [1, 2, 3]
        assert (table.is_open, table.is_over, table.changed_ms) == (False, True, 1_003)
        assert tokens == [TokenRow(bytes(32), "seat", 0)]
        assert await store.load("b") is None

    with_store(database_url, test)


def test_a_number_is_written_once_and_others_in_the_same_moment_are_not_harmed(database_url: str) -> None:
    async def test(store: Store) -> None:
        for name in ("a", "b", "c"):
            await store.create(row(name), [event(1)], [])
        wishes = (("a", 2), ("b", 1), ("c", 2))
        appends = [store.append(name, [event(number)], **FLAGS) for name, number in wishes]
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(result) for result in results] == [type(None), ConflictError, type(None)]
        for name, count in (("a", 2), ("b", 1), ("c", 2)):
            found = await store.load(name)
            assert found is not None
            assert len(found[1]) == count

    with_store(database_url, test)


def test_whatever_a_commit_fails_of_others_are_written_afterwards(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First the whole batch fails as it may, then each of it in a way that nobody expects."""

    async def test(store: Store) -> None:
        for name in ("a", "b"):
            await store.create(row(name), [event(1)], [])
        errors = [StoreError("away"), RuntimeError("what is this"), RuntimeError("what is this")]

        async def fail(_: object) -> None:
            raise errors.pop(0)

        with monkeypatch.context() as broken:
            broken.setattr(store, "_commit", fail)
            async with asyncio.timeout(60):
                appends = (store.append(name, [event(2)], **FLAGS) for name in ("a", "b"))
                results = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(result) for result in results] == [StoreError, StoreError]
        async with asyncio.timeout(60):
            await store.append("a", [event(2)], **FLAGS)

    with_store(database_url, test)


def test_many_appends_at_once_are_all_committed(database_url: str) -> None:
    async def test(store: Store) -> None:
        for index in range(20):
            await store.create(row(f"t{index}"), [event(1)], [])
        for number in (2, 3):
            await asyncio.gather(
                *(store.append(f"t{index}", [event(number)], **FLAGS) for index in range(20))
            )
        for index in range(20):
            found = await store.load(f"t{index}")
            assert found is not None
            assert len(found[1]) == 3

    with_store(database_url, test)


async def _age(leases: Leases, store: Store, seconds: int) -> None:
    """So much time passes in which a server is not heard of."""
    async with store.database.transaction("test") as connection:
        row = servers.update().where(servers.c.id == leases.server)
        await connection.execute(row.values(until_ms=servers.c.until_ms - 1000 * seconds))


def test_a_lease_has_one_holder_until_it_runs_out(database_url: str) -> None:
    async def test(store: Store) -> None:
        await store.create(row("a"), [event(1)], [])
        first, second = Leases(store.database, 60), Leases(store.database, 60)
        assert await first.hold("a")
        await second.renew(is_needed=True)
        assert not await second.hold("a")
        for _ in range(3):
            await _age(first, store, 40)
            await first.renew()
            await second.renew(is_needed=True)
            assert not await second.hold("a")
        await _age(first, store, 70)
        await second.renew(is_needed=True)
        assert await second.hold("a")
        await first.renew(is_needed=True)  # it was only slow: it is back, but without its tables
        assert not await first.hold("a")
        await second.close()
        assert await first.hold("a")

    with_store(database_url, test)


def test_abandoned_tables_are_forgotten_with_everything(database_url: str) -> None:
    async def test(store: Store) -> None:
        await store.create(row("old", 1_000), [event(1)], [TokenRow(bytes(32), "seat", 0)])
        await store.create(row("new", 9_000), [event(1)], [])
        for number in range(4):
            await store.create(row(f"old {number}", 1_000), [event(1)], [])
        assert await store.forget_before(5_000, at_once=2) == 5
        assert await store.table_ids() == ["new"]
        await store.create(row("old"), [event(1)], [TokenRow(bytes(32), "seat", 0)])  # nothing is left of it

    with_store(database_url, test)


def test_the_lobby_shows_public_tables_with_free_seats(database_url: str) -> None:
    async def test(store: Store) -> None:
        await store.create(row("a", 1_000), [event(1)], [])
        await store.create(row("b", 2_000), [event(1)], [])
        assert await store.lobby(0) == ["b", "a"]
        await store.append("b", [event(2)], is_open=False, is_over=False)
        assert await store.lobby(0) == ["a"]

    with_store(database_url, test)


def test_tables_survive_being_text(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A game under way is exported, read in elsewhere, and goes on there."""
    elsewhere = f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('elsewhere') / 'tables.sqlite'}"
    lines: list[str] = []

    async def away() -> str:
        house = House(Settings(database_url=database_url))
        await house.open()
        seats = [SeatWish("here", "Ann"), SeatWish("here", "Bo")]
        made = await house.create(TableWish("origins-tribe", seats))
        room = await house.room(made.id)
        assert room is not None
        for _ in range(9):
            seat = room.table.mover or 0
            if room.table.is_complete:
                await room.run(partial(room.table.confirm, seat))
            else:
                action = room.table.legal_actions()[0]
                await room.run(partial(room.table.act, seat, action))
        lines.extend([line async for line in export_tables(house.store)])
        view = view_of(room.table).model_dump_json()
        await house.close()
        return view

    before = asyncio.run(away())

    async def read_in() -> None:
        house = House(Settings(database_url=elsewhere))
        await house.open()
        assert await import_tables(house.store, lines) == (1, 0)
        assert await import_tables(house.store, lines) == (0, 1)
        (table_id,) = await house.store.table_ids()
        room = await house.room(table_id)
        assert room is not None
        assert view_of(room.table).model_dump_json() == before
        await house.close()

    asyncio.run(read_in())


def test_an_export_is_of_one_moment_though_the_table_changes_meanwhile(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(store: Store) -> None:
        guest = TokenRow(bytes([7]) * 32, "seat", 1)
        await store.create(row("t"), [event(1)], [])
        other = Store(database_url)
        await other.open()
        read = store_module._events

        async def read_late(connection: Any, table_id: str, after: int) -> list[StoredEvent]:
            found = await read(connection, table_id, after)
            await other.append(table_id, [event(2)], is_open=False, is_over=False, keys=[guest])
            return found

        monkeypatch.setattr(store_module, "_events", read_late)
        found = await store.load("t")
        await other.close()
        assert found is not None
        stored, events, tokens = found
        assert (stored.is_open, [each.number for each in events], tokens) == (True, [1], [])

    with_store(database_url, test)


def test_events_round_trip() -> None:
    joined = Joined(seat=1, name="Ann")
    assert EVENT.validate_json(EVENT.dump_json(joined)) == joined
