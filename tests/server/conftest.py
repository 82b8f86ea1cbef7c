"""Real servers on loopback for tests, on each kind of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import Cluster
from tests.server.running import RunningServer


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of this run."""
    with Cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"
    found: Cluster = request.getfixturevalue("cluster")
    return found.new_database()


@pytest.fixture
def server(database_url: str) -> Iterator[RunningServer]:
    """A server process with an empty database."""
    with RunningServer(database_url) as running:
        yield running
