"""A real server on loopback for tests, and people who talk to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import RunningServer


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """An empty database."""
    return f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"


@pytest.fixture
def server(database_url: str) -> Iterator[RunningServer]:
    """A server process with an empty database."""
    with RunningServer(database_url) as running:
        yield running
