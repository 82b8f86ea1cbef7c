"""The protocol that every bot implements."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from crownfire.bots.budget import Budget
from crownfire.rules import State

__all__ = ["Bot"]


class Bot(Protocol):
    """Chooses moves from the state, which does not contain the order of the pile."""

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        """Returns one of the legal actions, which are ascending and not empty.

        All randomness comes from `rng`. The clock is read only through `budget`; all decisions of a turn
        share one budget object.
        """
        ...
