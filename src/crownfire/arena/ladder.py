"""Ladders: bots ordered from weak to strong, in which only neighbours play each other.

Games between distant bots are one-sided and yield little information.
"""

from dataclasses import dataclass
from itertools import combinations

from crownfire.arena.contest import Contest
from crownfire.rules import SetupError

__all__ = ["Ladder"]


@dataclass(frozen=True, slots=True)
class Ladder(Contest):
    """Duels between each bot and the next `neighbours` bots of the list. `games` is the number per pair."""

    neighbours: int = 2

    def __post_init__(self) -> None:
        """Raises `SetupError` for an impossible ladder."""
        Contest.__post_init__(self)  # super() fails in a dataclass with slots
        if self.players != 2:
            raise SetupError("a ladder needs games with 2 players")
        if len(set(self.bots)) < len(self.bots):
            raise SetupError("a ladder lists every bot once")
        if self.neighbours < 1:
            raise SetupError("a ladder needs at least 1 neighbour per bot")

    @property
    def groups(self) -> list[tuple[str, ...]]:
        steps = combinations(range(len(self.bots)), 2)
        return [(self.bots[low], self.bots[high]) for low, high in steps if high - low <= self.neighbours]

    def identity(self) -> dict[str, object]:
        return {**Contest.identity(self), "neighbours": self.neighbours}
