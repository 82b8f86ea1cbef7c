"""A decision as it is offered at the terminal: the table, the legal moves and what they bring."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from crownfire.bots.greedy import points_when_placed
from crownfire.cli.show import domino_text, half_label, legend, lines, seat_style, territories
from crownfire.cli.words import KINDS, TASKS
from crownfire.notation import format_action, format_cell
from crownfire.rules import Phase, State, apply, legal_actions, score, to_move, to_play
from crownfire.rules.actions import Claim, Discard, Fire, Give, Move, Pass, Pay, Place, Recruit, Settle
from crownfire.rules.canvas import NEXT

SHOWN = 12  # choices shown at once


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action as it is offered: its token, what it means, what it brings."""

    action: int
    token: str
    meaning: str
    gain: int | None  # points, None where it says nothing


def choices(state: State) -> list[Choice]:
    """The legal actions; placements, fires and settlements that bring most points first."""
    seat = to_play(state)
    assert seat is not None
    now = score(state, seat).total
    offered = []
    for action in legal_actions(state):
        move = to_move(action)
        gain = None
        if isinstance(move, Claim):
            gain = points_when_placed(state, move.number) - now
        elif isinstance(move, Place | Fire | Settle):
            gain = score(apply(state, action), seat).total - now
        offered.append(Choice(action, format_action(action), meaning(state, move), gain))
    if state.phase in (Phase.PLACE, Phase.ERUPT, Phase.SETTLE):
        offered.sort(key=lambda choice: -(choice.gain or 0))
    return offered


def decision_view(state: State, names: Sequence[str], offered: list[Choice]) -> Group:
    """Everything a player needs to decide: territories, lines, the task and the best choices."""
    seat = to_play(state)
    assert seat is not None
    parts: list[RenderableType] = [
        territories(state, names, _marked(offered), seat),
        lines(state, names),
        legend(state.ruleset),
        Rule(style="dim"),
        _task(state, names[seat], seat),
        choice_table(offered, SHOWN),
    ]
    if len(offered) > SHOWN:
        parts.append(Text(f" and {len(offered) - SHOWN} more: a", style="dim"))
    parts.append(Text("a number or a move · u undo · a all · s scores · ? help · q quit", style="dim"))
    return Group(*parts)


def choice_table(offered: list[Choice], shown: int) -> Table:
    """The first choices with their numbers."""
    table = Table(box=None, show_header=False, padding=(0, 1))
    rows = [_choice_row(number, choice) for number, choice in enumerate(offered[:shown], start=1)]
    height = len(rows) if len(rows) < SHOWN else (len(rows) + 1) // 2  # many stand in two columns
    for left in range(height):
        table.add_row(*(cell for row in rows[left::height] for cell in row))
    return table


def _choice_row(number: int, choice: Choice) -> tuple[str, str, str, str]:
    gain = "" if choice.gain is None else f"{choice.gain:+}"
    return f"[bold]{number:>2}[/]", choice.token, choice.meaning, f"[green]{gain:<4}[/]"


def _task(state: State, name: str, seat: int) -> Text:
    kind = KINDS[state.recruiting.kind] if state.recruiting else ""
    number = state.domino_in_turn if state.current else 0
    task = TASKS[state.phase.value].format(domino=number, caveman=kind)
    text = Text.assemble((name, seat_style(seat)), f", {task}. ")
    if state.phase is Phase.PLACE:
        text.append_text(domino_text(state.ruleset.domino(number), state.ruleset))
    return text


def _marked(offered: list[Choice]) -> set[int]:
    """The cells that the choices at hand are about."""
    cells: set[int] = set()
    for choice in offered:
        move = to_move(choice.action)
        if isinstance(move, Place):
            other = NEXT[move.cell][move.direction]
            assert other is not None
            cells |= {move.cell, other}
        elif isinstance(move, Fire | Pay | Settle):
            cells.add(move.cell)
    return cells


def meaning(state: State, move: Move) -> str:
    """What a move would do, in a few words."""
    match move:
        case Place(cell, direction):
            domino = state.ruleset.domino(state.domino_in_turn)
            other = NEXT[cell][direction]
            assert other is not None
            first, second = (half_label(half, state.ruleset) for half in domino.halves)
            return f"{first} on {format_cell(cell)}, {second} on {format_cell(other)}"
        case Claim(number):
            halves = state.ruleset.domino(number).halves
            return " / ".join(half.terrain for half in halves) + ", at best"
        case Fire(cell) | Pay(cell) | Settle(cell):
            seat = to_play(state)
            assert seat is not None
            square = state.territories[seat][cell]
            burns = "resource" if square.resource else KINDS.get(square.caveman or "", "")
            where = f"{square.terrain or 'home'} {format_cell(cell)}"
            if isinstance(move, Fire):
                return f"fire on {where}" + (f", burns the {burns}" if burns else "")
            return f"pay from {where}" if isinstance(move, Pay) else f"settle on {where}"
        case Recruit(kind, from_pile):
            return f"recruit a {KINDS[kind]}" + (" from the pile (4 kinds)" if from_pile else " (2 kinds)")
        case Give(seat):
            return f"to seat {seat + 1}"
        case Discard():
            return "discard, it fits nowhere"
        case Pass():
            return "recruit nobody"
