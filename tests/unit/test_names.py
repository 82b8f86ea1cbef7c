"""Names of people: equal-looking ones are equal, and none hides anything."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownfire.errors import CrownfireError
from crownfire.notation import format_record, parse_record
from crownfire.notation.records import clean_name, visible
from crownfire.rules import SetupError
from tests.games import new_game

UNSEEN = [
    "\u202e",  # from right to left
    "\u2066",
    "\u200b",  # of no width
    "\u2060",
    "\ufeff",
    "\u00ad",
    "\u034f",
    "\u115f",  # letters without a shape
    "\u3164",
    "\u2800",
    "\ufe0f",  # variants of a character
    "\U000e0101",
    "\U000e0041",  # tags
    "\x00",
    "\x1b",
    "\ud800",  # half a character
]


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_what_cannot_be_seen_is_left_out(unseen: str) -> None:
    assert clean_name(f"{unseen}A{unseen}nn {unseen} Lee{unseen}") == "Ann Lee"
    with pytest.raises(SetupError, match="needs a character that can be seen"):
        clean_name(unseen)


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
        ("👩\u200d👧", "👩👧"),  # the joiner can't be seen where a font has no such picture
    ],
)
def test_names_are_written_in_one_way(given: str, clean: str) -> None:
    assert clean_name(given) == clean


@pytest.mark.parametrize("name", ["", " ", "A|B", "A#B"])
def test_these_are_no_names(name: str) -> None:
    with pytest.raises(SetupError):
        clean_name(name)


@given(st.text(max_size=30), st.sampled_from(UNSEEN), st.integers(0, 30))
def test_a_name_is_clean_once_and_for_all(name: str, unseen: str, at: int) -> None:
    """And whatever is hidden in it makes no difference."""
    try:
        clean = clean_name(name)
    except CrownfireError:
        return
    assert clean_name(clean) == clean == visible(clean) == unicodedata.normalize("NFC", clean)
    assert clean_name(name[:at] + unseen + name[at:]) == clean


def test_names_of_a_record_hide_nothing() -> None:
    text = format_record(new_game("kingdomino", 2, seed=1).record())
    header, body = text.split("order:")
    record = parse_record(f"{header}names: \u202eAnn\u200b | B\u2060o\norder:{body}")
    assert record.names == ("Ann", "Bo")
