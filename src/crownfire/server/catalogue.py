"""What the games are made of, for clients that know no rules: rulesets, dominoes, cavemen, totems."""

from functools import cache
from typing import Literal

from pydantic import BaseModel

from crownfire.bots import LEVELS
from crownfire.data import tables
from crownfire.data.tables import Half
from crownfire.rules import RULESETS, ruleset
from crownfire.rules.ruleset import options_of, setups_of
from crownfire.server.seats import colour_and_crest


class OptionInfo(BaseModel):
    """An option, the rule that describes it, and for which numbers of players it is there."""

    name: str
    points: int
    rule: str
    players: list[int]


class SeatInfo(BaseModel):
    """How a seat is shown."""

    colour: str
    crest: str


class RulesetInfo(BaseModel):
    """A ruleset as it can be chosen."""

    name: str
    game: Literal["kingdomino", "origins"]
    players: list[int]
    parts: list[Literal["placement", "eruption", "resources", "totems", "draft", "tribe"]]
    options: list[OptionInfo]
    seats: list[SeatInfo]


class HalfInfo(BaseModel):
    """A half of a domino."""

    terrain: str  # a letter
    symbols: int
    craters: int


class DominoInfo(BaseModel):
    """A domino with its halves in the order of the table."""

    first: HalfInfo
    second: HalfInfo


class TerrainInfo(BaseModel):
    """A terrain: its letter, its name, and the resource that lives on it (or nothing)."""

    letter: str
    name: str
    resource: str


class GameInfo(BaseModel):
    """What is in a box."""

    terrains: list[TerrainInfo]
    dominoes: list[DominoInfo]  # the first is number 1


class CavemanInfo(BaseModel):
    """A kind of caveman: points per something, or power."""

    code: str
    kind: str
    copies: int
    points: int
    per: str
    power: int


class TotemInfo(BaseModel):
    """A totem."""

    resource: str
    points: int


class Catalogue(BaseModel):
    """Everything that does not change during a game."""

    rulesets: list[RulesetInfo]
    games: dict[str, GameInfo]
    cavemen: list[CavemanInfo]
    totems: list[TotemInfo]
    levels: list[str]
    price_face_up: int
    price_pile: int


@cache
def catalogue() -> Catalogue:
    """The catalogue of both games."""
    known = tables()
    return Catalogue(
        rulesets=[_ruleset_info(name) for name in RULESETS],
        games={game: _game_info(game) for game in known.dominoes},
        cavemen=[
            CavemanInfo(code=c.code, kind=c.kind, copies=c.copies, points=c.points, per=c.per, power=c.power)
            for c in known.cavemen
        ],
        totems=[TotemInfo(resource=totem.resource, points=totem.points) for totem in known.totems],
        levels=list(LEVELS),
        price_face_up=known.constants["price_face_up"],
        price_pile=known.constants["price_pile"],
    )


def _ruleset_info(name: str) -> RulesetInfo:
    players = [setup.players for setup in setups_of(name)]
    full = ruleset(name, max(players))
    return RulesetInfo(
        name=name,
        game=full.game,
        players=players,
        parts=[type(part).__name__.lower() for part in full.parts],
        options=[
            OptionInfo(
                name=option.name,
                points=option.points,
                rule=option.rule,
                players=[setup.players for setup in setups_of(f"{name}+{option.name}")],
            )
            for option in options_of(name)
        ],
        seats=[
            SeatInfo(colour=colour, crest=crest)
            for colour, crest in (colour_and_crest(full, seat) for seat in range(full.players))
        ],
    )


def _game_info(game: str) -> GameInfo:
    known = tables()
    letters = {terrain.name: terrain.letter for terrain in known.terrains[game]}

    def half(side: Half) -> HalfInfo:
        return HalfInfo(terrain=letters[side.terrain], symbols=side.symbols, craters=side.craters)

    return GameInfo(
        terrains=[
            TerrainInfo(letter=t.letter, name=t.name, resource=t.resource) for t in known.terrains[game]
        ],
        dominoes=[
            DominoInfo(first=half(domino.first), second=half(domino.second))
            for domino in known.dominoes[game]
        ],
    )
