"""Mutations of the record's form: header, chance lines, seats, tokens and end."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

from .faults import (
    Category,
    Mutation,
    fault,
    record_lines,
    shuffled_decisions,
    tokens_at,
    with_extra_line,
    with_insert,
    with_line,
    with_turn,
    without_line,
)
from .simulator import PlayedGame
from .tables import cavemen


def numbers_of(game: PlayedGame, key: str) -> list[int]:
    """Returns the 1-based numbers of all lines with this key."""
    return [n for n, line in enumerate(record_lines(game), 1) if line.startswith(f"{key}:")]


def words_at(game: PlayedGame, line: int) -> list[str]:
    """Returns the words after the key of a line."""
    return record_lines(game)[line - 1].split()[1:]


def shuffled(items: list[int], rng: Random) -> list[int]:
    """Returns the items in random order."""
    return rng.sample(items, len(items))


def turn_lines(game: PlayedGame) -> list[int]:
    """Returns the numbers of the lines with turns."""
    return sorted({decision.line for decision in game.decisions})


# --- turns -----------------------------------------------------------------------------------


def wrong_seat(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """N3: attributes a turn to another seat."""
    for decision in shuffled_decisions(game, rng):
        seat = rng.choice([s for s in range(1, game.players + 1) if s != decision.seat])
        content = " ".join([f"{seat}:", *tokens_at(game, decision.line)])
        yield with_line(game, "wrong seat", decision.line, content, "N3")


def turns_swapped(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """N3: swaps two turns of different seats."""
    lines = record_lines(game)
    pairs = [
        (a, b)
        for a, b in pairwise(turn_lines(game))
        if b == a + 1 and lines[a - 1].split()[0] != lines[b - 1].split()[0]
    ]
    for a, b in rng.sample(pairs, len(pairs)):
        swapped = record_lines(game)
        swapped[a - 1], swapped[b - 1] = swapped[b - 1], swapped[a - 1]
        yield fault(game, "turns swapped", swapped, "N3", a)


def missing_token(phase: str) -> Category:
    """N3: deletes a token from a turn with several."""

    def category(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
        last = turn_lines(game)[-1]
        for decision in shuffled_decisions(game, rng, phase):
            tokens = tokens_at(game, decision.line)
            del tokens[decision.index]
            if tokens and decision.line != last:
                name = f"missing token: {phase}"
                yield with_turn(game, name, decision.line, tokens, "N3")

    return category


def tokens_swapped(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """N3: swaps two adjacent tokens of different phases."""
    phases = {(decision.line, decision.index): decision.phase for decision in game.decisions}
    for decision in shuffled_decisions(game, rng):
        here, there = (decision.line, decision.index), (decision.line, decision.index + 1)
        if there in phases and phases[there] != phases[here]:
            tokens = tokens_at(game, decision.line)
            i = decision.index
            tokens[i], tokens[i + 1] = tokens[i + 1], tokens[i]
            yield with_turn(game, "tokens swapped", decision.line, tokens, "N3")


def second_claim(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """N3: adds a second claim to a turn."""
    for decision in shuffled_decisions(game, rng, "claim"):
        others = sorted(decision.legal - {decision.chosen})
        if others:
            yield with_insert(game, "second claim", decision, rng.choice(others), "N3 C7")


def second_placement(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """N3: adds a second placement to a turn."""
    for decision in shuffled_decisions(game, rng, "place"):
        others = sorted(decision.legal - {decision.chosen})
        if others:
            yield with_insert(game, "second placement", decision, rng.choice(others), "N3")


def pass_without_cave(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """N3: adds a pass in a game without recruiting."""
    if not game.rules.startswith("origins-tribe"):
        for decision in shuffled_decisions(game, rng, "claim"):
            yield with_insert(game, "pass without cave", decision, ".", "N3")


# --- the end ---------------------------------------------------------------------------------


def cut_inside_a_turn(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """N5: ends the file between two tokens of a turn."""
    for decision in shuffled_decisions(game, rng):
        if decision.index > 0:
            lines = record_lines(game)[: decision.line]
            tokens = tokens_at(game, decision.line)[: decision.index]
            lines[-1] = " ".join([f"{decision.seat}:", *tokens])
            yield fault(game, "cut inside a turn", lines, "N5 N3", decision.line)


def wrong_result(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """N4: changes one score."""
    scores = list(game.scores)
    scores[rng.randrange(game.players)] += rng.choice([-1, 1, 10])
    yield result(game, "wrong result", [str(score) for score in scores])


def result_of_too_few(game: PlayedGame, _rng: Random) -> Iterator[Mutation]:
    """N4: deletes a score."""
    yield result(game, "result of too few", [str(score) for score in game.scores[:-1]])


def result(game: PlayedGame, name: str, words: list[str]) -> Mutation:
    """Replaces the result."""
    return with_line(game, name, len(record_lines(game)), " ".join(["result:", *words]), "N4")


def early_result(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """N4: puts the result before the last turn and ends there."""
    lines = record_lines(game)
    count = rng.randrange(4, len(lines) - 1)  # keeps the order, drops the last turn
    yield fault(game, "early result", [*lines[:count], lines[-1]], "N4", count + 1)


def after_the_result(name: str, content: str) -> Category:
    """N5: adds something after the result."""

    def category(game: PlayedGame, _rng: Random) -> Iterator[Mutation]:
        lines = record_lines(game)
        yield with_extra_line(game, name, len(lines) + 1, content, "N5")

    return category


def result_twice(game: PlayedGame, _rng: Random) -> Iterator[Mutation]:
    """N5: repeats the result."""
    lines = record_lines(game)
    yield with_extra_line(game, "result twice", len(lines) + 1, lines[-1], "N5")


# --- header ----------------------------------------------------------------------------------


def missing_header_line(name: str, line: int) -> Category:
    """N1: deletes the version, the rules or the players."""

    def category(game: PlayedGame, _rng: Random) -> Iterator[Mutation]:
        yield without_line(game, name, line, "N1")

    return category


def unknown_key(game: PlayedGame, _rng: Random) -> Iterator[Mutation]:
    """N1: adds an unknown key."""
    yield with_extra_line(game, "unknown header key", 4, "speed: fast", "N1")


def header_key_after_the_body(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """N1: adds names in the middle of the game."""
    names = " | ".join("ABCD"[: game.players])
    line = rng.randrange(5, len(record_lines(game)))
    yield with_extra_line(game, "header key after the body", line, f"names: {names}", "N1")


def too_many_players(game: PlayedGame, _rng: Random) -> Iterator[Mutation]:
    """K1, O1: has five players."""
    lines = record_lines(game)
    lines[2] = "players: 5"
    yield fault(game, "too many players", lines, "N1 K1 O1", None)


def option_of_the_other_game(game: PlayedGame, _rng: Random) -> Iterator[Mutation]:
    """N1: adds an option of the other game."""
    lines = record_lines(game)
    lines[1] += "+homo_habilis" if game.rules.startswith("kingdomino") else "+harmony"
    yield fault(game, "option of the other game", lines, "N1", None)


def duel_of_more_than_two(game: PlayedGame, _rng: Random) -> Iterator[Mutation]:
    """K5: adds the Mighty Duel to a game of more than two players."""
    if game.rules.startswith("kingdomino") and game.players > 2:
        lines = record_lines(game)
        lines[1] += "+mighty_duel"
        yield fault(game, "duel of more than two", lines, "N1 K5", None)


# --- chance lines ----------------------------------------------------------------------------

Edit = Callable[[PlayedGame, int, list[str], Random], list[str] | None]


def changed_chance(name: str, key: str, edit: Edit, rules: str) -> Category:
    """Edits a chance line; the edit returns None where it is impossible."""

    def category(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
        for line in shuffled(numbers_of(game, key), rng):
            words = edit(game, line, words_at(game, line), rng)
            if words is not None:
                allowed = opening_rules(game) if key == "order" else rules
                yield with_line(game, name, line, " ".join([f"{key}:", *words]), allowed)

    return category


def missing_chance(name: str, key: str, rules: str) -> Category:
    """Deletes a chance line."""

    def category(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
        for line in shuffled(numbers_of(game, key), rng):
            allowed = opening_rules(game) if key == "order" else rules
            yield without_line(game, name, line, allowed)

    return category


def opening_rules(game: PlayedGame) -> str:
    """Returns the rules that a wrong order violates."""
    return "K4 N2" if game.rules.startswith("kingdomino") else "O6 N2"


def shorten(_game: PlayedGame, _line: int, words: list[str], rng: Random) -> list[str] | None:
    """Deletes one of several words."""
    words.pop(rng.randrange(len(words)))
    return words or None


def unknown_seat(game: PlayedGame, _line: int, words: list[str], _rng: Random) -> list[str] | None:
    """Adds a seat that doesn't exist."""
    return [*words[:-1], str(game.players + 1)]


def seat_twice(game: PlayedGame, _line: int, words: list[str], _rng: Random) -> list[str] | None:
    """Lets one of three or four seats claim twice and another never."""
    return [words[0], words[0], *words[2:]] if game.players > 2 else None


def order_too_long(_game: PlayedGame, _line: int, words: list[str], _rng: Random) -> list[str]:
    """Adds an opening claim."""
    return [*words, words[0]]


def other_pattern(game: PlayedGame, _line: int, _words: list[str], rng: Random) -> list[str] | None:
    """Breaks the pattern of two players: A B B A in Kingdomino, A A B B in Origins."""
    a, b = "12"
    wrong = [a, b, a, b], ([a, a, b, b] if game.rules.startswith("king") else [a, b, b, a])
    return rng.choice(wrong) if game.players == 2 else None


def seen_before(game: PlayedGame, line: int) -> set[int]:
    """Returns the dominoes of earlier lines."""
    return {int(w) for n in numbers_of(game, "line") if n < line for w in words_at(game, n)}


def repeated_domino(_game: PlayedGame, _line: int, words: list[str], _rng: Random) -> list[str]:
    """Repeats a domino of the line."""
    return [words[0], *words[:-1]]


def old_domino(game: PlayedGame, line: int, words: list[str], rng: Random) -> list[str] | None:
    """Reveals a domino of an earlier line."""
    seen = sorted(seen_before(game, line))
    if not seen:
        return None
    return sorted([*words[1:], str(rng.choice(seen))], key=int)


def not_ascending(_game: PlayedGame, _line: int, words: list[str], rng: Random) -> list[str] | None:
    """Swaps two adjacent dominoes."""
    i = rng.randrange(len(words) - 1)
    return [*words[:i], words[i + 1], words[i], *words[i + 2 :]]


def line_too_long(game: PlayedGame, line: int, words: list[str], rng: Random) -> list[str] | None:
    """Adds a domino, an unseen one if possible."""
    taken = seen_before(game, line) | {int(word) for word in words}
    unseen = [str(number) for number in range(1, 49) if number not in taken]
    return sorted([*words, rng.choice(unseen)], key=int) if unseen else None


def extra_line(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """N2: adds a line where a turn must follow, besides the one in its right place."""
    lines = record_lines(game)
    places = [n for n in turn_lines(game) if n - 1 in turn_lines(game)]
    for place in shuffled(places, rng):
        later = [n for n in numbers_of(game, "line") if n > place]
        if later:
            yield with_extra_line(game, "extra line", place, lines[later[0] - 1], "N2")


def line_in_the_last_round(game: PlayedGame, _rng: Random) -> Iterator[Mutation]:
    """C8: adds a line after the last one."""
    first = min(decision.line for decision in game.decisions if not decision.choice.line)
    seen = seen_before(game, first)
    unseen = sorted(set(range(1, 49)) - seen) or sorted(seen)
    size = len(words_at(game, numbers_of(game, "line")[0]))
    words = " ".join(str(number) for number in unseen[:size])
    yield with_extra_line(game, "line in the last round", first, f"line: {words}", "N2 C8")


# --- the cave --------------------------------------------------------------------------------


def tiles_left(game: PlayedGame, line: int) -> list[str]:
    """Returns the face-down caveman tiles before this line."""
    pile = [code for code, kind in cavemen().items() for _ in range(kind.copies)]
    for number, text in enumerate(record_lines(game)[: line - 1], 1):
        gone = (
            words_at(game, number)
            if text.startswith("cave:")
            else [token[2:] for token in text.split() if token.startswith("++")]
        )
        for code in gone:
            pile.remove(code)
    return pile


def cave_too_long(game: PlayedGame, line: int, words: list[str], rng: Random) -> list[str] | None:
    """Adds a tile to a full row."""
    left = tiles_left(game, line)
    for word in words:
        left.remove(word)
    return [*words, rng.choice(left)] if left else None


def tile_gone(game: PlayedGame, line: int, words: list[str], rng: Random) -> list[str] | None:
    """Reveals a tile that is no longer in the pile."""
    left = tiles_left(game, line)
    for word in words[:-1]:
        left.remove(word)
    gone = [code for code in cavemen() if code not in left]
    return [*words[:-1], rng.choice(gone)] if gone else None


def extra_cave(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """B1: adds a cave line where no tile is revealed."""
    lines = record_lines(game)
    for line in shuffled(numbers_of(game, "line"), rng):
        if not lines[line].startswith("cave:"):
            left = tiles_left(game, line) or list(cavemen())
            content = f"cave: {rng.choice(left)}"
            yield with_extra_line(game, "extra cave line", line + 1, content, "N2 B1")
