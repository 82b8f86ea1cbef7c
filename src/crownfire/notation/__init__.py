"""The text forms of cells, moves, territories, positions and records, described in docs/notation.md.

For each of them, `parse_x` reads what `format_x` writes.
"""

from crownfire.notation.cells import format_cell, parse_cell
from crownfire.notation.errors import NotationError, Token
from crownfire.notation.moves import format_action, format_move, parse_action, parse_move
from crownfire.notation.positions import format_position, parse_position
from crownfire.notation.records import (
    ChanceLine,
    Record,
    RecordError,
    TurnLine,
    format_record,
    format_records,
    parse_record,
    parse_records,
)
from crownfire.notation.territories import format_territory, parse_territory
from crownfire.notation.text import decode_text

__all__ = [
    "ChanceLine",
    "NotationError",
    "Record",
    "RecordError",
    "Token",
    "TurnLine",
    "decode_text",
    "format_action",
    "format_cell",
    "format_move",
    "format_position",
    "format_record",
    "format_records",
    "format_territory",
    "parse_action",
    "parse_cell",
    "parse_move",
    "parse_position",
    "parse_record",
    "parse_records",
    "parse_territory",
]
