"""The native `fg` and `gprd`, compared with their specification in docs/bots.md by the Python rules."""

from statistics import fmean

import pytest

from crownfire.bots import GreedyBot, Player
from crownfire.bots.greedy import place_value, points_when_placed
from crownfire.game import derive
from crownfire.native import State as NativeState
from crownfire.notation import format_position
from crownfire.rules import Phase, State, apply, legal_actions, score, to_move
from crownfire.rules.actions import Claim
from crownfire.rules.state import mover
from tests.games import ALL, new_game, play_on

DECISIONS = (4, 9, 17, 26, 38)  # decisions before each compared position


def _later(state: State, action: int) -> list[int]:
    """Returns the points after also placing each domino of the next line, or the points now."""
    seat = mover(state)
    after = apply(state, action)
    while after.phase in (Phase.ERUPT, Phase.GIVE):
        after = apply(after, Player(GreedyBot()).choose(after, legal_actions(after), rng=derive(0)))
    if after.phase is not Phase.CLAIM or mover(after) != seat:
        return [score(after, seat).total]
    claims = [to_move(claim) for claim in legal_actions(after)]
    return [points_when_placed(after, claim.number) for claim in claims if isinstance(claim, Claim)]


def _value(state: State, action: int, later: float) -> tuple[float, ...]:
    now, holes, sides = place_value(state, action)
    return later, holes, now, sides, -action


def _is_choice(state: State) -> bool:
    return state.phase is Phase.PLACE and len(legal_actions(state)) > 1


def _to_place(rules: str, players: int, seed: int) -> list[State]:
    """Returns positions of a partly greedy game with more than one legal placement."""
    game = new_game(rules, players, seed)
    found, played = [], 0
    for decisions in DECISIONS:
        play_on(game, seed, decisions - played, greedy_seats=1 + seed % players)
        played = decisions
        while not game.is_over and (
            game.state.phase is not Phase.PLACE or len(legal_actions(game.state)) < 2
        ):
            play_on(game, seed, 1)
            played += 1
        if not game.is_over:
            found.append(game.state)
    return found


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_placements_of_the_baselines(rules: str, players: int, games: int) -> None:
    for seed in range(games):
        for state in _to_place(rules, players, seed):
            legal = legal_actions(state)
            native = NativeState.from_position(format_position(state))
            later = {action: _later(state, action) for action in legal}
            full = max(legal, key=lambda action: _value(state, action, max(later[action])))
            assert native.choose("fg") == full, format_position(state)
            mean = max(legal, key=lambda action: _value(state, action, fmean(later[action])))
            assert native.choose("gprd") == mean, format_position(state)
