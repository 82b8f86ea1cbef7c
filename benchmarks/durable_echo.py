"""The yardstick of the server: a socket that answers every message after one row of it is on disk.

It uses the same libraries in the same way (FastAPI, uvicorn, SQLAlchemy, group commit) and does nothing else.
Run by `benchmarks.server_load`: python -m benchmarks.durable_echo PORT DATABASE_URL
"""

import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from crownfire.server.store import Store, StoredEvent, TableRow


def create_app(database_url: str) -> FastAPI:
    """An application with one socket for every name."""
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

    @app.websocket("/echo/{name}")
    async def echo(socket: WebSocket, name: str) -> None:
        await socket.accept()
        now_ms = int(time.time() * 1000)
        first = StoredEvent(0, now_ms, "", "{}")
        row = TableRow(name, bytes(32), False, False, False, now_ms, now_ms)
        await store.create(row, [first], [])
        number, flags = 0, {"is_open": False, "is_over": False}
        try:
            while True:
                text = await socket.receive_text()
                number += 1
                await store.append(name, [StoredEvent(number, int(time.time() * 1000), "", text)], **flags)
                await socket.send_text(text)
        except WebSocketDisconnect:
            return

    return app


if __name__ == "__main__":
    uvicorn.run(create_app(sys.argv[2]), port=int(sys.argv[1]), log_level="warning", ws="websockets-sansio")
