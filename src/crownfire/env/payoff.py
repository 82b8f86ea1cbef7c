"""What a finished game is worth to each seat."""

from crownfire.native import State as NativeState
from crownfire.rules import SetupError

REWARDS = ("win", "score", "margin")


def check_reward(name: str) -> str:
    """The name of a reward; raises `SetupError` for any other."""
    if name not in REWARDS:
        raise SetupError(f"there is no reward {name!r}; there are {', '.join(REWARDS)}")
    return name


def payoffs(state: NativeState, reward: str) -> list[float]:
    """The reward of every seat at the end of a game.

    `win`: 1 for the winner and −1 for the others; k winners share it, 2 / k − 1 each. `score`: the own
    points. `margin`: the own points less those of the best other seat.
    """
    points = state.scores()
    if reward == "score":
        return [float(own) for own in points]
    if reward == "margin":
        rest = [max(points[:seat] + points[seat + 1 :]) for seat in range(len(points))]
        return [float(own - best) for own, best in zip(points, rest, strict=True)]
    winners = state.ranking()[0]
    return [2 / len(winners) - 1 if seat in winners else -1.0 for seat in range(len(points))]
