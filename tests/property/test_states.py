"""Invariants of every state of every game."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownfire.data import tables
from crownfire.game import Game, ScriptedDealer, SeededDealer
from crownfire.notation import format_position
from crownfire.rules import (
    NUM_ACTIONS,
    IllegalMoveError,
    Phase,
    Territory,
    apply,
    chance,
    legal_actions,
    to_play,
    why_not,
)
from crownfire.rules.actions import DISCARD
from crownfire.rules.box import box_faults
from crownfire.rules.canvas import HOME, NEIGHBOURS
from crownfire.rules.events import (
    CavemanBurnt,
    Discarded,
    Event,
    FireLanded,
    LeftOver,
    Placed,
    ResourceBurnt,
    ResourcePaid,
)
from crownfire.rules.parts.resources import Resources
from crownfire.rules.validate import check_state
from tests.games import ALL, new_game, steps
from tests.property.strategies import games, seeds


def _events(game: Game) -> list[Event]:
    return [event for entry in game.history for event in entry.events]


@given(games())
def test_every_domino_is_in_exactly_one_place(game: Game) -> None:
    state, events = game.state, _events(game)
    gone = [e.domino for e in events if isinstance(e, Placed | Discarded | LeftOver)]
    waiting = [slot.number for slot in state.current if slot.number not in gone]
    line = [slot.number for slot in state.next]
    assert sorted([*gone, *waiting, *line, *state.unseen]) == list(range(1, 49))


@given(games())
def test_squares_come_from_placed_dominoes(game: Game) -> None:
    placed = Counter(e.seat for e in _events(game) if isinstance(e, Placed))
    for seat, territory in enumerate(game.state.territories):
        assert len(territory) == 1 + 2 * placed[seat]


@given(games())
def test_every_caveman_is_in_exactly_one_place(game: Game) -> None:
    state = game.state
    settled = [s.caveman for t in state.territories for s in t.values() if s.caveman]
    burnt = [e.kind for e in _events(game) if isinstance(e, CavemanBurnt)]
    pending = [state.recruiting.kind] if state.recruiting else []
    found = Counter([*state.cave, *state.pile, *settled, *burnt, *pending])
    assert found in (Counter(), Counter({kind.code: kind.copies for kind in tables().cavemen}))


@given(games())
def test_resources_leave_only_by_fire_or_payment(game: Game) -> None:
    if not game.ruleset.has(Resources):
        assert not any(s.resource for t in game.state.territories for s in t.values())
        return
    for seat, territory in enumerate(game.state.territories):
        came = sum(s.terrain in game.ruleset.resources and not s.symbols for s in territory.values())
        left = sum(isinstance(e, ResourceBurnt | ResourcePaid) and e.seat == seat for e in _events(game))
        assert sum(s.resource for s in territory.values()) == came - left


@given(games())
def test_every_volcano_makes_one_fire_token(game: Game) -> None:
    for seat, territory in enumerate(game.state.territories):
        erupting = game.state.erupting if seat == to_play(game.state) else None
        craters = Counter(s.craters for c, s in territory.items() if s.craters and c != erupting)
        tokens = Counter(s.token for s in territory.values() if s.token)
        assert tokens == craters
        assert sum(isinstance(e, FireLanded) and e.seat == seat for e in _events(game)) == tokens.total()


@given(games())
def test_territories_are_connected_and_in_the_frame(game: Game) -> None:
    frame = game.ruleset.setup.frame
    for territory in game.state.territories:
        west, east, south, north = territory.box
        assert east - west < frame
        assert north - south < frame
        assert _reached(territory) == set(territory)


def _reached(territory: Territory) -> set[int]:
    reached, frontier = {HOME}, [HOME]
    while frontier:
        for cell in NEIGHBOURS[frontier.pop()]:
            if cell in territory and cell not in reached:
                reached.add(cell)
                frontier.append(cell)
    return reached


@given(games())
def test_legal_actions_are_ascending_and_the_others_have_a_reason(game: Game) -> None:
    legal = legal_actions(game.state)
    assert all(a < b for a, b in pairwise(legal))
    assert legal == [action for action in range(NUM_ACTIONS) if why_not(game.state, action) is None]


@given(games())
def test_a_seat_is_to_play_if_and_only_if_there_are_legal_actions(game: Game) -> None:
    assert (to_play(game.state) is not None) == bool(legal_actions(game.state))
    assert chance(game.state) is None  # all chance is dealt
    assert game.is_over == (not legal_actions(game.state))


@given(games())
def test_discarding_is_legal_only_without_placements(game: Game) -> None:
    legal = legal_actions(game.state)
    if game.state.phase is Phase.PLACE:
        assert (DISCARD in legal) == (not [a for a in legal if a < DISCARD])
        assert DISCARD not in legal or legal == [DISCARD]
    else:
        assert DISCARD not in legal


@given(games(), st.integers(-5, NUM_ACTIONS + 5))
def test_illegal_actions_raise_an_error_with_a_rule_and_change_nothing(game: Game, action: int) -> None:
    state, before = game.state, format_position(game.state)
    if action in legal_actions(state):
        assert apply(state, action) != state
    else:
        with pytest.raises(IllegalMoveError) as caught:
            apply(state, action)
        assert caught.value.rule[0] in "CKOTBN"
        assert caught.value.rule[1:].isdigit()
        assert str(caught.value)
    assert format_position(state) == before


@given(games(), seeds)
def test_the_state_never_reveals_the_order_of_the_pile(game: Game, other_seed: int) -> None:
    """Equal public histories give equal states, whatever seed deals the future."""
    script = {
        (due.kind, due.index): entry.outcome
        for entry in game.history
        if (due := chance(entry.before)) is not None
    }
    again = Game(game.ruleset, ScriptedDealer(script, SeededDealer(other_seed)))
    again.deal()
    for entry in game.history:
        if entry.action is not None:
            again.play(entry.action, deal=False)
            if len(again.history) < len(game.history):
                again.deal()
    assert again.state == game.state
    assert hash(again.state) == hash(game.state)
    assert repr(again.state) == repr(game.state)
    assert format_position(again.state) == format_position(game.state)


@given(games())
def test_undo_returns_to_the_state_before_a_decision(game: Game) -> None:
    decisions = [entry for entry in game.history if entry.action is not None]
    state, record = game.state, game.record()
    assert game.undo() == bool(decisions)
    if decisions:
        assert game.state == decisions[-1].before
        action = decisions[-1].action
        assert action is not None
        game.play(action)  # deals the same again
    assert game.state == state
    assert game.record() == record


@given(games())
def test_every_state_is_valid(game: Game) -> None:
    for entry in game.history:
        check_state(entry.before)
    check_state(game.state)


@given(games())
def test_every_territory_could_come_from_the_box(game: Game) -> None:
    for seat, territory in enumerate(game.state.territories):
        is_erupting = game.state.erupting is not None and to_play(game.state) == seat
        faults = [fault.code for fault in box_faults(game.ruleset, territory)]
        assert faults == (["box_fire_missing"] if is_erupting else [])


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_a_whole_game_is_valid_and_has_all_reasons(rules: str, players: int) -> None:
    for game in steps(new_game(rules, players, 5), 5):
        check_state(game.state)
        legal = legal_actions(game.state)
        assert legal == [action for action in range(NUM_ACTIONS) if why_not(game.state, action) is None]
