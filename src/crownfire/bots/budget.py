"""The limit of a turn, and the budget that counts what is left of it."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from operator import index
from typing import SupportsIndex

__all__ = ["Budget", "Limit"]


@dataclass(frozen=True, slots=True)
class Limit:
    """The limit of a turn: milliseconds, nodes (simulated games), or both, whichever is reached first.

    >>> Limit(ms=200)
    Limit(ms=200, nodes=None)
    """

    ms: float | None = None
    nodes: int | None = None


class Budget:
    """The remainder of a turn's limit, shared by all its decisions. Bots read the clock only through it.

    >>> budget = Budget(Limit(nodes=1000))
    >>> budget.spend(nodes=300)
    >>> budget.nodes_left, budget.ms_left
    (700, None)
    """

    def __init__(self, limit: Limit, clock: Callable[[], float] = time.perf_counter) -> None:
        self.limit = limit
        self.nodes = 0  # spent so far
        self._clock = clock
        self._start = clock()

    def spend(self, nodes: SupportsIndex) -> None:
        """Counts simulated games. The arena reports their mean per turn."""
        self.nodes += index(nodes)

    def allow(self, left: Limit) -> None:
        """Sets what is left from now on.

        >>> budget = Budget(Limit(nodes=1000))
        >>> budget.spend(nodes=300)
        >>> budget.allow(Limit(nodes=50))
        >>> budget.nodes_left
        50
        """
        self.limit = Limit(
            ms=None if left.ms is None else self.ms + left.ms,
            nodes=None if left.nodes is None else self.nodes + left.nodes,
        )

    @property
    def ms(self) -> float:
        """Milliseconds since the turn began."""
        return (self._clock() - self._start) * 1000

    @property
    def ms_left(self) -> float | None:
        """Milliseconds left, at least 0; None without a time limit."""
        return None if self.limit.ms is None else max(0.0, self.limit.ms - self.ms)

    @property
    def nodes_left(self) -> int | None:
        """Nodes left, at least 0; None without a node limit."""
        return None if self.limit.nodes is None else max(0, self.limit.nodes - self.nodes)
