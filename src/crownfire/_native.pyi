"""
The rules of both games as bit boards, for search, playouts and statistics.
"""

from collections.abc import Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray

NUM_ACTIONS: int = 1257

class State:
    """
    A position; every method gives a new value or an answer and changes nothing.
    """

    @staticmethod
    def new_game(rules: str, players: int) -> State:
        """The table before anything is drawn."""

    @staticmethod
    def from_position(text: str) -> State:
        """Reads a position text; raises like parse_position."""

    def to_position(self) -> str:
        """The position text, equal to that of the Python rules."""

    def __repr__(self) -> str: ...
    @overload
    def __eq__(self, arg: State, /) -> bool: ...
    @overload
    def __eq__(self, arg: object | None, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getstate__(self) -> str: ...
    def __setstate__(self, arg: str, /) -> None: ...
    @property
    def phase(self) -> str:
        """What is waited for."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def is_chance(self) -> bool:
        """Whether an outcome of chance is due."""

    @property
    def to_play(self) -> int | None:
        """The seat to decide, or None."""

    def legal_actions(self) -> list[int]:
        """The legal actions, ascending; empty if nobody is to decide."""

    def apply(self, action: object) -> State:
        """The state after a legal action; raises IllegalMoveError for any other."""

    def apply_unchecked(self, action: int) -> State:
        """
        The state after an action that is known to be legal; any other gives a wrong state.
        """

    def deal(self, seed: int) -> State:
        """The state after all chance that is due, by the seeded dealer."""

    def reveal(self, outcome: Sequence[object]) -> State:
        """
        The state after the chance step that is due, with an outcome as in the Python rules.
        """

    def scores(self) -> list[int]:
        """The points of every seat, as if the game ended now."""

    def ranking(self) -> list[list[int]]:
        """Seats from best to worst, ties together."""

    def previews(self) -> list[int]:
        """For each legal action the mover's points after it."""

    def values(self) -> list[float]:
        """For each legal action how good it looks at first sight, in points."""

    def choose(self, policy: str, seed: int = 0) -> int:
        """The action a policy chooses."""

    def best_ending(self) -> int | None:
        """
        The best action of a last round, counted out; None before it, and with totems.
        """

    def playout(self, policy: str = "random", seed: int = 0) -> State:
        """The end of a game played on by a policy."""

    def playouts(
        self, n: int, policy: str = "random", seed: int = 0, threads: int = 1
    ) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None))]:
        """
        The final scores of many playouts, one row each; seed and index fix a game, threads don't matter.
        """

    def perft(self, seed: int, depth: int) -> list[int]:
        """Decision sequences of length 1, 2, … with the seeded deal."""

class SearchedMove:
    """What a search found out about a move: means for the seat to move."""

    @property
    def action(self) -> int: ...
    @property
    def visits(self) -> int:
        """Simulations that began with it."""

    @property
    def reward(self) -> float:
        """What the search seeks."""

    @property
    def win(self) -> float:
        """How often it won; shared victories count in part."""

    @property
    def score(self) -> float:
        """The own final score."""

    @property
    def margin(self) -> float:
        """The own final score less that of the best opponent."""

    @property
    def value(self) -> float:
        """How good it looked at first sight, in points."""

class Estimate:
    """What final scores to expect, fitted for one set-up."""

    def __init__(
        self,
        weights: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        spread: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> None:
        """
        NUM_WEIGHTS weights, and how far final scores spread in each of the 8 stages of a game.
        """

    def choose(self, state: State, depth: int = 3) -> int:
        """
        The action that leads to the highest score. Depth 0 claims at a glance, 1 lays the dominoes it has before it claims, 2 before it places too, 3 thinks of what it can claim after placing.
        """

    def expect(self, state: State) -> list[float]:
        """What every seat will have at the end."""

NUM_WEIGHTS: int = 110312

class Judge:
    """Who of two will be ahead, and by how much, fitted for one set-up."""

    def __init__(
        self,
        numbers: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        spread: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> None:
        """
        For each stage JUDGE_NUMBERS numbers, and how far final margins lie from what is judged.
        """

    def margin(self, estimate: Estimate, state: State) -> float:
        """By how many points the first seat will be ahead, between rounds."""

JUDGE_NUMBERS: int = 586497

class Search:
    """A search from a position; it can be run on, and follow the game."""

    def __init__(
        self,
        state: State,
        seed: int = 0,
        *,
        estimate: Estimate | None = None,
        judge: Judge | None = None,
        depth: int = 0,
        horizon: int | None = None,
        through: float | None = None,
        beyond: int = 24,
        greed: float = 0.6,
        playout: str = "greedy",
        reward: str = "mixed",
        win_weight: float = 0.2,
        margin_scale: float = 40.0,
        exploration: float = 0.5,
        temperature: float = 3.0,
        first_sight: float = 40.0,
        candidates: int = 16,
        halving: bool = True,
        tree: bool = True,
        threads: int = 1,
    ) -> None: ...
    @property
    def state(self) -> State:
        """The position it is about."""

    def run(self, nodes: int | None = None, ms: float | None = None) -> int:
        """
        Simulates until a limit is reached or there is nothing to compare; how many simulations that took.
        """

    def moves(self) -> list[SearchedMove]:
        """The legal moves, best first."""

    def advance(self, action: object) -> None:
        """
        Goes on from the position after a legal action with what is known about it.
        """
