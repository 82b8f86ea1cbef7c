"""
Observations, batches of games in lockstep, and the fitting of estimates.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

import crownfire._native

class Encoding:
    """
    The observations and compact action numbers of a ruleset and number of players.
    """

    def __init__(self, state: crownfire._native.State) -> None:
        """Takes the rules and the number of players from a position."""

    @property
    def size(self) -> int:
        """The number of bytes of an observation."""

    @property
    def blocks(self) -> list[tuple[str, int, tuple[int, ...], int]]:
        """
        The name, start, shape and largest value of each block of an observation.
        """

    @property
    def num_actions(self) -> int:
        """The number of compact action numbers."""

    @property
    def actions(self) -> list[list[int]]:
        """The actions by mover and compact number."""

    def write_observation(self, state: crownfire._native.State, seat: int, out: object | None) -> None:
        """Writes the observation of a seat into a uint8 array."""

    def write_mask(self, state: crownfire._native.State, out: object | None) -> None:
        """Writes the mask of legal actions into an int8 array."""

class Batch:
    """
    Games of the same rules in lockstep. Arrays that are None are not written.
    """

    def __init__(
        self,
        start: crownfire._native.State,
        games: int,
        *,
        reward: str = "win",
        autoreset: str = "same",
        opponents: Sequence[str] = [],
        illegal: str = "refuse",
        threads: int = 1,
    ) -> None: ...
    def reset(
        self,
        seeds: object | None = None,
        games: object | None = None,
        observations: object | None = None,
        masks: object | None = None,
        seats: object | None = None,
    ) -> None:
        """
        Starts all games or the marked ones, with new seeds or with the next game of their current seeds.
        """

    def step(
        self,
        actions: object | None,
        observations: object | None = None,
        masks: object | None = None,
        seats: object | None = None,
        rewards: object | None = None,
        dones: object | None = None,
        scores: object | None = None,
    ) -> None:
        """
        Plays one action in every game. Raises and changes nothing if one of them can't be played.
        """

    def observe(
        self, observations: object | None = None, masks: object | None = None, seats: object | None = None
    ) -> None:
        """Writes the current observations, masks and seats."""

    def points(self, out: object | None) -> None:
        """
        Writes the points of every seat, as if every game ended now, into an int32 array.
        """

    def state(self, game: int) -> crownfire._native.State:
        """Returns the position of one game."""

def sample(masks: object | None, actions: object | None, seed: int = 0) -> None:
    """
    Samples a legal action for each row of masks uniformly; 0 for a row without any.
    """

class Fit:
    """The state of fitting an estimate."""

    def __init__(
        self,
        starts: Sequence[crownfire._native.State],
        weights: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        moved: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        shaken: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> None:
        """
        Takes the positions that games start from in turn, and the numbers of a saved fit.
        """

    def learn(
        self,
        seed: int,
        begin: int,
        end: int,
        *,
        depth: int = 1,
        rate: float = 1.0,
        trace: float = 0.5,
        exploration: float = 0.02,
    ) -> None:
        """Plays games `begin` to `end` − 1 and learns from each."""

    @property
    def weights(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...
    @property
    def moved(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """The sum of the corrections of each weight."""

    @property
    def shaken(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """The sum of the sizes of the corrections of each weight."""

    @property
    def spread(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """
        The root mean square error of the estimate in each stage, over the last games.
        """

def watch_games(
    starts: Sequence[crownfire._native.State],
    estimate: crownfire._native.Estimate,
    seed: int,
    begin: int,
    end: int,
    *,
    depth: int = 3,
    exploration: float = 0.05,
) -> bytes:
    """
    Plays games `begin` to `end` − 1 by an estimate. Returns their positions for JudgeFit.learn.
    """

class JudgeFit:
    """The state of fitting a value network."""

    def __init__(
        self,
        numbers: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        spread: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        mean: Annotated[NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)],
        square: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        steps: int,
    ) -> None:
        """Takes the numbers of a saved fit."""

    @staticmethod
    def begin(stages: int, seed: int) -> JudgeFit:
        """Returns a new fit whose network agrees with the estimate."""

    def learn(self, games: bytes, rate: float = 0.004) -> None:
        """Learns from games of watch_games, in their order."""

    @property
    def numbers(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...
    @property
    def spread(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """
        The root mean square error of the network in each stage, over the last games.
        """

    @property
    def mean(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """The running mean of the corrections of each number."""

    @property
    def square(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """The running mean of the squared corrections of each number."""

    @property
    def steps(self) -> int:
        """The number of batches of games learnt from."""
