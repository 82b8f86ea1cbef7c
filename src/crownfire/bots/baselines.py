"""Baseline bots: uniform random, greedy, and those of the literature (docs/bots.md)."""

from collections.abc import Iterator, Sequence
from typing import Literal

from crownfire.bots.budget import Budget
from crownfire.bots.search import Policy, SearchBot
from crownfire.native import to_native
from crownfire.rules import State

__all__ = ["PolicyBot", "fg", "gprd", "greedy", "mce", "tr"]


class PolicyBot:
    """A bot that follows a policy of the native core. It needs no budget."""

    def __init__(self, policy: str) -> None:
        self._policy = policy

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        if len(legal) == 1:
            return legal[0]
        return to_native(state).choose(self._policy, next(rng))


def tr() -> PolicyBot:
    """Returns the true random bot, which chooses every legal action with equal probability."""
    return PolicyBot("random")


def greedy() -> PolicyBot:
    """Returns the bot that takes the largest immediate gain on its own score sheet."""
    return PolicyBot("greedy")


def gprd() -> PolicyBot:
    """Returns the bot with greedy placement and random draft."""
    return PolicyBot("gprd")


def fg() -> PolicyBot:
    """Returns the full greedy bot, the yardstick. It places with its next claim in mind."""
    return PolicyBot("fg")


def mce(
    playout: Policy = "random", reward: Literal["win", "score", "relative"] = "relative", threads: int = 1
) -> SearchBot:
    """Returns the flat Monte Carlo bot, which plays out every move equally often and takes the best mean."""
    return SearchBot(
        playout=playout,
        reward=reward,
        threads=threads,
        estimate=False,
        judge=False,
        candidates=0,
        halving=False,
        tree=False,
        exact=False,
    )
