"""Rooms without a network: timers, bots, presence, and what happens when nothing can be stored."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from crownfire.server.clock import Clock
from crownfire.server.database import Database
from crownfire.server.house import House, NewTable, SeatWish, TableWish
from crownfire.server.leases import Leases
from crownfire.server.protocol import EVENT, Act, StoodIn
from crownfire.server.refusals import RefusalError
from crownfire.server.room import Room
from crownfire.server.schema import servers
from crownfire.server.secrets import find_token
from crownfire.server.settings import Settings
from crownfire.server.store import StoredEvent, StoreError
from crownfire.server.view import view_of
from tests.server.local import MovedClock
from tests.server.tables import play_turn

HERE, ONLINE, BOT = SeatWish("here", "Ann"), SeatWish("online"), SeatWish("bot", level="easy")


class Listener:
    """Somebody connected, without a socket."""

    def __init__(self, *seats: int) -> None:
        self.seats = frozenset(seats)
        self.heard: list[dict[str, Any]] = []
        self.left = ""

    def hear(self, text: str) -> None:
        self.heard.append(json.loads(text))

    def leave(self, why: str) -> None:
        self.left = why


def with_house(
    folder: Path,
    test: Callable[[House], Coroutine[Any, Any, None]],
    *,
    clock: Clock | None = None,
    **settings: Any,
) -> None:
    """Runs a test with an open house."""

    async def run() -> None:
        url = f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}"
        house = House(Settings(database_url=url, **settings), clock)
        await house.open()
        try:
            await test(house)
        finally:
            await house.close()

    asyncio.run(run())


async def made(house: House, *seats: SeatWish, **more: Any) -> tuple[NewTable, Room]:
    """A new table and its room."""
    table = await house.create(TableWish("kingdomino", seats, **more))
    room = await house.room(table.id)
    assert room is not None
    return table, room


async def until(holds: Callable[[], bool]) -> None:
    """Waits until something is so."""
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.02)


async def let_die(leases: Leases, database: Database) -> None:
    """A server has not been heard of for so long that it counts as dead."""
    async with database.transaction("test") as connection:
        await connection.execute(servers.update().where(servers.c.id == leases.server).values(until_ms=0))


async def _is_away(*_: object, **__: object) -> Any:
    raise StoreError("the database is away")


def _first_act(room: Room, name: str = "a") -> Act:
    seat, action = room.table.mover, room.table.legal_actions()[0]
    assert seat is not None
    return Act(id=name, seat=seat, position=room.table.position, action=action)


def test_bots_play_as_soon_as_it_is_their_turn(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        _, room = await made(house, HERE, BOT, BOT)
        for _ in range(4):
            await until(lambda: room.table.mover == 0)
            await room.command(_first_act(room, f"a{room.table.position}"))
            while room.table.mover == 0:
                if room.table.is_complete:
                    await room.run(lambda: room.table.confirm(0))
                else:
                    await room.command(_first_act(room, f"b{room.table.position}"))
        assert any(entry.text.count('"by":"bot"') for entry in room.log)

    with_house(tmp_path, test)


def test_the_turn_timer_plays_on_once(tmp_path: Path) -> None:
    clock = MovedClock()

    async def test(house: House) -> None:
        _, room = await made(house, HERE, HERE, turn_s=10)
        await room.enter(Listener(0, 1))
        before = room.table.mover
        clock.move(10)
        await until(lambda: room.table.mover != before)
        await until(lambda: not room.is_busy)
        confirmed = [entry for entry in room.log if '"type":"confirmed"' in entry.text]
        assert len(confirmed) == 1
        assert not room.table.seats[0].stand_in  # only that turn was played for them

    with_house(tmp_path, test, clock=clock)


def test_a_bot_stands_in_for_somebody_away_and_hands_back(tmp_path: Path) -> None:
    clock = MovedClock()

    async def test(house: House) -> None:
        table, room = await made(house, ONLINE, ONLINE, stand_in_s=5)
        for name in ("Ann", "Bo"):
            await house.join(room, table.invite, name)
        mover = room.table.mover
        assert mover is not None
        await room.enter(Listener(1 - mover))  # the mover is not there
        clock.move(5)
        await until(lambda: room.table.seats[mover].stand_in != "")
        owner = Listener(mover)
        await room.enter(owner)
        assert room.table.seats[mover].stand_in == ""
        assert owner.heard[-1]["view"]["seats"][mover]["is_connected"]

    with_house(tmp_path, test, clock=clock)


def test_everybody_sees_who_is_there(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        _, room = await made(house, HERE, HERE)
        first, second = Listener(0), Listener(1)
        await room.enter(first)
        await room.enter(second)
        assert [seat["is_connected"] for seat in first.heard[-1]["view"]["seats"]] == [True, True]
        room.depart(second)
        assert [seat["is_connected"] for seat in first.heard[-1]["view"]["seats"]] == [True, False]

    with_house(tmp_path, test)


def test_what_cannot_be_stored_never_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: House) -> None:
        table, room = await made(house, HERE, HERE)
        listener = Listener(0, 1)
        await room.enter(listener)
        number, heard = room.table.number, len(listener.heard)

        async def fail(*_: object, **__: object) -> None:
            raise StoreError("the disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(house.store, "append", fail)
            with pytest.raises(StoreError):
                await room.command(_first_act(room))
        assert listener.left == "restart"
        assert len(listener.heard) == heard
        again = await house.room(table.id)
        assert again is not None
        assert again is not room
        assert again.table.number == number
        await again.command(_first_act(again))

    with_house(tmp_path, test)


def test_two_servers_do_not_write_the_same_number(tmp_path: Path) -> None:
    """The second one reads the log again, and the command is stale there."""

    async def test(house: House) -> None:
        other = House(house.settings)
        await other.open()
        table, room = await made(house, HERE, HERE)
        stale = await other.room(table.id)
        assert stale is not None
        await room.command(_first_act(room))
        listener = Listener(0, 1)
        await stale.enter(listener)
        with pytest.raises(RefusalError, match="was made for position"):
            await stale.command(_first_act(stale, "b"))
        assert not stale.is_closed
        assert stale.table.number == room.table.number == listener.heard[-1]["view"]["number"]
        assert view_of(stale.table).options == view_of(room.table).options
        await stale.run(lambda: stale.table.confirm(stale.table.mover or 0))
        assert [each.number for each in stale.log] == list(range(1, stale.table.number + 1))
        await other.close()

    with_house(tmp_path, test)


def test_idle_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table, room = await made(house, HERE, HERE)
        room.used -= 1_000
        await house.tidy_up()
        assert not house.rooms
        assert await house.room(table.id) is not None

    with_house(tmp_path, test, idle_s=500)


def test_a_seat_is_joined_by_one_person_only(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table, room = await made(house, ONLINE, HERE)
        joins = (house.join(room, table.invite, name) for name in ("Ann", "Bo"))
        results = await asyncio.gather(*joins, return_exceptions=True)
        assert [isinstance(result, RefusalError) for result in results].count(True) == 1
        assert sum(key.kind == "seat" and key.seat == 0 for key in room.tokens) == 1

    with_house(tmp_path, test)


def test_who_leaves_before_the_game_frees_the_seat_and_loses_its_token(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table, room = await made(house, HERE, ONLINE, ONLINE)
        _, token = await house.join(room, table.invite, "Bo")
        host, guest = Listener(0), Listener(1)
        await room.enter(host)
        await room.enter(guest)
        await house.leave(room, token)
        assert guest.left
        assert host.heard[-1]["events"][-1]["event"] == {"type": "left", "seat": 1}
        assert not host.heard[-1]["view"]["seats"][1]["is_taken"]
        with pytest.raises(RefusalError, match="not valid"):
            await house.leave(room, token)
        seat, _ = await house.join(room, table.invite, "Cleo")
        assert seat == 1
        found = await house.store.load(table.id)
        assert found is not None
        assert {key.hash for key in found[2]} == {key.hash for key in room.tokens}
        assert find_token(token, found[2]) is None

    with_house(tmp_path, test)


def test_only_who_made_a_table_can_cancel_it(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table, room = await made(house, HERE, ONLINE, ONLINE, is_public=True)
        _, guest = await house.join(room, table.invite, "Bo")
        listener = Listener(1)
        await room.enter(listener)
        for token in (guest, table.seats[0], table.invite, table.watch):
            with pytest.raises(RefusalError, match="not valid"):
                await house.cancel(room, token)
        with pytest.raises(RefusalError, match="not valid"):  # a seat of the maker's device is not given back
            await house.leave(room, table.seats[0])
        assert await house.store.lobby(0) == [table.id]
        await house.cancel(room, table.host)
        assert listener.heard[-1]["events"][-1]["event"] == {"type": "cancelled"}
        assert await house.store.lobby(0) == []

    with_house(tmp_path, test)


def test_bots_and_timers_run_only_where_the_lease_is(tmp_path: Path) -> None:
    """Another process that has the table too waits until the holder gives it up."""

    async def test(house: House) -> None:
        table, room = await made(house, HERE, BOT)
        other = House(house.settings)
        await other.open()
        assert await house.leases.hold(table.id)
        assert not await other.leases.hold(table.id)
        await house.leases.renew()
        assert not await other.leases.hold(table.id)
        room.close("restart")
        await house.leases.renew()
        assert await other.leases.hold(table.id)
        assert not await house.leases.hold(table.id)
        await other.close()
        assert await house.leases.hold(table.id)

    with_house(tmp_path, test)


def test_a_lease_of_a_dead_process_runs_out(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table, _ = await made(house, HERE, HERE)
        dead = Leases(house.store.database, 60)
        assert await dead.hold(table.id)
        assert not await house.leases.hold(table.id)
        await let_die(dead, house.store.database)
        await house.leases.renew(is_needed=True)
        assert await house.leases.hold(table.id)

    with_house(tmp_path, test)


def test_a_lease_given_up_while_the_database_is_away_is_given_up_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        table, room = await made(house, HERE, HERE)
        assert await house.leases.hold(table.id)
        room.close("restart")

        with monkeypatch.context() as broken:
            broken.setattr(house.leases, "_say_alive", _is_away)
            with pytest.raises(StoreError):
                await house.leases.renew()
        await house.leases.renew()
        assert await Leases(house.store.database, 6).hold(table.id)

    with_house(tmp_path, test)


def test_a_lease_that_comes_when_the_room_is_closed_is_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        table, room, mover = await _two_online(house)
        hold = house.leases.hold

        async def slowly(table_id: str) -> bool:
            await asyncio.sleep(0.1)
            return await hold(table_id)

        monkeypatch.setattr(house.leases, "hold", slowly)
        await room.run(lambda: room.table.stand_in(mover))  # a bot wants to play
        assert room.is_busy
        room.close("restart")
        await until(lambda: not room.is_busy)
        await house.leases.renew()
        assert await Leases(house.store.database, 6).hold(table.id)

    with_house(tmp_path, test)


def test_a_bot_waits_for_the_lease_and_then_plays(tmp_path: Path) -> None:
    clock = MovedClock()

    async def test(house: House) -> None:
        table = await house.create(TableWish("kingdomino", (HERE, BOT, BOT, BOT)))
        dead = Leases(house.store.database, 60)
        assert await dead.hold(table.id)
        room = await house.room(table.id)
        assert room is not None
        number = room.table.number
        await until(lambda: not room.is_busy)
        assert room.table.number == number  # a bot may open, but not here
        await let_die(dead, house.store.database)
        await house.leases.renew(is_needed=True)
        clock.move(1)
        await until(lambda: room.table.mover == 0)

    with_house(tmp_path, test, clock=clock)


def test_a_turn_whose_time_is_over_waits_for_the_lease_and_is_then_played(tmp_path: Path) -> None:
    """The server that had the lease died before it could play the turn."""
    clock = MovedClock()

    async def test(house: House) -> None:
        table, room = await made(house, HERE, HERE, turn_s=10)
        dead = Leases(house.store.database, 60)
        assert await dead.hold(table.id)
        await room.enter(Listener(0, 1))
        before = room.table.mover
        clock.move(10)
        await until(lambda: not room.is_busy)
        assert room.table.mover == before
        await let_die(dead, house.store.database)
        await house.leases.renew(is_needed=True)
        clock.move(1)
        await until(lambda: room.table.mover != before)

    with_house(tmp_path, test, clock=clock)


def test_a_bot_plays_on_after_the_database_was_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = MovedClock()

    async def test(house: House) -> None:
        table = await house.create(TableWish("kingdomino", (HERE, BOT, BOT, BOT)))

        with monkeypatch.context() as broken:
            broken.setattr(house.leases, "hold", _is_away)
            room = await house.room(table.id)
            assert room is not None
            await until(lambda: not room.is_busy)
        clock.move(1)
        await until(lambda: room.table.mover == 0)

    with_house(tmp_path, test, clock=clock)


def test_nobody_enters_a_room_that_was_closed_while_they_waited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They come back to the log as it is, instead of sitting where nothing is told any more."""

    async def test(house: House) -> None:
        table, room = await made(house, HERE, HERE)

        async def fail(*_: object, **__: object) -> None:
            await asyncio.sleep(0.1)
            raise StoreError("the disk is full")

        monkeypatch.setattr(house.store, "append", fail)
        command = asyncio.create_task(room.command(_first_act(room)))
        await asyncio.sleep(0)
        await room.settled()
        late = Listener(0)
        with pytest.raises(StoreError):
            await room.enter(late)
        assert late not in room.listeners
        with pytest.raises(StoreError):
            await house.move(room, table.seats[0])
        with pytest.raises(StoreError):
            await command

    with_house(tmp_path, test)


def test_nobody_goes_on_with_a_table_whose_log_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people join at once and the first write fails: the log has no gap, and the table opens again."""

    async def test(house: House) -> None:
        table, room = await made(house, ONLINE, ONLINE)
        append, calls = house.store.append, []

        async def fail_once(*arguments: Any, **flags: Any) -> None:
            calls.append(1)
            await asyncio.sleep(0.05)
            if len(calls) == 1:
                raise StoreError("the disk is full")
            await append(*arguments, **flags)

        with monkeypatch.context() as broken:
            broken.setattr(house.store, "append", fail_once)
            joins = (house.join(room, table.invite, name) for name in ("Ann", "Bo"))
            results = await asyncio.gather(*joins, return_exceptions=True)
        assert all(isinstance(result, StoreError) for result in results)
        found = await house.store.load(table.id)
        assert found is not None
        assert [event.number for event in found[1]] == [1]
        again = await house.room(table.id)
        assert again is not None
        await house.join(again, table.invite, "Ann")

    with_house(tmp_path, test)


async def _two_online(house: House, **more: Any) -> tuple[NewTable, Room, int]:
    """A table of two people who are not there yet, and who is to move."""
    table, room = await made(house, ONLINE, ONLINE, **more)
    for name in ("Ann", "Bo"):
        await house.join(room, table.invite, name)
    assert room.table.mover is not None
    return table, room, room.table.mover


def test_a_bot_never_stands_in_for_somebody_who_is_there(tmp_path: Path) -> None:
    clock = MovedClock()

    async def test(house: House) -> None:
        _, room, mover = await _two_online(house, stand_in_s=5)
        await room.enter(Listener(1 - mover))
        clock.move(4)
        await room.enter(Listener(mover))  # back before the time is over
        clock.move(5)
        await until(lambda: not room.is_busy)
        assert not any("stood_in" in entry.text for entry in room.log)

    with_house(tmp_path, test, clock=clock)


def test_the_time_for_a_stand_in_runs_on_whoever_else_comes_and_goes(tmp_path: Path) -> None:
    clock = MovedClock()

    async def test(house: House) -> None:
        _, room, mover = await _two_online(house, stand_in_s=5)
        await room.enter(Listener(1 - mover))
        for _ in range(5):
            onlooker = Listener()
            await room.enter(onlooker)
            clock.move(1)
            room.depart(onlooker)
        await until(lambda: any("stood_in" in entry.text for entry in room.log))

    with_house(tmp_path, test, clock=clock)


def test_a_bot_that_another_server_let_stand_in_hands_back_to_whoever_is_here(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table, room, mover = await _two_online(house)
        for seat in (0, 1):
            await room.enter(Listener(seat))
        stood_in = StoredEvent(
            room.table.number + 1, 0, "", EVENT.dump_json(StoodIn(seat=mover, bot="normal")).decode()
        )
        await house.store.append(table.id, [stood_in], is_open=False, is_over=False)
        await room.hear_others([stood_in])
        await until(lambda: any("returned" in entry.text for entry in room.log))
        assert not room.table.seats[mover].stand_in

    with_house(tmp_path, test)


class _SlowThinkers:
    """Bots that think until they are told to answer."""

    def __init__(self, house: House) -> None:
        self._think = house.thinkers.turn
        self.has_begun, self.may_answer = asyncio.Event(), asyncio.Event()

    async def turn(self, *arguments: Any) -> list[int]:
        self.has_begun.set()
        await self.may_answer.wait()
        return await self._think(*arguments)


def test_a_turn_ends_by_time_even_if_a_bot_was_thinking_when_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = MovedClock()

    async def test(house: House) -> None:
        _, room, mover = await _two_online(house, turn_s=10)
        slow = _SlowThinkers(house)
        monkeypatch.setattr(house.thinkers, "turn", slow.turn)
        await room.enter(Listener(1 - mover))
        await room.run(lambda: room.table.stand_in(mover))
        await slow.has_begun.wait()
        await room.enter(Listener(mover))  # back while the bot thinks, but they never move
        clock.move(10)
        slow.may_answer.set()
        await until(lambda: not room.is_busy)
        clock.move(0)
        await until(lambda: room.table.mover != mover)

    with_house(tmp_path, test, clock=clock)


class _WrongClock(MovedClock):
    """A clock that somebody may set back."""

    behind_s = 0.0

    def time(self) -> float:
        return super().time() - self.behind_s


def test_a_clock_that_is_set_back_stops_no_timer(tmp_path: Path) -> None:
    clock = _WrongClock()

    async def test(house: House) -> None:
        _, room, mover = await _two_online(house, turn_s=10)
        for seat in (0, 1):
            await room.enter(Listener(seat))
        clock.behind_s = 5
        clock.move(10)
        await until(lambda: not room.is_busy)
        assert room.table.mover == mover
        clock.move(5)
        await until(lambda: room.table.mover != mover)

    with_house(tmp_path, test, clock=clock)


def test_the_time_for_a_stand_in_runs_from_when_somebody_waits(tmp_path: Path) -> None:
    """Nobody was there; the one who is not to move comes first."""
    clock = MovedClock()

    async def test(house: House) -> None:
        table, room, mover = await _two_online(house, stand_in_s=5)
        room.close("restart")
        again = await house.room(table.id)
        assert again is not None
        clock.move(5)
        await again.enter(Listener(1 - mover))
        clock.move(4)
        await until(lambda: not again.is_busy)
        assert not again.table.seats[mover].stand_in
        clock.move(1)
        await until(lambda: any("stood_in" in entry.text for entry in again.log))

    with_house(tmp_path, test, clock=clock)


def test_a_bot_that_still_thinks_plays_nothing_once_the_owner_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        _, room, mover = await _two_online(house)
        slow = _SlowThinkers(house)
        monkeypatch.setattr(house.thinkers, "turn", slow.turn)
        await room.enter(Listener(1 - mover))
        await room.run(lambda: room.table.stand_in(mover))
        await slow.has_begun.wait()
        await room.enter(Listener(mover))
        slow.may_answer.set()
        await until(lambda: not room.is_busy)
        assert not any('"by":"bot"' in entry.text for entry in room.log)

    with_house(tmp_path, test)


def test_a_seat_moved_twice_at_once_has_one_token(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table, room = await made(house, HERE, HERE)
        moves = (house.move(room, table.seats[0]) for _ in range(2))
        results = await asyncio.gather(*moves, return_exceptions=True)
        assert [isinstance(result, RefusalError) for result in results].count(True) == 1
        assert sum(key.kind == "seat" and key.seat == 0 for key in room.tokens) == 1

    with_house(tmp_path, test)


def test_a_rematch_that_could_not_be_stored_is_made_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        _, room = await made(house, HERE, HERE)
        while not room.table.is_over:
            await room.run(lambda: play_turn(room.table))

        with monkeypatch.context() as broken:
            broken.setattr(house.store, "create", _is_away)
            for seat in (0, 1):
                await room.run(partial(room.table.offer_rematch, seat))
            await until(lambda: not room.is_busy)
        await until(lambda: any("rematched" in entry.text for entry in room.log))

    with_house(tmp_path, test)


def test_a_rematch_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else goes on while the new table is being stored."""

    async def test(house: House) -> None:
        _, room = await made(house, HERE, HERE)
        while not room.table.is_over:
            await room.run(lambda: play_turn(room.table))
        create = house.store.create

        async def slowly(*arguments: Any) -> None:
            await asyncio.sleep(0.2)
            await create(*arguments)

        monkeypatch.setattr(house.store, "create", slowly)
        for seat in (0, 1):
            await room.run(partial(room.table.offer_rematch, seat))
        room.go_on()
        await until(lambda: not room.is_busy)
        assert sum("rematched" in entry.text for entry in room.log) == 1
        assert len(await house.store.table_ids()) == 2

    with_house(tmp_path, test)
