"""Rewards of a finished game."""

from crownfire.native import State as NativeState
from crownfire.rules import SetupError

__all__ = ["REWARDS", "check_reward", "payoffs"]

REWARDS = ("win", "score", "margin")


def check_reward(name: str) -> str:
    """Returns the name; raises `SetupError` if no reward has it."""
    if name not in REWARDS:
        raise SetupError(f"reward must be one of {', '.join(REWARDS)}, not {name!r}")
    return name


def payoffs(state: NativeState, reward: str) -> list[float]:
    """Returns the reward of every seat at the end of a game.

    `win`: 1 for the winner and −1 for the others; 2/k − 1 for each of k winners. `score`: the seat's points.
    `margin`: the seat's points minus those of the best other seat.
    """
    points = state.scores()
    if reward == "score":
        return [float(own) for own in points]
    if reward == "margin":
        rest = [max(points[:seat] + points[seat + 1 :]) for seat in range(len(points))]
        return [float(own - best) for own, best in zip(points, rest, strict=True)]
    winners = state.ranking()[0]
    return [2 / len(winners) - 1 if seat in winners else -1.0 for seat in range(len(points))]
