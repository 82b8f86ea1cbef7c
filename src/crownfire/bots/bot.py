"""What a bot is: something that chooses one of the legal actions."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from crownfire.bots.budget import Budget
from crownfire.rules import State


class Bot(Protocol):
    """Chooses moves. It sees the state, which holds nothing hidden, and never the pile's order."""

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        """One of the legal actions (ascending, not empty).

        All randomness comes from `rng`, the clock is read only through `budget`, which is the same object
        for all decisions of a turn.
        """
        ...
