"""The game tree with explicit chance: orders, lines and cave rows are drawn one item at a time.

A line of 4 out of 48 dominoes has 194,580 outcomes; four single draws have 48, 47, 46 and 45. The order of
drawing doesn't matter, since a line is sorted (C6). Certain outcomes are not drawn: of two seats only the
first is, and in a game with all dominoes the last line is known in advance (C13).
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from crownfire.data import tables
from crownfire.data.tables import DOMINOES_PER_BOX
from crownfire.errors import CrownfireError
from crownfire.native import State as NativeState
from crownfire.rules import ruleset
from crownfire.rules.actions import CAVEMAN_CODES
from crownfire.rules.state import Phase

__all__ = ["Draw", "Item", "Node", "settled"]

Item = int | str  # a seat from 0, the number of a domino, the code of a caveman


@dataclass(frozen=True, slots=True)
class Draw:
    """A chance step in progress."""

    kind: Phase
    pool: tuple[Item, ...]  # the items that can still be drawn; equal cavemen repeat
    missing: int  # number of items still to be drawn
    drawn: tuple[Item, ...] = ()

    @property
    def is_certain(self) -> bool:
        """Whether nothing is left to chance."""
        if len(set(self.pool)) <= 1 or self.missing == 0:
            return True
        takes_all = self.missing == len(self.pool)
        return takes_all and self.kind is not Phase.ORDER  # seats differ by the order of drawing

    def outcomes(self) -> list[tuple[int, float]]:
        """Returns the numbers of the items that can be drawn next, ascending, with their probabilities."""
        counted = Counter(map(self.number, self.pool))
        return [(number, counted[number] / len(self.pool)) for number in sorted(counted)]

    def number(self, item: Item) -> int:
        """Returns an item's number from 0: seats and dominoes in order, cavemen by kind as in cavemen.csv."""
        if isinstance(item, str):
            return CAVEMAN_CODES.index(item)
        return item if self.kind is Phase.ORDER else item - 1

    def item(self, number: int) -> Item | None:
        """Returns the item with this number, or None if it can't be drawn."""
        return next((item for item in self.pool if self.number(item) == number), None)

    def text(self, number: int) -> str:
        """Returns an outcome in the form of records, such as `line 17`, where seats count from 1."""
        names = CAVEMAN_CODES if self.kind is Phase.CAVE else range(1, DOMINOES_PER_BOX + 1)
        if not 0 <= number < len(names):
            raise CrownfireError(f"{number} is not an outcome; outcomes run from 0 to {len(names) - 1}")
        return f"{self.kind} {names[number]}"

    def after(self, item: Item) -> "Draw":
        """Returns the step after drawing this item of the pool."""
        place = self.pool.index(item)
        left = self.pool[:place] + self.pool[place + 1 :]
        return replace(self, pool=left, missing=self.missing - 1, drawn=(*self.drawn, item))

    def finished(self) -> tuple[Item, ...]:
        """Returns all items of a step that is certain, in the order of drawing."""
        return self.drawn + self.pool[: self.missing]


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the tree: a position and the chance step in progress, if any."""

    state: NativeState
    draw: Draw | None = None  # None at decisions and at the end

    def __deepcopy__(self, _: dict[int, Any]) -> "Node":
        return self  # immutable

    def __str__(self) -> str:
        """Returns the position text, followed by the items drawn so far in brackets."""
        text, draw = self.state.to_position(), self.draw
        if draw is None or not draw.drawn:
            return text
        return f"{text} [{', '.join(draw.text(draw.number(item)) for item in draw.drawn)}]"

    def decide(self, action: int) -> "Node":
        """Returns the node after a legal action; raises `IllegalMoveError` for any other."""
        return settled(self.state.apply(action))

    def reveal(self, number: int) -> "Node":
        """Returns the node after an outcome; raises `CrownfireError` if it can't be drawn."""
        item = self.draw.item(number) if self.draw else None
        if self.draw is None or item is None:
            raise CrownfireError(f"outcome {number} can't be drawn now")
        draw = self.draw.after(item)
        return settled(_revealed(self.state, draw)) if draw.is_certain else Node(self.state, draw)


def settled(state: NativeState) -> Node:
    """Returns the node of a position after resolving chance steps with a certain outcome."""
    while state.is_chance:
        draw = _due(state)
        if not draw.is_certain:
            return Node(state, draw)
        state = _revealed(state, draw)
    return Node(state)


def _due(state: NativeState) -> Draw:
    """Returns the pending chance step of a position, like `rules.chance`, but from the position text."""
    rules, players, _, _, _, _, _, unseen, _, _, _, cave, pile, _ = state.to_position().split(" ")
    phase = Phase(state.phase)
    if phase is Phase.ORDER:
        return Draw(phase, tuple(range(state.players)), state.players)
    if phase is Phase.LINE:
        return Draw(phase, _numbers(unseen), ruleset(rules, int(players)).setup.line)
    kinds = tuple(code for code, count in zip(CAVEMAN_CODES, pile, strict=True) for _ in range(int(count)))
    turned_up = 0 if cave == "-" else len(cave.split(","))
    return Draw(phase, kinds, min(tables().constants["cave_row"] - turned_up, len(kinds)))


def _numbers(ranges: str) -> tuple[int, ...]:
    """Returns the numbers of ranges such as `1-3,7`."""
    ends = [[int(end) for end in piece.split("-")] for piece in ranges.split(",")]
    return tuple(number for each in ends for number in range(each[0], each[-1] + 1))


def _revealed(state: NativeState, draw: Draw) -> NativeState:
    """Returns the position after a completed chance step."""
    items = draw.finished()
    if draw.kind is Phase.ORDER:
        rules, players, *_ = state.to_position().split(" ")
        opening = ruleset(rules, int(players)).setup.opening  # K4, O6
        return state.reveal([items["ABCD".index(letter)] for letter in opening])
    laid_out = sorted(items, key=draw.number)
    return state.reveal(laid_out)
