"""`crownfire play`: a game at one keyboard, people and bots."""

import sys
from dataclasses import dataclass

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from crownfire.bots import Bot
from crownfire.bots.greedy import points_when_placed
from crownfire.cli.output import console
from crownfire.cli.show import (
    domino_text,
    legend,
    lines,
    seat_style,
    sheet_table,
    territories,
    territory_panel,
)
from crownfire.cli.start import Evening, Wishes, prepare
from crownfire.cli.words import KINDS, TASKS, explain_ranking, plural, tell
from crownfire.game import Game, derive
from crownfire.game.game import turn_key
from crownfire.notation import NotationError, format_action, format_cell, format_records
from crownfire.rules import IllegalMoveError, Phase, State, apply, legal_actions, ranking, score, to_move, to_play
from crownfire.rules.actions import Claim, Discard, Fire, Give, Move, Pass, Pay, Place, Recruit, Settle
from crownfire.rules.canvas import NEXT
from crownfire.rules.events import Event

SHOWN_OPTIONS = 12

HELP = """\
Type the number of an option, or a move itself:
  g8n    place the first half on g8, the second to its north (n e s w)
  *f6    let the fire land on f6            >2   give the totem to seat 2
  =17    claim domino 17                    x    discard what fits nowhere
  +hu    recruit a face-up caveman, ++hu from the pile, . for nobody
  -f6    pay the resource on f6             @h9  settle on h9
Several at once are fine: g8n =17
Also: u undo · a all options · s score sheets · ? help · q quit and keep the game"""


class QuitError(Exception):
    """The player wants to stop; the game is kept."""


@dataclass(frozen=True, slots=True)
class Option:
    """A legal action as it is offered: its token, what it means, what it brings."""

    action: int
    token: str
    meaning: str
    gain: int | None  # points, None where it says nothing


def play_in_terminal(wishes: Wishes, *, confirm: bool) -> None:
    """Plays until the game or match is over, or somebody quits."""
    is_interactive = sys.stdin.isatty()
    evening: Evening | None = None
    try:
        evening = prepare(wishes, _ask if is_interactive else None)
        Session(evening, confirm=confirm).play()
    except QuitError:
        if evening is None or not evening.match.games:
            return
        console.print(f"The game is kept. Go on with: crownfire play --resume {evening.path}", soft_wrap=True)


def _ask(prompt: str) -> str:
    try:
        return console.input(Text(prompt, style="bold"))
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise QuitError from None


class Session:
    """An evening at the terminal: the games, and what has been told since the last look."""

    def __init__(self, evening: Evening, *, confirm: bool) -> None:
        self._evening = evening
        self._confirm = confirm
        self._names = evening.names
        self._bots = evening.bots
        self._news: list[str] = []

    def play(self) -> None:
        """Plays the game under way and those that follow."""
        evening = self._evening
        games = evening.match.games
        while not games or not games[-1].is_over or len(games) < evening.games:
            game = games[-1] if games and not games[-1].is_over else evening.new_game()
            self._play_game(game)
            self._show_end(game)
        console.print(f"The record is kept in {evening.path}", soft_wrap=True)

    def _play_game(self, game: Game) -> None:
        if game.commit:
            self._news.append(f"The deal is fixed; its fingerprint is {game.commit[:16]}…")
        self._tell(game.deal())
        self._save()
        while (seat := to_play(game.state)) is not None:
            bot = self._bots[seat]
            if bot is None:
                self._person_turn(game)
            else:
                self._bot_turn(game, bot)
            self._tell(game.deal())
            self._save()

    def _save(self) -> None:
        """Writes the record beside the old one, then puts it in its place."""
        path = self._evening.path
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(format_records(self._evening.match.records()), encoding="utf-8")
        fresh.replace(path)

    def _tell(self, events: tuple[Event, ...]) -> None:
        if events:
            self._news.append("; ".join(tell(event, self._names) for event in events) + ".")

    # Turns

    def _bot_turn(self, game: Game, bot: Bot) -> None:
        turn = turn_key(game.state)
        rng = derive(self._evening.seed or 0, len(game.history))
        events: tuple[Event, ...] = ()
        while turn_key(game.state) == turn and not game.is_over:
            action = bot.choose(game.state, legal_actions(game.state), rng=rng)
            events += game.play(action, deal=False)
        self._tell(events)

    def _person_turn(self, game: Game) -> None:
        turn = turn_key(game.state)
        has_chosen = False
        self._clear()
        while True:
            is_complete = turn_key(game.state) != turn or game.is_over
            if is_complete and not (has_chosen and self._confirm and self._wants_back(game)):
                break
            if is_complete:
                self._undo(game, turn)
                continue
            legal = legal_actions(game.state)
            if len(legal) == 1:
                self._explain_forced(game, legal[0])
                game.play(legal[0], deal=False)
                continue
            has_chosen = True
            self._show(game)
            self._command(game, self._options(game.state, legal), turn)
        played = [entry for entry in game.history if turn_key(entry.before) == turn]
        self._tell(tuple(event for entry in played for event in entry.events))

    def _wants_back(self, game: Game) -> bool:
        played = [e for e in game.history if turn_key(e.before) == turn_key(game.history[-1].before)]
        tokens = " ".join(format_action(e.action) for e in played if e.action is not None)
        return _ask(f"Your turn: {tokens}. Enter to confirm, u to undo: ").strip().lower() == "u"

    def _undo(self, game: Game, turn: object) -> None:
        """Back to the last real choice of this turn."""
        while game.history and turn_key(game.history[-1].before) == turn:
            game.undo()
            if len(legal_actions(game.state)) > 1:
                return

    def _explain_forced(self, game: Game, action: int) -> None:
        console.print(f"[dim]Only one possibility: {_meaning(game.state, to_move(action))}[/]")

    def _command(self, game: Game, options: list[Option], turn: object) -> None:
        """Asks until something has changed."""
        while True:
            answer = _ask("> ").strip()
            match answer.lower():
                case "":
                    continue
                case "u":
                    if not game.turn_under_way:
                        console.print("[yellow]There is nothing to undo in this turn.[/]")
                        continue
                    self._undo(game, turn)
                    return
                case "q":
                    raise QuitError
                case "?" | "h" | "help":
                    console.print(HELP, markup=False)
                case "a":
                    console.print(self._option_table(options, len(options)))
                case "s":
                    self._show_sheets(game.state)
                case _:
                    if self._play_tokens(game, options, answer.split(), turn):
                        return

    def _play_tokens(self, game: Game, options: list[Option], tokens: list[str], turn: object) -> bool:
        """Plays what was typed; tells what is wrong. Whether anything was played."""
        has_played = False
        for token in tokens:
            if turn_key(game.state) != turn:
                console.print(f"[yellow]The turn is complete; {token} was left out.[/]")
                break
            try:
                game.play(self._action(options, token, has_played), deal=False)
            except NotationError as error:
                console.print(Text(f"{token}: expected {error.expected}", style="yellow"), soft_wrap=True)
                break
            except IllegalMoveError as error:
                console.print(Text(f"{token}: {error}", style="yellow"), soft_wrap=True)
                break
            has_played = True
        return has_played

    def _action(self, options: list[Option], token: str, has_played: bool) -> int | str:
        if token.isdigit() and not has_played and 1 <= int(token) <= len(options):
            return options[int(token) - 1].action
        return token

    # Showing

    def _clear(self) -> None:
        if console.is_terminal:
            console.clear()

    def _show(self, game: Game) -> None:
        state = game.state
        seat = to_play(state)
        assert seat is not None
        options = self._options(state, legal_actions(state))
        for sentence in self._news:
            console.print(sentence, style="dim", soft_wrap=True)
        self._news.clear()
        console.print(territories(state, self._names, _marked(state, options), seat))
        console.print(lines(state, self._names, _claim_notes(state)))
        console.print(legend(state.ruleset))
        console.print(Rule(style="dim"))
        console.print(self._task(state, seat))
        console.print(self._option_table(options, SHOWN_OPTIONS))
        if len(options) > SHOWN_OPTIONS:
            console.print(f"[dim]and {len(options) - SHOWN_OPTIONS} more: a[/]")
        console.print("[dim]a number or a move · u undo · a all · s scores · ? help · q quit[/]")

    def _task(self, state: State, seat: int) -> Text:
        kind = KINDS[state.recruiting.kind] if state.recruiting else ""
        number = state.domino_in_turn if state.current else 0
        task = TASKS[state.phase.value].format(domino=number, caveman=kind)
        text = Text.assemble((self._names[seat], seat_style(seat)), f", {task}. ")
        if state.phase is Phase.PLACE:
            text.append_text(domino_text(state.ruleset.domino(number), state.ruleset))
        return text

    def _options(self, state: State, legal: list[int]) -> list[Option]:
        """The legal actions, those that bring most points first."""
        seat = to_play(state)
        assert seat is not None
        now = score(state, seat).total
        options = []
        for action in legal:
            move = to_move(action)
            if isinstance(move, Claim):
                gain: int | None = points_when_placed(state, move.number) - now
            elif isinstance(move, Place | Fire | Settle):
                gain = score(apply(state, action), seat).total - now
            else:
                gain = None
            options.append(Option(action, format_action(action), _meaning(state, move), gain))
        if state.phase in (Phase.PLACE, Phase.ERUPT, Phase.SETTLE):
            options.sort(key=lambda option: -(option.gain or 0))
        return options

    def _option_table(self, options: list[Option], shown: int) -> Table:
        table = Table(box=None, show_header=False, padding=(0, 1))
        for number, option in enumerate(options[:shown], start=1):
            gain = "" if option.gain is None else f"{option.gain:+}"
            table.add_row(f"[bold]{number}[/]", option.token, option.meaning, f"[green]{gain}[/]")
        return table

    def _show_sheets(self, state: State) -> None:
        for seat, name in enumerate(self._names):
            console.print(Text(name, style=seat_style(seat)))
            console.print(sheet_table(score(state, seat), state.ruleset))

    # The end

    def _show_end(self, game: Game) -> None:
        """Walks through the scores, one territory after the other, then says who won and why."""
        self._clear()
        for sentence in self._news:
            console.print(sentence, style="dim", soft_wrap=True)
        self._news.clear()
        state = game.state
        sheets = [score(state, seat) for seat in range(len(self._names))]
        for seat, name in enumerate(self._names):
            console.print(Rule(Text(name, style=seat_style(seat))))
            grid = Table.grid(padding=(0, 2))
            grid.add_row(territory_panel(state, seat, name), sheet_table(sheets[seat], state.ruleset))
            console.print(grid)
            if sys.stdin.isatty() and any(bot is None for bot in self._bots):
                _ask("Enter to go on ")
        console.print(Rule(style="dim"))
        verdict = explain_ranking(ranking(state), sheets, self._names)
        console.print(Text(f"{verdict}.", style="bold"))
        if self._evening.games > 1:
            self._show_match()

    def _show_match(self) -> None:
        match = self._evening.match
        pairs = zip(self._names, match.totals, strict=True)
        totals = ", ".join(f"{name} {total}" for name, total in pairs)
        console.print(f"After {plural(len(match.games), 'game')} of {self._evening.games}: {totals}.")
        if match.is_over:
            winners = " and ".join(self._names[seat] for seat in match.ranking[0])
            console.print(f"[bold]The Dynasty goes to {winners}.[/]")


def _marked(state: State, options: list[Option]) -> set[int]:
    """The cells that the options at hand are about."""
    cells: set[int] = set()
    for option in options:
        move = to_move(option.action)
        if isinstance(move, Place):
            other = NEXT[move.cell][move.direction]
            assert other is not None
            cells |= {move.cell, other}
        elif isinstance(move, Fire | Pay | Settle):
            cells.add(move.cell)
    return cells


def _claim_notes(state: State) -> dict[int, str]:
    """What each free domino of the next line would bring at best, while claiming."""
    seat = to_play(state)
    if state.phase is not Phase.CLAIM or seat is None:
        return {}
    now = score(state, seat).total
    free = (slot.number for slot in state.next if slot.seat is None)
    return {number: f"best {points_when_placed(state, number) - now:+}" for number in free}


def _meaning(state: State, move: Move) -> str:
    """What a move would do, in a few words."""
    match move:
        case Place(cell, direction):
            domino = state.ruleset.domino(state.domino_in_turn)
            other = NEXT[cell][direction]
            assert other is not None
            first, second = domino.first.terrain, domino.second.terrain
            return f"{first} on {format_cell(cell)}, {second} on {format_cell(other)}"
        case Claim(number):
            halves = state.ruleset.domino(number).halves
            return "claim " + " / ".join(half.terrain for half in halves)
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
