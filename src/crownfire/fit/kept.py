"""The state of a fit, kept beside its file so that it can resume: arrays, the plan and the bonus points."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from crownfire.bots.estimates import bonus_points
from crownfire.files import replacing
from crownfire.rules import SetupError

__all__ = ["Arrays", "keep", "path_of", "read"]

Arrays = Mapping[str, npt.NDArray[Any]]


def path_of(file: Path) -> Path:
    """Returns the path of the state of a fit that writes this file."""
    return file.with_name(file.name + ".state")


def keep(path: Path, plan: Any, arrays: Arrays) -> None:
    """Replaces the state atomically, so a killed run leaves either the old or the new one."""
    with replacing(path) as file:
        np.savez(file, allow_pickle=False, plan=np.array(json.dumps(_identity(plan))), **arrays)


def read(path: Path, plan: Any, names: tuple[str, ...]) -> dict[str, npt.NDArray[Any]]:
    """Returns the arrays of these names.

    Raises `SetupError` if the file is unreadable, or belongs to another plan or to other bonus points. Only
    `rounds` may differ, but not be less than the rounds done.
    """
    try:
        with path.open("rb") as raw, np.load(raw) as file:
            found = dict(json.loads(str(file["plan"])))
            arrays = {name: file[name] for name in names}
            done = int(file["rounds"])
    except (OSError, ValueError, KeyError, EOFError, TypeError, AttributeError, BadZipFile) as error:
        raise SetupError(f"{path} can't be read ({error}); delete it to start over") from None
    for name, wanted in _identity(plan).items():
        if name != "rounds" and found.get(name) != wanted:
            raise SetupError(
                f"{path} belongs to a fit with {name}={found.get(name)}, not {wanted}; "
                "use the same value, or delete it to start over"
            )
    if done > plan.rounds:
        raise SetupError(
            f"{path} has {done} rounds done, more than {plan.rounds}; ask for at least {done}, or delete it"
        )
    return arrays


def _identity(plan: Any) -> dict[str, Any]:
    """Returns the settings that make two fits the same, and `rounds`."""
    return {**asdict(plan), "bonuses": bonus_points(plan.setup)}
