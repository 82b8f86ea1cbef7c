"""Cells as text: a file from a to m and a rank from 1 to 13, such as `g7`."""

import re

from crownfire.notation.errors import NotationError, Token
from crownfire.rules.canvas import SIZE, cell_name

__all__ = ["CELL", "format_cell", "parse_cell", "read_cell"]

CELL = r"[a-m](?:1[0-3]|[1-9])"
_CELL = re.compile(CELL, re.ASCII)

format_cell = cell_name


def parse_cell(text: str) -> int:
    """Returns the cell of a name such as `g7`. Raises `NotationError`."""
    return read_cell(Token(text))


def read_cell(token: Token) -> int:
    """Like `parse_cell`, but for a token, whose position the error reports."""
    if not _CELL.fullmatch(token.text):
        raise NotationError(token, "a cell from a1 to m13")
    return (int(token.text[1:]) - 1) * SIZE + "abcdefghijklm".index(token.text[0])
