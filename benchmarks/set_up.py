"""Time of a fresh clone from `make play` to the first page, cold and warm, compared with another commit.

    python -m benchmarks.set_up --against COMMIT --runs 3

Clones into temporary folders and downloads all packages. Alternates between the commits.
"""

import argparse
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
PORT = 8765
ADDRESS = f"http://127.0.0.1:{PORT}/"
LONGEST_WAIT_S = 900


def play(folder: Path, caches: Path) -> float:
    """Returns the seconds from `make play` to the first page."""
    environment = {
        **os.environ,
        "CROWNFIRE_PORT": str(PORT),
        "CROWNFIRE_DATABASE_URL": f"sqlite+aiosqlite:///{caches / 'tables.sqlite'}",
        "PIP_NO_CACHE_DIR": "1",
        "npm_config_cache": str(caches / "npm"),
    }
    begin = time.perf_counter()
    process = subprocess.Popen(
        ["make", "play"],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        while time.perf_counter() - begin < LONGEST_WAIT_S:
            try:
                with urllib.request.urlopen(ADDRESS) as page:
                    if page.status == 200:
                        return time.perf_counter() - begin
            except OSError:
                time.sleep(0.05)
            if process.poll() is not None:
                break
        sys.exit("make play doesn't serve a page")
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(30)


def measure(commit: str) -> dict[str, float]:
    """Returns the figures of one fresh clone of a commit."""
    with tempfile.TemporaryDirectory() as name:
        folder, caches = Path(name) / "crownfire", Path(name)
        subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
        subprocess.run(["git", "checkout", "-q", commit], cwd=folder, check=True)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        cold = play(folder, caches)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return {"cold, s": cold, "cold, CPU-s": cpu, "warm, s": play(folder, caches)}


def main() -> None:
    """Measures both commits in turn and prints the table."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--against", metavar="COMMIT", help="another commit to compare with")
    parser.add_argument("--runs", type=int, default=3, help="fresh clones of each commit (default 3)")
    options = parser.parse_args()
    commits = ["HEAD", *([options.against] if options.against else [])]
    found: dict[str, list[dict[str, float]]] = {commit: [] for commit in commits}
    console = Console()
    for run in range(options.runs):
        for commit in commits:
            found[commit].append(measure(commit))
            console.print(f"run {run + 1}, {commit}: {found[commit][-1]}", highlight=False)
    table = Table("make play", *commits, "ratio", box=None)
    for row in found["HEAD"][0]:
        values = {commit: sorted(each[row] for each in runs) for commit, runs in found.items()}
        middle = {commit: statistics.median(each) for commit, each in values.items()}
        cells = [f"{middle[c]:.1f} ({values[c][0]:.1f}–{values[c][-1]:.1f})" for c in commits]
        ratio = f"{middle['HEAD'] / middle[commits[-1]]:.2f}" if options.against else ""
        table.add_row(row, *cells, ratio)
    console.print(table)


if __name__ == "__main__":
    main()
