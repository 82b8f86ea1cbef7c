"""The 13×13 canvas on which every territory is drawn, with its home in the middle.

A cell is an int: rank × 13 + file, both from 0, so a1 is 0, the home g7 is 84 and m13 is 168. A 7×7
territory reaches at most six squares from its home in any direction, so the canvas is never too small.
"""

from collections.abc import Container
from enum import IntEnum

SIZE = 13
CELLS = SIZE * SIZE
HOME = CELLS // 2


class Direction(IntEnum):
    """Where the second half of a domino lies, seen from the first."""

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
    """The column of a cell, 0 (a) to 12 (m), west to east."""
    return cell % SIZE


def rank_of(cell: int) -> int:
    """The row of a cell, 0 to 12, south to north."""
    return cell // SIZE


def cell_at(file: int, rank: int) -> int | None:
    """The cell in a column and row, or None outside the canvas."""
    return rank * SIZE + file if 0 <= file < SIZE and 0 <= rank < SIZE else None


def cell_name(cell: int) -> str:
    """The name of a cell, `a1` to `m13`."""
    return f"{'abcdefghijklm'[file_of(cell)]}{rank_of(cell) + 1}"


def distance(one: int, other: int) -> int:
    """King-move distance: the larger of the differences in columns and in rows."""
    return max(abs(file_of(one) - file_of(other)), abs(rank_of(one) - rank_of(other)))


def connected(start: int, cells: Container[int]) -> set[int]:
    """The cells that hang together with `start` orthogonally within `cells`."""
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


# The cell next to a cell in each direction, None beyond the edge: NEXT[cell][direction].
NEXT = tuple(tuple(_step(cell, d) for d in DIRECTIONS) for cell in range(CELLS))

# The orthogonal neighbours of each cell, and its up to eight surrounding cells.
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
