"""The web client as it was built into the package; without it, a plain page that says so."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from crownfire.server.page import start_page
from crownfire.server.refusals import RefusalError

FOLDER = Path(__file__).parent / "web"
_PAGES = (
    "/",
    "/new",
    "/lobby",
    "/learn",
    "/learn/{lesson}",
    "/table/{table}",
    "/replay",
    "/replay/{table}",
    "/rules",
    "/score",
    "/score/{table}",
)  # addresses that the client shows by itself
_TYPES = {  # systems have opinions of their own about these
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


def serve_client(app: FastAPI, folder: Path = FOLDER) -> None:
    """Adds the pages of the client to an application."""
    index = folder / "index.html"

    async def page(_request: Request) -> Response:
        if not index.exists():
            return HTMLResponse(start_page())
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    for path in _PAGES:
        app.add_route(path, page, methods=["GET"], include_in_schema=False)
    app.add_exception_handler(404, _lost(index))
    if index.exists():
        app.mount("/assets", _Assets(directory=folder / "assets"))
        for file in sorted(folder.iterdir()):
            if file.is_file() and file != index:
                app.add_route(f"/{file.name}", _file(file), methods=["GET"], include_in_schema=False)


def _file(path: Path) -> Callable[[Request], Awaitable[Response]]:
    """A file whose name stays is asked for every time: an old worker would keep an old client."""

    async def send(_request: Request) -> Response:
        return FileResponse(path, media_type=_TYPES.get(path.suffix), headers={"Cache-Control": "no-cache"})

    return send


def _lost(index: Path) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What is not there: browsers get the client, which says so; programs a sentence."""

    async def lost(request: Request, _error: Exception) -> Response:
        is_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api")
        if is_page and index.exists():
            return FileResponse(index, status_code=404, headers={"Cache-Control": "no-cache"})
        error = RefusalError("no_such_page")
        return JSONResponse({"code": error.code, "params": error.params, "text": str(error)}, 404)

    return lost


class _Assets(StaticFiles):
    """Files whose names change with their content: browsers may keep them for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response
