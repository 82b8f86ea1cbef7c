"""Explicit chance: the draw that is due and its pool. A dealer outside the rules supplies the outcome."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from crownfire.rules.state import Phase

__all__ = ["Chance", "Outcome"]

Outcome = tuple[int | str, ...]  # seats or dominoes as numbers, cavemen as codes


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance step that is due: draw `count` items of `pool`, all equally likely, then `arrange` them.

    `kind` and `index` identify the step within a game. Lines are numbered from 0; the cavemen revealed
    with a line have the line's index.
    """

    kind: Phase
    index: int
    pool: Outcome  # in a fixed order, with one item per copy of a caveman
    count: int
    shape: tuple[int, ...] = ()  # for ORDER: the index into the drawn seats for each opening claim

    def fits(self, outcome: Outcome) -> bool:
        """Whether the outcome is still possible with what is left in the pool."""
        if self.kind is Phase.ORDER:
            return set(outcome) == set(self.pool)
        return len(outcome) == self.count and Counter(outcome) <= Counter(self.pool)

    def arrange(self, drawn: Sequence[int | str]) -> Outcome:
        """Returns the outcome of a draw: seats as the opening order, dominoes and cavemen in pool order."""
        if self.kind is Phase.ORDER:
            return tuple(drawn[place] for place in self.shape)
        return tuple(sorted(drawn, key=self.pool.index))
