"""`crownfire play`: a game at one keyboard, people and bots."""

import os
import sys

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from crownfire.bots import Bot
from crownfire.cli.choices import Choice, choice_table, choices, decision_view, meaning
from crownfire.cli.output import console
from crownfire.cli.show import seat_style, sheet_table, territory_panel
from crownfire.cli.start import Evening, Wishes, prepare
from crownfire.cli.words import explain_ranking, plural, tell
from crownfire.game import Game, derive
from crownfire.game.game import turn_key
from crownfire.notation import NotationError, format_action, format_records
from crownfire.rules import IllegalMoveError, State, legal_actions, ranking, score, to_move, to_play
from crownfire.rules.events import Event

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
        if games and games[-1].is_over and len(games) >= evening.games:
            self._show_end(games[-1])
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
        with fresh.open("w", encoding="utf-8") as file:
            file.write(format_records(self._evening.match.records()))
            file.flush()
            os.fsync(file.fileno())
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
            offered = choices(game.state)
            self._show(game, offered)
            self._command(game, offered, turn)
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
        console.print(f"[dim]Only one possibility: {meaning(game.state, to_move(action))}[/]")

    def _command(self, game: Game, offered: list[Choice], turn: object) -> None:
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
                    console.print(choice_table(offered, len(offered)))
                case "s":
                    self._show_sheets(game.state)
                case _:
                    if self._play_tokens(game, offered, answer.split(), turn):
                        return

    def _play_tokens(self, game: Game, offered: list[Choice], tokens: list[str], turn: object) -> bool:
        """Plays what was typed; tells what is wrong. Whether anything was played."""
        has_played = False
        for token in tokens:
            if turn_key(game.state) != turn:
                console.print(f"[yellow]The turn is complete; {token} was left out.[/]")
                break
            try:
                game.play(self._action(offered, token, has_played), deal=False)
            except NotationError as error:
                console.print(Text(f"{token}: expected {error.expected}", style="yellow"))
                break
            except IllegalMoveError as error:
                console.print(Text(f"{token}: {error}", style="yellow"))
                break
            has_played = True
        return has_played

    def _action(self, offered: list[Choice], token: str, has_played: bool) -> int | str:
        if token.isdigit() and not has_played and 1 <= int(token) <= len(offered):
            return offered[int(token) - 1].action
        return token

    # Showing

    def _clear(self) -> None:
        if console.is_terminal:
            console.clear()

    def _show(self, game: Game, offered: list[Choice]) -> None:
        self._show_news()
        console.print(decision_view(game.state, self._names, offered))

    def _show_news(self) -> None:
        for sentence in self._news:
            console.print(sentence, style="dim")
        self._news.clear()

    def _show_sheets(self, state: State) -> None:
        for seat, name in enumerate(self._names):
            console.print(Text(name, style=seat_style(seat)))
            console.print(sheet_table(score(state, seat), state.ruleset))

    # The end

    def _show_end(self, game: Game) -> None:
        """Walks through the scores, one territory after the other, then says who won and why."""
        self._clear()
        self._show_news()
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
