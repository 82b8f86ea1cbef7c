"""Player names: names that look equal are equal, and no name has invisible characters."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownfire.errors import CrownfireError
from crownfire.notation import format_record, parse_record
from crownfire.notation.records import clean_name, visible
from crownfire.rules import SetupError
from tests.games import new_game

INVISIBLE = [
    "\u202e",  # right-to-left override
    "\u2066",
    "\u200b",  # zero width
    "\u2060",
    "\ufeff",
    "\u00ad",
    "\u034f",
    "\u115f",  # letters without a shape
    "\u3164",
    "\u2800",
    "\ufe0f",  # variation selectors
    "\U000e0101",
    "\U000e0041",  # tags
    "\x00",
    "\x1b",
    "\ud800",  # a lone surrogate
]


@pytest.mark.parametrize("hidden", INVISIBLE, ids=ascii)
def test_invisible_characters_are_removed(hidden: str) -> None:
    assert clean_name(f"{hidden}A{hidden}nn {hidden} Lee{hidden}") == "Ann Lee"
    with pytest.raises(SetupError, match="needs at least one visible character"):
        clean_name(hidden)


@pytest.mark.parametrize(
    ("given", "clean"),
    [
        ("Ann", "Ann"),
        ("  Ann\t\u2003Lee\n", "Ann Lee"),
        ("Zoe\u0308", "Zoë"),
        ("Zoë", "Zoë"),
        ("\u212bsa", "Åsa"),
        ("محمد", "محمد"),
        ("नमिता", "नमिता"),
        ("小明", "小明"),
        ("👍🏽", "👍🏽"),
        ("❤\ufe0f", "❤"),
        ("👩\u200d👧", "👩👧"),  # the joiner is invisible where the font lacks the combined emoji
    ],
)
def test_names_that_look_equal_have_one_normal_form(given: str, clean: str) -> None:
    assert clean_name(given) == clean


@pytest.mark.parametrize("name", ["", " ", "A|B", "A#B"])
def test_names_that_records_cannot_contain_are_rejected(name: str) -> None:
    with pytest.raises(SetupError):
        clean_name(name)


@given(st.text(max_size=30), st.sampled_from(INVISIBLE), st.integers(0, 30))
def test_cleaning_is_idempotent_and_ignores_invisible_characters(name: str, hidden: str, at: int) -> None:
    try:
        clean = clean_name(name)
    except CrownfireError:
        return
    assert clean_name(clean) == clean == visible(clean) == unicodedata.normalize("NFC", clean)
    assert clean_name(name[:at] + hidden + name[at:]) == clean


def test_names_of_a_record_lose_their_invisible_characters() -> None:
    text = format_record(new_game("kingdomino", 2, seed=1).record())
    header, body = text.split("order:")
    record = parse_record(f"{header}names: \u202eAnn\u200b | B\u2060o\norder:{body}")
    assert record.names == ("Ann", "Bo")
