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
    An immutable position. Methods return new positions or facts about this one.
    """

    @staticmethod
    def new_game(rules: str, players: int) -> State:
        """Returns the position before the first chance step."""

    @staticmethod
    def from_position(text: str) -> State:
        """Parses a position text; raises the errors of parse_position."""

    def to_position(self) -> str:
        """Returns the position text, as the Python rules format it."""

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
        """The phase, such as 'place' or 'claim'."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def is_chance(self) -> bool:
        """Whether a chance step is pending."""

    @property
    def to_play(self) -> int | None:
        """The seat to play, or None during chance steps and after the end."""

    def legal_actions(self) -> list[int]:
        """
        Returns the legal actions in ascending order; none if no seat is to play.
        """

    def apply(self, action: object) -> State:
        """
        Returns the position after a legal action; raises IllegalMoveError for any other.
        """

    def apply_unchecked(self, action: int) -> State:
        """
        Returns the position after an action that must be legal; any other gives an invalid position.
        """

    def deal(self, seed: int) -> State:
        """
        Returns the position after all pending chance steps, dealt by the seeded dealer.
        """

    def reveal(self, outcome: Sequence[object]) -> State:
        """
        Returns the position after the pending chance step, with an outcome of the Python rules.
        """

    def scores(self) -> list[int]:
        """Returns the points of every seat, as if the game ended now."""

    def ranking(self) -> list[list[int]]:
        """Returns the seats from best to worst, tied seats together."""

    def previews(self) -> list[int]:
        """
        Returns the mover's points after each legal action; a recruit is paid and settled in the best way.
        """

    def values(self) -> list[float]:
        """Returns the heuristic value of each legal action, in points."""

    def choose(self, policy: str, seed: int = 0) -> int:
        """Returns the action that a policy chooses."""

    def best_ending(self) -> int | None:
        """
        Returns the best action of a last round, solved exactly; None before it and in Totem mode.
        """

    def playout(self, policy: str = "random", seed: int = 0) -> State:
        """Returns the end of the game when a policy plays on."""

    def playouts(
        self, n: int, policy: str = "random", seed: int = 0, threads: int = 1
    ) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None))]:
        """
        Returns the final scores of n playouts, one row each. They don't depend on the number of threads.
        """

    def perft(self, seed: int, depth: int) -> list[int]:
        """
        Returns the number of decision sequences of length 1 to depth under the seeded deal.
        """

class SearchedMove:
    """The results of a search for one move, as means for the seat to play."""

    @property
    def action(self) -> int: ...
    @property
    def visits(self) -> int:
        """The number of simulations that began with it."""

    @property
    def reward(self) -> float:
        """The reward that the search maximises."""

    @property
    def win(self) -> float:
        """The share of simulations won; shared victories count in part."""

    @property
    def score(self) -> float:
        """The final score."""

    @property
    def margin(self) -> float:
        """The final score minus that of the best opponent."""

    @property
    def value(self) -> float:
        """The heuristic value before the search, in points."""

class Estimate:
    """An estimate of final scores, fitted for one set-up."""

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
        Takes NUM_WEIGHTS weights and the root mean square error in each of the 8 stages of a game.
        """

    def choose(self, state: State, depth: int = 3) -> int:
        """
        Returns the action with the highest expected score. Depth 0 values claims roughly; 1 places the claimed dominoes first; 2 does so for placements too; 3 adds the best claim after a placement.
        """

    def expect(self, state: State) -> list[float]:
        """Returns the expected final score of every seat."""

NUM_WEIGHTS: int = 110312

class Judge:
    """
    A value network for two-player positions between rounds, fitted for one set-up.
    """

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
        Takes JUDGE_NUMBERS numbers and the root mean square error for each stage.
        """

    def margin(self, estimate: Estimate, state: State) -> float:
        """
        Returns the expected final margin of the first seat, for a position between rounds.
        """

JUDGE_NUMBERS: int = 586497

class Search:
    """A search from a position. It can be resumed and can follow the game."""

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
        """The current position."""

    def run(self, nodes: int | None = None, ms: float | None = None) -> int:
        """
        Simulates until a limit is reached or no moves are left to compare. Returns the number of simulations.
        """

    def moves(self) -> list[SearchedMove]:
        """Returns the legal moves, best first."""

    def advance(self, action: object) -> None:
        """
        Moves to the position after a legal action and keeps the tree below it.
        """
