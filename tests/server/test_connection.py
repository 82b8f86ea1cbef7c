"""A connection without a network: what happens when the other side does not read."""

import asyncio
from pathlib import Path
from typing import Any

from crownfire.server.connection import Connection, Socket
from crownfire.server.house import House
from crownfire.server.protocol import PROTOCOL, Act, Hello
from tests.server.test_room import HERE, made, until, with_house


def test_a_device_whose_seat_was_moved_away_can_do_nothing_more(tmp_path: Path) -> None:
    """Even if it takes nothing any more, so that it can't be told."""

    async def test(house: House) -> None:
        table, room = await made(house, HERE, HERE)
        inbox: asyncio.Queue[str] = asyncio.Queue()
        asked: list[None] = []  # one for each message that was waited for
        is_reading = asyncio.Event()
        is_reading.set()

        async def receive() -> dict[str, Any]:
            asked.append(None)
            return {"type": "websocket.receive", "text": await inbox.get()}

        async def send(_: Any) -> None:
            await is_reading.wait()

        connection = Connection(Socket(receive, send), house)
        serving = asyncio.create_task(connection.serve(table.id))
        inbox.put_nowait(Hello(protocol=PROTOCOL, tokens=[table.seats[0]]).model_dump_json())
        await until(lambda: connection in room.listeners)
        is_reading.clear()
        await house.move(room, table.seats[0])
        before, seat = room.table.number, room.table.mover
        assert seat is not None
        action = room.table.legal_actions()[0]
        act = Act(id="a", seat=seat, position=room.table.position, action=action)
        inbox.put_nowait(act.model_dump_json())
        await until(lambda: len(asked) == 3)  # the hello, the command, and whatever might follow
        assert room.table.number == before
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)

    with_house(tmp_path, test)
