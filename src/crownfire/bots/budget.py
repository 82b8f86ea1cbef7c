"""What a bot may use for a turn, and what is left of it."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from operator import index
from typing import SupportsIndex


@dataclass(frozen=True, slots=True)
class Limit:
    """What a turn may cost: milliseconds, nodes (simulated games), or both, whichever ends first.

    >>> Limit(ms=200)
    Limit(ms=200, nodes=None)
    """

    ms: float | None = None
    nodes: int | None = None


class Budget:
    """What is left of a turn's limit, shared by all its decisions. A bot reads the clock only through it.

    >>> budget = Budget(Limit(nodes=1000))
    >>> budget.spend(nodes=300)
    >>> budget.nodes_left, budget.ms_left
    (700, None)
    """

    def __init__(self, limit: Limit, clock: Callable[[], float] = time.perf_counter) -> None:
        self.limit = limit
        self.nodes = 0  # used so far
        self._clock = clock
        self._start = clock()

    def spend(self, nodes: SupportsIndex) -> None:
        """Counts simulated games; the arena shows their mean over turns."""
        self.nodes += index(nodes)

    def allow(self, left: Limit) -> None:
        """Says anew how much is left from now on.

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
        """Milliseconds left, not less than 0; None if there is no such limit."""
        return None if self.limit.ms is None else max(0.0, self.limit.ms - self.ms)

    @property
    def nodes_left(self) -> int | None:
        """Nodes left, not less than 0; None if there is no such limit."""
        return None if self.limit.nodes is None else max(0, self.limit.nodes - self.nodes)
