"""Reads the CSV tables and checks them against the contents of the boxes."""

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeVar

from crownfire.errors import CrownfireError

__all__ = [
    "DOMINOES_PER_BOX",
    "Caveman",
    "DataError",
    "Domino",
    "Half",
    "Option",
    "Setup",
    "Tables",
    "Terrain",
    "Totem",
    "load_tables",
    "tables",
]

DOMINOES_PER_BOX = 48  # C1
MAX_SYMBOLS = 3  # C1, on one half

# The names in constants.csv.
CONSTANTS = (
    "fire_reach_plus_craters",
    "points_per_resource",
    "cave_row",
    "price_face_up",
    "price_pile",
    "dynasty_games",
)

Row = dict[str, str]
T = TypeVar("T")


class DataError(CrownfireError):
    """A table that is missing, unreadable or inconsistent. The text names the table and the fault."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """A terrain of one game with its letter in notation and its kind of resource ("" for none)."""

    game: str
    name: str
    letter: str
    resource: str


@dataclass(frozen=True, slots=True)
class Half:
    """One half of a domino: a terrain with printed symbols, or a volcano with craters (C1)."""

    terrain: str
    symbols: int
    craters: int


@dataclass(frozen=True, slots=True)
class Domino:
    """A numbered domino with its two halves, in the order of the CSV table."""

    number: int
    first: Half
    second: Half

    @property
    def halves(self) -> tuple[Half, Half]:
        return self.first, self.second

    @property
    def is_double(self) -> bool:
        """Whether both halves are equal, so that rotating the domino by 180° changes nothing (N6)."""
        return self.first == self.second


@dataclass(frozen=True, slots=True)
class Totem:
    """A totem with its resource, its points and the number of wooden pieces of that resource."""

    resource: str
    terrain: str
    points: int
    pieces: int


@dataclass(frozen=True, slots=True)
class Caveman:
    """A kind of caveman: a hunter-gatherer that scores `points` per `per`, or a warrior with `power`."""

    code: str
    kind: str
    copies: int
    group: str
    points: int
    per: str
    power: int

    @property
    def is_warrior(self) -> bool:
        return self.group == "warrior"


@dataclass(frozen=True, slots=True)
class Setup:
    """The kings, lines, frame and opening order for a number of players and, at most, one option."""

    game: str
    option: str  # the option that needs this set-up, "" for none
    players: int
    kings: int  # per player (K1, O4)
    line: int  # dominoes in a line (K3, O2)
    lines: int  # lines in a game; the other dominoes stay unseen (K2, K3, O2)
    frame: int  # the territory fits in frame × frame squares (C4, K5, O5)
    opening: str  # opening claims: A is the seat drawn first, B the next, … (K4, O6)
    paired: bool  # O6: the opening claims are made in pairs


@dataclass(frozen=True, slots=True)
class Option:
    """An optional rule of a game, with its bonus if it has one."""

    game: str
    name: str
    bonus: str  # "centre", "complete" or ""
    points: int
    rule: str


@dataclass(frozen=True)
class Tables:
    """All tables, read and checked. Rows keep the order of their CSV files."""

    dominoes: Mapping[str, tuple[Domino, ...]]  # by game; index 0 is domino 1
    terrains: Mapping[str, tuple[Terrain, ...]]  # by game
    totems: tuple[Totem, ...]
    cavemen: tuple[Caveman, ...]
    setups: tuple[Setup, ...]
    options: tuple[Option, ...]
    constants: Mapping[str, int]

    def resource_of(self, game: str) -> dict[str, str]:
        """Returns the resource of each terrain of a game that has one."""
        return {t.name: t.resource for t in self.terrains[game] if t.resource}

    @property
    def letters(self) -> dict[str, str]:
        """The letter of every terrain of both games; a terrain of both games has one letter."""
        return {t.name: t.letter for rows in self.terrains.values() for t in rows}


@cache
def tables() -> Tables:
    """Returns the tables of the package. Reads them on the first call only."""
    return load_tables(files("crownfire.data"))


def load_tables(folder: Traversable) -> Tables:
    """Reads the tables in a folder. Raises `DataError` for a missing, unreadable or inconsistent table."""
    terrains = _by_game(_read(folder, "terrains.csv", _terrain))
    loaded = Tables(
        dominoes={game: _read(folder, f"{game}.csv", _domino) for game in terrains},
        terrains=terrains,
        totems=_read(folder, "totems.csv", _totem),
        cavemen=_read(folder, "cavemen.csv", _caveman),
        setups=_read(folder, "setups.csv", _setup),
        options=_read(folder, "options.csv", _option),
        constants=dict(_read(folder, "constants.csv", lambda r: (r["name"], int(r["value"])))),
    )
    for game in terrains:
        _check_dominoes(game, loaded)
    _check_letters(loaded)
    _check_pieces(loaded)
    _check_setups(loaded)
    _check_totals(folder, loaded)
    return loaded


def _read(folder: Traversable, name: str, convert: Callable[[Row], T]) -> tuple[T, ...]:
    try:
        text = (folder / name).read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(f"{name}: the table can't be read ({error.strerror})") from error
    values = []
    for row in (reader := csv.DictReader(text.splitlines())):
        try:
            values.append(convert(row))
        except KeyError as error:
            raise DataError(f"{name}: the column {error} is missing") from error
        except (ValueError, TypeError) as error:
            raise DataError(f"{name}, line {reader.line_num}: {error}") from error
    return tuple(values)


def _by_game(rows: Iterable[Terrain]) -> dict[str, tuple[Terrain, ...]]:
    grouped: dict[str, tuple[Terrain, ...]] = {}
    for row in rows:
        grouped[row.game] = (*grouped.get(row.game, ()), row)
    return grouped


def _terrain(row: Row) -> Terrain:
    return Terrain(row["game"], row["terrain"], row["letter"], row["resource"])


def _domino(row: Row) -> Domino:
    return Domino(int(row["number"]), _half(row, "1"), _half(row, "2"))


def _half(row: Row, place: str) -> Half:
    symbols = "fires" if "craters" + place in row else "crowns"
    return Half(row["terrain" + place], int(row[symbols + place]), int(row.get("craters" + place, "0")))


def _totem(row: Row) -> Totem:
    return Totem(row["resource"], row["terrain"], int(row["points"]), int(row["pieces"]))


def _caveman(row: Row) -> Caveman:
    return Caveman(
        code=row["code"],
        kind=row["kind"],
        copies=int(row["copies"]),
        group=row["group"],
        points=int(row["points"]),
        per=row["per"],
        power=int(row["power"]),
    )


def _setup(row: Row) -> Setup:
    return Setup(
        game=row["game"],
        option=row["option"],
        players=int(row["players"]),
        kings=int(row["kings"]),
        line=int(row["line"]),
        lines=int(row["lines"]),
        frame=int(row["frame"]),
        opening=row["opening"],
        paired=_one_of(row["paired"], ("yes", "no")) == "yes",
    )


def _option(row: Row) -> Option:
    bonus = _one_of(row["bonus"], ("centre", "complete", ""))
    return Option(row["game"], row["option"], bonus, int(row["points"]), row["rule"])


def _one_of(text: str, known: tuple[str, ...]) -> str:
    if text not in known:
        raise ValueError(f"{text!r} must be one of {', '.join(map(repr, known))}")
    return text


def _check_dominoes(game: str, loaded: Tables) -> None:
    """C1: 48 dominoes numbered in order, with known terrains, and craters on volcanoes only."""
    name = f"{game}.csv"
    numbers = [domino.number for domino in loaded.dominoes[game]]
    if numbers != list(range(1, DOMINOES_PER_BOX + 1)):
        absent = sorted(Counter(range(1, DOMINOES_PER_BOX + 1)) - Counter(numbers))
        missing = f"; missing: {', '.join(map(str, absent))}" if absent else ""
        raise DataError(f"{name}: the dominoes must be numbered 1 to {DOMINOES_PER_BOX} in order{missing}")
    known = {terrain.name for terrain in loaded.terrains[game]}
    for domino in loaded.dominoes[game]:
        for half in domino.halves:
            if half.terrain not in known:
                raise DataError(f"{name}: domino {domino.number} has the unknown terrain {half.terrain!r}")
            if not 0 <= half.symbols <= MAX_SYMBOLS or (half.craters > 0) != (half.terrain == "volcano"):
                raise DataError(
                    f"{name}: domino {domino.number} has a half of {half.terrain} with {half.symbols} symbols"
                    f" and {half.craters} craters, but a half has up to {MAX_SYMBOLS} symbols,"
                    " and every volcano, but no other half, has craters (C1)"
                )


def _check_letters(loaded: Tables) -> None:
    """A letter stands for one terrain in both games, so a territory can be read without its game."""
    letters: dict[str, str] = {}
    for rows in loaded.terrains.values():
        for terrain in rows:
            if letters.setdefault(terrain.letter, terrain.name) != terrain.name:
                raise DataError(
                    f"terrains.csv: the letter {terrain.letter} stands for both"
                    f" {letters[terrain.letter]} and {terrain.name}"
                )


def _check_pieces(loaded: Tables) -> None:
    """Each resource has a totem; each caveman scores per a known thing or has power."""
    resources = loaded.resource_of("origins")
    if {totem.terrain: totem.resource for totem in loaded.totems} != resources:
        raise DataError("totems.csv: each resource of terrains.csv must have one totem with the same terrain")
    known = {*resources.values(), "resource", "fire", "caveman"}
    for kind in loaded.cavemen:
        if kind.per not in ({""} if kind.is_warrior else known) or kind.is_warrior != (kind.power > 0):
            things = ", ".join(sorted(known))
            raise DataError(f"cavemen.csv: {kind.code} must have power, or score per one of {things}")
    if sorted(loaded.constants) != sorted(CONSTANTS):
        raise DataError(f"constants.csv: the names must be exactly {', '.join(CONSTANTS)}")


def _check_setups(loaded: Tables) -> None:
    """Every game has set-ups for 2, 3 and 4 players, whose lines and openings fit the kings and the box."""
    for game in loaded.terrains:
        players = [s.players for s in loaded.setups if s.game == game and not s.option]
        if players != [2, 3, 4]:
            raise DataError(f"setups.csv: {game} must have set-ups for 2, 3 and 4 players, in that order")
    for setup in loaded.setups:
        where = f"setups.csv: {setup.game} with {setup.players} players"
        if setup.line * setup.lines > DOMINOES_PER_BOX or setup.line < setup.kings * setup.players:
            raise DataError(
                f"{where}: {setup.lines} lines of {setup.line} don't fit;"
                f" lines need a domino for every king and {DOMINOES_PER_BOX} dominoes at most"
            )
        seats = "ABCD"[: setup.players]
        if sorted(setup.opening) != sorted(seats * setup.kings):
            raise DataError(
                f"{where}: every seat must appear {setup.kings} times in the opening {setup.opening}"
            )


def _check_totals(folder: Traversable, loaded: Tables) -> None:
    """Every count equals its total in totals.csv, and every count above 0 has a total there."""
    rows = _read(folder, "totals.csv", lambda r: ((r["game"], r["what"], r["of"]), int(r["total"])))
    expected = dict(rows)
    found = Counter[tuple[str, str, str]](dict.fromkeys(expected, 0))
    for game in loaded.terrains:
        found.update(_contents(game, loaded))
    for (game, what, of), count in sorted(found.items()):
        wanted = expected.get((game, what, of))
        if count != wanted and (wanted is not None or count):
            raise DataError(f"{game}: found {count} {what} ({of}), but the box has {wanted or 'none'}")
    for totem in loaded.totems:
        wanted = expected["origins", "resources", totem.resource]
        if totem.pieces != wanted:
            raise DataError(
                f"totems.csv: {totem.resource} has {totem.pieces} pieces, but the box has {wanted}"
            )


def _contents(game: str, loaded: Tables) -> Counter[tuple[str, str, str]]:
    counts: Counter[tuple[str, str, str]] = Counter()
    resources = loaded.resource_of(game)
    for half in (half for domino in loaded.dominoes[game] for half in domino.halves):
        counts[game, "squares", half.terrain] += 1
        counts[game, "symbols", half.terrain] += half.symbols
        if half.craters:
            counts[game, "volcanoes", str(half.craters)] += 1
        if half.terrain in resources and not half.symbols:  # T1
            counts[game, "resources", resources[half.terrain]] += 1
    if resources:
        counts.update({(game, "totem points", totem.resource): totem.points for totem in loaded.totems})
        counts[game, "cavemen", "all"] += sum(kind.copies for kind in loaded.cavemen)
    return counts
