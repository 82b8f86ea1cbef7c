"""The styles of the simulated players: random, or steered towards rare events."""

from collections.abc import Callable
from random import Random

from .game import Choice, Table
from .scoring import score
from .tables import dominoes
from .territory import (
    HOME,
    Cell,
    Territory,
    beside,
    count_resource,
    fits_frame,
    put_domino,
    read_cell,
    resource_kinds,
)

Style = Callable[[Table, Choice, Random], str]


def choose_best(tokens: list[str], rng: Random, value: Callable[[str], float]) -> str:
    """Returns one of the tokens with the highest value."""
    values = {token: value(token) for token in tokens}
    best = max(values.values())
    return rng.choice([token for token in tokens if values[token] == best])


def choose_random(_table: Table, choice: Choice, rng: Random) -> str:
    """Returns a random legal token."""
    return rng.choice(choice.legal)


def room(territory: Territory, frame: int) -> int:
    """Returns the number of empty pairs of cells beside the territory within the frame."""
    files = [x for x, _ in territory]
    ranks = [y for _, y in territory]
    box = [(min(files), min(ranks)), (max(files), max(ranks))]
    edge = {other for cell in territory for other in beside(cell) if other not in territory}
    return sum(
        other not in territory and fits_frame([*box, cell, other], frame)
        for cell in edge
        for other in beside(cell)
    )


def after_placement(table: Table, choice: Choice, token: str) -> Territory:
    """Returns the territory after a placement."""
    assert choice.domino is not None
    territory = dict(choice.territory)
    domino = dominoes(table.setup.game)[choice.domino]
    put_domino(territory, domino, token, table.setup.has_resources)
    return territory


def room_after(table: Table, choice: Choice, token: str) -> int:
    """Returns the room left after a placement."""
    return room(after_placement(table, choice, token), table.setup.frame)


def choose_tight(table: Table, choice: Choice, rng: Random) -> str:
    """Leaves little room: leads to discards, small scores and shared places."""
    if choice.phase != "place" or choice.legal == ("x",):
        return rng.choice(choice.legal)
    tokens = rng.sample(choice.legal, min(12, len(choice.legal)))
    return choose_best(tokens, rng, lambda t: -room_after(table, choice, t))


def fire_harm(table: Table, seat: int, cell: Cell) -> float:
    """Returns the effect of a seat's own fire on this cell."""
    square = table.territories[seat][cell]
    if square.caveman:
        return 9
    if square.resource and table.totems.get(square.resource) == seat:
        counts = [count_resource(t, square.resource) for t in table.territories.values()]
        own = count_resource(table.territories[seat], square.resource)
        most = counts.count(own) - 1  # others who would then be ahead
        return 8 if own == 1 and sum(counts) == 1 else 4 + min(most, 3)
    if cell == HOME:
        return 3
    return 2 if square.resource else 1


def has_volcano(table: Table, number: int) -> bool:
    """Returns whether a half of this domino is a volcano."""
    domino = dominoes(table.setup.game)[number]
    return domino.first.craters + domino.second.craters > 0


def choose_burn(table: Table, choice: Choice, rng: Random) -> str:
    """Claims volcanoes and burns the most valuable things."""
    legal = list(choice.legal)
    if choice.phase == "erupt":
        return choose_best(legal, rng, lambda t: fire_harm(table, choice.seat, read_cell(t[1:])))
    if choice.phase == "claim":
        return choose_best(legal, rng, lambda token: has_volcano(table, int(token[1:])))
    if choice.phase == "recruit":
        return rng.choice([token for token in legal if token != "."])
    return rng.choice(legal)


def claim_value(table: Table, choice: Choice, number: int) -> float:
    """Returns the value of a domino for paying: its resources, scarce ones first."""
    domino = dominoes(table.setup.game)[number]
    probe: Territory = {}
    put_domino(probe, domino, "g7n", table.setup.has_resources)
    return sum(
        2 if square.resource not in resource_kinds(choice.territory) else 1
        for square in probe.values()
        if square.resource
    )


def payment_value(choice: Choice, cell: Cell) -> float:
    """Returns the value of a payment: plentiful resources first."""
    return count_resource(choice.territory, choice.territory[cell].resource)


def choose_recruit(table: Table, choice: Choice, rng: Random) -> str:
    """Recruits whenever possible, keeps the territory open and the resources safe."""
    legal = list(choice.legal)
    if choice.phase == "place" and legal != ["x"]:
        sample = rng.sample(legal, min(8, len(legal)))
        return choose_best(sample, rng, lambda t: room_after(table, choice, t))
    if choice.phase == "erupt":
        safe = [t for t in legal if not choice.territory[read_cell(t[1:])].resource]
        return rng.choice(safe or legal)
    if choice.phase == "claim":
        return choose_best(legal, rng, lambda t: claim_value(table, choice, int(t[1:])))
    if choice.phase == "recruit":
        return choose_recruit_token(choice, rng)
    if choice.phase == "pay":
        return choose_best(legal, rng, lambda t: payment_value(choice, read_cell(t[1:])))
    return rng.choice(legal)


def choose_recruit_token(choice: Choice, rng: Random) -> str:
    """Recruits from the pile if necessary, and sometimes instead of the row."""
    row = [token for token in choice.legal if token[0] == "+" and token[1] != "+"]
    pile = [token for token in choice.legal if token.startswith("++")]
    if pile and (not row or rng.random() < 0.15):
        return rng.choice(pile)
    return rng.choice(row)


def choose_hoard(table: Table, choice: Choice, rng: Random) -> str:
    """Like "recruit", but waits for all four kinds and recruits from the pile."""
    if choice.phase == "recruit":
        pile = [token for token in choice.legal if token.startswith("++")]
        return rng.choice(pile or ["."])
    return choose_recruit(table, choice, rng)


def standing(table: Table, territory: Territory, seat: int) -> tuple[int, int, int]:
    """Returns the current values that the ranking compares (C10)."""
    totems = [totem for totem, holder in table.totems.items() if holder == seat]
    sheet = score(table.setup, territory, totems, table.discards[seat])
    return sheet.total, sheet.largest_region, sheet.symbols


def gap(a: tuple[int, int, int], b: tuple[int, int, int]) -> int:
    """Returns the distance between two standings."""
    return sum(abs(i - j) for i, j in zip(a, b, strict=True))


def choose_level(table: Table, choice: Choice, rng: Random) -> str:
    """Stays close to the best opponent: leads to shared victories."""
    seat = choice.seat
    rival = max(standing(table, table.territories[s], s) for s in table.seats if s != seat)
    if choice.phase == "place" and choice.legal != ("x",):
        return choose_best(
            list(choice.legal),
            rng,
            lambda t: -gap(standing(table, after_placement(table, choice, t), seat), rival),
        )
    if choice.phase == "claim":
        own = standing(table, choice.territory, seat)[2]
        return choose_best(
            list(choice.legal), rng, lambda t: -abs(own + symbols(table, int(t[1:])) - rival[2])
        )
    return "." if choice.phase == "recruit" else rng.choice(choice.legal)


def symbols(table: Table, number: int) -> int:
    """Returns the number of symbols and craters of a domino."""
    domino = dominoes(table.setup.game)[number]
    return sum(half.symbols + half.craters for half in (domino.first, domino.second))


STYLES: dict[str, Style] = {
    "random": choose_random,
    "tight": choose_tight,
    "burn": choose_burn,
    "recruit": choose_recruit,
    "hoard": choose_hoard,
    "level": choose_level,
}
