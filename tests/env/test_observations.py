"""Observations contain all public information (C13), and masks the legal moves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownfire.env import Layout
from crownfire.env.payoff import payoffs
from crownfire.game import Game
from crownfire.native import Encoding, to_native
from crownfire.native import State as NativeState
from crownfire.notation import parse_position
from crownfire.rules import SetupError, legal_actions, scores, to_move, to_play
from crownfire.rules.actions import Give
from tests.env.decoding import decode
from tests.games import ALL, PLAIN, random_game, steps
from tests.games import new_game as new_seeded_game
from tests.property.strategies import games

LAYOUTS = {(rules, players): Layout(rules, players) for rules, players in ALL}


def _layout(game: Game) -> Layout:
    return LAYOUTS[game.ruleset.text, game.ruleset.players]


@pytest.mark.rule("C13")
@given(games(), st.integers(0, 3))
def test_an_observation_contains_the_whole_position(game: Game, seat: int) -> None:
    """Decoding it gives the position, so different positions have different observations."""
    layout, seat = _layout(game), seat % game.ruleset.players
    assert decode(layout, layout.observe(to_native(game.state), seat), seat) == game.state


@given(games())
def test_the_mask_equals_the_legal_actions(game: Game) -> None:
    layout, seat = _layout(game), to_play(game.state)
    numbers = np.flatnonzero(layout.mask(to_native(game.state))).tolist()
    if seat is None:
        assert numbers == []
        return
    assert sorted(layout.to_action(number, seat) for number in numbers) == legal_actions(game.state)
    assert [layout.to_number(action, seat) for action in legal_actions(game.state)] == sorted(
        numbers, key=lambda number: layout.to_action(number, seat)
    )


@given(games())
def test_observations_are_relative_to_the_seat(game: Game) -> None:
    """Every block with seats equals that of seat 0, with the seats rotated."""
    layout, state = _layout(game), to_native(game.state)
    players = layout.players
    first = layout.observe(state, 0)
    by_row = ("territories", "to_play", "discards", "resources", "totems")
    by_column = ("opening", "current_owners", "next_owners")
    for seat in range(players):
        seen = layout.observe(state, seat)
        for name in layout.blocks:
            part = layout.part(first, name)
            if name in by_row:
                part = np.roll(part, -seat, axis=0)
            elif name in by_column:
                part = np.roll(part, -seat, axis=1)
            np.testing.assert_array_equal(layout.part(seen, name), part, name)


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_values_stay_within_their_bounds(rules: str, players: int) -> None:
    layout = LAYOUTS[rules, players]
    space = layout.observation_space()
    for game in steps(new_seeded_game(rules, players, 5), 5):
        state = to_native(game.state)
        assert space.contains({"observation": layout.observe(state, 0), "action_mask": layout.mask(state)})


@pytest.mark.parametrize(
    ("options", "points"), [([], [0, 0]), (["middle_kingdom"], [10, 0]), (["harmony"], [0, 5])]
)
def test_observations_contain_the_points_of_bonuses(options: list[str], points: list[int]) -> None:
    """C11, C12: other options give other observations."""
    plain, other = Layout("kingdomino", 2), Layout("kingdomino", 2, options)
    one, two = plain.observe(plain.start, 0), other.observe(other.start, 0)
    assert other.part(two, "bonuses").tolist() == points
    start = plain.blocks["bonuses"].start
    assert np.flatnonzero(one != two).tolist() == [start + i for i in range(2) if points[i]]


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_blocks_fill_the_observation(rules: str, players: int) -> None:
    layout = LAYOUTS[rules, players]
    at = 0
    for block in layout.blocks.values():
        assert block.start == at
        at = block.stop
    assert at == layout.observation_size


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_the_compact_numbering(rules: str, players: int) -> None:
    """One numbering for all movers, without gaps; only the receivers of totems are relative (T4)."""
    layout = LAYOUTS[rules, players]
    assert layout.actions.shape == (players, layout.num_actions)
    for seat in range(players):
        row = layout.actions[seat].tolist()
        moves = [to_move(action) for action in row]
        given = [move.seat for move in moves if isinstance(move, Give)]
        assert given in ([], [(seat + k) % players for k in range(1, players)])
        rest = [action for action, move in zip(row, moves, strict=True) if not isinstance(move, Give)]
        assert rest == sorted(set(rest))
        assert [layout.to_number(action, seat) for action in row] == list(range(len(row)))


@pytest.mark.rule("T4")
def test_totems_are_given_by_distance_from_the_mover() -> None:
    """With three players and both others tied, the first number is the next seat."""
    layout = Layout("origins-totem", 3)
    state = next(found for seed in range(4000) if (found := _giving(seed)) is not None)
    seat = to_play(parse_position(state.to_position()))
    assert seat is not None
    moves = [to_move(layout.to_action(number, seat)) for number in np.flatnonzero(layout.mask(state))]
    assert moves == [Give((seat + 1) % 3), Give((seat + 2) % 3)]


def _giving(seed: int) -> NativeState | None:
    """Returns a position of a random game in which a totem must be given, if there is one."""
    state = NativeState.new_game("origins-totem", 3).deal(seed)
    while not state.is_over:
        if state.phase == "give":
            return state
        state = state.apply(state.choose("random", seed)).deal(seed)
    return None


@pytest.mark.parametrize(("rules", "players"), PLAIN)
def test_final_rewards_follow_the_ranking(rules: str, players: int) -> None:
    game = random_game(rules, players, 3)
    state, points = to_native(game.state), scores(game.state)
    assert payoffs(state, "score") == list(points)
    assert payoffs(state, "margin")[0] == points[0] - max(points[1:])
    wins = payoffs(state, "win")
    assert max(wins) == pytest.approx(2 / len(state.ranking()[0]) - 1)
    assert [seat for seat in range(players) if wins[seat] == max(wins)] == sorted(state.ranking()[0])


def test_an_encoding_refuses_other_rules() -> None:
    layout = Layout("kingdomino", 2)
    with pytest.raises(SetupError, match="must have the same rules and number of players"):
        layout.observe(NativeState.new_game("kingdomino", 3), 0)
    with pytest.raises(SetupError, match="seats are numbered from 0 to 1"):
        layout.observe(layout.start, 2)
    with pytest.raises(SetupError, match="'out' must have the dtype uint8"):
        Encoding(layout.start).write_observation(layout.start, 0, np.empty(layout.observation_size))
    with pytest.raises(SetupError, match="must be a NumPy array"):
        Encoding(layout.start).write_mask(layout.start, None)
