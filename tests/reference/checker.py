"""Reads a record line by line and finds the first fault."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from .game import Ask, Chance, Choice, Steps, Table, new_table, play_game
from .simulator import score_table
from .tables import Setup, parse_setup

OPTIONAL_KEYS = ("names", "commit", "secret")


@dataclass(frozen=True)
class Fault:
    """The first fault of a record."""

    line: int  # 1-based; the last line if something is missing at the end
    what: str


class FaultError(Exception):
    """Raised at a fault."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.fault = Fault(line, what)


@dataclass(frozen=True)
class Entry:
    """A line that is neither blank nor a comment."""

    line: int
    key: str
    words: list[str]


def first_fault(text: str) -> Fault | None:
    """Returns the first fault in the record of a single game, or None if it is legal."""
    entries = list(read_entries(text))
    try:
        setup, count = read_header(entries)
        read_body(setup, entries[count:], last_line=entries[-1].line)
    except FaultError as error:
        return error.fault
    return None


def read_entries(text: str) -> Iterator[Entry]:
    """Yields the lines with content; the version line has an empty key."""
    for line, raw in enumerate(text.splitlines(), start=1):
        content = raw.split("#")[0].strip()
        if content:
            key, colon, rest = content.partition(":")
            yield Entry(line, key, rest.split()) if colon else Entry(line, "", content.split())


def read_header(entries: list[Entry]) -> tuple[Setup, int]:
    """N1: returns the set-up and the number of header lines."""
    for entry, key in zip(entries, ("", "rules", "players"), strict=False):
        if entry.key != key or (key == "" and entry.words != ["crownfire", "1"]):
            raise FaultError(entry.line, "header")
    if len(entries) < 3:
        raise FaultError(len(entries), "header too short")
    try:
        setup = parse_setup(" ".join(entries[1].words), int(" ".join(entries[2].words)))
    except ValueError as error:
        raise FaultError(entries[2].line, str(error)) from error
    count = 3
    while count < len(entries) and entries[count].key in OPTIONAL_KEYS:
        count += 1
    return setup, count


def read_body(setup: Setup, entries: list[Entry], last_line: int) -> None:
    """Follows the game to the last entry."""
    table = new_table(setup)
    steps: Steps[None] = play_game(table)
    ask: Ask | None = next(steps)
    for number, entry in enumerate(entries):
        if ask is None:
            read_end(table, entries[number:])
            return
        if isinstance(ask, Chance):
            ask = read_chance(steps, ask, entry)
        else:
            is_last = entry.line == last_line
            ask = read_turn(steps, ask, entry, is_last)


def send(steps: Steps[None], answer: str) -> Ask | None:
    """Returns the next question, or None if the game is over."""
    try:
        return steps.send(answer)
    except StopIteration:
        return None


def read_chance(steps: Steps[None], ask: Chance, entry: Entry) -> Ask | None:
    """N2: reads the required chance line."""
    if entry.key != ask.kind:
        raise FaultError(entry.line, f"expected {ask.kind}, found {entry.key}")
    if not is_possible(ask, entry.words):
        raise FaultError(entry.line, f"impossible {ask.kind}")
    return send(steps, " ".join(entry.words))


def is_possible(ask: Chance, words: list[str]) -> bool:
    """Returns whether chance has this outcome."""
    if ask.kind == "order":
        return " ".join(words) in ask.unseen
    if len(words) != ask.count or Counter(words) - Counter(ask.unseen):
        return False
    return ask.kind == "cave" or words == sorted(words, key=int)


def read_turn(steps: Steps[None], ask: Choice, entry: Entry, is_last: bool) -> Ask | None:
    """N3: reads the turn of this seat, with exactly the required tokens."""
    if entry.key != str(ask.seat):
        raise FaultError(entry.line, f"expected a turn of {ask.seat}, found {entry.key}")
    turn = ask.turn
    following: Ask | None = ask
    for token in entry.words:
        if not isinstance(following, Choice) or following.turn != turn:
            raise FaultError(entry.line, f"{token} comes after the turn")
        if token not in following.legal:
            raise FaultError(entry.line, f"{token} is not allowed in phase {following.phase}")
        following = send(steps, token)
    if isinstance(following, Choice) and following.turn == turn:
        where = "the file ends" if is_last else "the line ends"
        raise FaultError(entry.line, f"{where} inside a turn, before {following.phase}")
    return following


def read_end(table: Table, entries: list[Entry]) -> None:
    """N4, N5: reads the result and nothing else."""
    scores = [str(sheet.total) for sheet in score_table(table).values()]
    if entries[0].key != "result" or entries[0].words != scores:
        raise FaultError(entries[0].line, "result")
    if len(entries) > 1:
        raise FaultError(entries[1].line, "after the result")
