"""Shrinks a game in which the engines differ, as long as they still differ."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from crownfire.game import Game, SeededDealer
from crownfire.native import State as NativeState
from crownfire.rules import Ruleset, legal_actions
from crownfire.rules.actions import PASS

Check = Callable[[Game, NativeState], None]
MOST_REPLAYS = 2_000
RECRUITING = (3, 5)  # decisions of a recruit from the row or the pile, with payments and settling
LOWEST = -1  # never legal, so replaced by the lowest legal action


@dataclass(frozen=True)
class Failure:
    """A game that ends where the engines differ, its actions, and the difference."""

    game: Game
    actions: tuple[int, ...]
    what: str

    @property
    def size(self) -> tuple[int, tuple[int, ...]]:
        """The measure to minimise: the length of the game, then its action numbers."""
        return len(self.actions), self.actions


def replay(rules: Ruleset, seed: int, wanted: Sequence[int], check: Check) -> Failure | None:
    """Returns the game of the wanted actions up to the point where the check fails, or None.

    An illegal action is postponed by a pass if possible, else replaced by the lowest legal action.
    """
    game = Game(rules, SeededDealer(seed))
    played: list[int] = []
    try:
        native = NativeState.new_game(rules.text, rules.players).deal(seed)
        game.deal()
        check(game, native)
        left = list(wanted)
        while left and not game.is_over:
            legal = legal_actions(game.state)
            if left[0] in legal:
                played.append(left.pop(0))
            elif PASS in legal:
                played.append(PASS)
            else:
                played.append(legal[0])
                left.pop(0)
            game.play(played[-1])
            native = native.apply(played[-1]).deal(seed)
            check(game, native)
    except Exception as error:
        return Failure(game, tuple(played), str(error))
    return None


def shrink(failure: Failure, seed: int, check: Check) -> Failure:
    """Returns the smallest failure found by removing and lowering actions."""
    replays = 0
    is_smaller = True
    while is_smaller and replays < MOST_REPLAYS:
        is_smaller = False
        for index in reversed(range(len(failure.actions))):
            if index >= len(failure.actions):
                continue
            before, after = failure.actions[:index], failure.actions[index + 1 :]
            shorter = [before + after[more:] for more in (0, *RECRUITING)]
            for wanted in (*shorter, (*before, LOWEST, *after)):
                replays += 1
                found = replay(failure.game.ruleset, seed, wanted, check)
                if found and found.size < failure.size:
                    failure, is_smaller = found, True
                    break
    return failure
