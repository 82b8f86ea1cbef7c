"""States, territories and errors are values: they are immutable and can be sent to another process."""

import copy
import pickle
import subprocess
import sys

import pytest

from crownfire.errors import CrownfireError
from crownfire.game import replay
from crownfire.notation import RecordError, parse_action, parse_position, parse_record
from crownfire.rules import IllegalMoveError, apply, ruleset, to_move
from tests.games import random_game


def test_a_territory_is_immutable() -> None:
    territory = random_game("origins-tribe", 2, 1).state.territories[0]
    with pytest.raises(AttributeError):
        territory.box = (0, 0, 0, 0)
    with pytest.raises(TypeError):
        territory[0] = territory[84]  # type: ignore[index]  # the point of the test


def test_the_tables_of_a_ruleset_are_immutable() -> None:
    with pytest.raises(TypeError):
        ruleset("origins-tribe", 3).resources["desert"] = "sand"  # type: ignore[index]  # the point of the test


def test_a_state_survives_copying_and_pickling() -> None:
    state = random_game("origins-tribe", 2, 1, decisions=70).state
    for twin in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state
        assert hash(twin) == hash(state)


def test_a_cached_hash_is_not_sent_to_another_process() -> None:
    """Strings hash differently in every process."""
    state = random_game("origins-tribe", 2, 1, decisions=70).state
    hash(state)
    check = (
        "import pickle, sys; s = pickle.loads(sys.stdin.buffer.read());"
        "from crownfire.notation import format_position, parse_position;"
        "t = parse_position(format_position(s)); sys.exit(not (s == t and hash(s) == hash(t)))"
    )
    done = subprocess.run([sys.executable, "-c", check], input=pickle.dumps(state), check=False)
    assert done.returncode == 0


def _errors() -> list[CrownfireError]:
    state = random_game("kingdomino", 2, 1, decisions=8).state
    found: list[CrownfireError] = []
    for cause in (
        lambda: apply(state, 1256),
        lambda: parse_action("zz"),
        lambda: replay(parse_record("crownfire 1\nrules: kingdomino\nplayers: 2\n1: =4\n")),
        lambda: ruleset("nonsense", 2),
    ):
        with pytest.raises(CrownfireError) as caught:
            cause()
        found.append(caught.value)
    return found


def test_errors_survive_pickling() -> None:
    for error in _errors():
        twin = pickle.loads(pickle.dumps(error))
        assert (type(twin), str(twin)) == (type(error), str(error))
        if isinstance(error, IllegalMoveError):
            assert isinstance(twin, IllegalMoveError)
            assert twin.reason == error.reason
            assert hash(twin.reason) == hash(error.reason)
        if isinstance(error, RecordError):
            assert isinstance(twin, RecordError)
            assert twin.token == error.token


@pytest.mark.parametrize("action", [-1, 1257])
def test_only_actions_have_a_move(action: int) -> None:
    with pytest.raises(IndexError):
        to_move(action)


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ("origins-totem 2 give 0 - 1:1,2:1,3:2,4:2 5,6,7,8 9-48 HDD|H 0,0 -,-,-,- - - -", "nothing to give"),
        ("kingdomino 2 claim 1 1,1,2,2 - 3,14,15:1,41 1-2,4-13,16-40,42-48 H|H 0,0 - - - -", "A B B A"),
        ("origins-discovery 2 claim 2 1,1,2,2 - 1:1,2:1,3,4 5-48 H|H 0,0 - - - -", "pairs"),
        (
            "origins-discovery 2 claim 3 1,1,2,2 - 1:1,2,3:2,4:1 5-48 H|H 0,0 - - - -",
            "second pair in ascending order",
        ),
        ("kingdomino 2 place 0 - 1:1,2:1,3:2,4:2 5,6,7,8 9-48 H...W|H 0,0 - - - -", "not connected"),
        ("kingdomino 2 place 0 - 1:1,2:1,3:2,4:2 5,6,7,8 9-48 H|H 77,0 - - - -", "turns"),
        ("kingdomino 2 over 0 - - - 25-48 H|H 0,0 - - - -", "turns"),
        ("kingdomino 2 place 0 - 1:1,2:1,3:2,4:2 5,6,7,8 9-48 H+1|H 0,0 - - - -", "fire token"),
        ("kingdomino 2 place 0 - 1:1,2:1,3:2,4:2 4,6,7,8 5,9-48 H|H 0,0 - - - -", "two places"),
        ("origins-tribe 2 recruit 0 - 1:1,2:1,3:2,4:2 - - HG*L*|H 0,0 - hu - -", "impossible position"),
        (
            "origins-tribe 3 pay 0 - 1:1,2:2,3:3 5:1,6,7,8 9-48 HDG*|H|H 0,0,0 - - - ++hu",
            "can't pay for the recruit",
        ),
        ("kingdomino 2 pay 0 - 1:1,2:1,3:2,4:2 5,6,7,8 9-48 H|H 0,0 - - - -", "no phase pay"),
        ("kingdomino 2 place 0 - 1:3,2:1,3:2,4:2 5,6,7,8 9-48 H|H 0,0 - - - -", "2 seats"),
    ],
)
def test_an_impossible_position_is_rejected(position: str, complaint: str) -> None:
    with pytest.raises(CrownfireError, match=complaint):
        parse_position(position)


def test_an_empty_pile_is_written_as_a_hyphen() -> None:
    with pytest.raises(CrownfireError, match="or - for an empty pile"):
        parse_position("origins-tribe 2 order 0 - - - 1-48 H|H 0,0 - - 0000000000 -")
