"""Territories as text: rows from north to south, squares such as `J1`, `V2`, `G*`, `Q+2`, `D[sh]`, `H`."""

import re

from crownfire.data import tables
from crownfire.notation.errors import NotationError, Token
from crownfire.rules.actions import CAVEMAN_CODES
from crownfire.rules.canvas import HOME, cell_at, file_of, rank_of
from crownfire.rules.territory import VOLCANO, Square, Territory

__all__ = ["format_square", "format_territory", "parse_territory"]

_LETTERS = tables().letters
_TERRAINS = {letter: terrain for terrain, letter in _LETTERS.items()}
_SQUARE = re.compile(
    r"\.|(?P<letter>[A-Z])(?P<digit>[1-9])?(?:\+(?P<token>[1-9]))?(?P<resource>\*)?"
    r"(?:\[(?P<caveman>[^\]\s]*)\])?",
    re.ASCII,
)


def format_territory(territory: Territory, row: str = " / ", square: str = " ") -> str:
    """Returns the rows of a territory from north to south, cropped to its bounding box.

    `row` separates rows, `square` separates squares.
    """
    west, east, south, north = territory.box
    rows = (
        square.join(_format_cell(territory, file, rank) for file in range(west, east + 1))
        for rank in range(north, south - 1, -1)
    )
    return row.join(rows)


def _format_cell(territory: Territory, file: int, rank: int) -> str:
    cell = cell_at(file, rank)
    return format_square(territory[cell]) if cell is not None and cell in territory else "."


def format_square(square: Square) -> str:
    """Returns the text of a square, such as `Q+2`."""
    letter = "H" if square.terrain is None else _LETTERS[square.terrain]
    digit = square.craters or square.symbols
    return "".join(
        (
            letter,
            str(digit) if digit else "",
            f"+{square.token}" if square.token else "",
            "*" if square.resource else "",
            f"[{square.caveman}]" if square.caveman else "",
        )
    )


def parse_territory(text: str, line: int = 1, column: int = 1) -> Territory:
    """Returns the territory of rows that are on separate lines or separated by `/`, with the home on g7.

    Ignores blank rows and `#` comments. Errors count from `line` and `column`, the position of the text.
    Accepts all readable squares, even a second home; `box_faults` checks whether a territory is possible.
    Raises `NotationError` for text that can't be read, uneven rows or a missing home.
    """
    rows = [row for row in _rows(text, line, column) if row]
    if not rows:
        raise NotationError(Token("", line, column), "the rows of a territory")
    for row in rows:
        if len(row) != len(rows[0]):
            found = f"a row of {len(row)} squares"
            raise NotationError(row[0][0]._replace(text=found), f"{len(rows[0])} squares as in the first row")
    return _on_canvas(rows)


Row = list[tuple[Token, Square | None]]


def _rows(text: str, line: int, column: int) -> list[Row]:
    rows: list[Row] = []
    for offset, content in enumerate(text.split("\n")):
        start = column if offset == 0 else 1
        for part in content.partition("#")[0].split("/"):
            rows.append(_row(part, line + offset, start))
            start += len(part) + 1
    return rows


def _row(text: str, line: int, column: int) -> Row:
    squares: Row = []
    index = 0
    while index < len(text):
        if text[index].isspace():
            index += 1
            continue
        match = _SQUARE.match(text, index)
        if not match or (match["letter"] and match["letter"] not in {"H", *_TERRAINS}):
            token = Token(text[index:].split(maxsplit=1)[0], line, column + index)
            raise NotationError(token, f"a square: a full stop, H or one of {' '.join(_TERRAINS)}")
        squares.append(_square(match, Token(match[0], line, column + index)))
        index = match.end()
    return squares


def _square(match: re.Match[str], token: Token) -> tuple[Token, Square | None]:
    letter, digit, caveman = match["letter"], int(match["digit"] or 0), match["caveman"]
    if letter is None:
        return token, None
    if caveman is not None and caveman not in CAVEMAN_CODES:
        raise NotationError(token, f"one of the cavemen {', '.join(CAVEMAN_CODES)} in brackets")
    terrain = _TERRAINS.get(letter)
    is_volcano = terrain == VOLCANO
    if is_volcano and digit not in (1, 2, 3):
        raise NotationError(token, "a volcano with its craters: V1, V2 or V3")
    if terrain is None and digit:
        raise NotationError(token, "a home without printed symbols: H or H+1")
    square = Square(
        terrain,
        symbols=0 if is_volcano else digit,
        craters=digit if is_volcano else 0,
        token=int(match["token"] or 0),
        resource=match["resource"] is not None,
        caveman=caveman,
    )
    return token, square


def _on_canvas(rows: list[Row]) -> Territory:
    """Places the squares on the canvas with the first home on g7."""
    homes = [
        (east, south)
        for south, row in enumerate(rows)
        for east, (_, square) in enumerate(row)
        if square is not None and square.is_home
    ]
    if not homes:
        token = rows[0][0][0]._replace(text="a territory without a home")
        raise NotationError(token, "a home, written H")
    home_east, home_south = homes[0]
    squares = {}
    for south, row in enumerate(rows):
        for east, (token, square) in enumerate(row):
            cell = cell_at(file_of(HOME) + east - home_east, rank_of(HOME) - south + home_south)
            if square is None:
                continue
            if cell is None:
                raise NotationError(token, "at most 6 squares from the home in each direction")
            squares[cell] = square
    return Territory(squares)
