"""Fits the estimates that the package carries, of all set-ups, and the judges that build on them.

python -m benchmarks.estimates [--rounds 100] [--games 1000]

A killed run goes on from build/estimates and build/judges. The options are those of estimates.
"""

import argparse
import os
import shutil
from pathlib import Path

from crownfire.bots.estimates import all_setups
from crownfire.cli.fit import fit
from crownfire.fit import JudgePlan, Plan

_ROOT = Path(__file__).parent.parent
_JUDGED = ("kingdomino-2",)  # set-ups in which a judge was seen to help


def main() -> None:
    """Fits one after the other, judges by the new estimates."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=Plan().rounds)
    parser.add_argument("--games", type=int, default=Plan().games)
    chosen = parser.parse_args()
    for setup in all_setups():
        _fit(Plan(setup, chosen.rounds, chosen.games), "estimates")
    for setup in _JUDGED:
        _fit(JudgePlan(setup), "judges")


def _fit(plan: Plan | JudgePlan, kind: str) -> None:
    path = _ROOT / "build" / kind / f"{plan.setup}.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    fit(plan, path, workers=os.cpu_count() or 1, ray=None, as_json=False)
    shutil.copyfile(path, _ROOT / "src/crownfire/data" / kind / path.name)


if __name__ == "__main__":
    main()
