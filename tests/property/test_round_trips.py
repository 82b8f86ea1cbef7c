"""Round trips through text: `parse(format(x)) == x` for everything in notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownfire.errors import CrownfireError
from crownfire.game import Game, replay
from crownfire.notation import (
    NotationError,
    format_action,
    format_cell,
    format_position,
    format_record,
    format_records,
    format_territory,
    parse_action,
    parse_cell,
    parse_position,
    parse_record,
    parse_records,
    parse_territory,
)
from crownfire.rules import NUM_ACTIONS
from crownfire.rules.canvas import CELLS
from tests.games import random_game
from tests.property.strategies import games


def test_cells() -> None:
    assert [parse_cell(format_cell(cell)) for cell in range(CELLS)] == list(range(CELLS))


def test_actions() -> None:
    tokens = [format_action(action) for action in range(NUM_ACTIONS)]
    assert [parse_action(token) for token in tokens] == list(range(NUM_ACTIONS))
    assert len(set(tokens)) == NUM_ACTIONS


@given(games())
def test_states(game: Game) -> None:
    text = format_position(game.state)
    assert "\n" not in text
    assert parse_position(text) == game.state
    assert format_position(parse_position(text)) == text


@given(games())
def test_states_waiting_for_chance(game: Game) -> None:
    for entry in game.history:
        if entry.action is None:
            assert parse_position(format_position(entry.before)) == entry.before


@given(games())
def test_territories(game: Game) -> None:
    for territory in game.state.territories:
        assert parse_territory(format_territory(territory)) == territory
        assert parse_territory(format_territory(territory, row="\n")) == territory
        assert parse_territory(format_territory(territory, row="/", square="")) == territory


@given(games())
def test_records(game: Game) -> None:
    record = game.record()
    text = format_record(record)
    assert parse_record(text) == record
    again = replay(parse_record(text))
    assert again.record() == record
    for _ in range(len(game.turn_under_way)):  # a record has no unfinished turn (N5)
        game.undo()
    assert again.history == game.history
    assert again.state == game.state


def test_matches() -> None:
    records = [random_game("kingdomino", 2, seed).record() for seed in range(3)]
    assert list(parse_records(format_records(records))) == records


@given(st.text(max_size=60))
def test_any_text_is_parsed_or_refused_in_one_sentence(text: str) -> None:
    for parse in (parse_cell, parse_action, parse_territory, parse_position, parse_records):
        try:
            parse(text)
        except CrownfireError as error:
            assert str(error)
            assert len(str(error)) < 400
            assert "\n" not in str(error)


@given(games(most_decisions=60), st.data())
def test_a_damaged_position_is_refused_or_valid(game: Game, data: st.DataObject) -> None:
    text = format_position(game.state)
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + data.draw(st.sampled_from(" -,:|/1290HGa+*[]")) + text[at + 1 :]
    try:
        state = parse_position(damaged)
    except CrownfireError:
        return
    assert format_position(state) == damaged.rstrip("\n")


@given(games(most_decisions=120), st.data())
def test_a_cut_record_is_legal_or_refused(game: Game, data: st.DataObject) -> None:
    text = format_record(game.record())
    cut = text[: data.draw(st.integers(0, len(text)))]
    try:
        replay(parse_record(cut))
    except CrownfireError as error:
        assert "line" in str(error)


@pytest.mark.parametrize("text", ["g0", "n7", "g14", "G7", "g07", "", "7g", "g7 ", "ｇ7", "g١"])
def test_invalid_cells(text: str) -> None:
    with pytest.raises(NotationError, match="expected a cell from a1 to m13"):
        parse_cell(text)
