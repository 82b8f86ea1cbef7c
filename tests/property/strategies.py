"""Hypothesis strategies: games of all rulesets at any point."""

from hypothesis import strategies as st

from crownfire.game import Game
from tests.games import ALL, random_game

seeds = st.integers(0, 2**64 - 1)


@st.composite
def games(draw: st.DrawFn, most_decisions: int = 250) -> Game:
    """A random game of any ruleset after some decisions, or finished."""
    rules, players = draw(st.sampled_from(ALL))
    return random_game(rules, players, draw(seeds), draw(st.integers(0, most_decisions)))
