"""The four levels for people: from one that overlooks things to the full search."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crownfire.bots.budget import Budget
from crownfire.native import to_native
from crownfire.rules import State


@dataclass
class GlancingBot:
    """Goes by first sight like a person: it overlooks moves and misjudges the others."""

    overlooks: float = 0.0  # the chance that a move is not noticed
    misjudges: float = 0.0  # by up to so many points

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        if len(legal) == 1:
            return legal[0]
        noticed = [
            (value + self.misjudges * (_fraction(rng) - _fraction(rng)), action)
            for action, value in zip(legal, to_native(state).values(), strict=True)
            if _fraction(rng) >= self.overlooks
        ]
        return max(noticed)[1] if noticed else legal[next(rng) % len(legal)]


def _fraction(rng: Iterator[int]) -> float:
    """A number from 0 to 1."""
    return next(rng) / 2**64


def easy() -> GlancingBot:
    """Makes the mistakes people make, and still builds a sensible territory."""
    return GlancingBot(overlooks=0.4, misjudges=4)


def normal() -> GlancingBot:
    """Goes by first sight: a decent player who doesn't look far."""
    return GlancingBot(overlooks=0.03, misjudges=0.5)
