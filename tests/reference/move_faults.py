"""Mutations of placing, fire, totems and claiming: illegal moves."""

from collections.abc import Callable, Iterator
from random import Random

from .faults import (
    Category,
    Mutation,
    is_opening,
    shuffled_decisions,
    with_insert,
    with_token,
)
from .game import Choice
from .simulator import Decision, PlayedGame
from .tables import Domino, dominoes, parse_setup
from .territory import (
    CANVAS,
    DIRECTIONS,
    Square,
    distance,
    fits_frame,
    is_connected,
    is_on_canvas,
    name_cell,
    read_placement,
    step,
    takes_fire,
)

OPPOSITE = {"n": "s", "e": "w"}


def domino_of(game: PlayedGame, choice: Choice) -> Domino:
    """Returns the domino of this turn."""
    assert choice.domino is not None
    return dominoes(parse_setup(game.rules, game.players).game)[choice.domino]


# --- placing ---------------------------------------------------------------------------------


def placements(
    game: PlayedGame, choice: Choice, rng: Random, overlap: bool, connected: bool, framed: bool
) -> list[str]:
    """Returns the placements on the canvas with exactly these three properties."""
    domino = domino_of(game, choice)
    frame = parse_setup(game.rules, game.players).frame
    territory = choice.territory
    found = []
    for a in CANVAS:
        for direction in "ne" if domino.first == domino.second else DIRECTIONS:
            b = step(a, direction)
            if (
                is_on_canvas(b)
                and (a in territory or b in territory) == overlap
                and is_connected(territory, domino, a, b) == connected
                and fits_frame([*territory, a, b], frame) == framed
            ):
                found.append(name_cell(a) + direction)
    rng.shuffle(found)
    return found


def misplacement(name: str, overlap: bool, connected: bool, framed: bool, rules: str) -> Category:
    """Replaces a legal placement by one with a single fault."""

    def category(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
        for decision in shuffled_decisions(game, rng, "place"):
            if decision.chosen != "x":
                tokens = placements(game, decision.choice, rng, overlap, connected, framed)
                for token in tokens[:1]:
                    yield with_token(game, name, decision, token, rules)

    return category


def discard_though_it_fits(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """C5: discards although a placement exists."""
    for decision in shuffled_decisions(game, rng, "place"):
        if decision.chosen != "x":
            yield with_token(game, "discard though it fits", decision, "x", "C5")


def placement_though_none_fits(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """Places illegally on empty cells instead of the required discard."""
    for decision in shuffled_decisions(game, rng, "place"):
        if decision.chosen == "x":
            wrong = placements(game, decision.choice, rng, False, True, False)
            wrong += placements(game, decision.choice, rng, False, False, True)
            for token in wrong[:1]:
                name = "placement though none fits"
                yield with_token(game, name, decision, token, "C3 C4 C5")


def equal_halves_backwards(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """N6: writes a placement of a domino with equal halves with s or w."""
    for decision in shuffled_decisions(game, rng, "place"):
        domino = domino_of(game, decision.choice)
        if decision.chosen != "x" and domino.first == domino.second:
            _, second = read_placement(decision.chosen)
            token = name_cell(second) + OPPOSITE[decision.chosen[-1]]
            yield with_token(game, "equal halves with s or w", decision, token, "N6")


# --- fire ------------------------------------------------------------------------------------


FireTest = Callable[[Square, int, int], bool]  # the square, its distance, the reach

FIRE_FAULTS: dict[str, FireTest] = {
    "fire out of reach": lambda square, far, reach: takes_fire(square) and far > reach,
    "fire on a volcano": lambda square, far, reach: square.terrain == "volcano" and far <= reach,
    "fire on a printed fire": lambda square, far, reach: square.printed > 0 and far <= reach,
    "fire on a fire token": lambda square, far, reach: square.token > 0 and far <= reach,
}


def misfire(name: str) -> Category:
    """O8: lands the fire on an illegal square of the same territory."""

    def category(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
        for decision in shuffled_decisions(game, rng, "erupt"):
            choice = decision.choice
            assert choice.volcano is not None
            reach = 4 - choice.territory[choice.volcano].craters
            cells = [
                cell
                for cell, square in choice.territory.items()
                if FIRE_FAULTS[name](square, distance(choice.volcano, cell), reach)
            ]
            if cells:
                token = f"*{name_cell(rng.choice(cells))}"
                yield with_token(game, name, decision, token, "O8")

    return category


def fire_on_an_empty_place(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """O8: lands the fire on an empty cell within reach."""
    for decision in shuffled_decisions(game, rng, "erupt"):
        choice = decision.choice
        assert choice.volcano is not None
        reach = 4 - choice.territory[choice.volcano].craters
        near = [cell for cell in CANVAS if distance(choice.volcano, cell) <= reach]
        cells = [cell for cell in near if cell not in choice.territory]
        if cells:
            token = f"*{name_cell(rng.choice(cells))}"
            yield with_token(game, "fire on an empty place", decision, token, "O8")


def fire_without_volcano(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """O7: adds a fire to a turn without a volcano."""
    for decision in shuffled_decisions(game, rng, "place"):
        domino = domino_of(game, decision.choice)
        if decision.chosen == "x" or domino.first.craters + domino.second.craters == 0:
            cell = rng.choice(list(decision.choice.territory))
            name = "fire without volcano"
            yield with_insert(game, name, decision, f"*{name_cell(cell)}", "O7 N3")


def second_fire(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """O7: adds a second fire for one volcano."""
    for decision in shuffled_decisions(game, rng, "erupt"):
        others = sorted(decision.legal - {decision.chosen})
        if others:
            yield with_insert(game, "second fire", decision, rng.choice(others), "O7 N3")


# --- totems ----------------------------------------------------------------------------------


def give_to_a_seat_not_tied(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """T4: gives the totem to a seat not tied for the most."""
    seats = [f">{seat}" for seat in range(1, game.players + 1)]
    for decision in shuffled_decisions(game, rng, "give"):
        wrong = [token for token in seats if token not in decision.legal]
        yield with_token(game, "give to a seat not tied", decision, rng.choice(wrong), "T4")


def give_without_need(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """T4: gives a totem although none was lost or nobody is tied."""
    giving = {decision.line for decision in game.decisions if decision.phase == "give"}
    erupting = {decision.line for decision in game.decisions if decision.phase == "erupt"}
    for decision in shuffled_decisions(game, rng, "place", "erupt"):
        if decision.line in giving or (decision.phase == "place" and decision.line in erupting):
            continue
        heir = rng.choice([s for s in range(1, game.players + 1) if s != decision.seat])
        yield with_insert(game, "give without need", decision, f">{heir}", "T4 N3")


# --- claiming --------------------------------------------------------------------------------


def claim_rules(game: PlayedGame, decision: Decision) -> str:
    """Returns the rules of a claim: opening claims follow C6, in Origins with two players O6 too."""
    if not is_opening(decision):
        return "C7"
    return "C6 C7 O6" if game.players == 2 and game.rules.startswith("origins") else "C6 C7"


def claim_of_a_taken_domino(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """C7: claims a domino that is already claimed."""
    for decision in shuffled_decisions(game, rng, "claim"):
        line = decision.choice.line
        claims = [d for d in game.decisions if d.phase == "claim" and d.choice.line == line]
        earlier = {claim.chosen for claim in claims if claim.line < decision.line}
        if earlier:
            rules = claim_rules(game, decision)
            token = rng.choice(sorted(earlier))
            yield with_token(game, "claim of a taken domino", decision, token, rules)


def claim_of_a_domino_not_in_line(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """C7: claims a domino of another line."""
    for decision in shuffled_decisions(game, rng, "claim"):
        number = rng.choice([n for n in range(1, 49) if n not in decision.choice.line])
        rules = claim_rules(game, decision)
        yield with_token(game, "claim of a domino not in line", decision, f"={number}", rules)


def claim_in_the_last_round(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """C8: claims in the last round."""
    claimed = [int(d.chosen[1:]) for d in game.decisions if d.phase == "claim"]
    unseen = sorted(set(range(1, 49)) - set(claimed))
    numbers = unseen or claimed
    for decision in last_round_ends(game, rng):
        token = f"={rng.choice(numbers)}"
        yield with_insert(game, "claim in the last round", decision, token, "C8 N3")


def last_round_ends(game: PlayedGame, rng: Random) -> list[Decision]:
    """Returns the last decision of every turn of the last round, in random order."""
    ends = {d.line: d for d in game.decisions if not d.choice.line}
    found = list(ends.values())
    rng.shuffle(found)
    return found


def wrong_opening_pair(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """O6: claims a wrong second domino of a pair."""
    yield from wrong_forced_claim(game, rng, "wrong opening pair", 1)


def opening_rest_in_wrong_order(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """O6: claims the remaining dominoes in the wrong order."""
    yield from wrong_forced_claim(game, rng, "opening rest in wrong order", 2)


def wrong_forced_claim(game: PlayedGame, rng: Random, name: str, place: int) -> Iterator[Mutation]:
    """Replaces a forced opening claim by another free domino."""
    if game.players == 2 and game.rules.startswith("origins"):
        opening = [decision for decision in game.decisions if is_opening(decision)]
        taken = {decision.chosen for decision in opening[: place + 1]}
        free = [f"={n}" for n in opening[0].choice.line if f"={n}" not in taken]
        yield with_token(game, name, opening[place], rng.choice(free), "O6")
