"""The levels `easy` and `normal`: bots that play like people, without search."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crownfire.bots.budget import Budget
from crownfire.native import to_native
from crownfire.rules import State

__all__ = ["CasualBot", "easy", "normal"]


@dataclass
class CasualBot:
    """Plays by the prior values alone, overlooks some moves and misjudges the others."""

    overlook_rate: float = 0.0  # probability of overlooking a move
    max_error: float = 0.0  # of the value of a move, in points

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        if len(legal) == 1:
            return legal[0]
        noticed = [
            (value + self.max_error * (_fraction(rng) - _fraction(rng)), action)
            for action, value in zip(legal, to_native(state).values(), strict=True)
            if _fraction(rng) >= self.overlook_rate
        ]
        return max(noticed)[1] if noticed else legal[next(rng) % len(legal)]


def _fraction(rng: Iterator[int]) -> float:
    """Returns a number from 0 to 1."""
    return next(rng) / 2**64


def easy() -> CasualBot:
    """Returns a bot that makes human mistakes but still builds a sensible territory."""
    return CasualBot(overlook_rate=0.4, max_error=4)


def normal() -> CasualBot:
    """Returns a decent player that doesn't look ahead."""
    return CasualBot(overlook_rate=0.03, max_error=0.5)
