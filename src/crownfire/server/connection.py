"""One websocket: says hello, hears everything that happens at a table, and acts for the seats it holds."""

import asyncio
import contextlib
import logging
import time
from collections import deque
from typing import Any

from pydantic import ValidationError
from starlette.types import Receive, Send

from crownfire.rules import ranking
from crownfire.server.house import House
from crownfire.server.limits import Bucket
from crownfire.server.protocol import (
    CLIENT_MESSAGE,
    PROTOCOL,
    Accepted,
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
    SeatCommand,
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
_FINISH_S = 30.0  # how long a command may take whose sender has gone
_TOO_FAST_S = 0.2  # how long somebody who talks too fast is not listened to
CODES = {"restart": 1012, "slow": 4008, "elsewhere": 4009, "refused": 4000}


class GoneError(Exception):
    """The other side has closed the socket."""


class Socket:
    """A websocket as the ASGI server gives it, without layers in between: it is talked to all the time."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send

    async def accept(self) -> None:
        """Takes the connection up."""
        await self._receive()  # websocket.connect
        await self._send({"type": "websocket.accept"})

    async def receive(self) -> str:
        """The next message; one of bytes is given as a text that no message is."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise GoneError
        text = message.get("text")
        return text if isinstance(text, str) else "\0"

    async def send(self, text: str) -> None:
        """Waits while the other side is too slow to take more."""
        try:
            await self._send({"type": "websocket.send", "text": text})
        except (OSError, RuntimeError) as error:  # what servers raise after the other side has gone
            raise GoneError from error

    async def close(self, code: int, why: str) -> None:
        """Ends the connection."""
        await self._send({"type": "websocket.close", "code": code, "reason": why})


class Connection:
    """A websocket that listens to a table."""

    def __init__(self, socket: Socket, house: House) -> None:
        self._socket = socket
        self._house = house
        self._queue: deque[str] = deque()  # what is still to be sent
        self._is_more: asyncio.Future[None] | None = None  # what the writer waits for
        per_s = house.settings.messages_per_s
        self._bucket = Bucket(per_s, 2 * per_s, house.clock.monotonic)
        self._leaving: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.seats: frozenset[int] = frozenset()
        self._held: list[int] = []  # the seat of each token

    # As a listener

    def hear(self, text: str) -> None:
        """Takes a message to be sent; a reader that is too far behind has to come back."""
        if len(self._queue) < self._house.settings.send_queue:
            self._queue.append(text)
            if self._is_more is not None and not self._is_more.done():
                self._is_more.set_result(None)
        else:
            self.leave("slow")

    def leave(self, why: str) -> None:
        """Ends the connection."""
        if not self._leaving.done():
            self._leaving.set_result(why)
            self.seats = frozenset()  # what was begun is finished, but nothing new is begun

    # The course of a connection

    async def serve(self, table_id: str) -> None:
        """From hello to the end."""
        room = await self._greet(table_id)
        if room is None:
            return
        begin, seats = time.monotonic(), sorted(self.seats)
        reader, writer = asyncio.create_task(self._read(room)), asyncio.create_task(self._write())
        try:
            ends: list[asyncio.Future[Any]] = [reader, writer, self._leaving]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.depart(self)
            seen = {"table": table_id, "seats": seats, "s": round(time.monotonic() - begin, 1)}
            log.info("socket", extra=seen)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            if self._leaving.done():
                await self._say_goodbye(self._leaving.result())
            # Once begun, a command is carried out even if whoever sent it has gone.
            await asyncio.wait([reader], timeout=_FINISH_S)
            reader.cancel()

    async def _greet(self, table_id: str) -> Room | None:
        """Answers the hello; None if the connection is refused."""
        try:
            text = await asyncio.wait_for(self._socket.receive(), _HELLO_S)
            hello = self._parse(text)
            if not isinstance(hello, Hello):
                raise RefusalError("hello_first")
            if hello.protocol != PROTOCOL:
                raise RefusalError("wrong_protocol", protocol=PROTOCOL)
            room = await self._house.room(table_id)
            if room is None:
                raise RefusalError("no_such_table")
            await self._look_again(room, hello)
            await room.settled()
            self._held = self._held_by(room, hello)
            self.seats = frozenset(seat for seat in self._held if seat >= 0)
            self.hear(self._welcome(room, hello.last))
            await room.enter(self)
        except RefusalError as error:
            await self._refuse_connection(error)
            return None
        except StoreError:
            await self._refuse_connection(RefusalError("unavailable"))
            return None
        except (TimeoutError, GoneError):
            with contextlib.suppress(Exception):
                await self._socket.close(CODES["refused"], "no hello")
            return None
        return room

    async def _look_again(self, room: Room, hello: Hello) -> None:
        """Another server may have seen more of the table than this one."""
        if room.store.database.is_shared:
            is_known = all(find_token(token, room.tokens) for token in hello.tokens)
            await room.catch_up(with_tokens=not is_known)

    def _held_by(self, room: Room, hello: Hello) -> list[int]:
        """The seat of each token, -1 for none; public tables may be watched by everybody."""
        keys = [find_token(token, room.tokens) for token in hello.tokens]  # none: its seat has moved
        if not any(keys) and not room.table.created.is_public:
            raise RefusalError("bad_token")
        return [key.seat if key is not None and key.kind == "seat" else -1 for key in keys]

    def _welcome(self, room: Room, last: int) -> str:
        is_whole = last == 0 or last > room.table.number or room.table.number - last > _MOST_MISSED
        events, view = room.events_json(0 if is_whole else last), room.view_json(self.seats)
        missed = ",".join(
            each.model_dump_json() for seat, each in room.table.missed.items() if seat in self.seats
        )
        return (
            f'{{"type":"welcome","protocol":{PROTOCOL},"table":"{room.table.name}",'
            f'"seats":{sorted(self.seats)},"held":{self._held},"missed":[{missed}],'
            f'"is_whole":{"true" if is_whole else "false"},"events":{events},"view":{view}}}'
        )

    async def _read(self, room: Room) -> None:
        with contextlib.suppress(GoneError):
            while True:
                await self._answer(room, await self._socket.receive())

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
                await self._command(room, message)
        except RefusalError as error:
            self._refuse(message.id, error)
        except StoreError:
            self._refuse(message.id, RefusalError("unavailable"))
        except Exception:
            log.exception("a message failed", extra={"table": room.table.name, "kind": message.type})
            self._refuse(message.id, RefusalError("unavailable"))

    async def _command(self, room: Room, message: SeatCommand) -> None:
        """Carries a command out, counted and timed until it is stored and told."""
        metrics, begin, answer = self._house.metrics, time.perf_counter(), "done"
        try:
            number = await room.command(message)
            if number is not None:
                answer = "repeated"
                self._say(Accepted(id=message.id, number=number))
        except RefusalError as error:
            answer = error.code
            raise
        except Exception:
            answer = "unavailable"
            raise
        finally:
            metrics.commands.labels(message.type, answer).inc()
            metrics.command_s.observe(time.perf_counter() - begin)

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
        why = (
            None
            if reason is None
            else Why(code=reason.code, params=dict(reason.params), rule=reason.rule, text=str(reason))
        )
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
        loop = asyncio.get_running_loop()
        with contextlib.suppress(GoneError):
            while True:
                while self._queue:
                    await self._socket.send(self._queue.popleft())
                self._is_more = loop.create_future()
                await self._is_more

    async def _refuse_connection(self, error: RefusalError) -> None:
        refused = Refused(id="", code=error.code, params=error.params, text=str(error))
        with contextlib.suppress(Exception):
            await self._socket.send(refused.model_dump_json())
            await self._socket.close(CODES["refused"], error.code)

    async def _say_goodbye(self, why: str) -> None:
        bye = Bye.model_validate({"why": why})
        with contextlib.suppress(Exception):
            async with asyncio.timeout(_CLOSE_S):
                if why != "slow":  # it would not read it
                    while self._queue:
                        await self._socket.send(self._queue.popleft())
                    await self._socket.send(bye.model_dump_json())
                await self._socket.close(CODES[why], why)
