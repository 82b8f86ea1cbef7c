"""The parts of all mutations: the record as lines, and edits of single tokens."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from .checker import first_fault
from .simulator import Decision, PlayedGame


@dataclass(frozen=True)
class Mutation:
    """A record with one fault, and the errors an engine may report for it."""

    name: str
    text: str
    rules: frozenset[str]  # the rule ids an engine may report
    line: int | None  # 1-based line of the fault; None if engines may differ


Category = Callable[[PlayedGame, Random], Iterator[Mutation]]


def shuffled_decisions(game: PlayedGame, rng: Random, *phases: str) -> list[Decision]:
    """Returns the decisions of these phases (default: all) in random order."""
    found = [d for d in game.decisions if not phases or d.phase in phases]
    rng.shuffle(found)
    return found


def record_lines(game: PlayedGame) -> list[str]:
    """Returns the lines of the record; line n is at index n - 1."""
    return game.record.splitlines()


def tokens_at(game: PlayedGame, line: int) -> list[str]:
    """Returns the tokens of the turn on this line."""
    return record_lines(game)[line - 1].split()[1:]


def join(lines: list[str]) -> str:
    """Returns the lines as one text."""
    return "\n".join(lines) + "\n"


def is_opening(decision: Decision) -> bool:
    """Returns whether this is an opening claim."""
    return decision.choice.domino is None


def fault(game: PlayedGame, name: str, lines: list[str], rules: str, line: int | None) -> Mutation:
    """Returns a mutation after checking that the record has its fault on this line."""
    text = join(lines)
    found = first_fault(text)
    assert found is not None, f"{name}: still legal\n{text}"
    assert line in (None, found.line), f"{name}: {found}, expected line {line}\n{text}"
    assert text != game.record
    return Mutation(name, text, frozenset(rules.split()), line)


def with_turn(game: PlayedGame, name: str, line: int, tokens: list[str], rules: str) -> Mutation:
    """Replaces the tokens of one turn."""
    lines = record_lines(game)
    lines[line - 1] = " ".join([lines[line - 1].split()[0], *tokens])
    return fault(game, name, lines, rules, line)


def with_token(game: PlayedGame, name: str, decision: Decision, token: str, rules: str) -> Mutation:
    """Replaces the token of one decision."""
    tokens = tokens_at(game, decision.line)
    tokens[decision.index] = token
    return with_turn(game, name, decision.line, tokens, rules)


def with_insert(game: PlayedGame, name: str, after: Decision, token: str, rules: str) -> Mutation:
    """Inserts a token after a decision."""
    tokens = tokens_at(game, after.line)
    tokens.insert(after.index + 1, token)
    return with_turn(game, name, after.line, tokens, rules)


def with_line(game: PlayedGame, name: str, line: int, content: str, rules: str) -> Mutation:
    """Replaces one line."""
    lines = record_lines(game)
    lines[line - 1] = content
    return fault(game, name, lines, rules, line)


def with_extra_line(game: PlayedGame, name: str, line: int, content: str, rules: str) -> Mutation:
    """Inserts a line, which becomes number `line`."""
    lines = record_lines(game)
    lines.insert(line - 1, content)
    return fault(game, name, lines, rules, line)


def without_line(game: PlayedGame, name: str, line: int, rules: str) -> Mutation:
    """Deletes one line; the fault is on the next line."""
    lines = record_lines(game)
    del lines[line - 1]
    return fault(game, name, lines, rules, None)
