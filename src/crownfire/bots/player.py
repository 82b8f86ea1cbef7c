"""A bot with the limit of its turns."""

from collections.abc import Iterator, Sequence

from crownfire.bots.bot import Bot
from crownfire.bots.budget import Budget, Limit
from crownfire.game.game import turn_key
from crownfire.rules import Phase, State

__all__ = ["Player", "begins_turn"]


class Player:
    """A bot that gets a fresh budget for every turn."""

    def __init__(self, bot: Bot, limit: Limit = Limit()) -> None:  # noqa: B008 - a frozen value
        self.bot = bot
        self.limit = limit
        self.budget = Budget(limit)  # of the turn under way
        self._turn: object = None

    def choose(self, state: State, legal: Sequence[int], *, rng: Iterator[int]) -> int:
        """Returns one of the legal actions; the decisions of a turn share one budget."""
        if begins_turn(state) or turn_key(state) != self._turn:
            self._turn = turn_key(state)
            self.budget = Budget(self.limit)
        return self.bot.choose(state, legal, budget=self.budget, rng=rng)


def begins_turn(state: State) -> bool:
    """Returns whether this decision certainly begins a turn: a placement or an opening claim."""
    return state.phase is Phase.PLACE or state.is_opening
