"""A territory as a plain dict from cell to square: placing, fire, resources, text."""

from functools import lru_cache
from typing import NamedTuple

from .tables import Domino, Half, resources, terrain_letters

Cell = tuple[int, int]  # (file, rank), both 1 to 13
HOME: Cell = (7, 7)
DIRECTIONS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
FILES = "abcdefghijklm"
CANVAS = [(x, y) for x in range(1, 14) for y in range(1, 14)]


class Square(NamedTuple):
    """A square and the pieces on it."""

    terrain: str  # "home" on the home
    printed: int = 0  # crowns or printed fires
    craters: int = 0
    token: int = 0  # fires of the fire token on it
    resource: str = ""
    caveman: str = ""

    @property
    def symbols(self) -> int:
        """The number of crowns, or of printed fires and fires of a token (O10)."""
        return self.printed + self.token


Territory = dict[Cell, Square]
Squares = frozenset[tuple[Cell, Square]]  # the items of a territory


def new_territory() -> Territory:
    """Returns a territory with only the home (C2)."""
    return {HOME: Square("home")}


def name_cell(cell: Cell) -> str:
    """Returns the name of a cell, such as "g8" for (7, 8)."""
    return f"{FILES[cell[0] - 1]}{cell[1]}"


def read_cell(text: str) -> Cell:
    """Returns the cell with a name such as "g8"."""
    return FILES.index(text[0]) + 1, int(text[1:])


def step(cell: Cell, direction: str) -> Cell:
    """Returns the adjacent cell in a direction."""
    dx, dy = DIRECTIONS[direction]
    return cell[0] + dx, cell[1] + dy


def beside(cell: Cell) -> list[Cell]:
    """Returns the four orthogonal neighbours."""
    x, y = cell
    return [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]


def around(cell: Cell) -> list[Cell]:
    """Returns the eight surrounding cells."""
    x, y = cell
    return [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]


def distance(a: Cell, b: Cell) -> int:
    """Returns the number of king moves from a to b."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def touches(territory: Territory, cell: Cell, terrain: str) -> bool:
    """Returns whether a half of this terrain would touch the home or its terrain here (C2, C3)."""
    neighbours = [territory[other].terrain for other in beside(cell) if other in territory]
    return "home" in neighbours or terrain in neighbours


def fits_frame(cells: list[Cell], frame: int) -> bool:
    """Returns whether the bounding box of the cells is at most frame × frame (C4)."""
    files = [x for x, _ in cells]
    ranks = [y for _, y in cells]
    return max(files) - min(files) < frame and max(ranks) - min(ranks) < frame


def is_free(territory: Territory, a: Cell, b: Cell) -> bool:
    """Returns whether both cells are on the canvas and empty (C3)."""
    return a not in territory and b not in territory and is_on_canvas(a) and is_on_canvas(b)


def is_on_canvas(cell: Cell) -> bool:
    """Returns whether the cell has a name."""
    return 1 <= cell[0] <= 13 and 1 <= cell[1] <= 13


def is_connected(territory: Territory, domino: Domino, a: Cell, b: Cell) -> bool:
    """Returns whether at least one half is connected (C3)."""
    first, second = domino.first.terrain, domino.second.terrain
    return touches(territory, a, first) or touches(territory, b, second)


def directions_of(domino: Domino) -> str:
    """Returns the directions used to write placements of this domino (N6)."""
    return "ne" if domino.first == domino.second else "nesw"


def legal_placements(territory: Territory, domino: Domino, frame: int) -> list[str]:
    """Returns all placements allowed by C3, C4 and N6."""
    return list(placements_on(frozenset(territory.items()), domino, frame))


@lru_cache(maxsize=2000)  # the mutations of one game repeat its positions
def placements_on(squares: Squares, domino: Domino, frame: int) -> tuple[str, ...]:
    """Returns the same for a hashable territory."""
    territory = dict(squares)
    return tuple(
        name_cell(a) + direction
        for a in CANVAS
        for direction in directions_of(domino)
        if is_free(territory, a, step(a, direction))
        and is_connected(territory, domino, a, step(a, direction))
        and fits_frame([*territory, a, step(a, direction)], frame)
    )


def read_placement(token: str) -> tuple[Cell, Cell]:
    """Returns the cells of the first and second half of a placement such as "g8n"."""
    first = read_cell(token[:-1])
    return first, step(first, token[-1])


def make_square(half: Half, with_resource: bool) -> Square:
    """Returns the square of a half; with a printed fire it has no resource (T1)."""
    resource = resources().get(half.terrain, "") if with_resource and half.symbols == 0 else ""
    return Square(half.terrain, half.symbols, half.craters, resource=resource)


def put_domino(territory: Territory, domino: Domino, token: str, with_resources: bool) -> None:
    """Adds the two halves to the territory."""
    first, second = read_placement(token)
    territory[first] = make_square(domino.first, with_resources)
    territory[second] = make_square(domino.second, with_resources)


def takes_fire(square: Square) -> bool:
    """Returns whether a fire may land on this square (O8)."""
    return square.terrain != "volcano" and square.printed == 0 and square.token == 0


def fire_cells(territory: Territory, volcano: Cell) -> list[Cell]:
    """Returns the cells where the fire of a volcano may land (O7, O8)."""
    reach = 4 - territory[volcano].craters
    return [
        cell
        for cell, square in territory.items()
        if 1 <= distance(volcano, cell) <= reach and takes_fire(square)
    ]


def takes_caveman(square: Square) -> bool:
    """Returns whether a caveman may settle on this square (B3)."""
    return (
        square.terrain not in ("home", "volcano")
        and square.symbols == 0
        and not square.resource
        and not square.caveman
    )


def count_resource(territory: Territory, resource: str) -> int:
    """Returns the number of pieces of a resource in the territory."""
    return sum(square.resource == resource for square in territory.values())


def resource_kinds(territory: Territory) -> set[str]:
    """Returns the kinds of resources in the territory."""
    return {square.resource for square in territory.values() if square.resource}


def format_square(square: Square, game: str) -> str:
    """Returns a square in notation: "J1", "V2", "G*", "Q+2", "D[sh]", "H+1"."""
    text = "H" if square.terrain == "home" else terrain_letters(game)[square.terrain]
    text += str(square.printed + square.craters or "")
    text += f"+{square.token}" if square.token else ""
    text += "*" if square.resource else ""
    return text + (f"[{square.caveman}]" if square.caveman else "")


def format_territory(territory: Territory, game: str) -> str:
    """Returns the rows of the bounding box from north to south, separated by " / "."""
    files = [x for x, _ in territory]
    ranks = [y for _, y in territory]
    rows = []
    for y in range(max(ranks), min(ranks) - 1, -1):
        row = [
            format_square(territory[x, y], game) if (x, y) in territory else "."
            for x in range(min(files), max(files) + 1)
        ]
        rows.append(" ".join(row))
    return " / ".join(rows)
