"""Fitted value networks for positions between rounds, written by `crownfire fit --judge`."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from crownfire.bots.estimates import bonus_points, check_fitted_for, fitted_for
from crownfire.files import replacing
from crownfire.native import Judge

__all__ = ["FittedJudge", "load_judge"]

_FOLDER = resources.files("crownfire.data") / "judges"


@dataclass(frozen=True, slots=True)
class FittedJudge:
    """The weights of a value network and how they were fitted."""

    setup: str
    numbers: npt.NDArray[np.float32]
    spread: npt.NDArray[np.float32]  # of final margins, per stage of the game
    provenance: Mapping[str, Any]

    def write(self, path: Path) -> None:
        """Replaces the file atomically, so a killed run leaves either the old or the new one."""
        with replacing(path) as file:
            np.savez_compressed(
                file,
                numbers=self.numbers.astype(np.float16),
                spread=self.spread,
                provenance=np.array(json.dumps({**fitted_for(self.setup), **self.provenance})),
            )


def load_judge(setup: str, options: Iterable[str] | None = None) -> Judge | None:
    """Returns the packaged value network of a set-up, or None if there is none.

    Raises `SetupError` if it was fitted for another set-up, or for other points of these options (default:
    every bonus).
    """
    if (found := _read(setup)) is None:
        return None
    judge, provenance = found
    bonuses = bonus_points(setup) if options is None else options
    check_fitted_for(setup, provenance, bonuses, f"crownfire fit {setup} --judge", _FOLDER)
    return judge


@lru_cache
def _read(setup: str) -> tuple[Judge, Mapping[str, Any]] | None:
    file = _FOLDER / f"{setup}.npz"
    if not file.is_file():
        return None
    with resources.as_file(file) as path, np.load(path) as found:
        provenance: dict[str, Any] = json.loads(str(found["provenance"]))
        return Judge(found["numbers"].astype(np.float32), found["spread"]), provenance
