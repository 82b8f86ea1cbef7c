"""What the REST interface promises of itself, tried out with requests that schemathesis makes up."""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok


def check_promises(schema: schemathesis.BaseSchema, examples: int) -> None:
    """Every answer is one that was promised, to so many requests of each operation."""
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 9
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(max_examples=examples, suppress_health_check=list(HealthCheck), deadline=None)
        def check(case: schemathesis.Case[Any]) -> None:
            case.call_and_validate()

        check()
