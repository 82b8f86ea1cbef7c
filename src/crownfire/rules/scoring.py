"""Score sheets with one term per region or bonus, and the ranking with its tie-breaks (C9, C10)."""

from collections.abc import Sequence
from dataclasses import dataclass

from crownfire.rules.part import Term
from crownfire.rules.state import State

__all__ = ["ScoreSheet", "rank", "ranking", "score", "scores"]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The terms of a seat's score: one per region, then those of the rule parts."""

    regions: tuple[Term, ...]
    extras: tuple[Term, ...]
    symbols: int  # all symbols in the territory, the second tie-break

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.regions + self.extras

    @property
    def total(self) -> int:
        return sum(term.points for term in self.terms)

    @property
    def largest_region(self) -> int:
        """The number of squares of the largest region, with or without symbols: the first tie-break (C10)."""
        return max((len(term.squares) for term in self.regions), default=0)

    @property
    def strength(self) -> tuple[int, int, int]:
        """The ranking key of a player: points, then largest region, then symbols (C10)."""
        return self.total, self.largest_region, self.symbols


def score(state: State, seat: int) -> ScoreSheet:
    """Returns the score sheet of a seat, as if the game ended now."""
    extras = [term for part in state.ruleset.parts for term in part.terms(state, seat)]
    symbols = state.territories[seat].symbols
    return ScoreSheet(_region_terms(state, seat), tuple(extras), symbols)


def scores(state: State) -> tuple[int, ...]:
    """Returns the points of every seat, as if the game ended now."""
    return tuple(score(state, seat).total for seat in range(len(state.territories)))


def ranking(state: State) -> list[list[int]]:
    """Returns the seats from best to worst; seats that still tie share a place (C10)."""
    return rank([score(state, seat).strength for seat in range(len(state.territories))])


def rank(strengths: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Returns the indices grouped by equal strength, strongest first, ascending within a group."""
    places = sorted(set(strengths), reverse=True)
    return [[i for i, own in enumerate(strengths) if own == place] for place in places]


def _region_terms(state: State, seat: int) -> tuple[Term, ...]:
    """C9: a region scores squares × symbols; O10: volcanoes have no symbols, so they score 0."""
    territory = state.territories[seat]
    terrains = [terrain.name for terrain in state.ruleset.terrains]
    terms = [
        Term(terrain, cells, len(cells), sum(territory[cell].all_symbols for cell in cells))
        for terrain, cells in territory.regions
    ]
    return tuple(sorted(terms, key=lambda term: terrains.index(term.label)))
