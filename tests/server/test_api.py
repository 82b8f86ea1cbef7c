"""The REST interface against its own description: schemathesis looks for requests that break a promise."""

from collections.abc import Iterator

import pytest
import schemathesis

from tests.server.promises import check_promises
from tests.server.running import RunningServer

EXAMPLES = 40  # of each operation, times --games


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[schemathesis.BaseSchema]:
    """The description that a running server gives of itself."""
    folder = tmp_path_factory.mktemp("api")
    with RunningServer(f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}", requests_per_s=100_000) as server:
        yield schemathesis.openapi.from_url(f"{server.url}/openapi.json")


def test_every_answer_is_one_that_was_promised(schema: schemathesis.BaseSchema, games: int) -> None:
    check_promises(schema, EXAMPLES * games)
