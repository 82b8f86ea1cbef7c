"""A baseline for the server: echoes each message to its group of sockets after storing it.

Uses the same libraries in the same way (FastAPI, uvicorn, SQLAlchemy, group commit) and does nothing else.
Run by `benchmarks.server_load`: python -m benchmarks.durable_echo PORT DATABASE_URL
"""

import contextlib
import gc
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from crownfire.cli.serve import GC_THRESHOLD
from crownfire.server.store import Store, StoredEvent, TableRow


def create_app(database_url: str) -> FastAPI:
    """Returns an application with a group of sockets per name."""
    store = Store(database_url)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await store.open()
        yield
        await store.close()

    app = FastAPI(lifespan=lifespan)

    @app.get("/readyz")
    async def readyz() -> str:
        return "ok"

    groups: dict[str, list[WebSocket]] = defaultdict(list)
    numbers: dict[str, int] = defaultdict(int)

    @app.websocket("/echo/{name}")
    async def echo(socket: WebSocket, name: str) -> None:
        groups[name].append(socket)
        now_ms = int(time.time() * 1000)
        if len(groups[name]) == 1:
            row = TableRow(name, bytes(32), False, False, False, now_ms, now_ms)
            await store.create(row, [StoredEvent(0, now_ms, "", "{}")], [])
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                text = await socket.receive_text()
                numbers[name] += 1
                event = StoredEvent(numbers[name], int(time.time() * 1000), "", text)
                await store.append(name, [event], is_open=False, is_over=False)
                for each in groups[name]:
                    await each.send_text(text)

    return app


if __name__ == "__main__":
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLD)  # as in the server
    uvicorn.run(create_app(sys.argv[2]), port=int(sys.argv[1]), log_level="warning", ws="websockets-sansio")
