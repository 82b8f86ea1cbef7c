"""Fitted judges of positions between rounds: a file for a set-up that has one (`crownfire fit --judge`)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from crownfire.files import replacing
from crownfire.native import Judge

_FOLDER = resources.files("crownfire.data") / "judges"


@dataclass(frozen=True, slots=True)
class FittedJudge:
    """A judge as numbers, and where it comes from."""

    setup: str
    numbers: npt.NDArray[np.float32]
    spread: npt.NDArray[np.float32]  # of final margins, by stage of the game
    provenance: Mapping[str, Any]

    def write(self, path: Path) -> None:
        """Replaces the file at once, so that a killed run leaves the old or the new one."""
        with replacing(path) as file:
            np.savez_compressed(
                file,
                numbers=self.numbers.astype(np.float16),
                spread=self.spread,
                provenance=np.array(json.dumps({"setup": self.setup, **self.provenance})),
            )


@lru_cache
def load_judge(setup: str) -> Judge | None:
    """The judge of a set-up, if the package carries one."""
    file = _FOLDER / f"{setup}.npz"
    if not file.is_file():
        return None
    with resources.as_file(file) as path, np.load(path) as found:
        return Judge(found["numbers"].astype(np.float32), found["spread"])
