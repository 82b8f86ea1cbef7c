"""What a terminal game starts with: from options, from questions, or from a kept record."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import typer

from crownfire.bots import BOTS, Bot, make_bot
from crownfire.cli.output import console
from crownfire.cli.rulebook import ABOUT, OPTIONS
from crownfire.game import Dealer, Game, Match, SecretDealer, SeededDealer, replay, replay_match
from crownfire.notation import decode_text, parse_records
from crownfire.notation.records import check_name
from crownfire.rules import RULESETS, Ruleset, SetupError, options_of, ruleset, split_rules
from crownfire.rules.ruleset import DYNASTY

DEFAULT_PLAYERS = 2
PERSON = "You"
OPPONENT = "greedy"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was asked for on the command line; None where nothing was."""

    rules: str | None = None
    players: int | None = None
    seats: str | None = None
    seed: int | None = None
    record: Path | None = None
    resume: Path | None = None


@dataclass(slots=True)
class Evening:
    """Everything needed to play: who, by which rules, how often, and where it is kept."""

    ruleset: Ruleset
    names: tuple[str, ...]
    games: int  # 1, or as many as a Dynasty has
    seed: int | None
    path: Path
    match: Match = field(default_factory=Match)

    @property
    def bots(self) -> list[Bot | None]:
        """The bot of each seat, None for a person; a bot's seat has its name (`greedy`, `greedy 2`)."""
        return [make_bot(kind) if (kind := name.split()[0]) in BOTS else None for name in self.names]

    def new_game(self) -> Game:
        """The next game of the evening, added to the match."""
        self.match.games.append(Game(self.ruleset, self._dealer(), self.names))
        return self.match.games[-1]

    def _dealer(self) -> Dealer:
        if self.seed is None:
            return SecretDealer.fresh()
        return SeededDealer((self.seed + len(self.match.games)) % 2**64)


def prepare(wishes: Wishes, ask: Callable[[str], str] | None) -> Evening:
    """What is to be played; asks what was left open if it can, else takes the defaults."""
    if wishes.resume is not None:
        return _resumed(wishes, wishes.resume)
    rules = wishes.rules or (_ask_rules(ask) if ask else RULESETS[0])
    seats = wishes.seats or (_ask_seats(ask) if ask and wishes.players is None and not wishes.rules else "")
    names = _names(seats, wishes.players)
    name, options = split_rules(rules)
    single = "+".join((name, *(option for option in options if option != DYNASTY)))
    is_dynasty = DYNASTY in options
    played = ruleset(single, len(names))
    return Evening(
        played, names, Match().length if is_dynasty else 1, wishes.seed, wishes.record or _new_path(single)
    )


def _names(seats: str, players: int | None) -> tuple[str, ...]:
    names = tuple(name.strip() for name in seats.split(",") if name.strip())
    if not names:
        names = (PERSON, *(OPPONENT,) * ((players or DEFAULT_PLAYERS) - 1))
    for name in names:
        check_name(name)
    names = tuple(_numbered(names))
    if players is not None and players != len(names):
        raise SetupError(f"{len(names)} seats are named, but --players says {players}")
    return names


def _numbered(names: tuple[str, ...]) -> Iterator[str]:
    """Equal names told apart: greedy, greedy 2, greedy 3."""
    for index, name in enumerate(names):
        before = names[:index].count(name)
        yield f"{name} {before + 1}" if before else name


def _new_path(rules: str) -> Path:
    folder = Path(typer.get_app_dir("crownfire")) / "games"
    return folder / f"{datetime.now():%Y-%m-%d-%H%M%S}-{rules}.record"


def _resumed(wishes: Wishes, path: Path) -> Evening:
    """A kept game or match, to be gone on with; its future is dealt afresh."""
    records = parse_records(decode_text(path.read_bytes()))
    beyond: Dealer = SecretDealer.fresh() if wishes.seed is None else SeededDealer(wishes.seed)
    match = replay_match(records) if len(records) > 1 else Match([replay(records[0], beyond)])
    last = match.games[-1]
    if not last.is_over:
        last.dealer, last.commit = beyond, ""  # the rest is not dealt from the first secret
    is_match = len(records) > 1 or (wishes.rules is not None and DYNASTY in split_rules(wishes.rules)[1])
    names = _names(wishes.seats or ",".join(last.names), wishes.players or last.ruleset.players)
    last.names = names
    games = match.length if is_match else 1
    return Evening(last.ruleset, names, games, wishes.seed, wishes.record or path, match)


def _ask_rules(ask: Callable[[str], str]) -> str:
    console.print("[bold]Which game?[/]")
    for number, name in enumerate(RULESETS, start=1):
        console.print(f"  {number}  {name:<18} [dim]{ABOUT[name]}[/]")
    name = RULESETS[_ask_number(ask, "Game", len(RULESETS), 1) - 1]
    console.print("[bold]With options?[/] [dim]numbers separated by spaces, or just Enter[/]")
    options = options_of(name)
    for number, option in enumerate(options, start=1):
        console.print(f"  {number}  {option.name:<18} [dim]{OPTIONS[option.name]}[/]")
    chosen = [int(word) for word in ask("Options: ").split() if word.isdigit()]
    return "+".join((name, *(options[n - 1].name for n in chosen if 1 <= n <= len(options))))


def _ask_seats(ask: Callable[[str], str]) -> str:
    console.print(
        f"[bold]Who plays?[/] [dim]2 to 4 names separated by commas; a bot by its name: {', '.join(BOTS)}[/]"
    )
    return ask(f"Seats [{PERSON},{OPPONENT}]: ").strip()


def _ask_number(ask: Callable[[str], str], what: str, last: int, default: int) -> int:
    while True:
        answer = ask(f"{what} [{default}]: ").strip()
        if not answer:
            return default
        if answer.isdigit() and 1 <= int(answer) <= last:
            return int(answer)
        console.print(f"[yellow]A number from 1 to {last}, please.[/]")
