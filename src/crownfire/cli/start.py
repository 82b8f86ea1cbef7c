"""The start of a terminal game: from options, from questions or from a saved record."""

import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from rich.text import Text

from crownfire.bots import LEVELS, Player, is_bot, make_player, split_specs
from crownfire.cli.output import console
from crownfire.cli.rulebook import ABOUT, OPTIONS
from crownfire.cli.saving import GameFile, games_folder
from crownfire.cli.words import plural
from crownfire.errors import CrownfireError
from crownfire.game import Dealer, Game, Match, SecretDealer, SeededDealer
from crownfire.notation.records import check_name, clean_name
from crownfire.rules import RULESETS, Ruleset, SetupError, options_of, ruleset, split_rules
from crownfire.rules.ruleset import DYNASTY, single_game

__all__ = [
    "DEFAULT_PLAYERS",
    "LAST",
    "OPPONENT",
    "PERSON",
    "Ask",
    "PlayOptions",
    "Session",
    "dealer_of",
    "prepare",
]

DEFAULT_PLAYERS = 2
PERSON = "Player"
OPPONENT = "normal"
LAST = "last"  # in --resume last: the newest saved game

Ask = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The command-line options of `crownfire play`; None where an option is missing."""

    rules: str | None = None
    players: int | None = None
    seats: str | None = None
    seed: int | None = None
    record: Path | None = None
    resume: Path | None = None


@dataclass(slots=True)
class Session:
    """A game or Dynasty at the terminal, with its rules, players and file."""

    ruleset: Ruleset
    names: tuple[str, ...]
    is_dynasty: bool
    seed: int | None
    file: GameFile
    match: Match = field(default_factory=Match)
    bot_seed: int = field(default_factory=lambda: secrets.randbits(64))

    def __post_init__(self) -> None:
        if self.seed is not None:
            self.bot_seed = self.seed

    @property
    def games(self) -> int:
        """The number of games in the session: 3 for a Dynasty, else 1."""
        return self.match.length if self.is_dynasty else 1

    @property
    def is_over(self) -> bool:
        games = self.match.games
        return bool(games) and games[-1].is_over and len(games) >= self.games

    @property
    def bots(self) -> list[Player | None]:
        """The bot of each seat, None for a person; a bot's name is its spec, such as `hard` or `hard 2`."""
        specs = [_without_number(name) for name in self.names]
        return [make_player(spec) if is_bot(spec) else None for spec in specs]

    def new_game(self) -> Game:
        """Adds a game to the match and returns it."""
        dealer = dealer_of(self.seed, len(self.match.games))
        self.match.games.append(Game(self.ruleset, dealer, self.names))
        return self.match.games[-1]

    def save(self) -> None:
        """Saves all games of the session."""
        self.file.save(self.match, seed=self.seed, is_dynasty=self.is_dynasty)


def dealer_of(seed: int | None, index: int) -> Dealer:
    """Returns the dealer of a game: seeded, differently for each game of a match, or with a new secret."""
    return SecretDealer.fresh() if seed is None else SeededDealer((seed + index) % 2**64)


def prepare(options: PlayOptions, ask: Ask | None) -> Session:
    """Returns the session to play; asks for missing options if it can, else takes the defaults."""
    if options.resume is not None:
        path = _newest_game() if str(options.resume) == LAST else options.resume
        return _resumed_session(options, path)
    if ask is None or options.rules or options.seats or options.players:
        return _new_session(options, options.rules or RULESETS[0], options.seats or "")
    unfinished = _unfinished_game()
    if unfinished is not None and _ask_yes(ask, f"Resume {unfinished.name}?"):
        return _resumed_session(options, unfinished)
    rules = _ask_rules(ask)
    while True:
        try:
            return _new_session(options, rules, _ask_seats(ask))
        except SetupError as error:
            console.print(Text(f"{error}.", style="yellow"))


def _new_session(options: PlayOptions, rules: str, seats: str) -> Session:
    single, is_dynasty = single_game(rules)
    names = _names(_split(seats), options.players)
    played = ruleset(single, len(names))
    path = options.record or games_folder() / f"{datetime.now():%Y-%m-%d-%H%M%S}-{rules}.record"
    return Session(played, names, is_dynasty, options.seed, GameFile.new(path))


def _split(seats: str) -> tuple[str, ...]:
    return tuple(split_specs(seats))


def _names(names: tuple[str, ...], players: int | None) -> tuple[str, ...]:
    if not names:
        names = (PERSON, *(OPPONENT,) * ((players or DEFAULT_PLAYERS) - 1))
    if players is not None and players != len(names):
        raise SetupError(f"--players is {players}, but --seats names {plural(len(names), 'player')}")
    names = tuple(name if is_bot(_without_number(name)) else clean_name(name) for name in names)
    for name in names:
        check_name(name)
        if is_bot(_without_number(name)) or re.fullmatch(r"[\w.-]+\(.*=.*\)", _without_number(name)):
            make_player(_without_number(name))  # reports a wrong spec before the game begins
    return tuple(_numbered(names))


def _numbered(names: tuple[str, ...]) -> Iterator[str]:
    """Yields the names, with numbers for equal ones: hard, hard 2, hard 3."""
    for index, name in enumerate(names):
        before = names[:index].count(name)
        yield f"{name} {before + 1}" if before else name


def _without_number(name: str) -> str:
    return re.sub(r" \d+$", "", name)


# Resuming a saved game


def _unfinished_game() -> Path | None:
    """Returns the file of the newest saved game if it is not over, else None."""
    try:
        path = _newest_game()
        return None if GameFile(path).load().match.games[-1].is_over else path
    except (CrownfireError, OSError):
        return None


def _newest_game() -> Path:
    records = sorted(games_folder().glob("*.record"), key=lambda path: path.stat().st_mtime)
    if not records:
        raise SetupError(f"there is no saved game in {games_folder()}; name its file")
    return records[-1]


def _resumed_session(options: PlayOptions, path: Path) -> Session:
    """Returns the session of a saved game or match; raises `SetupError` if the options don't fit it."""
    saved = GameFile(path).load()
    last = saved.match.games[-1]
    is_dynasty = saved.is_dynasty or _wants_dynasty(options, last.ruleset)
    seed = saved.seed if options.seed is None else options.seed
    if not last.is_over:
        _continue_deal(last, saved.secret, seed, len(saved.match.games) - 1)
    seats = _split(options.seats or "")
    if not seats:
        _check_no_programs(path, last.names)
    known = seats or last.names
    names = _names(known, options.players or (None if known else last.ruleset.players))
    if len(names) != last.ruleset.players:
        raise SetupError(f"{path} is a game for {last.ruleset.players} players, not {len(names)}")
    for game in saved.match.games:
        game.names = names
    file = GameFile(path) if options.record is None else GameFile.new(options.record)
    return Session(last.ruleset, names, is_dynasty, seed, file, saved.match)


def _check_no_programs(path: Path, names: tuple[str, ...]) -> None:
    """Raises `SetupError` for a record that names a program: records may come from strangers."""
    if any(re.match(r"\s*engine\s*\(", name) for name in names):
        raise SetupError(f"{path} names a program as a player; name the players with --seats to start it")


def _wants_dynasty(options: PlayOptions, played: Ruleset) -> bool:
    if options.rules is None:
        return False
    name, wanted = split_rules(options.rules)
    if (name, tuple(option for option in wanted if option != DYNASTY)) != (played.name, played.options):
        raise SetupError(f"the saved game is {played.text}, not {options.rules}")
    return DYNASTY in wanted


def _continue_deal(game: Game, secret: bytes | None, seed: int | None, index: int) -> None:
    """Gives a game its old dealer from the secret or the seed, or a new dealer if neither is known.

    A game with a new dealer has no commitment any more, but later sessions continue with its new secret.
    """
    if secret is not None and game.commit in ("", SecretDealer(secret).commit):
        game.dealer, game.secret = SecretDealer(secret), secret.hex() if game.commit else ""
        return
    game.dealer = dealer_of(seed, index)
    if game.commit or seed is None:
        game.commit = ""
        console.print("[dim]The original deal is lost, so the rest of the game has a new deal.[/]")


# Questions


def _ask_rules(ask: Ask) -> str:
    console.print("[bold]Which game?[/]")
    for number, name in enumerate(RULESETS, start=1):
        console.print(f"  {number}  {name:<18} [dim]{ABOUT[name]}[/]")
    (game,) = _ask_numbers(ask, "Game [1]: ", len(RULESETS), default=[1], most=1)
    name = RULESETS[game - 1]
    options = options_of(name)
    console.print("[bold]Which options?[/] [dim]numbers separated by commas, or Enter for none[/]")
    for number, option in enumerate(options, start=1):
        console.print(f"  {number}  {option.name:<18} [dim]{OPTIONS[option.name]}[/]")
    chosen = _ask_numbers(ask, "Options: ", len(options), default=[], most=len(options))
    return "+".join((name, *(options[number - 1].name for number in chosen)))


def _ask_numbers(ask: Ask, prompt: str, last: int, default: list[int], most: int) -> list[int]:
    """Asks until the answer is a list of different numbers from 1 to `last`, or empty for the default."""
    while True:
        words = re.split(r"[,\s]+", ask(prompt).strip())
        if words == [""]:
            return default
        known = [str(number) for number in range(1, last + 1)]
        if all(word in known for word in words) and len(set(words)) == len(words) <= most:
            return [int(word) for word in words]
        numbers = "a number" if most == 1 else "different numbers"
        console.print(f"[yellow]Type {numbers} from 1 to {last}.[/]")


def _ask_seats(ask: Ask) -> str:
    console.print(
        f"[bold]Who plays?[/] [dim]names separated by commas; for a bot its level: {', '.join(LEVELS)}[/]"
    )
    return ask(f"Seats [{PERSON},{OPPONENT}]: ")


def _ask_yes(ask: Ask, question: str) -> bool:
    while True:
        answer = ask(f"{question} [Y/n]: ").strip().lower()
        if answer in ("", "y", "yes", "n", "no"):
            return answer not in ("n", "no")
