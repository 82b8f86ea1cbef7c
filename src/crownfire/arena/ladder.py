"""A ladder: bots in a row, from weak to strong, of whom only neighbours play each other.

Bots far apart would win every game, which says little for what it costs.
"""

from dataclasses import dataclass
from itertools import combinations

from crownfire.arena.contest import Contest
from crownfire.rules import SetupError


@dataclass(frozen=True, slots=True)
class Ladder(Contest):
    """Duels of each bot with the `neighbours` that follow it; `games` are those of every two of them."""

    neighbours: int = 2

    def __post_init__(self) -> None:
        """Raises `SetupError` for what can't be played."""
        Contest.__post_init__(self)  # super() doesn't know a class with slots
        if self.players != 2:
            raise SetupError("a ladder is played by two")
        if len(set(self.bots)) < len(self.bots):
            raise SetupError("on a ladder every bot stands once")
        if self.neighbours < 1:
            raise SetupError("on a ladder every bot has at least one neighbour")

    @property
    def groups(self) -> list[tuple[str, ...]]:
        steps = combinations(range(len(self.bots)), 2)
        return [(self.bots[low], self.bots[high]) for low, high in steps if high - low <= self.neighbours]

    def identity(self) -> dict[str, object]:
        return {**Contest.identity(self), "neighbours": self.neighbours}
