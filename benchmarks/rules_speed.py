"""How fast the Python rules play: random games from the deal to the scores, per second on one core.

Run with `make bench` or `python -m benchmarks.rules_speed [seconds]`. Every ruleset × player count is
measured in turn, three times over, so that a noisy moment hits all alike; the table gives the median and
the spread, and the ratio to 4-player Kingdomino of the same run.
"""

import statistics
import sys
import time

from rich.console import Console
from rich.progress import track
from rich.table import Table

from crownfire.game import SeededDealer, below, derive
from crownfire.rules import (
    RULESETS,
    Ruleset,
    apply,
    chance,
    is_over,
    legal_actions,
    new_game,
    reveal,
    ruleset,
)
from crownfire.rules.scoring import scores

ROUNDS = 3
YARDSTICK = ("kingdomino", 4)
GAMES = [*((name, players) for name in RULESETS for players in (2, 3, 4)), ("kingdomino+mighty_duel", 2)]


def play_random(played: Ruleset, seed: int) -> int:
    """Plays one uniformly random game; the number of decisions."""
    state = new_game(played)
    dealer, rng = SeededDealer(seed), derive(seed, 100)
    decisions = 0
    while not is_over(state):
        due = chance(state)
        if due is not None:
            state = reveal(state, due.kind, dealer.deal(due)).state
            continue
        legal = legal_actions(state)
        state = apply(state, legal[below(rng, len(legal))])
        decisions += 1
    scores(state)
    return decisions


def measure(played: Ruleset, seconds: float) -> tuple[float, float]:
    """Games and decisions per second."""
    games = decisions = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        decisions += play_random(played, games)
        games += 1
    return games / elapsed, decisions / elapsed


def main() -> None:
    """Measures everything and prints the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    console = Console()
    found: dict[tuple[str, int], list[tuple[float, float]]] = {game: [] for game in GAMES}
    for name, players in track(GAMES * ROUNDS, "Playing random games", console=console, transient=True):
        found[name, players].append(measure(ruleset(name, players), seconds))
    yardstick = statistics.median(games for games, _ in found[YARDSTICK])
    table = Table("rules", "players", "games/s", "spread", "decisions/s", "ratio", box=None)
    for (name, players), runs in found.items():
        rates = sorted(games for games, _ in runs)
        median = statistics.median(rates)
        table.add_row(
            name,
            str(players),
            f"{median:.0f}",
            f"{rates[0]:.0f}–{rates[-1]:.0f}",
            f"{statistics.median(decisions for _, decisions in runs):,.0f}",
            f"{median / yardstick:.2f}",
        )
    console.print(table)


if __name__ == "__main__":
    main()
