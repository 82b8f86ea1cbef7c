"""The perft tables and their text files, for comparison with any engine.

`openings.txt` counts from the deal, `positions.txt` from positions in the middle of seeded games, which have
fires, totems and cavemen.
"""

from collections.abc import Iterator
from pathlib import Path

from crownfire.game import SeededDealer, perft
from crownfire.notation import format_position, parse_position
from crownfire.rules import new_game, ruleset
from tests.games import ALL, random_game

FOLDER = Path(__file__).parent
OPENINGS = FOLDER / "openings.txt"
POSITIONS = FOLDER / "positions.txt"
SEED = 1
MOST_NODES = 1_500  # of the last level that is walked, not only counted
DECISIONS = (30, 41, 52)  # decisions before each position


def count(position: str | None, rules: str, players: int) -> list[int]:
    """Returns the counts per level until a level is too large."""
    state = new_game(ruleset(rules, players)) if position is None else parse_position(position)
    dealer = SeededDealer(SEED)
    depth = 1
    while (counts := perft(state, dealer, depth))[-1] <= MOST_NODES and counts[-1] and depth < 12:
        depth += 1
    return counts


def openings() -> Iterator[str]:
    yield f"# rules, players: decision sequences of length 1, 2, … from the deal of seed {SEED}"
    for rules, players in ALL:
        yield f"{rules} {players}: {' '.join(map(str, count(None, rules, players)))}"


def positions() -> Iterator[str]:
    yield f"# decision sequences of length 1, 2, … : position; chance is dealt by seed {SEED}"
    for rules, players in ALL:
        for decisions in DECISIONS:
            state = random_game(rules, players, SEED, decisions).state
            position = format_position(state)
            yield f"{' '.join(map(str, count(position, rules, players)))} : {position}"


def write() -> None:
    OPENINGS.write_text("\n".join(openings()) + "\n", encoding="utf-8")
    POSITIONS.write_text("\n".join(positions()) + "\n", encoding="utf-8")
