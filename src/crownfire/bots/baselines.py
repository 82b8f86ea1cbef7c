"""The baselines: uniform random, greedy, and those of the literature by their names (docs/bots.md)."""

from collections.abc import Iterator, Sequence
from typing import Literal

from crownfire.bots.budget import Budget
from crownfire.bots.search import Policy, SearchBot
from crownfire.native import to_native
from crownfire.rules import State


class PolicyBot:
    """Chooses by a policy of the native core; it needs no budget."""

    def __init__(self, policy: str) -> None:
        self._policy = policy

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        if len(legal) == 1:
            return legal[0]
        return to_native(state).choose(self._policy, next(rng))


def tr() -> PolicyBot:
    """True random: every legal action is equally likely."""
    return PolicyBot("random")


def greedy() -> PolicyBot:
    """Takes what brings its own score sheet most right now."""
    return PolicyBot("greedy")


def gprd() -> PolicyBot:
    """Greedy placement, random draft."""
    return PolicyBot("gprd")


def fg() -> PolicyBot:
    """Full greedy: places with the next claim and its placement in mind. The yardstick."""
    return PolicyBot("fg")


def mce(
    playout: Policy = "random", reward: Literal["win", "score", "relative"] = "relative", threads: int = 1
) -> SearchBot:
    """Flat Monte Carlo: the same number of playouts for every move, and the best mean reward."""
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
