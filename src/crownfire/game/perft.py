"""Perft: counts the decision sequences of each length in the game tree of a given deal."""

from crownfire.game.dealer import Dealer
from crownfire.rules import State, apply, chance, legal_actions, reveal

__all__ = ["dealt", "divide", "perft"]


def perft(state: State, dealer: Dealer, depth: int) -> list[int]:
    """Returns the number of sequences of 1, 2, … `depth` decisions. The dealer settles chance."""
    counts = [0] * depth
    if depth > 0:
        _count(dealt(state, dealer), dealer, counts, 0)
    return counts


def divide(state: State, dealer: Dealer, depth: int) -> dict[int, int]:
    """Returns the number of sequences of `depth` decisions for each first action, ascending.

    Use it to find where two engines differ.
    """
    state = dealt(state, dealer)
    if depth <= 1:
        return dict.fromkeys(legal_actions(state), 1)
    return {action: perft(apply(state, action), dealer, depth - 1)[-1] for action in legal_actions(state)}


def _count(state: State, dealer: Dealer, counts: list[int], level: int) -> None:
    actions = legal_actions(state)
    counts[level] += len(actions)
    if level + 1 == len(counts):
        return
    for action in actions:
        _count(dealt(apply(state, action), dealer), dealer, counts, level + 1)


def dealt(state: State, dealer: Dealer) -> State:
    """Returns the state after all chance steps that are due."""
    while (due := chance(state)) is not None:
        state = reveal(state, due.kind, dealer.deal(due)).state
    return state
