"""Chance made explicit: what is to be drawn next, and out of what. Who draws is not the rules' business."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from crownfire.rules.state import Phase

Outcome = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance step: draw `count` items of `pool`, all equally likely, then `arrange` them.

    `kind` and `index` name the step within a game: every line has its own index, and the cavemen that
    come with a line have the same one.
    """

    kind: Phase
    index: int
    pool: Outcome  # what can be drawn, in a fixed order; equal cavemen stand in it repeatedly
    count: int
    shape: tuple[int, ...] = ()  # for ORDER: which of the drawn seats claims when

    def fits(self, outcome: Outcome) -> bool:
        """Whether an outcome can still come, given what is left."""
        if self.kind is Phase.ORDER:
            return set(outcome) == set(self.pool)
        return len(outcome) == self.count and Counter(outcome) <= Counter(self.pool)

    def arrange(self, drawn: Sequence[int | str]) -> Outcome:
        """The drawn items as they lie on the table: the order as claims, the rest in pool order."""
        if self.kind is Phase.ORDER:
            return tuple(drawn[place] for place in self.shape)
        return tuple(sorted(drawn, key=self.pool.index))
