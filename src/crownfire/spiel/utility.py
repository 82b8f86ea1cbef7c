"""Returns of a finished game."""

from collections.abc import Sequence
from enum import StrEnum

__all__ = ["Utility"]


class Utility(StrEnum):
    """The way to reward a finished game."""

    WIN = "win"  # 1 for a victory, −1 / (players − 1) for a defeat, in between for a shared victory
    SCORE = "score"  # the seat's points
    MARGIN = "margin"  # the seat's points minus those of the best opponent

    def of(self, scores: Sequence[int], winners: Sequence[int]) -> list[float]:
        """Computes the return of every seat."""
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
        """Returns the smallest and the largest possible return."""
        if self is Utility.WIN:
            return -1 / (players - 1), 1.0
        return 0.0 if self is Utility.SCORE else -float(max_score), float(max_score)

    def is_zero_sum(self, players: int) -> bool:
        """Returns whether the returns of all seats always add up to 0."""
        return self is Utility.WIN or (self is Utility.MARGIN and players == 2)
