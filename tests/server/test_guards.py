"""What stands before every request, with a clock that the test moves."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from crownfire.server.app import create_app
from crownfire.server.settings import Settings
from tests.server.local import MovedClock

Ask = Callable[..., Awaitable[httpx.Response]]


@asynccontextmanager
async def _asking(app: FastAPI) -> AsyncIterator[Ask]:
    """Sends requests from any address."""

    async def ask(path: str, address: str = "203.0.113.1", **more: object) -> httpx.Response:
        transport = httpx.ASGITransport(app, client=(address, 1), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://games.example") as client:
            return await client.request("POST" if "json" in more else "GET", path, **more)  # type: ignore[arg-type]

    async with app.router.lifespan_context(app):
        yield ask


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Ten requests at once from an address, then one a second."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"
    return Settings(database_url=url, requests_per_s=1, metrics_token="right")


def test_an_address_that_asks_too_much_waits_and_others_do_not(settings: Settings) -> None:
    async def test() -> None:
        clock = MovedClock()
        async with _asking(create_app(settings, clock)) as ask:
            codes = [(await ask("/api/tables")).status_code for _ in range(11)]
            assert codes == [200] * 10 + [429]
            assert (await ask("/api/tables")).json()["code"] == "too_fast"
            assert (await ask("/api/tables", "203.0.113.2")).status_code == 200
            assert (await ask("/healthz")).status_code == 200
            clock.move(1.5)
            codes = [(await ask("/api/tables")).status_code for _ in range(2)]
            assert codes == [200, 429]

    asyncio.run(test())


def test_files_are_many_and_replays_few(settings: Settings) -> None:
    async def test() -> None:
        async with _asking(create_app(settings, MovedClock())) as ask:
            files = [(await ask("/manifest-en.webmanifest")).status_code for _ in range(201)]
            assert 429 not in files[:200]
            assert files[200] == 429
            replays = [await ask("/api/replay", json={"record": "#"}) for _ in range(3)]
            assert [answer.status_code for answer in replays] == [409, 409, 429]

    asyncio.run(test())


def test_tokens_cannot_be_tried_out_at_the_figures(settings: Settings) -> None:
    async def test() -> None:
        clock = MovedClock()
        async with _asking(create_app(settings, clock)) as ask:
            wrong = [
                (await ask("/metrics", headers={"Authorization": f"Bearer {n}"})).status_code
                for n in range(11)
            ]
            assert wrong == [403] * 10 + [429]
            right = {"Authorization": "Bearer right"}
            assert (await ask("/metrics", headers=right)).status_code == 429
            assert (await ask("/metrics", "203.0.113.2", headers=right)).status_code == 200
            clock.move(1.5)
            assert (await ask("/metrics", headers=right)).status_code == 200

    asyncio.run(test())


def test_what_nobody_foresaw_is_a_problem_too(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        app = create_app(settings)

        @app.get("/api/broken")
        async def broken() -> None:
            raise ZeroDivisionError

        async with _asking(app) as ask:
            answer = await ask("/api/broken")
        assert (answer.status_code, answer.json()["code"]) == (500, "failed")
        assert answer.headers["x-content-type-options"] == "nosniff"

    asyncio.run(test())
    assert "ZeroDivisionError" in caplog.text
