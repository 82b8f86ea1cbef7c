"""The 13×13 canvas that holds every territory, with its home in the middle.

A cell is an int: rank × 13 + file, both from 0, so a1 is 0, the home g7 is 84 and m13 is 168. A 7×7
territory reaches at most six squares from its home in any direction, so it always fits the canvas.
"""

from collections.abc import Container
from enum import IntEnum

__all__ = [
    "CELLS",
    "DIRECTIONS",
    "HOME",
    "NEIGHBOURS",
    "NEXT",
    "SIZE",
    "SURROUNDING",
    "Direction",
    "cell_at",
    "cell_name",
    "connected",
    "distance",
    "file_of",
    "rank_of",
]

SIZE = 13
CELLS = SIZE * SIZE
HOME = CELLS // 2


class Direction(IntEnum):
    """The direction from the first half of a domino to the second."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def letter(self) -> str:
        return "nesw"[self]

    @property
    def opposite(self) -> "Direction":
        return Direction((self + 2) % 4)


DIRECTIONS = tuple(Direction)
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # (files, ranks) by direction


def file_of(cell: int) -> int:
    """Returns the column of a cell, from 0 (a, west) to 12 (m, east)."""
    return cell % SIZE


def rank_of(cell: int) -> int:
    """Returns the row of a cell, from 0 (south) to 12 (north)."""
    return cell // SIZE


def cell_at(file: int, rank: int) -> int | None:
    """Returns the cell in a column and row, or None outside the canvas."""
    return rank * SIZE + file if 0 <= file < SIZE and 0 <= rank < SIZE else None


def cell_name(cell: int) -> str:
    """Returns the name of a cell, `a1` to `m13`."""
    return f"{'abcdefghijklm'[file_of(cell)]}{rank_of(cell) + 1}"


def distance(one: int, other: int) -> int:
    """Returns the king-move distance: the larger of the differences in columns and in rows."""
    return max(abs(file_of(one) - file_of(other)), abs(rank_of(one) - rank_of(other)))


def connected(start: int, cells: Container[int]) -> set[int]:
    """Returns `start` and the members of `cells` connected to it orthogonally."""
    found, frontier = {start}, [start]
    while frontier:
        for cell in NEIGHBOURS[frontier.pop()]:
            if cell in cells and cell not in found:
                found.add(cell)
                frontier.append(cell)
    return found


def _step(cell: int, direction: Direction) -> int | None:
    files, ranks = _STEPS[direction]
    return cell_at(file_of(cell) + files, rank_of(cell) + ranks)


# NEXT[cell][direction] is the adjacent cell, or None beyond the edge.
NEXT = tuple(tuple(_step(cell, d) for d in DIRECTIONS) for cell in range(CELLS))

# The orthogonal neighbours of each cell, and its surrounding cells (up to eight, diagonals included).
NEIGHBOURS = tuple(tuple(c for c in row if c is not None) for row in NEXT)
SURROUNDING = tuple(
    tuple(
        other
        for ranks in (-1, 0, 1)
        for files in (-1, 0, 1)
        if (files or ranks) and (other := cell_at(file_of(cell) + files, rank_of(cell) + ranks)) is not None
    )
    for cell in range(CELLS)
)
