"""A territory: an immutable mapping from cells to squares, with its home on g7 (C2)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from crownfire.data import Domino, Half
from crownfire.rules.canvas import HOME, NEXT, Direction, connected, file_of, rank_of

__all__ = ["START", "VOLCANO", "Square", "Territory"]

VOLCANO = "volcano"


@dataclass(frozen=True, slots=True)
class Square:
    """A square of a territory: the printed half (or the home) and the pieces on it."""

    terrain: str | None  # None for the home, which has no terrain (C2)
    symbols: int = 0  # printed crowns or fires
    craters: int = 0  # 1 to 3 on a volcano
    token: int = 0  # fires of the fire token, 0 without one
    resource: bool = False  # whether it holds the wooden resource of its terrain
    caveman: str | None = None  # code of the caveman

    @property
    def is_home(self) -> bool:
        return self.terrain is None

    @property
    def all_symbols(self) -> int:
        """The number of symbols, printed and on a fire token (O10)."""
        return self.symbols + self.token


class Territory(Mapping[int, Square]):
    """An immutable mapping from cells to squares. Territories with equal squares are equal."""

    def __init__(self, squares: Mapping[int, Square]) -> None:
        object.__setattr__(self, "_squares", dict(squares))

    _squares: dict[int, Square]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a territory is immutable, so {name!r} can't be set")

    def __reduce__(self) -> tuple[type["Territory"], tuple[dict[int, Square]]]:
        return Territory, (self._squares,)  # without cached values: hashes differ between processes

    def __getitem__(self, cell: int) -> Square:
        return self._squares[cell]

    def __contains__(self, cell: object) -> bool:
        return cell in self._squares

    def __iter__(self) -> Iterator[int]:
        return iter(self._squares)

    def __len__(self) -> int:
        return len(self._squares)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Territory) and self._squares == other._squares

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Territory({self._squares!r})"

    @cached_property
    def _hash(self) -> int:
        return hash(frozenset(self._squares.items()))

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """The bounding box as (lowest file, highest file, lowest rank, highest rank)."""
        files = [file_of(cell) for cell in self._squares]
        ranks = [rank_of(cell) for cell in self._squares]
        return min(files), max(files), min(ranks), max(ranks)

    @cached_property
    def regions(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """C9: the regions as (terrain, ascending cells), ordered by their cells."""
        by_terrain: dict[str, set[int]] = {}
        for cell, square in self._squares.items():
            if square.terrain is not None:  # C2: the home belongs to no region
                by_terrain.setdefault(square.terrain, set()).add(cell)
        regions = []
        for terrain, cells in by_terrain.items():
            while cells:
                region = connected(min(cells), cells)
                cells.difference_update(region)
                regions.append((terrain, tuple(sorted(region))))
        return tuple(sorted(regions, key=lambda region: region[1]))

    @property
    def symbols(self) -> int:
        """C10: the number of symbols on all squares, printed and on fire tokens."""
        return sum(square.all_symbols for square in self._squares.values())

    def count_resources(self, terrain: str) -> int:
        """Returns the number of resources on squares of a terrain."""
        return sum(s.resource and s.terrain == terrain for s in self._squares.values())

    def with_square(self, cell: int, square: Square) -> "Territory":
        """Returns the territory with one square added or replaced."""
        return Territory({**self._squares, cell: square})

    def with_domino(self, domino: Domino, cell: int, direction: Direction) -> "Territory":
        """Returns the territory with a domino added. Both of its cells must be on the canvas."""
        other = NEXT[cell][direction]
        assert other is not None
        first, second = _printed(domino.first), _printed(domino.second)
        return Territory({**self._squares, cell: first, other: second})


def _printed(half: Half) -> Square:
    return Square(half.terrain, half.symbols, half.craters)


START = Territory({HOME: Square(None)})
