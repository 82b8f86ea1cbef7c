"""Tables know levels only: nobody makes a server start a program."""

from pathlib import Path

import pytest

from crownfire.bots import LEVELS
from crownfire.rules import SetupError, legal_actions
from crownfire.server.house import SeatWish, TableWish, plan
from crownfire.server.refusals import RefusalError
from crownfire.server.thinking import think
from tests.games import new_game


def test_a_program_gets_no_seat(tmp_path: Path) -> None:
    level = f"engine(cmd='touch {tmp_path / 'started'}')"
    with pytest.raises(RefusalError) as caught:
        plan(TableWish("kingdomino", [SeatWish("here", "Ann"), SeatWish("bot", level=level)]))
    assert caught.value.code == "bad_seats"
    assert not (tmp_path / "started").exists()


def test_a_program_that_was_stored_or_imported_is_not_started(tmp_path: Path) -> None:
    state = new_game("kingdomino", 2, 1).state
    with pytest.raises(SetupError, match="a table has bots of the levels easy, normal, hard, expert, not"):
        think(f"engine(cmd='touch {tmp_path / 'started'}')", state)
    assert not (tmp_path / "started").exists()
    assert think(LEVELS[0], state)[0] in legal_actions(state)
