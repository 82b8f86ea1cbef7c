"""What the end of a game is worth to each seat."""

from collections.abc import Sequence
from enum import StrEnum


class Utility(StrEnum):
    """A way to value the end of a game."""

    WIN = "win"  # 1 for a victory, −1 / (players − 1) for a defeat, the part of it for a shared victory
    SCORE = "score"  # the own points
    MARGIN = "margin"  # the own points less those of the best opponent

    def of(self, scores: Sequence[int], winners: Sequence[int]) -> list[float]:
        """The worth for every seat."""
        seats = range(len(scores))
        if self is Utility.WIN:
            shares = [(seat in winners) / len(winners) for seat in seats]
            return [(share * len(seats) - 1) / (len(seats) - 1) for share in shares]
        if self is Utility.SCORE:
            return [float(points) for points in scores]
        return [
            float(scores[seat] - max(scores[other] for other in seats if other != seat)) for seat in seats
        ]

    def bounds(self, players: int, max_score: int) -> tuple[float, float]:
        """The least and the most that it can be."""
        if self is Utility.WIN:
            return -1 / (players - 1), 1.0
        return 0.0 if self is Utility.SCORE else -float(max_score), float(max_score)

    def is_zero_sum(self, players: int) -> bool:
        """Whether the seats' worths always add up to 0."""
        return self is Utility.WIN or (self is Utility.MARGIN and players == 2)
