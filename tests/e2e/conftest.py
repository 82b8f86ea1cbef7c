"""A real server, and visitors to it in real Chromium, whose pages must stay free of errors."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.e2e.playing import LONGEST_WAIT_MS
from tests.e2e.visitors import Visitors, launch
from tests.server.running import RunningServer


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=LONGEST_WAIT_MS)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for all; every visitor has a context of their own."""
    running = launch(playwright)
    yield running
    running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The server of all tests that don't end it."""
    path = tmp_path_factory.mktemp("server") / "tables.sqlite"
    with RunningServer(f"sqlite+aiosqlite:///{path}") as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server that the test may end and start again."""
    with RunningServer(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}") as running:
        yield running


@pytest.fixture
def visitors(browser: Browser, server: RunningServer) -> Iterator[Visitors]:
    """Opens pages of the common server; at the end none may have said a word in its console."""
    with Visitors(browser, server.url) as all_of_them:
        yield all_of_them


@pytest.fixture
def own_visitors(browser: Browser, own_server: RunningServer) -> Iterator[Visitors]:
    """The same for the server of this test."""
    with Visitors(browser, own_server.url) as all_of_them:
        yield all_of_them
