"""One websocket: says hello, hears everything that happens at a table, and acts for the seats it holds."""

import asyncio
import contextlib
import logging
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from crownfire.rules import ranking
from crownfire.server.house import House
from crownfire.server.limits import Bucket
from crownfire.server.protocol import (
    CLIENT_MESSAGE,
    PROTOCOL,
    AskSheets,
    AskWhy,
    Bye,
    ClientMessage,
    Hello,
    Message,
    Ping,
    Pong,
    Reason,
    Refused,
    Sheets,
    Why,
)
from crownfire.server.refusals import RefusalError
from crownfire.server.room import Room
from crownfire.server.secrets import find_token
from crownfire.server.store import StoreError
from crownfire.server.view import sheet_of

log = logging.getLogger("crownfire.connection")

_HELLO_S = 10.0  # how long a connection may stay silent before it has said hello
_MOST_MISSED = 400  # events; whoever missed more gets the whole log
_CLOSE_S = 2.0
_TOO_FAST_S = 0.2  # how long somebody who talks too fast is not listened to
CODES = {"restart": 1012, "slow": 4008, "elsewhere": 4009, "refused": 4000}


class Connection:
    """A websocket that listens to a table."""

    def __init__(self, socket: WebSocket, house: House) -> None:
        self._socket = socket
        self._house = house
        self._queue: asyncio.Queue[str] = asyncio.Queue(house.settings.send_queue)
        self._bucket = Bucket(house.settings.messages_per_s, 2 * house.settings.messages_per_s)
        self._leaving: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.seats: frozenset[int] = frozenset()

    # As a listener

    def hear(self, text: str) -> None:
        """Takes a message to be sent; a reader that is too far behind has to come back."""
        try:
            self._queue.put_nowait(text)
        except asyncio.QueueFull:
            self.leave("slow")

    def leave(self, why: str) -> None:
        """Ends the connection."""
        if not self._leaving.done():
            self._leaving.set_result(why)

    # The course of a connection

    async def serve(self, table_id: str) -> None:
        """From hello to the end."""
        room = await self._greet(table_id)
        if room is None:
            return
        tasks = [asyncio.create_task(self._read(room)), asyncio.create_task(self._write())]
        try:
            ends: list[asyncio.Future[Any]] = [*tasks, self._leaving]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.depart(self)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._leaving.done():
            await self._say_goodbye(self._leaving.result())

    async def _greet(self, table_id: str) -> Room | None:
        """Answers the hello; None if the connection is refused."""
        try:
            text = await asyncio.wait_for(self._socket.receive_text(), _HELLO_S)
            hello = self._parse(text)
            if not isinstance(hello, Hello):
                raise RefusalError("hello_first")
            if hello.protocol != PROTOCOL:
                raise RefusalError("wrong_protocol", protocol=PROTOCOL)
            room = await self._house.room(table_id)
            if room is None:
                raise RefusalError("no_such_table")
            self.seats = self._seats_of(room, hello)
            self.hear(self._welcome(room, hello.last))
            await room.enter(self)
        except RefusalError as error:
            await self._refuse_connection(error)
            return None
        except StoreError:
            await self._refuse_connection(RefusalError("unavailable"))
            return None
        except (TimeoutError, WebSocketDisconnect, RuntimeError, KeyError):
            with contextlib.suppress(Exception):
                await self._socket.close(CODES["refused"])
            return None
        return room

    def _seats_of(self, room: Room, hello: Hello) -> frozenset[int]:
        """The seats of the tokens; public tables may be watched by everybody."""
        keys = [find_token(token, room.tokens) for token in hello.tokens]
        if None in keys or (not keys and not room.table.created.is_public):
            raise RefusalError("bad_token")
        return frozenset(key.seat for key in keys if key is not None and key.kind == "seat")

    def _welcome(self, room: Room, last: int) -> str:
        is_whole = last == 0 or last > room.table.number or room.table.number - last > _MOST_MISSED
        events = room.events_json(0 if is_whole else last)
        seats = sorted(self.seats)
        return (
            f'{{"type":"welcome","protocol":{PROTOCOL},"table":"{room.table.name}","seats":{seats},'
            f'"is_whole":{"true" if is_whole else "false"},"events":{events},"view":{room.view_json()}}}'
        )

    async def _read(self, room: Room) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                text = await self._receive()
                await self._answer(room, text)

    async def _receive(self) -> str:
        """The next message; one of bytes counts as malformed."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        return text if isinstance(text, str) else "\0"

    async def _answer(self, room: Room, text: str) -> None:
        """Answers one message; whatever it is, the connection and the others are unharmed."""
        is_allowed = self._bucket.take()
        try:
            message = self._parse(text)
        except RefusalError as error:
            self._refuse("", error)
            return
        finally:
            if not is_allowed:
                await asyncio.sleep(_TOO_FAST_S)
        if not is_allowed:
            self._refuse(getattr(message, "id", ""), RefusalError("too_fast"))
            return
        if isinstance(message, Ping):
            self._say(Pong())
            return
        if isinstance(message, Hello):
            self._refuse("", RefusalError("hello_first"))
            return
        try:
            if isinstance(message, AskWhy):
                self._say(self._reason(room, message))
            elif isinstance(message, AskSheets):
                self._say(self._sheets(room, message))
            elif message.seat not in self.seats:
                raise RefusalError("not_your_seat", seat=message.seat + 1)
            else:
                # Once begun, a command is carried out even if whoever sent it has gone.
                self._say(await asyncio.shield(asyncio.ensure_future(room.command(message))))
        except RefusalError as error:
            self._refuse(message.id, error)
        except StoreError:
            self._refuse(message.id, RefusalError("unavailable"))

    def _parse(self, text: str) -> ClientMessage:
        most = self._house.settings.most_message_bytes
        if len(text) > most or len(text.encode("utf-8", "replace")) > most:
            raise RefusalError("too_long", most=most)
        try:
            return CLIENT_MESSAGE.validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise RefusalError(
                "malformed", what=f"{where}: {first['msg']}" if where else first["msg"]
            ) from None

    def _reason(self, room: Room, message: AskWhy) -> Reason:
        reason = room.table.why_not(message.action)
        why = None if reason is None else Why(code=reason.code, rule=reason.rule, text=str(reason))
        return Reason(id=message.id, why=why)

    def _sheets(self, room: Room, message: AskSheets) -> Sheets:
        state = room.table.game.state
        sheets = [sheet_of(state, seat) for seat in range(len(room.table.seats))]
        return Sheets(id=message.id, sheets=sheets, ranking=ranking(state))

    def _say(self, message: Message) -> None:
        self.hear(message.model_dump_json())

    def _refuse(self, command: str, error: RefusalError) -> None:
        self._say(Refused(id=command, code=error.code, params=error.params, text=str(error)))

    async def _write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._socket.send_text(await self._queue.get())

    async def _refuse_connection(self, error: RefusalError) -> None:
        refused = Refused(id="", code=error.code, params=error.params, text=str(error))
        with contextlib.suppress(Exception):
            await self._socket.send_text(refused.model_dump_json())
            await self._socket.close(CODES["refused"], error.code)

    async def _say_goodbye(self, why: str) -> None:
        bye = Bye.model_validate({"why": why})
        with contextlib.suppress(Exception):
            async with asyncio.timeout(_CLOSE_S):
                if why != "slow":  # it would not read it
                    while not self._queue.empty():
                        await self._socket.send_text(self._queue.get_nowait())
                    await self._socket.send_text(bye.model_dump_json())
                await self._socket.close(CODES[why], why)
