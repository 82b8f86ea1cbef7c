"""Output of reports: a console for people, JSON for programs."""

import json
from typing import Any

from rich.console import Console

from crownfire.notation import format_cell
from crownfire.rules import ScoreSheet

__all__ = ["console", "print_json", "seats_json", "sheet_json"]

console = Console(highlight=False)


def print_json(value: Any) -> None:
    """Prints one JSON value on standard output."""
    console.file.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
    console.file.flush()  # raises write errors here, not at exit


def sheet_json(sheet: ScoreSheet) -> dict[str, Any]:
    """Returns a score sheet as JSON; squares are cell names such as g8."""
    return {
        "total": sheet.total,
        "terms": [
            {
                "label": term.label,
                "points": term.points,
                "count": term.count,
                "each": term.each,
                "squares": [format_cell(cell) for cell in term.squares],
            }
            for term in sheet.terms
        ],
        "largest_region": sheet.largest_region,
        "symbols": sheet.symbols,
    }


def seats_json(ranking: list[list[int]]) -> list[list[int]]:
    """Returns a ranking with seats counted from 1, as in records."""
    return [[seat + 1 for seat in place] for place in ranking]
