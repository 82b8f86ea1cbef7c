"""Fits the estimates that the package carries, of all set-ups; a killed run goes on from build/estimates.

python -m benchmarks.estimates [--rounds 100] [--games 1000]
"""

import argparse
import os
import shutil
from pathlib import Path

from crownfire.bots.estimates import all_setups
from crownfire.cli.fit import fit
from crownfire.fit import Plan

_ROOT = Path(__file__).parent.parent
_PACKAGE = _ROOT / "src/crownfire/data/estimates"


def main() -> None:
    """Fits one after the other."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=Plan().rounds)
    parser.add_argument("--games", type=int, default=Plan().games)
    chosen = parser.parse_args()
    folder = _ROOT / "build/estimates"
    folder.mkdir(parents=True, exist_ok=True)
    for setup in all_setups():
        path = folder / f"{setup}.npz"
        plan = Plan(setup, chosen.rounds, chosen.games)
        fit(plan, path, workers=os.cpu_count() or 1, ray=None, as_json=False)
        shutil.copyfile(path, _PACKAGE / path.name)


if __name__ == "__main__":
    main()
