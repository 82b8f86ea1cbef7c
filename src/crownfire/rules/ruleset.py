"""The games as data: the tables, the set-up and the parts of each ruleset.

No other module distinguishes the games by name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType

from crownfire.data import Domino, Option, Setup, Terrain, tables
from crownfire.errors import did_you_mean
from crownfire.rules.part import Part
from crownfire.rules.parts.bonuses import CentreBonus, CompleteBonus
from crownfire.rules.parts.draft import Draft
from crownfire.rules.parts.eruption import Eruption
from crownfire.rules.parts.placement import Placement
from crownfire.rules.parts.resources import Resources
from crownfire.rules.parts.totems import Totems
from crownfire.rules.parts.tribe import Tribe
from crownfire.rules.reasons import SetupError
from crownfire.rules.territory import Square

__all__ = [
    "DYNASTY",
    "RULESETS",
    "Ruleset",
    "options_of",
    "ruleset",
    "setups_of",
    "single_game",
    "split_rules",
]

DYNASTY = "dynasty"  # K6: an option of a match, never of a single game

# The parts of each ruleset, in the order of a turn.
_PARTS: Mapping[str, tuple[Part, ...]] = {
    "kingdomino": (Placement(), Draft("K4")),
    "origins-discovery": (Placement(), Eruption(), Draft("O6")),
    "origins-totem": (
        Placement(),
        Eruption(),
        Resources(),
        Totems(tables().totems),
        Draft("O6"),
    ),
    "origins-tribe": (
        Placement(),
        Eruption(),
        Resources(),
        Draft("O6"),
        Tribe(tables().cavemen),
    ),
}
_BONUSES = {"centre": CentreBonus, "complete": CompleteBonus}

RULESETS = tuple(_PARTS)


@dataclass(frozen=True)
class Ruleset:
    """A game with its options and number of players: everything fixed before the deal."""

    name: str
    options: tuple[str, ...]  # in alphabetical order
    setup: Setup
    parts: tuple[Part, ...]

    def __hash__(self) -> int:
        return hash((self.text, self.players))

    @property
    def text(self) -> str:
        """The rules as text with sorted options, such as `kingdomino+harmony`."""
        return "+".join((self.name, *self.options))

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def game(self) -> str:
        """The name of the box: `kingdomino` or `origins`."""
        return self.setup.game

    @cached_property
    def terrains(self) -> tuple[Terrain, ...]:
        return tables().terrains[self.game]

    @cached_property
    def dominoes(self) -> tuple[Domino, ...]:
        return tables().dominoes[self.game]

    @cached_property
    def resources(self) -> Mapping[str, str]:
        """The resource of each terrain that has one, in the order of terrains.csv."""
        return MappingProxyType(tables().resource_of(self.game))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Ruleset, (self.name, self.options, self.setup, self.parts)

    def domino(self, number: int) -> Domino:
        return self.dominoes[number - 1]

    def resource_on(self, square: Square) -> str:
        """Returns the kind of resource of a square's terrain. Raises `KeyError` if the terrain has none."""
        assert square.terrain is not None
        return self.resources[square.terrain]

    def has(self, kind: type[Part]) -> bool:
        """Whether these rules include a part of this type."""
        return any(isinstance(part, kind) for part in self.parts)


def split_rules(text: str) -> tuple[str, tuple[str, ...]]:
    """Parses `ruleset+option+option` into the name and its options in alphabetical order.

    Raises `SetupError` for an unknown name, an unknown or repeated option, or an option of the other game.
    """
    name, *options = text.split("+")
    if name not in _PARTS:
        raise SetupError(
            f"unknown rules {name!r}{did_you_mean(name, RULESETS)}; choose from {', '.join(RULESETS)}"
        )
    known = [option.name for option in options_of(name)]
    for option in options:
        if option not in known:
            elsewhere = any(option == other.name for other in tables().options)
            why = "belongs to the other game" if elsewhere else f"does not exist{did_you_mean(option, known)}"
            raise SetupError(f"the option {option!r} {why}; the options of {name} are {', '.join(known)}")
    if len(set(options)) < len(options):
        raise SetupError(f"an option is given twice in {text!r}; give each option once")
    return name, tuple(sorted(options))


def single_game(text: str) -> tuple[str, bool]:
    """Returns the rules of a single game, without `dynasty`, and whether they were a Dynasty's (K6).

    Raises `SetupError` like `split_rules`.
    """
    name, options = split_rules(text)
    return "+".join((name, *(option for option in options if option != DYNASTY))), DYNASTY in options


def options_of(name: str) -> tuple[Option, ...]:
    """Returns the options of a ruleset, in the order of options.csv."""
    game = _game_of(name)
    return tuple(option for option in tables().options if option.game == game)


@lru_cache(maxsize=256)
def ruleset(text: str, players: int) -> Ruleset:
    """Returns the ruleset of a text such as `kingdomino+harmony` for 2, 3 or 4 players.

    Raises `SetupError` for unknown rules, a Dynasty, or an impossible number of players.
    """
    name, options = split_rules(text)
    if DYNASTY in options:
        raise SetupError(
            "dynasty is a match of three games (K6), not an option of a single game;"
            f" use {'+'.join((name, *(o for o in options if o != DYNASTY)))!r}"
        )
    return Ruleset(name, options, _setup(text, players), _parts(name, options))


def _game_of(name: str) -> str:
    return name.partition("-")[0]


def setups_of(text: str) -> list[Setup]:
    """Returns the set-ups of rules with options, one per possible number of players, ascending.

    Raises `SetupError` like `split_rules`.
    """
    name, options = split_rules(text)
    setups = [setup for setup in tables().setups if setup.game == _game_of(name)]
    option = next((setup.option for setup in setups if setup.option in options), "")
    return [setup for setup in setups if setup.option == option]


def _setup(text: str, players: int) -> Setup:
    """K1, O1: 2 to 4 players; K5: the Mighty Duel is for two."""
    setups = setups_of(text)
    for setup in setups:
        if setup.players == players:
            return setup
    counts = [setup.players for setup in setups]
    possible = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
    raise SetupError(f"{text} is for {possible} players, not {players}")


def _parts(name: str, options: tuple[str, ...]) -> tuple[Part, ...]:
    """K7: options combine freely, and each bonus adds a part."""
    bonuses = [
        _BONUSES[option.bonus](option.name, option.points)
        for option in options_of(name)
        if option.bonus and option.name in options
    ]
    return (*_PARTS[name], *bonuses)
