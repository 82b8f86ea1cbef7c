"""`crownfire play`: a game at one keyboard, between people and bots."""

import re
import sys

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from crownfire.bots import Player
from crownfire.cli.choices import Choice, choice_table, choices, decision_view, meaning, table_view
from crownfire.cli.output import console
from crownfire.cli.show import TALL_CONSOLE, ranking_table, seat_style, sheet_table, territory_panel
from crownfire.cli.start import PlayOptions, Session, prepare
from crownfire.cli.words import EXAMPLES, explain_ranking, plural, sentences
from crownfire.game import Entry, Game, below, derive
from crownfire.game.game import turn_key
from crownfire.notation import NotationError, format_action
from crownfire.rules import IllegalMoveError, State, legal_actions, ranking, score, to_move, to_play
from crownfire.rules.events import Event

__all__ = ["HELP", "QuitError", "Terminal", "play_in_terminal"]

HELP = """\
Type the number of a move in the list, or the move itself:
  g8n    place the domino: first half on g8, second half to its north (n e s w)
  =17    choose domino 17           x     discard a domino that fits nowhere
  *f6    let the fire land on f6    >2    give the totem to seat 2
  +hu    recruit a hunter (++hu from the pile)       .  pass
  -f6    pay the resource on f6     @h9   settle the caveman on h9
You can type several moves at once: g8n =17
Other keys: u undo · a all moves · s score sheets · ? help · q save and quit
To look up rules, run: crownfire rules C5, or crownfire rules hunter"""

_BOTS = 6  # key of the bots' random stream; the dealer uses other keys
_NUMBER = re.compile(r"[0-9]{1,3}", re.ASCII)


class QuitError(Exception):
    """A player quits; the game is saved."""


def play_in_terminal(options: PlayOptions, *, confirm: bool) -> None:
    """Plays until the game or match is over or a player quits."""
    session: Session | None = None
    try:
        session = prepare(options, _ask if sys.stdin.isatty() else None)
        Terminal(session, confirm=confirm).play()
    except QuitError:
        if session is not None and session.match.games:
            _print(f"The game is saved. Resume it with: crownfire play --resume {session.file.path}")


def _ask(prompt: str) -> str:
    try:
        return console.input(Text(prompt, style="bold"))
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise QuitError from None


def _print(text: str, style: str = "") -> None:
    """Prints text without markup, since names and paths may contain anything."""
    console.print(Text(text, style=style), soft_wrap=True)


class Terminal:
    """Plays a session at the terminal and collects the events between two turns of people."""

    def __init__(self, session: Session, *, confirm: bool) -> None:
        self._session = session
        self._confirm = confirm
        self._names = session.names
        self._bots = session.bots
        self._unread: list[str] = []

    def play(self) -> None:
        """Plays the current game and those that follow."""
        games = self._session.match.games
        if self._session.is_over:
            self._show_end(games[-1])
        while not self._session.is_over:
            game = games[-1] if games and not games[-1].is_over else self._session.new_game()
            self._play_game(game)
            self._show_end(game)
        _print(f"The record is saved in {self._session.file.path}")

    def _play_game(self, game: Game) -> None:
        if game.commit and not game.history:
            self._unread.append(f"The deal is fixed before the first line. Its commitment is {game.commit}")
        self._report(game.deal())
        self._session.save()
        while (seat := to_play(game.state)) is not None:
            bot = self._bots[seat]
            if bot is None:
                self._person_turn(game)
            else:
                self._bot_turn(game, bot)
            self._report(game.deal())
            self._session.save()

    def _report(self, events: tuple[Event, ...]) -> None:
        if events:
            self._unread.append(sentences(events, self._names))

    # Turns

    def _bot_turn(self, game: Game, bot: Player) -> None:
        turn = turn_key(game.state)
        rng = derive(self._session.bot_seed, _BOTS, len(self._session.match.games), len(game.history))
        events: tuple[Event, ...] = ()
        is_random = False
        while turn_key(game.state) == turn and not game.is_over:
            legal = legal_actions(game.state)
            try:
                action = (
                    legal[below(rng, len(legal))] if is_random else bot.choose(game.state, legal, rng=rng)
                )
                events += game.play(action, deal=False)
            except Exception as error:  # other people's bots may raise anything
                is_random = True
                seat = to_play(game.state)
                name = "" if seat is None else self._names[seat]
                self._unread.append(f"{name} failed ({error}), so random moves finish the turn.")
        self._report(events)

    def _person_turn(self, game: Game) -> None:
        """Plays until the turn is complete and confirmed; plays and explains forced moves."""
        start = len(game.history)
        turn = turn_key(game.state)
        has_chosen = False
        self._clear()
        while True:
            if turn_key(game.state) != turn or game.is_over:
                if has_chosen and self._confirm and not self._confirms(game, start):
                    self._undo(game, start)
                    continue
                break
            legal = legal_actions(game.state)
            if len(legal) == 1:
                forced = f"{format_action(legal[0])} ({meaning(game.state, to_move(legal[0]))})"
                _print(f"Only legal move: {forced}", style="dim")
                game.play(legal[0], deal=False)
            else:
                has_chosen = True
                self._decide(game, start)
        self._report(tuple(event for entry in game.history[start:] for event in entry.events))

    def _confirms(self, game: Game, start: int) -> bool:
        """Shows the table after the turn; returns whether the player confirms it."""
        console.print(table_view(game.state, self._names, tall=_is_tall()))
        _print(_summary(game.history[start:]))
        while True:
            answer = _ask("Enter to confirm, u to undo: ").strip().lower()
            if answer in ("", "y", "yes"):
                return True
            if answer in ("u", "undo", "n", "no"):
                return False
            if not self._common_command(game.state, answer):
                _print("Press Enter to confirm, or type u, s, ? or q.", "yellow")

    def _undo(self, game: Game, start: int) -> None:
        """Undoes moves back to the last real choice of this turn."""
        while len(game.history) > start:
            game.undo()
            if len(legal_actions(game.state)) > 1:
                return

    def _decide(self, game: Game, start: int) -> None:
        """Shows a decision and asks until a move is played or undone."""
        offered = choices(game.state)
        self._show_unread()
        console.print(decision_view(game.state, self._names, offered, tall=_is_tall()))
        while True:
            answer = _ask("> ").strip()
            if answer.lower() in ("u", "undo"):
                if len(game.history) > start:
                    return self._undo(game, start)
                _print("There is nothing to undo in this turn.", "yellow")
            elif answer.lower() in ("a", "all"):
                console.print(choice_table(offered, len(offered)))
            elif not self._common_command(game.state, answer) and self._play_tokens(game, offered, answer):
                return None

    def _common_command(self, state: State, answer: str) -> bool:
        """Runs a command that every prompt accepts; returns whether it was one."""
        match answer.lower():
            case "":
                return True
            case "q" | "quit" | "exit":
                raise QuitError
            case "?" | "h" | "help":
                _print(HELP)
            case "s" | "score" | "scores":
                self._show_sheets(state)
            case _:
                return False
        return True

    def _play_tokens(self, game: Game, offered: list[Choice], answer: str) -> bool:
        """Plays the typed moves up to the first mistake; returns whether it played any."""
        turn, before = turn_key(game.state), len(game.history)
        for token in answer.lower().split():
            if turn_key(game.state) != turn:
                _print(f"The turn is complete, so {token} was ignored.", "yellow")
                break
            try:
                is_first = len(game.history) == before
                game.play(_action(token, offered if is_first else []), deal=False)
            except NotationError:
                example = EXAMPLES[game.state.phase.value]
                _print(f"{token}: expected a number from the list, or {example}.", "yellow")
                break
            except IllegalMoveError as error:
                _print(f"{token}: {error}.", "yellow")
                break
        return len(game.history) > before

    # Showing

    def _clear(self) -> None:
        if console.is_terminal:
            console.clear()

    def _show_unread(self) -> None:
        for text in self._unread:
            console.print(Text(text, style="dim"))
        self._unread.clear()

    def _show_sheets(self, state: State) -> None:
        for seat, name in enumerate(self._names):
            console.print(Text(name, style=seat_style(seat)))
            console.print(sheet_table(score(state, seat), state.ruleset))

    def _show_end(self, game: Game) -> None:
        """Shows the scores, one territory after the other, then the winner and why."""
        has_people = None in self._bots and sys.stdin.isatty()
        self._show_unread()
        if has_people:
            _ask("The game is over. Press Enter to see the scores. ")
        self._clear()
        state = game.state
        sheets = [score(state, seat) for seat in range(len(self._names))]
        for seat, name in enumerate(self._names):
            console.print(Rule(Text(name, style=seat_style(seat))))
            grid = Table.grid(padding=(0, 2))
            panel = territory_panel(state, seat, name, tall=_is_tall())
            grid.add_row(panel, sheet_table(sheets[seat], state.ruleset))
            console.print(grid)
            if has_people:
                _ask("Press Enter to continue. ")
        console.print(Rule(style="dim"))
        console.print(ranking_table(ranking(state), sheets, self._names))
        _print(f"{explain_ranking(ranking(state), sheets, self._names)}.", "bold")
        if self._session.is_dynasty:
            self._show_match()

    def _show_match(self) -> None:
        match = self._session.match
        totals = ", ".join(f"{n} {total}" for n, total in zip(self._names, match.totals, strict=True))
        _print(f"After {plural(len(match.games), 'game')} of {self._session.games}: {totals}.")
        if match.is_over:
            winners = " and ".join(self._names[seat] for seat in match.ranking[0])
            _print(f"The Dynasty goes to {winners}.", "bold")


def _is_tall() -> bool:
    return console.height >= TALL_CONSOLE


def _action(token: str, offered: list[Choice]) -> int | str:
    """Returns the action of a choice's key, or the token itself."""
    if _NUMBER.fullmatch(token):
        return next((choice.action for choice in offered if choice.key == token), token)
    return token


def _summary(entries: list[Entry]) -> str:
    """Returns a turn as its move tokens."""
    tokens = [format_action(entry.action) for entry in entries if entry.action is not None]
    return f"Your turn: {' '.join(tokens)}"
