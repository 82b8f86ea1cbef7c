"""The application: everything put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send

from crownfire import __version__
from crownfire.server.api import router
from crownfire.server.client import serve_client
from crownfire.server.clock import Clock
from crownfire.server.connection import Connection, Socket
from crownfire.server.guards import Guards
from crownfire.server.house import House
from crownfire.server.page import api_page
from crownfire.server.refusals import RefusalError
from crownfire.server.settings import Settings
from crownfire.server.store import StoreError

_STATUS = {
    "no_such_page": 404,
    "no_such_table": 404,
    "no_such_lesson": 404,
    "no_such_game": 404,
    "bad_token": 403,
    "too_long": 413,
    "malformed": 422,
    "too_fast": 429,
    "unavailable": 503,
}


def create_app(settings: Settings, clock: Clock | None = None) -> FastAPI:
    """A server with these settings; its tables are under `app.state.house` while it runs."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house = House(settings, clock)
        await house.open()
        app.state.house = house
        try:
            yield
        finally:
            await house.close()

    app = FastAPI(
        title="Crownfire",
        version=__version__,
        summary="Tables for Kingdomino and Kingdomino Origins",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    app.include_router(router)
    app.add_middleware(GZipMiddleware, minimum_size=1_000)
    app.add_middleware(Guards, settings=settings, clock=clock or Clock())
    app.add_exception_handler(RefusalError, _refused)
    app.add_exception_handler(HTTPException, _refused_by_framework)
    app.add_exception_handler(StoreError, _unavailable)
    app.add_exception_handler(RequestValidationError, _unreadable)

    serve_client(app)

    @app.get("/api", response_class=HTMLResponse, include_in_schema=False)
    async def api() -> str:
        return api_page(app.openapi())

    app.router.routes.append(WebSocketRoute("/api/tables/{table}/socket", _TableSocket()))
    return app


class _TableSocket:
    """The websocket of a table, as an application of its own."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = Socket(receive, send)
        await socket.accept()
        await Connection(socket, scope["app"].state.house).serve(scope["path_params"]["table"])


async def _refused(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RefusalError)
    return _problem(_STATUS.get(error.code, 409), error)


async def _refused_by_framework(request: Request, error: Exception) -> JSONResponse:
    """A method that an address does not take, or a body that can't be read."""
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, RefusalError):  # while the body was read
        return await _refused(request, error.__cause__)
    headers = error.headers or {}
    if error.status_code == 405:
        reason = RefusalError("wrong_method", method=request.method, allowed=headers.get("Allow", ""))
    else:
        reason = RefusalError("malformed", what=f"{error.detail[0].lower()}{error.detail[1:]}")
    answer = _problem(error.status_code, reason)
    answer.headers.update(headers)
    return answer


async def _unavailable(_request: Request, _error: Exception) -> JSONResponse:
    return _problem(503, RefusalError("unavailable"))


async def _unreadable(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return _problem(422, RefusalError("malformed", what=f"{where}: {first['msg']}"))


def _problem(status: int, error: RefusalError) -> JSONResponse:
    return JSONResponse({"code": error.code, "params": error.params, "text": str(error)}, status)
