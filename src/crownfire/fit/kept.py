"""What a fit keeps beside its file to go on from: arrays, and the plan that they are of."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from crownfire.files import replacing
from crownfire.rules import SetupError

Arrays = Mapping[str, npt.NDArray[Any]]


def path_of(file: Path) -> Path:
    """Where it is kept."""
    return file.with_name(file.name + ".state")


def keep(path: Path, plan: Any, arrays: Arrays) -> None:
    """Replaces what was kept at once, so that a killed run leaves the old or the new."""
    with replacing(path) as file:
        np.savez(file, allow_pickle=False, plan=np.array(json.dumps(asdict(plan))), **arrays)


def read(path: Path, plan: Any, names: tuple[str, ...]) -> dict[str, npt.NDArray[Any]]:
    """The arrays of these names.

    Raises `SetupError` if they are of another plan; only `rounds` may differ, but not be fewer than are done.
    """
    try:
        with path.open("rb") as raw, np.load(raw) as file:
            had = dict(json.loads(str(file["plan"])))
            arrays = {name: file[name] for name in names}
            done = int(file["rounds"])
    except (OSError, ValueError, KeyError, EOFError, TypeError, AttributeError, BadZipFile) as error:
        raise SetupError(f"{path} can't be read ({error}); delete it to begin anew") from None
    for name, wanted in asdict(plan).items():
        if name != "rounds" and had.get(name) != wanted:
            raise SetupError(
                f"{path} is of a fit with {name}={had.get(name)}, not {wanted}; choose the same, or delete it"
            )
    if done > plan.rounds:
        raise SetupError(
            f"{path} has come {done} rounds, more than {plan.rounds}; choose as many or more, or delete it"
        )
    return arrays
