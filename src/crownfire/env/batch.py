"""Many games in lockstep on the native core, for learning by self-play or against playout policies."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crownfire.env.layout import Layout
from crownfire.env.seeds import SEEDS, check_seed
from crownfire.native import Batch as NativeBatch
from crownfire.native import State as NativeState


class Arrays(NamedTuple):
    """What a batch writes, one row a game. A field may be None: that is not written."""

    observations: NDArray[np.uint8] | Any  # of the seat to play (against opponents: of seat 0)
    masks: NDArray[np.int8] | Any  # its legal moves; action 0 alone if the game is finished
    seats: NDArray[np.uint8] | Any  # the seat to play
    rewards: NDArray[np.float32] | Any = None  # of every seat, 0 but in the step that ends a game
    dones: NDArray[np.bool_] | Any = None  # whether the step ended the game
    scores: NDArray[np.int32] | Any = None  # the points of every seat in a game that ended, else 0


class Batch:
    """Games of the same rules that are stepped together. It writes into arrays of the caller, and nothing
    is allocated from step to step.

    >>> from crownfire.env import Batch, sample
    >>> batch = Batch("kingdomino", players=2, games=256, seed=7)
    >>> out, actions = batch.arrays(), np.empty(256, np.int64)
    >>> batch.observe(out)
    >>> for step in range(48):
    ...     sample(out.masks, actions, seed=step)
    ...     batch.step(actions, out)
    >>> out.dones.all(), out.rewards.sum()
    (np.True_, np.float32(0.0))

    `opponents`: policies of the native core for seats 1, 2, … (one name stands for all of them); the caller
    then plays seat 0, and a step goes on to its next decision. None: the caller plays all seats.

    `autoreset`: "same", a game that ends is replaced by a new one in the same step, and what is observed is
    the new one; "next", the step after ignores the action and starts a new one; "off", a game that is over
    must be reset.

    `illegal` (only against opponents): "refuse" raises, "lose" ends the game with a reward of −1, or of −100
    points. Without opponents illegal moves are always refused.

    Game i has the seed `seed` + i, or the i-th of an array; the games after the first one in its place are
    dealt by `episode_seed`. Nothing depends on the number of threads, which pay from about a thousand games.
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
        """New arrays of the right shapes; fields that aren't wanted can be replaced by None."""
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
        """Starts games over: all or those marked, with new seeds or with the next game of their old ones."""
        seeds = None if seed is None else self._seeds(seed)
        self._native.reset(seeds, games, *(out or ())[:3])

    def step(self, actions: NDArray[np.int64], out: Arrays) -> None:
        """Plays a compact action in every game.

        If one of them can't be played it raises, `IllegalMoveError` or `SetupError`, and nothing changes.
        """
        self._native.step(actions, *out)

    def observe(self, out: Arrays) -> None:
        """Writes how things stand: observations, masks and seats."""
        self._native.observe(*out[:3])

    def points(self, out: NDArray[np.int32]) -> None:
        """Writes the points of every seat in every game, as if all ended now."""
        self._native.points(out)

    def state(self, game: int) -> NativeState:
        """The position of one game."""
        return self._native.state(game)

    def _seeds(self, seed: int | NDArray[np.uint64]) -> NDArray[np.uint64]:
        if isinstance(seed, np.ndarray):
            return seed
        first = check_seed(seed)
        return np.array([(first + game) % SEEDS for game in range(self.games)], np.uint64)
