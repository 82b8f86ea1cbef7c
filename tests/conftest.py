"""Shared settings: the number of games of long tests, and Hypothesis."""

import pytest
from hypothesis import HealthCheck, settings

EXAMPLES = 100


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--games", type=int, default=1, help="multiply the number of games that long-running tests play"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Sets up Hypothesis: repeatable by default, random with more games."""
    factor: int = config.getoption("--games")
    settings.register_profile(
        "crownfire",
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        derandomize=factor == 1,
        max_examples=EXAMPLES * factor,
    )
    settings.load_profile("crownfire")


@pytest.fixture(scope="session")
def games(request: pytest.FixtureRequest) -> int:
    """The factor for the number of games."""
    factor: int = request.config.getoption("--games")
    return factor
