"""One game from the opening order to the last turn, as a generator.

It yields the questions to chance (`Chance`) and to players (`Choice`), and is sent each answer as in a
record: "6 19 41 42" for a line, "g8n" for a placement.
"""

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from itertools import permutations
from typing import TypeVar

from .tables import Setup, cavemen, dominoes, totem_points
from .territory import (
    Cell,
    Territory,
    count_resource,
    fire_cells,
    legal_placements,
    name_cell,
    new_territory,
    put_domino,
    read_cell,
    read_placement,
    resource_kinds,
    takes_caveman,
)


@dataclass(frozen=True)
class Chance:
    """A chance line: `count` of the `unseen` words; dominoes in ascending order."""

    kind: str  # "order", "line" or "cave"
    count: int
    unseen: tuple[str, ...]  # for "order", every possible order as one word


@dataclass(frozen=True)
class Choice:
    """A player's decision with all legal tokens and the table before it."""

    phase: str  # place, erupt, give, claim, recruit, pay or settle
    seat: int
    turn: int  # the number of the turn, which is one line of the record
    legal: tuple[str, ...]
    territory: Territory  # a copy
    domino: int | None  # the domino of this turn; None for an opening claim
    volcano: Cell | None  # the volcano just placed
    line: tuple[int, ...]  # the dominoes to claim from; empty in the last round
    row: tuple[str, ...]  # face-up cavemen
    pile: tuple[str, ...]  # face-down cavemen


Ask = Chance | Choice
T = TypeVar("T")
Steps = Generator[Ask, str, T]


@dataclass
class Table:
    """Everything on the table."""

    setup: Setup
    territories: dict[int, Territory] = field(default_factory=dict)
    discards: Counter[int] = field(default_factory=Counter)  # by seat
    unseen: list[int] = field(default_factory=list)  # dominoes
    row: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    totems: dict[str, int | None] = field(default_factory=dict)  # None: in the middle
    events: Counter[str] = field(default_factory=Counter)
    turn: int = 0
    domino: int | None = None
    volcano: Cell | None = None
    line: list[int] = field(default_factory=list)

    @property
    def seats(self) -> range:
        """1 to the number of players."""
        return range(1, self.setup.players + 1)

    def counts(self, resource: str) -> dict[int, int]:
        """Returns the number of a resource for every seat."""
        return {seat: count_resource(self.territories[seat], resource) for seat in self.seats}

    def ask(self, phase: str, seat: int, legal: list[str]) -> Choice:
        """Returns a question to a player, with a copy of the table."""
        return Choice(
            phase,
            seat,
            self.turn,
            tuple(legal),
            dict(self.territories[seat]),
            self.domino,
            self.volcano,
            tuple(self.line),
            tuple(self.row),
            tuple(self.pile),
        )


def new_table(setup: Setup) -> Table:
    """Returns the table before the first chance line."""
    table = Table(setup)
    table.territories = {seat: new_territory() for seat in table.seats}
    table.unseen = sorted(dominoes(setup.game))
    if setup.ruleset == "origins-totem":
        table.totems = dict.fromkeys(totem_points())
    if setup.ruleset == "origins-tribe":
        table.pile = [code for code, kind in cavemen().items() for _ in range(kind.copies)]
    return table


def play_game(table: Table) -> Steps[None]:
    """Plays the whole game (C6, C7, C8)."""
    order = yield Chance("order", 1, tuple(opening_orders(table.setup)))
    first_line = yield from draw_line(table)
    owners = yield from open_game(table, [int(seat) for seat in order.split()], first_line)
    for number in range(1, table.setup.line_count + 1):
        last_round = number == table.setup.line_count
        next_line = [] if last_round else (yield from draw_line(table))
        owners = yield from play_round(table, owners, next_line)


def opening_orders(setup: Setup) -> list[str]:
    """Returns all possible orders of the opening claims (K4, O6)."""
    if setup.players == 2 and setup.game == "kingdomino":
        return ["1 2 2 1", "2 1 1 2"]
    if setup.players == 2:
        return ["1 1 2 2", "2 2 1 1"]
    seats = [str(seat) for seat in range(1, setup.players + 1)]
    return [" ".join(order) for order in permutations(seats)]


def draw_line(table: Table) -> Steps[list[int]]:
    """Reveals a line and, in Tribe mode, fills the cave's row (B1)."""
    words = yield Chance("line", table.setup.line_size, tuple(str(n) for n in table.unseen))
    line = [int(word) for word in words.split()]
    for number in line:
        table.unseen.remove(number)
    missing = min(4 - len(table.row), len(table.pile))
    if table.setup.ruleset == "origins-tribe" and missing > 0:
        words = yield Chance("cave", missing, tuple(table.pile))
        for code in words.split():
            table.pile.remove(code)
            table.row.append(code)
        if not table.pile:
            table.events["cave pile ran empty"] += 1
    return line


def open_game(table: Table, order: list[int], line: list[int]) -> Steps[dict[int, int]]:
    """Plays the opening claims (C6) and returns the owner of each domino."""
    owners: dict[int, int] = {}
    table.line = line
    for seat in order:
        table.turn += 1
        token = yield table.ask("claim", seat, opening_claims(table.setup, line, owners))
        owners[int(token[1:])] = seat
    return owners


def opening_claims(setup: Setup, line: list[int], owners: dict[int, int]) -> list[str]:
    """Returns the legal claims of the next player in the first line."""
    free = [number for number in line if number not in owners]
    if setup.game == "origins" and setup.players == 2:  # O6: 1 and 4, or 2 and 3
        if len(free) == 3:
            taken = next(iter(owners))
            free = [line[3 - line.index(taken)]]
        elif len(free) == 2:
            free = [min(free)]
    return [f"={number}" for number in free]


def play_round(table: Table, owners: dict[int, int], line: list[int]) -> Steps[dict[int, int]]:
    """C7: plays every owner's turn, lowest domino first. O3: an unclaimed domino leaves the game."""
    claimed: dict[int, int] = {}
    table.line = line
    for number in sorted(owners):
        table.turn += 1
        table.domino = number
        yield from play_turn(table, owners[number], claimed)
    return claimed


def play_turn(table: Table, seat: int, claimed: dict[int, int]) -> Steps[None]:
    """Places, erupts, compares majorities, claims and recruits."""
    yield from place(table, seat)
    burnt = ""
    if table.volcano is not None:
        burnt = yield from erupt(table, seat, table.volcano)
    if table.setup.ruleset == "origins-totem":
        yield from lose_totem(table, seat, burnt)
        take_totems(table, seat)
    if not table.line:  # C8, B4: the last round
        return
    free = [number for number in table.line if number not in claimed]
    token = yield table.ask("claim", seat, [f"={number}" for number in free])
    claimed[int(token[1:])] = seat
    if table.setup.ruleset == "origins-tribe":
        yield from recruit(table, seat)


def place(table: Table, seat: int) -> Steps[None]:
    """C5: places the domino, or discards it if it fits nowhere."""
    assert table.domino is not None
    territory = table.territories[seat]
    domino = dominoes(table.setup.game)[table.domino]
    table.volcano = None
    legal = legal_placements(territory, domino, table.setup.frame)
    token = yield table.ask("place", seat, legal or ["x"])
    if token == "x":
        table.discards[seat] += 1
        table.events["discard"] += 1
        return
    put_domino(territory, domino, token, table.setup.has_resources)
    for cell in read_placement(token):
        if territory[cell].terrain == "volcano":
            table.volcano = cell


def erupt(table: Table, seat: int, volcano: Cell) -> Steps[str]:
    """O7 to O9: lands the fire, which destroys things (T2, B5). Returns the burnt resource, or ""."""
    territory = table.territories[seat]
    cells = fire_cells(territory, volcano)
    if not cells:
        return ""
    token = yield table.ask("erupt", seat, [f"*{name_cell(cell)}" for cell in cells])
    cell = read_cell(token[1:])
    square = territory[cell]
    fires = territory[volcano].craters
    territory[cell] = square._replace(token=fires, resource="", caveman="")
    table.events["fire on home"] += square.terrain == "home"
    table.events["resource burnt"] += bool(square.resource)
    table.events["caveman burnt"] += bool(square.caveman)
    return square.resource


def take_totems(table: Table, seat: int) -> None:
    """T3: moves each totem for whose resource the active player has more than everybody else."""
    for resource in table.totems:
        counts = table.counts(resource)
        own = counts.pop(seat)
        if own > max(counts.values()) and table.totems[resource] != seat:
            table.events["totem taken"] += 1
            table.totems[resource] = seat


def lose_totem(table: Table, seat: int, burnt: str) -> Steps[None]:
    """T4: moves a totem if its holder's own fire leaves them behind, or nobody with any."""
    if not burnt or table.totems[burnt] != seat:
        return
    counts = table.counts(burnt)
    own = counts.pop(seat)
    most = max(counts.values())
    if own == 0 and most == 0:
        table.events["totem back to the middle"] += 1
        table.totems[burnt] = None
    elif most > own:
        tied = [other for other in counts if counts[other] == most]
        heir = str(tied[0])
        if len(tied) > 1:
            heir = (yield table.ask("give", seat, [f">{other}" for other in tied]))[1:]
        table.events["totem given after a tie" if len(tied) > 1 else "totem passed on"] += 1
        table.totems[burnt] = int(heir)
    elif most == own:
        table.events["totem kept though equalled"] += 1


def recruits(table: Table, territory: Territory) -> list[str]:
    """B2: returns the recruits that can be paid for."""
    kinds = len(resource_kinds(territory))
    face_up = sorted(set(table.row)) if kinds >= 2 else []
    face_down = sorted(set(table.pile)) if kinds == 4 else []
    return [f"+{code}" for code in face_up] + [f"++{code}" for code in face_down]


def recruit(table: Table, seat: int) -> Steps[None]:
    """B2, B3: recruits one caveman or passes, if any can be recruited."""
    territory = table.territories[seat]
    possible = recruits(table, territory)
    if not possible:
        table.events["no caveman left to recruit"] += len(resource_kinds(territory)) >= 2
        return
    token = yield table.ask("recruit", seat, [*possible, "."])
    if token == ".":
        return
    from_pile = token.startswith("++")
    code = token.lstrip("+")
    (table.pile if from_pile else table.row).remove(code)
    table.events["recruit from the pile" if from_pile else "recruit from the row"] += 1
    if from_pile and not table.pile:
        table.events["cave pile ran empty"] += 1
    yield from pay(table, seat, 4 if from_pile else 2)
    cells = [cell for cell, square in territory.items() if takes_caveman(square)]
    token = yield table.ask("settle", seat, [f"@{name_cell(cell)}" for cell in cells])
    cell = read_cell(token[1:])
    territory[cell] = territory[cell]._replace(caveman=code)


def pay(table: Table, seat: int, price: int) -> Steps[None]:
    """B2: pays as many different kinds of resource as the price."""
    territory = table.territories[seat]
    paid: set[str] = set()
    while len(paid) < price:
        kinds = resource_kinds(territory) - paid
        cells = [cell for cell, square in territory.items() if square.resource in kinds]
        token = yield table.ask("pay", seat, [f"-{name_cell(cell)}" for cell in cells])
        cell = read_cell(token[1:])
        paid.add(territory[cell].resource)
        territory[cell] = territory[cell]._replace(resource="")
