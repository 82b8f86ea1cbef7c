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
    How positions of some rules are seen and their moves are numbered by those who learn.
    """

    def __init__(self, state: crownfire._native.State) -> None:
        """The encoding of the rules and players of a position."""

    @property
    def size(self) -> int:
        """Bytes of an observation."""

    @property
    def blocks(self) -> list[tuple[str, int, tuple[int, ...], int]]:
        """Name, start, shape and largest value of each block of an observation."""

    @property
    def num_actions(self) -> int:
        """How many moves there are."""

    @property
    def actions(self) -> list[list[int]]:
        """For each mover the action of every compact number."""

    def write_observation(self, state: crownfire._native.State, seat: int, out: object | None) -> None:
        """Writes what a seat sees into a uint8 array."""

    def write_mask(self, state: crownfire._native.State, out: object | None) -> None:
        """Writes which moves are legal into an int8 array."""

class Batch:
    """Games of the same rules in lockstep; what is None is not written."""

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
        Starts games over: all or those marked, with new seeds or with the next game of their old ones.
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
        Plays an action in every game; if one can't be played, it raises and nothing changes.
        """

    def observe(
        self, observations: object | None = None, masks: object | None = None, seats: object | None = None
    ) -> None:
        """Writes how things stand."""

    def points(self, out: object | None) -> None:
        """
        Writes the points of every seat, as if the games ended now, into an int32 array.
        """

    def state(self, game: int) -> crownfire._native.State:
        """The position of one game."""

def sample(masks: object | None, actions: object | None, seed: int = 0) -> None:
    """
    Draws for each row of masks one of the legal moves, all equally likely; 0 where there is none.
    """

class Fit:
    """An estimate under way."""

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
        """Games are played from these tables in turn."""

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
        """Plays games number `begin` to `end` and learns from each."""

    @property
    def weights(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...
    @property
    def moved(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """For each weight the sum of its corrections."""

    @property
    def shaken(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """And of their sizes."""

    @property
    def spread(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """
        How far final scores were from what was expected, in each stage of the games learnt from.
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
    What is seen in games number `begin` to `end`, played by an estimate, for JudgeFit.learn.
    """

class JudgeFit:
    """A judge under way."""

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
        """As it was kept."""

    @staticmethod
    def begin(stages: int, seed: int) -> JudgeFit:
        """One that goes by the estimate alone."""

    def learn(self, games: bytes, rate: float = 0.004) -> None:
        """Learns from watched games, in their order."""

    @property
    def numbers(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...
    @property
    def spread(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """
        How far final margins were from what was judged, in each stage of the games learnt from.
        """

    @property
    def mean(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """Of each number's corrections, lately."""

    @property
    def square(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """And of their squares."""

    @property
    def steps(self) -> int:
        """Batches of games so far."""
