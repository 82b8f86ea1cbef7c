"""The REST interface against its own description: schemathesis looks for requests that break a promise."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok

from tests.server.running import RunningServer

EXAMPLES = 40  # of each operation, times --games


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[schemathesis.BaseSchema]:
    """The description that a running server gives of itself."""
    folder = tmp_path_factory.mktemp("api")
    with RunningServer(f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}", requests_per_s=100_000) as server:
        yield schemathesis.openapi.from_url(f"{server.url}/openapi.json")


def test_every_answer_is_one_that_was_promised(schema: schemathesis.BaseSchema, games: int) -> None:
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 9
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(max_examples=EXAMPLES * games, suppress_health_check=list(HealthCheck), deadline=None)
        def check(case: schemathesis.Case[Any]) -> None:
            case.call_and_validate()

        check()
