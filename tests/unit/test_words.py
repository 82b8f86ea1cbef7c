"""Events are described in plain sentences."""

import pytest

from crownfire.cli.words import describe
from crownfire.notation import parse_cell
from crownfire.rules.events import FireLanded


@pytest.mark.parametrize(
    ("fires", "words"),
    [
        (1, "1 fire from the volcano on g8 lands on f6"),
        (2, "2 fires from the volcano on g8 land on f6"),
    ],
)
def test_fire_lands(fires: int, words: str) -> None:
    event = FireLanded(0, parse_cell("g8"), parse_cell("f6"), fires)
    assert describe(event, ["Ann", "Bo"]) == words
