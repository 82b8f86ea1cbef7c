"""Compares builds of the native core by games and search nodes per second, as ratios within one run.

    python -m benchmarks.builds OTHER/.venv/bin/python [ANOTHER/.venv/bin/python] [--rounds 5]

Each round measures every build in turn, this one first and last to show the drift of the machine.
"""

import argparse
import json
import statistics
import subprocess
import sys

from rich.console import Console
from rich.progress import track
from rich.table import Table

# Runs in each build, so it uses only names that old builds have.
MEASURE = """
import json, sys, time
from crownfire._native import Search, State
from crownfire.bots import make_player
games = [(rules, players) for rules in ("kingdomino", "origins-discovery", "origins-totem", "origins-tribe")
         for players in (2, 4)] + [("kingdomino+mighty_duel", 2)]
seconds = float(sys.argv[1])
found = {}
def rate(work):
    done, begin = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begin) < seconds:
        done += work()
    return done / elapsed
for rules, players in games:
    start = State.new_game(rules, players)
    start.playouts(64)  # the first loads NumPy
    for policy in ("random", "informed", "greedy"):
        count = 16 if policy == "greedy" else 256
        found[f"{rules} {players} {policy}"] = rate(lambda: (start.playouts(count, policy, seed=1), count)[1])
    state = start.deal(1)
    for _ in range(8):
        state = state.apply(state.legal_actions()[0]).deal(1)
    found[f"{rules} {players} search"] = rate(lambda: Search(state, seed=1).run(nodes=200))
print(json.dumps(found))
"""


def measure(python: str, seconds: float) -> dict[str, float]:
    """Returns the rates of one build, by row."""
    done = subprocess.run([python, "-c", MEASURE, str(seconds)], capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Prints the ratio of each other build to this one."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("others", nargs="+", metavar="PYTHON", help="Python of another build")
    parser.add_argument("--rounds", type=int, default=5, help="measurements per build (default 5)")
    parser.add_argument("--seconds", type=float, default=0.2, help="seconds per figure (default 0.2)")
    options = parser.parse_args()
    builds = [sys.executable, *options.others, sys.executable]
    runs: list[list[dict[str, float]]] = [[] for _ in builds]
    for _ in track(range(options.rounds), "Measuring", console=Console(stderr=True), transient=True):
        for index, python in enumerate(builds):
            runs[index].append(measure(python, options.seconds))
    table = Table(title="Speed relative to this build (median of rounds)", box=None, title_justify="left")
    table.add_column("rules, players, task")
    for name in [*(f"build {i}" for i in range(1, len(builds) - 1)), "this again"]:
        table.add_column(name, justify="right")
    logs: list[list[float]] = [[] for _ in builds[1:]]
    for row in runs[0][0]:
        ratios = [
            statistics.median(other[row] / own[row] for own, other in zip(runs[0], found, strict=True))
            for found in runs[1:]
        ]
        for index, ratio in enumerate(ratios):
            logs[index].append(ratio)
        table.add_row(row, *(f"{ratio:.3f}" for ratio in ratios))
    table.add_row("median of all rows", *(f"{statistics.median(each):.3f}" for each in logs))
    Console().print(table)


if __name__ == "__main__":
    main()
