"""Mutations of recruiting, paying and settling (B2, B3, B4)."""

from collections.abc import Callable, Iterator
from random import Random

from .faults import Category, Mutation, shuffled_decisions, with_insert, with_token
from .game import Choice
from .move_faults import last_round_ends
from .simulator import Decision, PlayedGame
from .tables import cavemen
from .territory import (
    CANVAS,
    Cell,
    Square,
    name_cell,
    read_cell,
    resource_kinds,
)


def recruit_of_a_missing_kind(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """B2: recruits a kind that is not face up."""
    for decision in shuffled_decisions(game, rng, "recruit"):
        kinds = sorted(set(cavemen()) - set(decision.choice.row))
        token = f"+{rng.choice(kinds)}"
        yield with_token(game, "recruit of a kind not face up", decision, token, "B2")


def recruit_of_a_kind_not_in_the_pile(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """B2: recruits a kind missing from the pile, with four kinds to pay."""
    for decision in shuffled_decisions(game, rng, "recruit"):
        kinds = sorted(set(cavemen()) - set(decision.choice.pile))
        if kinds and len(resource_kinds(decision.choice.territory)) == 4:
            token = f"++{rng.choice(kinds)}"
            yield with_token(game, "recruit of a kind not in the pile", decision, token, "B2")


def recruit_from_the_pile_too_poor(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """B2: recruits from the pile with two or three kinds to pay."""
    for decision in shuffled_decisions(game, rng, "recruit"):
        if decision.choice.pile and len(resource_kinds(decision.choice.territory)) < 4:
            token = f"++{rng.choice(decision.choice.pile)}"
            yield with_token(game, "recruit from the pile, too poor", decision, token, "B2")


def unaffordable(name: str, token_of: Callable[[Choice, Random], str]) -> Category:
    """Adds a recruit or a pass where recruiting is impossible."""

    def category(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
        able = {decision.line for decision in game.decisions if decision.phase == "recruit"}
        for decision in shuffled_decisions(game, rng, "claim"):
            token = token_of(decision.choice, rng)
            if game.rules.startswith("origins-tribe") and decision.line not in able and token:
                yield with_insert(game, name, decision, token, "B2 N3")

    return category


def face_up_token(choice: Choice, rng: Random) -> str:
    """Returns a recruit of a face-up tile, or "" if there is none."""
    return f"+{rng.choice(choice.row)}" if choice.row else ""


def recruit_in_the_last_round(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """B4: recruits in the last round."""
    for decision in last_round_ends(game, rng):
        if game.rules.startswith("origins-tribe") and decision.choice.row:
            token = face_up_token(decision.choice, rng)
            yield with_insert(game, "recruit in the last round", decision, token, "B4 N3")


def payment(name: str, wrong: Callable[[PlayedGame, Decision], list[Cell]]) -> Category:
    """B2: replaces a payment by an illegal one."""

    def category(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
        for decision in shuffled_decisions(game, rng, "pay"):
            cells = wrong(game, decision)
            if cells:
                token = f"-{name_cell(rng.choice(cells))}"
                yield with_token(game, name, decision, token, "B2")

    return category


def paid_before(game: PlayedGame, decision: Decision) -> list[Decision]:
    """Returns the earlier payments of the same turn."""
    return [
        other
        for other in game.decisions
        if other.phase == "pay" and other.line == decision.line and other.index < decision.index
    ]


def same_kind_cells(game: PlayedGame, decision: Decision) -> list[Cell]:
    """Returns the squares with a kind of resource that this turn has paid."""
    before = paid_before(game, decision)
    paid = {d.choice.territory[read_cell(d.chosen[1:])].resource for d in before}
    return [cell for cell, s in decision.choice.territory.items() if s.resource in paid]


def same_cells(game: PlayedGame, decision: Decision) -> list[Cell]:
    """Returns the squares that this turn has paid from."""
    return [read_cell(other.chosen[1:]) for other in paid_before(game, decision)]


def bare_cells(_game: PlayedGame, decision: Decision) -> list[Cell]:
    """Returns the squares without a resource."""
    return [cell for cell, square in decision.choice.territory.items() if not square.resource]


def cells_outside(_game: PlayedGame, decision: Decision) -> list[Cell]:
    """Returns the cells outside the territory."""
    return [cell for cell in CANVAS if cell not in decision.choice.territory]


SETTLE_FAULTS: dict[str, Callable[[Square], bool]] = {
    "settle on the home": lambda square: square.terrain == "home",
    "settle on a volcano": lambda square: square.terrain == "volcano",
    "settle on a printed fire": lambda square: square.printed > 0,
    "settle on a fire token": lambda square: square.token > 0 and square.terrain != "home",
    "settle on a resource": lambda square: bool(square.resource),
    "settle on a caveman": lambda square: bool(square.caveman),
}


def missettle(name: str) -> Category:
    """B3: settles on an illegal square."""

    def category(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
        for decision in shuffled_decisions(game, rng, "settle"):
            territory = decision.choice.territory
            cells = [cell for cell, square in territory.items() if SETTLE_FAULTS[name](square)]
            if cells:
                token = f"@{name_cell(rng.choice(cells))}"
                yield with_token(game, name, decision, token, "B3")

    return category


def settle_outside(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """B3: settles outside the territory."""
    for decision in shuffled_decisions(game, rng, "settle"):
        token = f"@{name_cell(rng.choice(cells_outside(game, decision)))}"
        yield with_token(game, "settle outside the territory", decision, token, "B3")
