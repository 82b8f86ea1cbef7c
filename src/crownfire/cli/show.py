"""Territories, dominoes, lines and score sheets as coloured text."""

from collections.abc import Collection, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from crownfire.cli.words import KINDS, explain, label_words
from crownfire.data import Domino, Half, tables
from crownfire.rules import Ruleset, ScoreSheet, State, score
from crownfire.rules.canvas import cell_at
from crownfire.rules.parts.resources import Resources
from crownfire.rules.state import Slot
from crownfire.rules.territory import Square, Territory

CELL_WIDTH = 4
SEAT_COLOURS = ("yellow", "magenta", "cyan", "green")
_LETTERS = tables().letters
_SYMBOL = {"kingdomino": "♛", "origins": "♨"}
_RESOURCE = "●"

# Foreground and background by terrain; the letter is always there too.
_TERRAIN_STYLES = {
    "wheat": "black on #e6c229",
    "forest": "white on #1e5631",
    "lake": "white on #2369bd",
    "grassland": "black on #86c232",
    "swamp": "white on #6b5b4b",
    "mine": "white on #2b2b2b",
    "jungle": "white on #0b6e4f",
    "quarry": "black on #a8a8a8",
    "desert": "black on #e8c07d",
    "volcano": "white on #8c1c13",
}


def seat_style(seat: int) -> str:
    """The colour of a seat."""
    return f"bold {SEAT_COLOURS[seat]}"


def territory_panel(
    state: State, seat: int, name: str, marked: Collection[int] = (), is_mover: bool = False
) -> Panel:
    """A territory with its coordinates, the frame that is left, and marked cells."""
    sheet = score(state, seat)
    title = Text.assemble((f"{'▶ ' if is_mover else ''}{name}", seat_style(seat)), f" {sheet.total} ")
    return Panel(
        territory_text(state.territories[seat], state.ruleset, seat, marked),
        title=title,
        subtitle=_belongings(state, seat),
        border_style=SEAT_COLOURS[seat] if is_mover else "grey50",
        expand=False,
    )


def _belongings(state: State, seat: int) -> Text | None:
    """Totems held and dominoes discarded."""
    held = [t.resource for t, holder in zip(tables().totems, state.totems, strict=False) if holder == seat]
    parts = [f"{resource} totem" for resource in held]
    if state.discards[seat]:
        parts.append(f"{state.discards[seat]} discarded")
    return Text(", ".join(parts), style="dim") if parts else None


def territory_text(
    territory: Territory, ruleset: Ruleset, seat: int = 0, marked: Collection[int] = ()
) -> Text:
    """A territory as text, two lines a row, with files and ranks at the edge."""
    west, east, south, north = territory.box
    frame = ruleset.setup.frame
    files = range(max(0, east - frame + 1), min(12, west + frame - 1) + 1)
    ranks = range(min(12, south + frame - 1), max(0, north - frame + 1) - 1, -1)
    files, ranks = _trimmed(territory, marked, files, ranks)
    text = Text()
    for rank in ranks:
        cells = [cell_at(file, rank) for file in files]
        for half_line in range(2):
            text.append(f"{rank + 1:2} " if half_line == 0 else "   ", style="dim")
            for cell in cells:
                assert cell is not None
                text.append_text(_cell_text(territory, ruleset, seat, cell, half_line, cell in marked))
            text.append("\n")
    text.append("   " + "".join(f"{'abcdefghijklm'[file]:^{CELL_WIDTH}}" for file in files), style="dim")
    return text


def _trimmed(
    territory: Territory, marked: Collection[int], files: range, ranks: range
) -> tuple[range, range]:
    """Leaves out far empty columns and rows: one around the territory and what is marked is enough."""
    cells = Territory({**territory, **dict.fromkeys(marked, Square(None))})
    west, east, south, north = cells.box
    return (
        range(max(files.start, west - 1), min(files.stop, east + 2)),
        range(min(ranks.start, north + 1), max(ranks.stop, south - 2), -1),
    )


def _cell_text(
    territory: Territory, ruleset: Ruleset, seat: int, cell: int, half_line: int, is_marked: bool
) -> Text:
    if cell not in territory:
        mark = "◇" if is_marked else "·"
        shown = f" {mark}  " if half_line == 0 else " " * CELL_WIDTH
        return Text(shown, style="bold" if is_marked else "dim")
    square = territory[cell]
    style = square_style(square, seat)
    if is_marked:
        style += " underline"
    shown = (_printed(square, ruleset), _pieces(square, ruleset))[half_line]
    if is_marked and half_line == 1:
        shown += "◇"
    indent = " " if len(shown) < CELL_WIDTH else ""
    return Text(f"{indent + shown:<{CELL_WIDTH}}", style=style)


def square_style(square: Square, seat: int = 0) -> str:
    """The colours of a square."""
    if square.terrain is None:
        return f"bold black on {SEAT_COLOURS[seat]}"
    return _TERRAIN_STYLES[square.terrain]


def _printed(square: Square, ruleset: Ruleset) -> str:
    if square.terrain is None:
        return "H"
    if square.craters:
        return "V" + "○" * square.craters
    return _LETTERS[square.terrain] + _SYMBOL[ruleset.game] * square.symbols


def _pieces(square: Square, ruleset: Ruleset) -> str:
    token = _SYMBOL[ruleset.game] * square.token
    return token + (_RESOURCE if square.resource else "") + (square.caveman or "")


def territories(
    state: State, names: Sequence[str], marked: Collection[int] = (), mover: int | None = None
) -> Columns:
    """All territories side by side, as many as fit."""
    return Columns(
        [
            territory_panel(state, seat, names[seat], marked if seat == mover else (), seat == mover)
            for seat in range(len(names))
        ],
        padding=(0, 1),
    )


def domino_text(domino: Domino, ruleset: Ruleset) -> Text:
    """A domino as two coloured squares side by side."""
    return Text.assemble(*(_half_text(half, ruleset) for half in domino.halves))


def _half_text(half: Half, ruleset: Ruleset) -> tuple[str, str]:
    square = Square(half.terrain, half.symbols, half.craters)
    has_resource = ruleset.has(Resources) and half.terrain in ruleset.resources and not half.symbols
    shown = half_label(half, ruleset) + (_RESOURCE if has_resource else "")
    return f" {shown:<{CELL_WIDTH}}", square_style(square)


def half_label(half: Half, ruleset: Ruleset) -> str:
    """A half of a domino in a few signs: its letter and its symbols or craters."""
    return _printed(Square(half.terrain, half.symbols, half.craters), ruleset)


def line_table(
    title: str,
    line: Sequence[Slot],
    state: State,
    names: Sequence[str],
    done: int = 0,
) -> Table:
    """A line of dominoes with its owners; the first `done` have been played."""
    table = Table(title=title, title_justify="left", show_header=False, box=None, padding=(0, 1))
    for index, slot in enumerate(line):
        owner = Text("free", style="dim")
        if slot.seat is not None:
            owner = Text(names[slot.seat], style=seat_style(slot.seat))
        number = Text(f"{slot.number:>2}", style="dim" if index < done else "bold")
        domino = domino_text(state.ruleset.domino(slot.number), state.ruleset)
        table.add_row(number, domino, owner, "✓" if index < done else "")
    return table


def lines(state: State, names: Sequence[str]) -> RenderableType:
    """The current line, the next one, and what else lies in the middle of the table."""
    tables_shown: list[RenderableType] = []
    if state.current:
        tables_shown.append(line_table("This round", state.current, state, names, done=state.turn))
    if state.next:
        title = "Next round" if state.current else "First line"
        tables_shown.append(line_table(title, state.next, state, names))
    extras = Text()
    if state.cave or state.pile:
        row = ", ".join(f"{KINDS[code]} ({code})" for code in state.cave)
        extras.append(f"Cave: {row or 'nobody'}; {len(state.pile)} in the pile")
    if state.totems:
        middle = [t.resource for t, h in zip(tables().totems, state.totems, strict=True) if h is None]
        extras.append(f"Totems in the middle: {', '.join(middle) or 'none'}")
    return Group(Columns(tables_shown, padding=(0, 4)), *([extras] if extras else []))


def sheet_table(sheet: ScoreSheet, ruleset: Ruleset) -> Table:
    """A score sheet: one row per term that brings points, then the total."""
    table = Table(box=None, padding=(0, 1), show_header=False)
    table.add_column(justify="left")
    table.add_column(justify="left", style="dim")
    table.add_column(justify="right")
    for term in sheet.terms:
        if term.points:
            table.add_row(label_words(term.label), explain(term, ruleset), str(term.points))
    empty = sum(not term.points for term in sheet.regions)
    if empty:
        table.add_row("Regions without symbols", f"{empty}", "0", style="dim")
    table.add_row("[bold]Total[/]", "", f"[bold]{sheet.total}[/]")
    return table


def legend(ruleset: Ruleset) -> Text:
    """What the letters and signs mean."""
    text = Text()
    for terrain in ruleset.terrains:
        text.append(f" {terrain.letter} ", style=_TERRAIN_STYLES[terrain.name])
        text.append(f" {terrain.name} ", style="dim")
    symbol = "crown" if ruleset.game == "kingdomino" else "fire"
    text.append(f" {_SYMBOL[ruleset.game]} {symbol}", style="dim")
    if ruleset.has(Resources):
        text.append(f"  {_RESOURCE} resource", style="dim")
    return text
