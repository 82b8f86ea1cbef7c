"""Territories, dominoes, lines and score sheets as coloured text."""

from collections.abc import Collection, Iterator, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from crownfire.cli.words import KINDS, RULES_NAMES, SYMBOLS, explain, label_words, plural
from crownfire.data import Domino, Half, tables
from crownfire.notation import format_cell
from crownfire.rules import Ruleset, ScoreSheet, State, score
from crownfire.rules.canvas import SIZE, cell_at
from crownfire.rules.parts.eruption import Eruption
from crownfire.rules.parts.resources import Resources
from crownfire.rules.parts.totems import Totems
from crownfire.rules.parts.tribe import Tribe
from crownfire.rules.state import Slot
from crownfire.rules.territory import Square, Territory

__all__ = [
    "CELL_WIDTH",
    "SEAT_COLOURS",
    "TALL_CONSOLE",
    "domino_text",
    "half_label",
    "headline",
    "legend",
    "line_table",
    "middle",
    "ranking_table",
    "seat_style",
    "sheet_table",
    "square_style",
    "territories",
    "territory_panel",
    "territory_text",
]

CELL_WIDTH = 4
TALL_CONSOLE = 48  # height in lines from which each row of a territory may take two
SEAT_COLOURS = ("yellow", "magenta", "cyan", "green")
_LETTERS = tables().letters
_SYMBOL = {"kingdomino": "♛", "origins": "♨"}
_TOKEN = "✦"
_RESOURCE = "●"

# Foreground and background by terrain; every square also shows its letter.
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
    """Returns the text style of a seat."""
    return f"bold {SEAT_COLOURS[seat]}"


# Territories


def territories(
    state: State,
    names: Sequence[str],
    marked: Collection[int] = (),
    mover: int | None = None,
    *,
    tall: bool = False,
) -> Columns:
    """Returns all territories, side by side if they fit; `marked` cells belong to the mover."""
    return Columns(
        [
            territory_panel(
                state, seat, name, marked if seat == mover else (), is_mover=seat == mover, tall=tall
            )
            for seat, name in enumerate(names)
        ],
        padding=(0, 1),
    )


def territory_panel(
    state: State,
    seat: int,
    name: str,
    marked: Collection[int] = (),
    *,
    is_mover: bool = False,
    tall: bool = False,
) -> Panel:
    """Returns a territory with coordinates, points, totems and discarded dominoes."""
    points = score(state, seat).total
    title = Text.assemble(("▶ " if is_mover else ""), (name, seat_style(seat)), f" {points}")
    return Panel(
        territory_text(state.territories[seat], state.ruleset, seat, marked, tall=tall),
        title=title,
        subtitle=_belongings(state, seat),
        border_style=SEAT_COLOURS[seat] if is_mover else "grey50",
        expand=False,
        padding=0,
    )


def _belongings(state: State, seat: int) -> Text | None:
    """Returns the totems held and the number of discarded dominoes, or None."""
    held = [t.resource for t, holder in zip(tables().totems, state.totems, strict=False) if holder == seat]
    parts = [", ".join(held)] if held else []
    if state.discards[seat]:
        parts.append(f"{state.discards[seat]} discarded")
    return Text("; ".join(parts), style="dim") if parts else None


def territory_text(
    territory: Territory,
    ruleset: Ruleset,
    seat: int = 0,
    marked: Collection[int] = (),
    *,
    tall: bool = False,
) -> Text:
    """Returns a territory with the nearby cells inside its frame; files and ranks are at the edge."""
    files, ranks = _shown_part(territory, ruleset.setup.frame)
    text = Text()
    for rank in ranks:
        cells = [cell_at(file, rank) for file in files]
        for line in range(2 if tall else 1):
            text.append("   " if line else f"{rank + 1:2} ", style="dim")
            for cell in cells:
                assert cell is not None
                labels = _labels(territory, ruleset, cell, cell in marked, tall)
                text.append_text(_cell_text(territory, seat, cell, labels[line], cell in marked))
            text.append("\n")
    text.append("   " + "".join(f"{'abcdefghijklm'[file]:^{CELL_WIDTH}}" for file in files), style="dim")
    return text


def _shown_part(territory: Territory, frame: int) -> tuple[range, range]:
    """Returns files, and ranks from the north: the territory and two cells around it, within the frame."""
    west, east, south, north = territory.box
    files = range(max(0, east - frame + 1, west - 2), min(SIZE, west + frame, east + 3))
    ranks = range(max(0, north - frame + 1, south - 2), min(SIZE, south + frame, north + 3))
    return files, ranks[::-1]


def _labels(
    territory: Territory, ruleset: Ruleset, cell: int, is_marked: bool, tall: bool
) -> tuple[str, ...]:
    """Returns the text of a cell: printed signs above pieces if `tall`, else both on one line."""
    if cell not in territory:
        return ("◇" if is_marked else "·", "")
    printed, pieces = _printed(territory[cell], ruleset), _pieces(territory[cell])
    return (printed, pieces) if tall else (f"{printed}{pieces}",)


def _cell_text(territory: Territory, seat: int, cell: int, label: str, is_marked: bool) -> Text:
    indent = " " if len(label) < CELL_WIDTH else ""
    text = f"{indent + label[:CELL_WIDTH]:<{CELL_WIDTH}}"
    if cell not in territory:
        return Text(text, style="bold" if is_marked else "dim")
    underline = " bold underline" if is_marked and label else ""
    return Text(text, style=square_style(territory[cell], seat) + underline)


def square_style(square: Square, seat: int = 0) -> str:
    """Returns the text style of a square."""
    if square.terrain is None:
        return f"bold black on {SEAT_COLOURS[seat]}"
    return _TERRAIN_STYLES[square.terrain]


def _pieces(square: Square) -> str:
    """Returns the piece on a square: a fire token, a resource or a caveman."""
    return _repeat(_TOKEN, square.token) + (_RESOURCE if square.resource else "") + (square.caveman or "")


def _printed(square: Square, ruleset: Ruleset) -> str:
    if square.terrain is None:
        return "H"
    if square.craters:
        return "V" + "○" * square.craters
    return _LETTERS[square.terrain] + _repeat(_SYMBOL[ruleset.game], square.symbols)


def _repeat(sign: str, count: int) -> str:
    return sign * count if count <= 3 else f"{sign}{count}"


# Dominoes and the rest of the table


def domino_text(domino: Domino, ruleset: Ruleset) -> Text:
    """Returns a domino as two coloured squares side by side."""
    return Text.assemble(*(_half_text(half, ruleset) for half in domino.halves))


def _half_text(half: Half, ruleset: Ruleset) -> tuple[str, str]:
    has_resource = ruleset.has(Resources) and half.terrain in ruleset.resources and not half.symbols
    shown = half_label(half, ruleset) + (_RESOURCE if has_resource else "")
    return f" {shown:<{CELL_WIDTH}}", _TERRAIN_STYLES[half.terrain]


def half_label(half: Half, ruleset: Ruleset) -> str:
    """Returns a half of a domino as its letter and its symbols or craters."""
    return _printed(Square(half.terrain, half.symbols, half.craters), ruleset)


def line_table(title: str, line: Sequence[Slot], state: State, names: Sequence[str], done: int = 0) -> Table:
    """Returns a line of dominoes with their owners; the first `done` have been played."""
    table = Table(title=title, title_justify="left", show_header=False, box=None, padding=(0, 1))
    for index, slot in enumerate(line):
        owner = Text("free", style="dim")
        if slot.seat is not None:
            owner = Text(names[slot.seat], style=seat_style(slot.seat))
        number = Text(f"{slot.number:>2}", style="dim" if index < done else "bold")
        domino = domino_text(state.ruleset.domino(slot.number), state.ruleset)
        table.add_row(number, domino, owner, "✓" if index < done else "")
    return table


def middle(state: State, names: Sequence[str]) -> Group:
    """Returns the current line, the next line, and the totems or the cave."""
    shown: list[RenderableType] = []
    if state.current:
        shown.append(line_table("This round", state.current, state, names, done=state.turn))
    if state.next:
        title = "Next round" if state.current else "First line"
        shown.append(line_table(title, state.next, state, names))
    if state.totems:
        shown.append(_totem_table(state, names))
    return Group(Columns(shown, padding=(0, 3)), *_cave_texts(state))


def _totem_table(state: State, names: Sequence[str]) -> Table:
    """Returns a row per totem: each seat's resources of its kind, and the holder."""
    table = Table(title="Totems", title_justify="left", show_header=False, box=None, padding=(0, 1))
    for totem, holder in zip(tables().totems, state.totems, strict=True):
        counts = [territory.count_resources(totem.terrain) for territory in state.territories]
        cells = [
            Text(str(count), style=f"{seat_style(seat)}{' underline' if seat == holder else ''}")
            for seat, count in enumerate(counts)
        ]
        owner = Text("in the middle", style="dim")
        if holder is not None:
            owner = Text(names[holder], style=seat_style(holder))
        table.add_row(f"{totem.resource} ({totem.points})", *cells, owner)
    return table


def _cave_texts(state: State) -> Iterator[Text]:
    if not state.ruleset.has(Tribe):
        return
    row = ", ".join(f"{KINDS[code]} ({code})" for code in state.cave)
    yield Text(f"Cave: {row or 'none face up'}; {len(state.pile)} in the pile")
    settled = {s.caveman for t in state.territories for s in t.values() if s.caveman}
    if settled:
        codes = [f"{code} {KINDS[code]}" for code in KINDS if code in settled]
        yield Text(f"Settled: {', '.join(codes)}", style="dim")


def headline(state: State) -> Text:
    """Returns the rules in play and the progress of the game."""
    setup = state.ruleset.setup
    played = state.lines_drawn - 1 if state.next else state.lines_drawn
    to_come = (setup.lines - state.lines_drawn) * setup.line
    parts = [
        RULES_NAMES[state.ruleset.name],
        *(label_words(option) for option in state.ruleset.options),
        f"{setup.frame}×{setup.frame}",
        f"round {played} of {setup.lines}" if state.current else "opening",
        f"{plural(to_come, 'domino', 'dominoes')} to come",
    ]
    return Text(" · ".join(parts), style="dim")


def legend(ruleset: Ruleset) -> Text:
    """Returns the meaning of letters and signs, on two lines."""
    text = Text()
    for terrain in ruleset.terrains:
        text.append(f" {terrain.letter} ", style=_TERRAIN_STYLES[terrain.name])
        has_resource = ruleset.has(Resources) and terrain.resource
        text.append(f" {terrain.resource if has_resource else terrain.name} ", style="dim")
    signs = [f"{_SYMBOL[ruleset.game]} {SYMBOLS[ruleset.game]}"]
    if ruleset.has(Eruption):
        signs += [f"{_TOKEN} fire token", "○ crater"]
    if ruleset.has(Resources):
        signs.append(f"{_RESOURCE} resource")
    if ruleset.has(Totems):
        signs.append("underlined: holds the totem")
    text.append(f"\n H home  {'  '.join(signs)}  ◇ possible  · in the frame", style="dim")
    return text


# Scores


def sheet_table(sheet: ScoreSheet, ruleset: Ruleset) -> Table:
    """Returns a score sheet: a row per term, one for all regions without symbols, then the total."""
    table = Table(box=None, padding=(0, 1), show_header=False)
    table.add_column(justify="left")
    table.add_column(justify="left", style="dim")
    table.add_column(justify="right")
    labels = [term.label for term in sheet.terms]
    for term in sheet.terms:
        if term.points or term not in sheet.regions:
            is_one_of_several = term.squares and labels.count(term.label) > 1
            where = f" {format_cell(term.squares[0])}" if is_one_of_several else ""
            label = Text.assemble(label_words(term.label), (where, "dim"))
            table.add_row(label, explain(term, ruleset), str(term.points))
    empty = sum(not term.points for term in sheet.regions)
    if empty:
        table.add_row("Regions without symbols", str(empty), "0", style="dim")
    table.add_row("[bold]Total[/]", "", f"[bold]{sheet.total}[/]")
    return table


def ranking_table(
    ranking: Sequence[Sequence[int]], sheets: Sequence[ScoreSheet], names: Sequence[str]
) -> Table:
    """Returns the players from first to last, with the figures that break ties."""
    table = Table("", "", "points", "largest region", "symbols", box=None, padding=(0, 2, 0, 0))
    place = 1
    for seats in ranking:
        for seat in seats:
            name = Text(names[seat], style=seat_style(seat))
            sheet = sheets[seat]
            table.add_row(f"{place}.", name, str(sheet.total), str(sheet.largest_region), str(sheet.symbols))
        place += len(seats)
    return table
