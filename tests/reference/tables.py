"""The tables of both boxes, read from the package's CSV files, and the set-ups of rulesets."""

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).resolve().parents[2] / "src" / "crownfire" / "data"

KINGDOMINO_OPTIONS = frozenset({"mighty_duel", "middle_kingdom", "harmony"})
ORIGINS_OPTIONS = frozenset({"empire_of_fire", "homo_habilis"})


class Half(NamedTuple):
    """One half of a domino (C1)."""

    terrain: str
    symbols: int  # crowns or printed fires
    craters: int  # of a volcano, else 0


class Domino(NamedTuple):
    """A numbered domino with its halves in the order of the table."""

    number: int
    first: Half
    second: Half


class Caveman(NamedTuple):
    """One kind of caveman tile (B7, B8)."""

    copies: int
    points: int  # hunter-gatherers: per thing counted
    per: str  # the thing a hunter-gatherer counts
    power: int  # warriors: 1 to 3, else 0


def read_rows(name: str) -> list[dict[str, str]]:
    """Returns all rows of one CSV table."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def dominoes(game: str) -> dict[int, Domino]:
    """Returns the 48 dominoes of "kingdomino" or "origins" by number."""
    symbols = "crowns" if game == "kingdomino" else "fires"
    table = {}
    for row in read_rows(game):
        halves = [
            Half(row[f"terrain{i}"], int(row[f"{symbols}{i}"]), int(row.get(f"craters{i}") or 0))
            for i in (1, 2)
        ]
        table[int(row["number"])] = Domino(int(row["number"]), halves[0], halves[1])
    return table


@cache
def terrain_letters(game: str) -> dict[str, str]:
    """Returns the letter of each terrain in the notation."""
    return {row["terrain"]: row["letter"] for row in read_rows("terrains") if row["game"] == game}


@cache
def resources() -> dict[str, str]:
    """Returns the wooden resource of each Origins terrain that has one (T1)."""
    return {row["terrain"]: row["resource"] for row in read_rows("terrains") if row["resource"]}


@cache
def totem_points() -> dict[str, int]:
    """Returns the points of each resource's totem (T3)."""
    return {row["resource"]: int(row["points"]) for row in read_rows("totems")}


@cache
def cavemen() -> dict[str, Caveman]:
    """Returns the kinds of cavemen by code."""
    return {
        row["code"]: Caveman(int(row["copies"]), int(row["points"]), row["per"], int(row["power"]))
        for row in read_rows("cavemen")
    }


@dataclass(frozen=True)
class Setup:
    """The facts fixed by ruleset, options and number of players."""

    ruleset: str
    players: int
    game: str  # the box: "kingdomino" or "origins"
    frame: int  # 5 or 7 (C4)
    line_size: int
    line_count: int
    centre_bonus: bool  # C11
    complete_bonus: bool  # C12

    @property
    def has_resources(self) -> bool:
        """Whether T1 applies: in Totem and Tribe mode."""
        return self.ruleset in ("origins-totem", "origins-tribe")


def parse_setup(rules: str, players: int) -> Setup:
    """Returns the set-up of `ruleset+option+option`; raises `ValueError` if there is none."""
    ruleset, *options = rules.split("+")
    if players not in (2, 3, 4):  # K1, O1
        raise ValueError("players")
    if len(set(options)) != len(options):
        raise ValueError("option twice")
    if ruleset == "kingdomino":
        return kingdomino_setup(players, frozenset(options))
    if ruleset in ("origins-discovery", "origins-totem", "origins-tribe"):
        return origins_setup(ruleset, players, frozenset(options))
    raise ValueError("ruleset")


def kingdomino_setup(players: int, options: frozenset[str]) -> Setup:
    """Returns a set-up of Kingdomino (K2, K3, K5, K7)."""
    duel = "mighty_duel" in options
    if not options <= KINGDOMINO_OPTIONS or (duel and players != 2):
        raise ValueError("options")
    return Setup(
        ruleset="kingdomino",
        players=players,
        game="kingdomino",
        frame=7 if duel else 5,
        line_size=3 if players == 3 else 4,
        line_count=6 if players == 2 and not duel else 12,
        centre_bonus="middle_kingdom" in options,
        complete_bonus="harmony" in options,
    )


def origins_setup(ruleset: str, players: int, options: frozenset[str]) -> Setup:
    """Returns a set-up of Origins (O2, O4, O5)."""
    if not options <= ORIGINS_OPTIONS:
        raise ValueError("options")
    return Setup(
        ruleset=ruleset,
        players=players,
        game="origins",
        frame=7 if players == 2 else 5,
        line_size=4,
        line_count=12,
        centre_bonus="empire_of_fire" in options,
        complete_bonus="homo_habilis" in options,
    )
