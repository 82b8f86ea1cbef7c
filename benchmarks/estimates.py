"""Fits the packaged estimates of all set-ups and the value networks based on them.

    python -m benchmarks.estimates [--rounds 100] [--games 1000]

Run again to resume: the state is kept in build/estimates and build/judges. The options apply to estimates.
"""

import argparse
import os
import shutil
from pathlib import Path

from crownfire.bots.estimates import all_setups
from crownfire.cli.fit import fit
from crownfire.fit import JudgePlan, Plan

_ROOT = Path(__file__).parent.parent
_JUDGED = ("kingdomino-2",)  # set-ups in which a value network improves play


def main() -> None:
    """Fits all estimates, then the value networks with the new estimates."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=Plan().rounds, help="fitting rounds (default 100)")
    parser.add_argument(
        "--games", type=int, default=Plan().games, help="games per shard and round (default 1000)"
    )
    chosen = parser.parse_args()
    for setup in all_setups():
        _fit(Plan(setup, chosen.rounds, chosen.games), "estimates")
    for setup in _JUDGED:
        _fit(JudgePlan(setup), "judges")


def _fit(plan: Plan | JudgePlan, folder: str) -> None:
    path = _ROOT / "build" / folder / f"{plan.setup}.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    fit(plan, path, workers=os.cpu_count() or 1, ray=None, as_json=False)
    shutil.copyfile(path, _ROOT / "src/crownfire/data" / folder / path.name)


if __name__ == "__main__":
    main()
