"""Counting a game tree: how many decision sequences of each length there are with a given deal."""

from crownfire.game.dealer import Dealer
from crownfire.rules import Ruleset, State, chance, legal_actions, new_game, reveal
from crownfire.rules.engine import apply


def perft(ruleset: Ruleset, dealer: Dealer, depth: int) -> list[int]:
    """The number of ways to make 1, 2, … `depth` decisions; chance comes from the dealer."""
    counts = [0] * depth
    if depth > 0:
        _count(_dealt(new_game(ruleset), dealer), dealer, counts, 0)
    return counts


def _count(state: State, dealer: Dealer, counts: list[int], level: int) -> None:
    actions = legal_actions(state)
    counts[level] += len(actions)
    if level + 1 == len(counts):
        return
    for action in actions:
        _count(_dealt(apply(state, action), dealer), dealer, counts, level + 1)


def _dealt(state: State, dealer: Dealer) -> State:
    while (due := chance(state)) is not None:
        state = reveal(state, due.kind, dealer.deal(due)).state
    return state


def divide(ruleset: Ruleset, dealer: Dealer, depth: int) -> dict[int, int]:
    """For every first decision, the number of ways to go on to `depth`: finds where two engines differ."""
    state = _dealt(new_game(ruleset), dealer)
    split = {}
    for action in legal_actions(state):
        counts = [0] * max(depth - 1, 1)
        if depth > 1:
            _count(_dealt(apply(state, action), dealer), dealer, counts, 0)
        split[action] = counts[-1] if depth > 1 else 1
    return split
