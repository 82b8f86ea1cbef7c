"""Positions as text and as pictures, for rendering."""

from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from crownfire.data import Half
from crownfire.native import State as NativeState
from crownfire.notation import format_territory, parse_position
from crownfire.rules import State, scores, to_play
from crownfire.rules.canvas import SIZE, file_of, rank_of
from crownfire.rules.state import Slot
from crownfire.rules.territory import Square, Territory

__all__ = ["Colour", "Picture", "draw_picture", "draw_text"]

Colour = tuple[int, int, int]
Picture = NDArray[np.uint8]

_CELL = 18  # pixels
_GAP = 6
_PAPER, _BOARD, _INK, _HOME = (245, 240, 228), (226, 218, 200), (40, 32, 28), (255, 255, 255)
_SYMBOL, _TOKEN, _RESOURCE, _CAVEMAN = (255, 214, 64), (235, 70, 30), (120, 72, 32), (210, 150, 235)
_SEATS: tuple[Colour, ...] = ((214, 160, 20), (190, 50, 160), (30, 150, 190), (60, 150, 60))
_TERRAINS: dict[str, Colour] = {
    "wheat": (230, 194, 41),
    "forest": (30, 86, 49),
    "lake": (35, 105, 189),
    "grassland": (134, 194, 50),
    "swamp": (107, 91, 75),
    "mine": (43, 43, 43),
    "jungle": (11, 110, 79),
    "quarry": (168, 168, 168),
    "desert": (232, 192, 125),
    "volcano": (140, 28, 19),
}
# Digits of 3×5 pixels; each character is a row of three bits.
_DIGITS = ["75557", "26227", "71747", "71717", "55711", "74717", "74757", "71111", "75757", "75717"]


def draw_text(game: NativeState) -> str:
    """Returns the position as text: whose turn it is, the lines, and each territory with its points."""
    state = parse_position(game.to_position())
    seat = to_play(state)
    status = "the game is over" if seat is None else f"seat {seat + 1} is to {state.phase.value}"
    lines = [f"{state.ruleset.text}, line {state.lines_drawn} of {state.ruleset.setup.lines}: {status}"]
    lines += [f"{name}: {_line_text(line)}" for name, line in _lines(state) if line]
    if state.cave:
        lines.append(f"cave: {' '.join(state.cave)}")
    for seat, (points, territory) in enumerate(zip(scores(state), state.territories, strict=True)):
        lines += [f"seat {seat + 1}: {points} points", format_territory(territory, row="\n")]
    return "\n".join(lines)


def draw_picture(game: NativeState) -> Picture:
    """Returns the position as an array of height × width × 3: the territories above the two lines."""
    state = parse_position(game.to_position())
    side = 2 * state.ruleset.setup.frame - 1
    width = max(len(state.territories) * (side * _CELL + _GAP) + _GAP, 4 * (3 * _CELL + _GAP) + _GAP)
    picture = np.empty(((side + 4) * _CELL + 5 * _GAP, width, 3), np.uint8)
    picture[:] = _PAPER
    for seat, territory in enumerate(state.territories):
        left = _GAP + seat * (side * _CELL + _GAP)
        _fill(picture, 0, left, _GAP - 2, side * _CELL, _SEATS[seat] if seat == to_play(state) else _PAPER)
        _draw_number(picture, _GAP, left, scores(state)[seat], _SEATS[seat])
        _fill(picture, 3 * _GAP, left, side * _CELL, side * _CELL, _BOARD)
        _draw_territory(picture, territory, side, 3 * _GAP, left)
    for row, (_, line) in enumerate(_lines(state)):
        _draw_line(picture, state, line, 4 * _GAP + (side + 2 * row) * _CELL)
    return picture


def _lines(state: State) -> Sequence[tuple[str, tuple[Slot, ...]]]:
    return ("current line", state.current), ("next line", state.next)


def _line_text(line: tuple[Slot, ...]) -> str:
    return " ".join(
        f"{slot.number}" if slot.seat is None else f"{slot.number}:{slot.seat + 1}" for slot in line
    )


def _draw_territory(picture: Picture, territory: Territory, side: int, top: int, left: int) -> None:
    margin = (SIZE - side) // 2
    for cell, square in territory.items():
        row, column = side - 1 - (rank_of(cell) - margin), file_of(cell) - margin
        _draw_square(picture, square, top + row * _CELL, left + column * _CELL)


def _draw_square(picture: Picture, square: Square, top: int, left: int) -> None:
    _fill(picture, top, left, _CELL - 1, _CELL - 1, _TERRAINS[square.terrain] if square.terrain else _HOME)
    for i in range(square.all_symbols + square.craters):
        _fill(picture, top + 2, left + 2 + 5 * i, 4, 4, _TOKEN if square.token else _SYMBOL)
    if square.resource:
        _fill(picture, top + _CELL - 8, left + 2, 5, 5, _RESOURCE)
    if square.caveman:
        _fill(picture, top + 8, left + 8, 8, 8, _CAVEMAN)


def _draw_line(picture: Picture, state: State, line: tuple[Slot, ...], top: int) -> None:
    for place, slot in enumerate(line):
        left = _GAP + place * (3 * _CELL + _GAP)
        _draw_number(picture, top + 4, left, slot.number, _INK)
        domino = state.ruleset.domino(slot.number)
        for i, half in enumerate((domino.first, domino.second)):
            _draw_square(picture, _printed(half), top, left + (i + 1) * _CELL)
        if slot.seat is not None:
            _fill(picture, top + _CELL, left + _CELL, 4, 2 * _CELL - 1, _SEATS[slot.seat])


def _printed(half: Half) -> Square:
    return Square(half.terrain, symbols=half.symbols, craters=half.craters)


def _draw_number(picture: Picture, top: int, left: int, number: int, colour: Colour) -> None:
    """Draws the digits at double size."""
    for i, digit in enumerate(str(number)):
        bits = chain.from_iterable(f"{int(row):03b}" for row in _DIGITS[int(digit)])
        for at, bit in enumerate(bits):
            if bit == "1":
                _fill(picture, top + at // 3 * 2, left + 8 * i + at % 3 * 2, 2, 2, colour)


def _fill(picture: Picture, top: int, left: int, height: int, width: int, colour: Colour) -> None:
    picture[top : top + height, left : left + width] = colour
