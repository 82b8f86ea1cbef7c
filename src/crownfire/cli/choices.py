"""A decision at the terminal: the table, the legal moves and the points they gain."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from crownfire.bots.greedy import place_value, points_when_placed
from crownfire.bots.recruiting import best_plan
from crownfire.cli.show import domino_text, half_label, headline, legend, middle, seat_style, territories
from crownfire.cli.words import KINDS, TASKS, caveman_worth
from crownfire.notation import format_action, format_cell
from crownfire.rules import Phase, State, apply, legal_actions, score, to_move, to_play
from crownfire.rules.actions import Claim, Discard, Fire, Give, Move, Pass, Pay, Place, Recruit, Settle
from crownfire.rules.canvas import NEXT
from crownfire.rules.parts.tribe import price

__all__ = ["SHOWN", "Choice", "choice_table", "choices", "decision_view", "meaning", "table_view"]

SHOWN = 12  # choices in the short list


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action with the key to type for it, its meaning and its gain."""

    action: int
    key: str  # a number: the domino's for a claim, else the place in the list
    token: str
    meaning: str
    gain: int | None  # points; None for moves that score nothing by themselves


def choices(state: State) -> list[Choice]:
    """Returns the legal actions; placements, fires and settlements come best first."""
    seat = _mover(state)
    now = score(state, seat).total
    actions = legal_actions(state)
    gains = {action: _gain(state, action, now) for action in actions}
    if state.phase is Phase.PLACE:
        values = {action: place_value(state, action) for action in actions}
        actions.sort(key=lambda action: [-(gains[action] or 0), *(-value for value in values[action][1:])])
    elif state.phase in (Phase.ERUPT, Phase.SETTLE):
        actions.sort(key=lambda action: -(gains[action] or 0))
    return [
        Choice(
            action,
            _key(action, number),
            format_action(action),
            meaning(state, to_move(action)),
            gains[action],
        )
        for number, action in enumerate(actions, start=1)
    ]


def _key(action: int, number: int) -> str:
    move = to_move(action)
    return str(move.number if isinstance(move, Claim) else number)


def _gain(state: State, action: int, now: int) -> int | None:
    """Returns the points gained at once; for a claim or a recruit, the most it can gain."""
    match to_move(action):
        case Claim(number):
            return points_when_placed(state, number) - now
        case Recruit(kind, from_pile):
            return best_plan(state, kind, price(from_pile), ()).gain
        case Place() | Fire() | Settle():
            return score(apply(state, action), _mover(state)).total - now
        case Discard() | Give() | Pay() | Pass():
            return None


def _mover(state: State) -> int:
    seat = to_play(state)
    assert seat is not None
    return seat


def decision_view(state: State, names: Sequence[str], offered: list[Choice], *, tall: bool = False) -> Group:
    """Returns the table, the player's task and the first choices."""
    seat = _mover(state)
    parts: list[RenderableType] = [
        table_view(state, names, offered, tall=tall),
        Rule(style="dim"),
        _task(state, names[seat], seat),
        choice_table(offered, SHOWN),
    ]
    if len(offered) > SHOWN:
        parts.append(Text(f" and {len(offered) - SHOWN} more (a lists all)", style="dim"))
    parts.append(
        Text("type a number or a move · u undo · a all moves · s scores · ? help · q quit", style="dim")
    )
    return Group(*parts)


def table_view(
    state: State, names: Sequence[str], offered: Sequence[Choice] = (), *, tall: bool = False
) -> Group:
    """Returns everything on the table, with a legend."""
    return Group(
        headline(state),
        territories(state, names, _marked(offered), to_play(state), tall=tall),
        middle(state, names),
        legend(state.ruleset),
    )


def choice_table(offered: list[Choice], shown: int) -> Table:
    """Returns a table of the first choices, in two columns if there are many."""
    table = Table(box=None, show_header=False, padding=(0, 1))
    rows = [_choice_row(choice) for choice in offered[:shown]]
    height = len(rows) if len(rows) < SHOWN else (len(rows) + 1) // 2
    for left in range(height):
        table.add_row(*(cell for row in rows[left::height] for cell in row))
    return table


def _choice_row(choice: Choice) -> tuple[str, str, str, str]:
    gain = "" if choice.gain is None else f"{choice.gain:+}"
    return f"[bold]{choice.key:>2}[/]", choice.token, choice.meaning, f"[green]{gain:<4}[/]"


def _task(state: State, name: str, seat: int) -> Text:
    kind = KINDS[state.recruiting.kind] if state.recruiting else ""
    number = state.domino_in_turn if state.current else 0
    line = "next" if state.current else "first"
    task = TASKS[state.phase.value].format(domino=number, caveman=kind, line=line)
    text = Text.assemble((name, seat_style(seat)), f", {task}. ")
    if state.phase is Phase.PLACE:
        text.append_text(domino_text(state.ruleset.domino(number), state.ruleset))
    elif state.phase in (Phase.CLAIM, Phase.RECRUIT):
        text.append("+ shows the most points it can gain", style="dim")
    return text


def _marked(offered: Sequence[Choice]) -> set[int]:
    """Returns the cells that any of the choices concerns."""
    cells: set[int] = set()
    for choice in offered:
        match to_move(choice.action):
            case Place(cell, direction):
                other = NEXT[cell][direction]
                assert other is not None
                cells |= {cell, other}
            case Fire(cell) | Pay(cell) | Settle(cell):
                cells.add(cell)
            case Discard() | Give() | Claim() | Recruit() | Pass():
                pass
    return cells


def meaning(state: State, move: Move) -> str:
    """Returns the effect of a move in a few words."""
    match move:
        case Place(cell, direction):
            domino = state.ruleset.domino(state.domino_in_turn)
            other = NEXT[cell][direction]
            assert other is not None
            first, second = (half_label(half, state.ruleset) for half in domino.halves)
            return f"{first} on {format_cell(cell)}, {second} on {format_cell(other)}"
        case Claim(number):
            return " / ".join(half.terrain for half in state.ruleset.domino(number).halves)
        case Fire(cell):
            return f"on {_square_words(state, cell)}{_burnt_words(state, cell)}"
        case Pay(cell):
            square = state.territories[_mover(state)][cell]
            return f"the {state.ruleset.resource_on(square)} on {format_cell(cell)}"
        case Settle(cell):
            return f"on {_square_words(state, cell)}"
        case Recruit(kind, from_pile):
            origin = " from the pile" if from_pile else ""
            return f"{KINDS[kind]}{origin}: {caveman_worth(kind)}; costs {price(from_pile)} resources"
        case Give(seat):
            return f"to seat {seat + 1}"
        case Discard():
            return "discard it, since it fits nowhere"
        case Pass():
            return "pass"


def _square_words(state: State, cell: int) -> str:
    square = state.territories[_mover(state)][cell]
    return f"{square.terrain or 'home'} {format_cell(cell)}"


def _burnt_words(state: State, cell: int) -> str:
    square = state.territories[_mover(state)][cell]
    if square.resource:
        return f", burns the {state.ruleset.resource_on(square)}"
    return f", burns the {KINDS[square.caveman]}" if square.caveman else ""
