"""Hypothesis strategies: games of every kind at any moment."""

from hypothesis import strategies as st

from crownfire.game import Game
from tests.games import ALL, random_game

seeds = st.integers(0, 2**64 - 1)


@st.composite
def games(draw: st.DrawFn, most_decisions: int = 250) -> Game:
    """A game of any rules, played at random for some decisions (beyond its end: finished)."""
    rules, players = draw(st.sampled_from(ALL))
    return random_game(rules, players, draw(seeds), draw(st.integers(0, most_decisions)))
