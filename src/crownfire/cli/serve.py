"""`crownfire serve`: runs the table server and prints its addresses, for phones too."""

import asyncio
import gc
import sys

import segno
import uvicorn
from fastapi import FastAPI

from crownfire.cli.output import console
from crownfire.rules import SetupError
from crownfire.server.app import create_app
from crownfire.server.links import addresses
from crownfire.server.logs import set_up_logs
from crownfire.server.settings import Settings
from crownfire.server.store import Store, StoreError

__all__ = ["GC_THRESHOLD", "serve"]

_MOST_FRAME_BYTES = 65_536
GC_THRESHOLD = (50_000, 20, 50)  # tables are many long-lived objects, so full collections are rare


def serve(settings: Settings) -> None:
    """Runs a server until a signal stops it; raises `SetupError` if it can't start."""
    set_up_logs(settings.log_level, settings.log_format)
    asyncio.run(_try_database(settings))
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        proxy_headers=settings.trust_proxy,
        forwarded_allow_ips="*" if settings.trust_proxy else None,
        ws="websockets-sansio",
        ws_max_size=_MOST_FRAME_BYTES,
        timeout_graceful_shutdown=10,
        server_header=False,
    )
    _show(settings)
    gc.freeze()  # the modules loaded so far stay in memory
    gc.set_threshold(*GC_THRESHOLD)
    server = _Server(config, app)
    try:
        server.run()
    except SystemExit:
        raise SetupError(
            f"the server can't listen on {settings.host}:{settings.port}; choose another --host or --port"
        ) from None


async def _try_database(settings: Settings) -> None:
    """Raises `SetupError` if the database can't be opened, before the server prints its address."""
    store = Store(settings.database_url)
    try:
        await store.open()
    except StoreError as error:
        raise SetupError(str(error)) from None
    finally:
        await store.close()


class _Server(uvicorn.Server):
    """Notifies all clients before it shuts down."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]  # wider than socket
        house = getattr(self._app.state, "house", None)
        if house is not None:
            house.say_goodbye()
            await asyncio.sleep(0.1)
        await super().shutdown(sockets)  # type: ignore[arg-type]  # passed on unchanged


def _show(settings: Settings) -> None:
    """Prints the addresses, and the first one as a QR code if other devices can reach it."""
    found = addresses(settings)
    console.print("[bold]Crownfire[/] is running at")
    for address in found:
        console.print(f"  {address}", soft_wrap=True, markup=False)
    if settings.host in ("0.0.0.0", "::") or settings.public_url:
        segno.make(found[0], micro=False).terminal(out=sys.stdout, compact=True)
        console.print("[dim]Phones on the same network can open the first address or scan the code.[/]")
