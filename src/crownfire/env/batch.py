"""Many games in lockstep on the native core, for self-play or play against policies."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crownfire.env.layout import Layout
from crownfire.env.seeds import SEEDS, check_seed
from crownfire.native import Batch as NativeBatch
from crownfire.native import State as NativeState

__all__ = ["Arrays", "Batch"]


class Arrays(NamedTuple):
    """The output of a batch, one row per game. Fields that are None are not written."""

    observations: NDArray[np.uint8] | Any  # of the seat to play; against opponents, of seat 0
    masks: NDArray[np.int8] | Any  # its legal actions; only action 0 after the end
    seats: NDArray[np.uint8] | Any  # the seat to play
    rewards: NDArray[np.float32] | Any = None  # of every seat; 0 until the step that ends the game
    dones: NDArray[np.bool_] | Any = None  # whether the step ended the game
    scores: NDArray[np.int32] | Any = None  # the points of every seat; 0 until the step that ends the game


class Batch:
    """Games of the same rules, stepped together. Steps write into the caller's arrays, without allocation.

    >>> from crownfire.env import Batch, sample
    >>> batch = Batch("kingdomino", players=2, games=256, seed=7)
    >>> out, actions = batch.arrays(), np.empty(256, np.int64)
    >>> batch.observe(out)
    >>> for step in range(48):
    ...     sample(out.masks, actions, seed=step)
    ...     batch.step(actions, out)
    >>> out.dones.all(), out.rewards.sum()
    (np.True_, np.float32(0.0))

    `opponents`: native policies for seats 1, 2, … (or one name for all of them). The caller then plays seat
    0, and a step continues to its next decision. Without opponents the caller plays all seats.

    `autoreset`: with "same", a new game replaces a finished one in the same step and is observed at once.
    With "next", the following step ignores the action and starts the new game. With "off", a finished game
    must be reset.

    `illegal`: "refuse" raises an error. "lose", only against opponents, ends the game with a reward of −1,
    or −100 if rewards are points.

    Game i has the seed `seed` + i, or the i-th seed of an array. `episode_seed` derives the seeds of later
    games in row i. Results don't depend on `threads`; using several threads pays off from about a thousand
    games.
    """

    def __init__(
        self,
        rules: str = "kingdomino",
        players: int = 2,
        options: Iterable[str] = (),
        *,
        games: int,
        seed: int | NDArray[np.uint64] = 0,
        reward: str = "win",
        opponents: str | Sequence[str] | None = None,
        autoreset: str = "same",
        illegal: str = "refuse",
        threads: int = 1,
    ) -> None:
        self.layout = Layout(rules, players, options)
        others = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents or ())
        self._native = NativeBatch(
            self.layout.start,
            games,
            reward=reward,
            autoreset=autoreset,
            opponents=others,
            illegal=illegal,
            threads=threads,
        )
        self.games = games
        self._native.reset(self._seeds(seed))

    def arrays(self) -> Arrays:
        """Returns new arrays of the right shapes. Replace a field with None to skip it."""
        seats = (self.games, self.layout.players)
        return Arrays(
            np.zeros((self.games, self.layout.observation_size), np.uint8),
            np.zeros((self.games, self.layout.num_actions), np.int8),
            np.zeros(self.games, np.uint8),
            np.zeros(seats, np.float32),
            np.zeros(self.games, np.bool_),
            np.zeros(seats, np.int32),
        )

    def reset(
        self,
        out: Arrays | None = None,
        *,
        seed: int | NDArray[np.uint64] | None = None,
        games: NDArray[np.bool_] | None = None,
    ) -> None:
        """Starts a new game in each row, or those marked in `games`, from `seed` or the row's next seed."""
        seeds = None if seed is None else self._seeds(seed)
        self._native.reset(seeds, games, *(out or ())[:3])

    def step(self, actions: NDArray[np.int64], out: Arrays) -> None:
        """Plays one compact action in every game.

        If any action can't be played, raises `IllegalMoveError` or `SetupError` and changes nothing.
        """
        self._native.step(actions, *out)

    def observe(self, out: Arrays) -> None:
        """Writes the current observations, masks and seats."""
        self._native.observe(*out[:3])

    def points(self, out: NDArray[np.int32]) -> None:
        """Writes the points of every seat in every game, as if the games ended now."""
        self._native.points(out)

    def state(self, game: int) -> NativeState:
        """Returns the position of one game."""
        return self._native.state(game)

    def _seeds(self, seed: int | NDArray[np.uint64]) -> NDArray[np.uint64]:
        if isinstance(seed, np.ndarray):
            return seed
        first = check_seed(seed)
        return np.array([(first + game) % SEEDS for game in range(self.games)], np.uint64)
