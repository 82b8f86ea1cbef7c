"""What stands before every request: rate limits, size limits, the origin of sockets, security headers."""

import json
import logging
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from crownfire.server.clock import Clock
from crownfire.server.house import House
from crownfire.server.limits import AddressLimits
from crownfire.server.logs import new_request_id, request_id
from crownfire.server.metrics import Metrics
from crownfire.server.refusals import RefusalError
from crownfire.server.settings import Settings

log = logging.getLogger("crownfire.requests")
_MOST_BODY_BYTES = 65_536
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; "
        "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_UNLIMITED = ("/healthz", "/readyz")
_QUIET = (*_UNLIMITED, "/metrics")  # asked for all the time
# How much of an address's requests may be of a kind: a client has many small files, a replay is much work.
_FILES, _REPLAYS = 20.0, 0.2
_BURST_S = 10
_METHODS = {name: name for name in ("GET", "HEAD", "POST")}


class Guards:
    """An ASGI layer around the application."""

    def __init__(self, app: ASGIApp, settings: Settings, clock: Clock) -> None:
        self._app = app
        self._settings = settings
        per_s = {share: settings.requests_per_s * share for share in (_FILES, 1.0, _REPLAYS)}
        self._limits = {
            share: AddressLimits(each, each * _BURST_S, clock.monotonic) for share, each in per_s.items()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request or a socket pass, or refuses it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "") if self._settings.trust_proxy else ""
        request_id.set(new_request_id(given))
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._websocket(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._is_own(scope):
            why = "origin"
        elif not self._may_come(scope):
            why = "too_fast"
        else:
            await self._app(scope, receive, send)
            return
        log.warning("socket refused", extra={"why": why, "address": address_of(scope)})
        _metrics(scope).refused_sockets.labels(why).inc()
        await send({"type": "websocket.close", "code": 4003, "reason": why})

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        begin = time.perf_counter()
        has_begun = False

        async def with_headers(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers["X-Request-ID"] = request_id.get()
                seconds = time.perf_counter() - begin
                route = getattr(scope.get("route"), "path", "other")  # of ours; a path is anything
                labels = (_METHODS.get(scope["method"], "other"), route, message["status"])
                _metrics(scope).requests_s.labels(*labels).observe(seconds)
                ms = round(1000 * seconds, 1)
                seen = {"method": scope["method"], "path": scope["path"], "status": message["status"]}
                level = logging.DEBUG if scope["path"] in _QUIET else logging.INFO
                log.log(level, "request", extra={**seen, "ms": ms})
            await send(message)

        if scope["path"] not in _UNLIMITED and not self._may_come(scope):
            await _refuse(with_headers, 429, RefusalError("too_fast"))
            return
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdigit() or int(length) > _MOST_BODY_BYTES:
            await _refuse(with_headers, 413, RefusalError("too_long", most=_MOST_BODY_BYTES))
            return
        try:
            await self._app(scope, _counted(receive), with_headers)
        except Exception:
            if has_begun:
                raise
            log.exception("a request failed")
            await _refuse(with_headers, 500, RefusalError("failed"))

    def _may_come(self, scope: Scope) -> bool:
        path = scope["path"]
        share = 1.0 if path.startswith("/api") or path == "/metrics" else _FILES
        if share == 1.0 and path.endswith("/replay"):
            share = _REPLAYS
        return self._limits[share].take(address_of(scope))

    def _is_own(self, scope: Scope) -> bool:
        """Browsers say which page opens a socket; only our own pages may. Other programs say nothing."""
        origin = Headers(scope=scope).get("origin")
        if origin is None:
            return True
        try:
            host = urlsplit(origin).netloc
        except ValueError:  # it is no address at all
            return False
        own = urlsplit(self._settings.public_url).netloc, HTTPConnection(scope).headers.get("host")
        return bool(host) and host in own  # a page without an address, such as a file, has the origin `null`


def _metrics(scope: Scope) -> Metrics:
    house: House = scope["app"].state.house
    return house.metrics


def address_of(scope: Scope) -> str:
    """Who a request comes from; uvicorn has looked at the proxy's headers if they are trusted."""
    client = scope.get("client")
    return client[0] if client else ""


def _counted(receive: Receive) -> Receive:
    """Refuses a body that grows beyond the limit without having said so."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > _MOST_BODY_BYTES:
            raise RefusalError("too_long", most=_MOST_BODY_BYTES)
        return message

    return counted


async def _refuse(send: Send, status: int, error: RefusalError) -> None:
    body = json.dumps({"code": error.code, "params": error.params, "text": str(error)}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
