"""`crownfire play`: a game at one keyboard, people and bots."""

import re
import sys

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from crownfire.bots import Player
from crownfire.cli.choices import Choice, choice_table, choices, decision_view, meaning, table_view
from crownfire.cli.output import console
from crownfire.cli.show import TALL_CONSOLE, ranking_table, seat_style, sheet_table, territory_panel
from crownfire.cli.start import Evening, Wishes, prepare
from crownfire.cli.words import EXAMPLES, explain_ranking, plural, sentence
from crownfire.game import Entry, Game, below, derive
from crownfire.game.game import turn_key
from crownfire.notation import NotationError, format_action
from crownfire.rules import IllegalMoveError, State, legal_actions, ranking, score, to_move, to_play
from crownfire.rules.events import Event

HELP = """\
Type the number of a choice, or a move itself:
  g8n    place the first half on g8, the second to its north (n e s w)
  =17    claim domino 17                    x    discard what fits nowhere
  *f6    let the fire land on f6            >2   give the totem to seat 2
  +hu    recruit a face-up caveman, ++hu from the pile, . for nobody
  -f6    pay the resource on f6             @h9  settle on h9
Several at once are fine: g8n =17
Also: u undo · a all choices · s score sheets · ? help · q quit and keep the game
The rules in words: crownfire rules, and crownfire rules hunter"""

_BOTS = 6  # the stream that bots draw from; the dealer has others
_NUMBER = re.compile(r"[0-9]{1,3}", re.ASCII)


class QuitError(Exception):
    """The player wants to stop; the game is kept."""


def play_in_terminal(wishes: Wishes, *, confirm: bool) -> None:
    """Plays until the game or match is over, or somebody quits."""
    evening: Evening | None = None
    try:
        evening = prepare(wishes, _ask if sys.stdin.isatty() else None)
        Session(evening, confirm=confirm).play()
    except QuitError:
        if evening is not None and evening.match.games:
            _say(f"The game is kept. Go on with: crownfire play --resume {evening.keeper.path}")


def _ask(prompt: str) -> str:
    try:
        return console.input(Text(prompt, style="bold"))
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise QuitError from None


def _say(text: str, style: str = "") -> None:
    """Prints words as they are: names and paths may contain anything."""
    console.print(Text(text, style=style), soft_wrap=True)


class Session:
    """An evening at the terminal: the games, and what has happened since somebody last looked."""

    def __init__(self, evening: Evening, *, confirm: bool) -> None:
        self._evening = evening
        self._confirm = confirm
        self._names = evening.names
        self._bots = evening.bots
        self._news: list[str] = []

    def play(self) -> None:
        """Plays the game under way and those that follow."""
        games = self._evening.match.games
        if self._evening.is_over:
            self._show_end(games[-1])
        while not self._evening.is_over:
            game = games[-1] if games and not games[-1].is_over else self._evening.new_game()
            self._play_game(game)
            self._show_end(game)
        _say(f"The record is kept in {self._evening.keeper.path}")

    def _play_game(self, game: Game) -> None:
        if game.commit and not game.history:
            self._news.append(f"The deal is fixed before the first line; its fingerprint is {game.commit}")
        self._tell(game.deal())
        self._evening.save()
        while (seat := to_play(game.state)) is not None:
            bot = self._bots[seat]
            if bot is None:
                self._person_turn(game)
            else:
                self._bot_turn(game, bot)
            self._tell(game.deal())
            self._evening.save()

    def _tell(self, events: tuple[Event, ...]) -> None:
        if events:
            self._news.append(sentence(events, self._names))

    # Turns

    def _bot_turn(self, game: Game, bot: Player) -> None:
        turn = turn_key(game.state)
        rng = derive(self._evening.bot_seed, _BOTS, len(self._evening.match.games), len(game.history))
        events: tuple[Event, ...] = ()
        is_random = False
        while turn_key(game.state) == turn and not game.is_over:
            legal = legal_actions(game.state)
            try:
                action = (
                    legal[below(rng, len(legal))] if is_random else bot.choose(game.state, legal, rng=rng)
                )
                events += game.play(action, deal=False)
            except Exception as error:  # bots of others may raise anything
                is_random = True
                seat = to_play(game.state)
                name = "" if seat is None else self._names[seat]
                self._news.append(f"{name} fails ({error}), so chance decides")
        self._tell(events)

    def _person_turn(self, game: Game) -> None:
        """Until the turn is complete and confirmed. Steps without a choice are played and explained."""
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
                _say(f"Only one possibility: {meaning(game.state, to_move(legal[0]))}", style="dim")
                game.play(legal[0], deal=False)
            else:
                has_chosen = True
                self._decide(game, start)
        self._tell(tuple(event for entry in game.history[start:] for event in entry.events))

    def _confirms(self, game: Game, start: int) -> bool:
        """Shows the table after the turn and asks whether it stands."""
        console.print(table_view(game.state, self._names, tall=_is_tall()))
        _say(_summary(game.history[start:]))
        while True:
            answer = _ask("Enter to confirm, u to undo: ").strip().lower()
            if answer in ("", "y", "yes"):
                return True
            if answer in ("u", "undo", "n", "no"):
                return False
            if not self._common_command(game.state, answer):
                _say("Enter, u, s, ? or q, please.", "yellow")

    def _undo(self, game: Game, start: int) -> None:
        """Back to the last real choice of this turn."""
        while len(game.history) > start:
            game.undo()
            if len(legal_actions(game.state)) > 1:
                return

    def _decide(self, game: Game, start: int) -> None:
        """Shows a decision and asks until something has changed."""
        offered = choices(game.state)
        self._show_news()
        console.print(decision_view(game.state, self._names, offered, tall=_is_tall()))
        while True:
            answer = _ask("> ").strip()
            if answer.lower() in ("u", "undo"):
                if len(game.history) > start:
                    return self._undo(game, start)
                _say("There is nothing to undo in this turn.", "yellow")
            elif answer.lower() in ("a", "all"):
                console.print(choice_table(offered, len(offered)))
            elif not self._common_command(game.state, answer) and self._play_tokens(game, offered, answer):
                return None

    def _common_command(self, state: State, answer: str) -> bool:
        """Does what can be asked for at any prompt; whether it was that."""
        match answer.lower():
            case "":
                return True
            case "q" | "quit" | "exit":
                raise QuitError
            case "?" | "h" | "help":
                _say(HELP)
            case "s" | "score" | "scores":
                self._show_sheets(state)
            case _:
                return False
        return True

    def _play_tokens(self, game: Game, offered: list[Choice], answer: str) -> bool:
        """Plays what was typed, says what is wrong; whether anything was played."""
        turn, before = turn_key(game.state), len(game.history)
        for token in answer.lower().split():
            if turn_key(game.state) != turn:
                _say(f"The turn is complete; {token} was left out.", "yellow")
                break
            try:
                is_first = len(game.history) == before
                game.play(_action(token, offered if is_first else []), deal=False)
            except NotationError:
                example = EXAMPLES[game.state.phase.value]
                _say(f"{token}: expected a number of the list, or {example}.", "yellow")
                break
            except IllegalMoveError as error:
                _say(f"{token}: {error}.", "yellow")
                break
        return len(game.history) > before

    # Showing

    def _clear(self) -> None:
        if console.is_terminal:
            console.clear()

    def _show_news(self) -> None:
        for news in self._news:
            console.print(Text(news, style="dim"))
        self._news.clear()

    def _show_sheets(self, state: State) -> None:
        for seat, name in enumerate(self._names):
            console.print(Text(name, style=seat_style(seat)))
            console.print(sheet_table(score(state, seat), state.ruleset))

    def _show_end(self, game: Game) -> None:
        """Walks through the scores, one territory after the other, then says who won and why."""
        has_people = None in self._bots and sys.stdin.isatty()
        self._show_news()
        if has_people:
            _ask("The game is over. Enter to count the points ")
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
                _ask("Enter to go on ")
        console.print(Rule(style="dim"))
        console.print(ranking_table(ranking(state), sheets, self._names))
        _say(f"{explain_ranking(ranking(state), sheets, self._names)}.", "bold")
        if self._evening.is_dynasty:
            self._show_match()

    def _show_match(self) -> None:
        match = self._evening.match
        totals = ", ".join(f"{n} {total}" for n, total in zip(self._names, match.totals, strict=True))
        _say(f"After {plural(len(match.games), 'game')} of {self._evening.games}: {totals}.")
        if match.is_over:
            winners = " and ".join(self._names[seat] for seat in match.ranking[0])
            _say(f"The Dynasty goes to {winners}.", "bold")


def _is_tall() -> bool:
    return console.height >= TALL_CONSOLE


def _action(token: str, offered: list[Choice]) -> int | str:
    """The action behind what was typed: the key of a choice, or a move."""
    if _NUMBER.fullmatch(token):
        return next((choice.action for choice in offered if choice.key == token), token)
    return token


def _summary(entries: list[Entry]) -> str:
    """A turn in its tokens."""
    tokens = [format_action(entry.action) for entry in entries if entry.action is not None]
    return f"Your turn: {' '.join(tokens)}"
