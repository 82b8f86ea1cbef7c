"""Faulty bots, installed for a test like a third-party package."""

import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from crownfire.bots import Budget
from crownfire.rules import Phase, State
from crownfire.rules.state import mover

ENTRY_POINTS = """\
[crownfire.bots]
raises = faulty:Raises
illegal = faulty:Illegal
leaves = faulty:Leaves
dies = faulty:Dies
hangs = faulty:Hangs
stillborn = faulty:Stillborn
unmade = faulty:Unmade
talks = faulty:Talks
counts = faulty:Counts
"""


class _Faulty:
    """Plays the first legal action, but misbehaves at its first claim after the opening."""

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        if state.phase is Phase.CLAIM and len(state.territories[mover(state)]) == 3:
            return self.misbehave()
        return legal[0]

    def misbehave(self) -> int:
        raise NotImplementedError


class Raises(_Faulty):
    def misbehave(self) -> int:
        raise ZeroDivisionError("[/on]\npurpose")


class Illegal(_Faulty):
    def misbehave(self) -> int:
        return -1


class Leaves(_Faulty):
    def misbehave(self) -> int:
        sys.exit(3)


class Dies(_Faulty):
    def misbehave(self) -> int:
        os._exit(3)


class Hangs(_Faulty):
    def misbehave(self) -> int:
        time.sleep(3600)
        return 0


class Stillborn(_Faulty):
    """Can be created in the main process, but kills a worker process."""

    def __init__(self) -> None:
        if multiprocessing.parent_process() is not None:
            os._exit(1)


class Unmade(_Faulty):
    """Can be created in the main process, but raises an exception in a worker process."""

    def __init__(self) -> None:
        if multiprocessing.parent_process() is not None:
            sys.exit("not here")


class Talks(_Faulty):
    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        sys.stdout.write("I think\n")
        return legal[-1]


class Counts:
    """Plays correctly and reports ten nodes per turn, as a NumPy integer."""

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        if budget.nodes == 0:
            budget.spend(nodes=np.int64(10))
        return legal[0]


def install(folder: Path) -> None:
    """Fills a folder with a package of these bots and its entry points."""
    (folder / "faulty.py").write_text(Path(__file__).read_text(encoding="utf-8"), encoding="utf-8")
    info = folder / "faulty-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
