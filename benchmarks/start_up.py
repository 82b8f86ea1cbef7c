"""Start-up time of `crownfire --help`, compared with a bare Python in the same run."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

RUNS = 15
COMMAND = str(Path(sys.executable).with_name("crownfire"))
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "crownfire --help": [COMMAND, "--help"],
    "crownfire rules": [COMMAND, "rules"],
}


def run(command: list[str]) -> float:
    """Returns the seconds that a command takes."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    """Measures all commands in turn and prints the table."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(RUNS):
        for name, command in COMMANDS.items():
            times[name].append(run(command))
    bare = statistics.median(times["python -c pass"])
    table = Table("command", "median ms", "spread ms", "ratio", box=None)
    for name, seconds in times.items():
        low, median, high = min(seconds), statistics.median(seconds), max(seconds)
        spread = f"{low * 1000:.0f}–{high * 1000:.0f}"
        table.add_row(name, f"{median * 1000:.0f}", spread, f"{median / bare:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
