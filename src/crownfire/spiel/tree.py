"""The game tree with explicit chance: orders, lines and cave rows are drawn one item at a time.

A line of 4 out of 48 dominoes has 194,580 outcomes; four draws of one have 48, 47, 46 and 45. The order of
drawing doesn't matter, since a line is sorted as it is laid out (C6). What is certain is no draw: of two
seats only the first is drawn, and the last line of a game with all dominoes is known beforehand (C13).
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

Item = int | str  # a seat from 0, the number of a domino, the code of a caveman


@dataclass(frozen=True, slots=True)
class Draw:
    """A chance step under way."""

    kind: Phase
    pool: tuple[Item, ...]  # what can still be drawn; equal cavemen stand in it repeatedly
    missing: int  # how many are still to be drawn
    drawn: tuple[Item, ...] = ()

    @property
    def is_certain(self) -> bool:
        """Whether there is nothing left to chance."""
        if len(set(self.pool)) <= 1 or self.missing == 0:
            return True
        return (
            self.missing == len(self.pool) and self.kind is not Phase.ORDER
        )  # of all, only the order matters

    def outcomes(self) -> list[tuple[int, float]]:
        """The numbers of what can be drawn next, ascending, and how likely each is."""
        counted = Counter(map(self.number, self.pool))
        return [(number, counted[number] / len(self.pool)) for number in sorted(counted)]

    def number(self, item: Item) -> int:
        """Outcomes are numbered from 0: seats and dominoes in order, cavemen by kind as in cavemen.csv."""
        if isinstance(item, str):
            return CAVEMAN_CODES.index(item)
        return item if self.kind is Phase.ORDER else item - 1

    def item(self, number: int) -> Item | None:
        """The item with this number, if it can be drawn."""
        return next((item for item in self.pool if self.number(item) == number), None)

    def text(self, number: int) -> str:
        """An outcome as in records, such as `line 17`; seats count from 1 there."""
        names = CAVEMAN_CODES if self.kind is Phase.CAVE else range(1, DOMINOES_PER_BOX + 1)
        if not 0 <= number < len(names):
            raise CrownfireError(f"{number} is not an outcome; outcomes run from 0 to {len(names) - 1}")
        return f"{self.kind} {names[number]}"

    def after(self, item: Item) -> "Draw":
        """The step after this item of the pool was drawn."""
        place = self.pool.index(item)
        left = self.pool[:place] + self.pool[place + 1 :]
        return replace(self, pool=left, missing=self.missing - 1, drawn=(*self.drawn, item))

    def finished(self) -> tuple[Item, ...]:
        """All that is drawn in the end, in the order of drawing; only if it is certain."""
        return self.drawn + self.pool[: self.missing]


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the tree: a position, and what is drawn so far of what chance brings next."""

    state: NativeState
    draw: Draw | None = None  # None: a seat is to decide, or the game is over

    def __deepcopy__(self, _: dict[int, Any]) -> "Node":
        return self  # a value

    def __str__(self) -> str:
        """The position text; while something is drawn, what has been drawn so far follows in brackets."""
        text, draw = self.state.to_position(), self.draw
        if draw is None or not draw.drawn:
            return text
        return f"{text} [{', '.join(draw.text(draw.number(item)) for item in draw.drawn)}]"

    def decide(self, action: int) -> "Node":
        """The node after a legal action of the seat to play; raises `IllegalMoveError` for any other."""
        return settled(self.state.apply(action))

    def reveal(self, number: int) -> "Node":
        """The node after an outcome of chance; raises `CrownfireError` for what can't be drawn."""
        item = self.draw.item(number) if self.draw else None
        if self.draw is None or item is None:
            raise CrownfireError(f"the outcome {number} can't be drawn now")
        draw = self.draw.after(item)
        return settled(_revealed(self.state, draw)) if draw.is_certain else Node(self.state, draw)


def settled(state: NativeState) -> Node:
    """The node of a position, past whatever chance brings for certain."""
    while state.is_chance:
        draw = _due(state)
        if not draw.is_certain:
            return Node(state, draw)
        state = _revealed(state, draw)
    return Node(state)


def _due(state: NativeState) -> Draw:
    """The chance step that a position waits for, read from its text as `rules.chance` reads a state."""
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
    """The numbers of `1-3,7`."""
    ends = [[int(end) for end in piece.split("-")] for piece in ranges.split(",")]
    return tuple(number for each in ends for number in range(each[0], each[-1] + 1))


def _revealed(state: NativeState, draw: Draw) -> NativeState:
    """The position after a chance step, its items as they lie on the table."""
    items = draw.finished()
    if draw.kind is Phase.ORDER:
        rules, players, *_ = state.to_position().split(" ")
        opening = ruleset(rules, int(players)).setup.opening  # K4, O6
        return state.reveal([items["ABCD".index(letter)] for letter in opening])
    laid_out = sorted(items, key=draw.number)
    return state.reveal(laid_out)
