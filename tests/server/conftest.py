"""Real servers on loopback for tests, on each kind of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import Cluster, shared_cluster
from tests.server.running import RunningServer

KINDS = ["sqlite", "postgresql"]


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory, testrun_uid: str) -> Iterator[Cluster]:
    """The PostgreSQL of this run, shared by all of its workers."""
    with shared_cluster(tmp_path_factory.getbasetemp().parent / f"postgresql-{testrun_uid}") as running:
        yield running


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL that the test may stop."""
    with Cluster.create() as running:
        yield running


def _new_database(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    if kind == "sqlite":
        return f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}"
    found: Cluster = request.getfixturevalue("cluster")
    return found.new_database()


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    return _new_database(request.param, tmp_path, request)


@pytest.fixture(scope="session", params=KINDS)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    """A server process on each kind of database, for all tests that don't end it."""
    url = _new_database(request.param, tmp_path_factory.mktemp("server"), request)
    with RunningServer(url) as running:
        yield running


@pytest.fixture
def own_server(database_url: str) -> Iterator[RunningServer]:
    """A server process with an empty database, which the test may end."""
    with RunningServer(database_url) as running:
        yield running
