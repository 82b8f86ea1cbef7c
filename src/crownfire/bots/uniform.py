"""The uniform random bot."""

from collections.abc import Iterator, Sequence

from crownfire.bots.budget import Budget
from crownfire.game import below
from crownfire.rules import State

__all__ = ["RandomBot"]


class RandomBot:
    """Chooses every legal action with equal probability."""

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        return legal[below(rng, len(legal))]
