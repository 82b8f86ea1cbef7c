"""What a terminal game starts with: from options, from questions, or from a kept record."""

import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from rich.text import Text

from crownfire.bots import LEVELS, Player, is_bot, make_player, split_specs
from crownfire.cli.keeping import Keeper, games_folder
from crownfire.cli.output import console
from crownfire.cli.rulebook import ABOUT, OPTIONS
from crownfire.errors import CrownfireError
from crownfire.game import Dealer, Game, Match, SecretDealer, SeededDealer
from crownfire.notation.records import check_name, clean_name
from crownfire.rules import RULESETS, Ruleset, SetupError, options_of, ruleset, split_rules
from crownfire.rules.ruleset import DYNASTY, single_game

DEFAULT_PLAYERS = 2
PERSON = "Player"
OPPONENT = "normal"
LAST = "last"  # --resume last: the newest game

Ask = Callable[[str], str]


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
    is_dynasty: bool
    seed: int | None
    keeper: Keeper
    match: Match = field(default_factory=Match)
    bot_seed: int = field(default_factory=lambda: secrets.randbits(64))

    def __post_init__(self) -> None:
        if self.seed is not None:
            self.bot_seed = self.seed

    @property
    def games(self) -> int:
        """How many games are played."""
        return self.match.length if self.is_dynasty else 1

    @property
    def is_over(self) -> bool:
        games = self.match.games
        return bool(games) and games[-1].is_over and len(games) >= self.games

    @property
    def bots(self) -> list[Player | None]:
        """The bot of each seat, None for a person; a bot's seat has its spec (`hard`, `hard 2`)."""
        return [make_player(_unnumbered(name)) if is_bot(_unnumbered(name)) else None for name in self.names]

    def new_game(self) -> Game:
        """The next game of the evening, added to the match."""
        dealer = dealer_of(self.seed, len(self.match.games))
        self.match.games.append(Game(self.ruleset, dealer, self.names))
        return self.match.games[-1]

    def save(self) -> None:
        """Keeps the games so far."""
        self.keeper.save(self.match, seed=self.seed, is_dynasty=self.is_dynasty)


def dealer_of(seed: int | None, index: int) -> Dealer:
    """The dealer of a game of an evening: by the seed, each game another, or from a fresh secret."""
    return SecretDealer.fresh() if seed is None else SeededDealer((seed + index) % 2**64)


def prepare(wishes: Wishes, ask: Ask | None) -> Evening:
    """What is to be played; asks what was left open if it can, else takes the defaults."""
    if wishes.resume is not None:
        path = _newest() if str(wishes.resume) == LAST else wishes.resume
        return _resumed(wishes, path)
    if ask is None or wishes.rules or wishes.seats or wishes.players:
        return _evening(wishes, wishes.rules or RULESETS[0], wishes.seats or "")
    kept = _unfinished()
    if kept is not None and _ask_yes(ask, f"Go on with {kept.name}?"):
        return _resumed(wishes, kept)
    rules = _ask_rules(ask)
    while True:
        try:
            return _evening(wishes, rules, _ask_seats(ask))
        except SetupError as error:
            console.print(Text(f"{error}.", style="yellow"))


def _evening(wishes: Wishes, rules: str, seats: str) -> Evening:
    single, is_dynasty = single_game(rules)
    names = _names(_split(seats), wishes.players)
    played = ruleset(single, len(names))
    path = wishes.record or games_folder() / f"{datetime.now():%Y-%m-%d-%H%M%S}-{rules}.record"
    return Evening(played, names, is_dynasty, wishes.seed, Keeper.fresh(path))


def _split(seats: str) -> tuple[str, ...]:
    return tuple(split_specs(seats))


def _names(names: tuple[str, ...], players: int | None) -> tuple[str, ...]:
    if not names:
        names = (PERSON, *(OPPONENT,) * ((players or DEFAULT_PLAYERS) - 1))
    if players is not None and players != len(names):
        raise SetupError(f"--players says {players}, but --seats names {len(names)}")
    names = tuple(name if is_bot(_unnumbered(name)) else clean_name(name) for name in names)
    for name in names:
        check_name(name)
        if is_bot(_unnumbered(name)) or re.fullmatch(r"[\w.-]+\(.*=.*\)", _unnumbered(name)):
            make_player(_unnumbered(name))  # raises what is wrong with it before the game begins
    return tuple(_numbered(names))


def _numbered(names: tuple[str, ...]) -> Iterator[str]:
    """Equal names told apart: hard, hard 2, hard 3."""
    for index, name in enumerate(names):
        before = names[:index].count(name)
        yield f"{name} {before + 1}" if before else name


def _unnumbered(name: str) -> str:
    return re.sub(r" \d+$", "", name)


# Going on with a kept game


def _unfinished() -> Path | None:
    """The newest kept game, if it is not over."""
    try:
        path = _newest()
        return None if Keeper(path).load().match.games[-1].is_over else path
    except (CrownfireError, OSError):
        return None


def _newest() -> Path:
    records = sorted(games_folder().glob("*.record"), key=lambda path: path.stat().st_mtime)
    if not records:
        raise SetupError(f"no game is kept in {games_folder()}")
    return records[-1]


def _resumed(wishes: Wishes, path: Path) -> Evening:
    """A kept game or match, dealt on by what it was dealt with if that is known."""
    kept = Keeper(path).load()
    last = kept.match.games[-1]
    is_dynasty = kept.is_dynasty or _is_wish_for_dynasty(wishes, last.ruleset)
    seed = kept.seed if wishes.seed is None else wishes.seed
    if not last.is_over:
        _deal_on(last, kept.secret, seed, len(kept.match.games) - 1)
    seats = _split(wishes.seats or "")
    if not seats:
        _check_no_programs(path, last.names)
    known = seats or last.names
    names = _names(known, wishes.players or (None if known else last.ruleset.players))
    if len(names) != last.ruleset.players:
        raise SetupError(f"{path} is a game of {last.ruleset.players} players, not {len(names)}")
    for game in kept.match.games:
        game.names = names
    keeper = Keeper(path) if wishes.record is None else Keeper.fresh(wishes.record)
    return Evening(last.ruleset, names, is_dynasty, seed, keeper, kept.match)


def _check_no_programs(path: Path, names: tuple[str, ...]) -> None:
    """A record may come from anybody, so what it names is not started; whoever plays must say it."""
    if any(re.match(r"\s*engine\s*\(", name) for name in names):
        raise SetupError(f"{path} names a program to start; say yourself who plays, with --seats")


def _is_wish_for_dynasty(wishes: Wishes, played: Ruleset) -> bool:
    if wishes.rules is None:
        return False
    name, options = split_rules(wishes.rules)
    if (name, tuple(option for option in options if option != DYNASTY)) != (played.name, played.options):
        raise SetupError(f"the kept game is one of {played.text}, not of {wishes.rules}")
    return DYNASTY in options


def _deal_on(game: Game, secret: bytes | None, seed: int | None, index: int) -> None:
    """Goes on with the secret or the seed of the game; without either the rest is dealt afresh.

    A game that was dealt afresh before promises nothing any more, but goes on with its new secret.
    """
    if secret is not None and game.commit in ("", SecretDealer(secret).commit):
        game.dealer, game.secret = SecretDealer(secret), secret.hex() if game.commit else ""
        return
    game.dealer = dealer_of(seed, index)
    if game.commit or seed is None:
        game.commit = ""
        console.print("[dim]What the game was dealt from is not known any more; the rest is dealt afresh.[/]")


# Questions


def _ask_rules(ask: Ask) -> str:
    console.print("[bold]Which game?[/]")
    for number, name in enumerate(RULESETS, start=1):
        console.print(f"  {number}  {name:<18} [dim]{ABOUT[name]}[/]")
    (chosen,) = _ask_numbers(ask, "Game [1]: ", len(RULESETS), default=[1], most=1)
    name = RULESETS[chosen - 1]
    options = options_of(name)
    console.print("[bold]With options?[/] [dim]their numbers, or just Enter for none[/]")
    for number, option in enumerate(options, start=1):
        console.print(f"  {number}  {option.name:<18} [dim]{OPTIONS[option.name]}[/]")
    wanted = _ask_numbers(ask, "Options: ", len(options), default=[], most=len(options))
    return "+".join((name, *(options[number - 1].name for number in wanted)))


def _ask_numbers(ask: Ask, prompt: str, last: int, default: list[int], most: int) -> list[int]:
    """Asks until the answer is a list of different numbers from 1 to `last`, or nothing."""
    while True:
        words = re.split(r"[,\s]+", ask(prompt).strip())
        if words == [""]:
            return default
        known = [str(number) for number in range(1, last + 1)]
        if all(word in known for word in words) and len(set(words)) == len(words) <= most:
            return [int(word) for word in words]
        what = "A number" if most == 1 else "Numbers"
        console.print(f"[yellow]{what} from 1 to {last}, please.[/]")


def _ask_seats(ask: Ask) -> str:
    console.print(
        f"[bold]Who plays?[/] [dim]names separated by commas; a bot by its level: {', '.join(LEVELS)}[/]"
    )
    return ask(f"Seats [{PERSON},{OPPONENT}]: ")


def _ask_yes(ask: Ask, question: str) -> bool:
    while True:
        answer = ask(f"{question} [Y/n]: ").strip().lower()
        if answer in ("", "y", "yes", "n", "no"):
            return answer not in ("n", "no")
