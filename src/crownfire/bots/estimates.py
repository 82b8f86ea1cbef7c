"""Fitted value functions that estimate final scores, one file per set-up, written by `crownfire fit`."""

import hashlib
import json
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from crownfire.bots.budget import Budget
from crownfire.data import Option
from crownfire.files import replacing
from crownfire.native import Estimate, to_native
from crownfire.rules import RULESETS, Ruleset, SetupError, State, options_of, ruleset, split_rules
from crownfire.rules.ruleset import DYNASTY, setups_of

__all__ = [
    "EstimateBot",
    "Fitted",
    "all_setups",
    "bonus_points",
    "check_fitted_for",
    "digest",
    "fitted_for",
    "load",
    "load_for",
    "rulesets_of",
    "setup_of",
]

_FOLDER = resources.files("crownfire.data") / "estimates"


def setup_of(rules: Ruleset) -> str:
    """Returns the set-up of an estimate: the rules without bonuses, and the number of players.

    >>> setup_of(ruleset("kingdomino+harmony+mighty_duel", players=2))
    'kingdomino+mighty_duel-2'
    """
    plain = (option.name for option in _without_bonus(rules.name) if option.name in rules.options)
    return f"{'+'.join((rules.name, *plain))}-{rules.players}"


def rulesets_of(setup: str) -> list[Ruleset]:
    """Returns the rules of a set-up with every choice of bonuses; raises `SetupError` for an unknown set-up.

    >>> [rules.text for rules in rulesets_of("kingdomino-3")]
    ['kingdomino', 'kingdomino+harmony', 'kingdomino+middle_kingdom', 'kingdomino+harmony+middle_kingdom']
    """
    if setup not in all_setups():
        raise SetupError(f"there is no set-up {setup!r}; the set-ups are {', '.join(all_setups())}")
    text, _, players = setup.rpartition("-")
    choices = [text]
    for bonus in bonus_points(setup):
        choices += [f"{choice}+{bonus}" for choice in choices]
    return [ruleset(choice, int(players)) for choice in choices]


def bonus_points(setup: str) -> dict[str, int]:
    """Returns the points of every bonus in the game of a set-up, in alphabetical order.

    >>> bonus_points("kingdomino-3")
    {'harmony': 5, 'middle_kingdom': 10}
    """
    name, _ = split_rules(setup.rpartition("-")[0])
    return dict(sorted((option.name, option.points) for option in options_of(name) if option.bonus))


@lru_cache
def all_setups() -> tuple[str, ...]:
    """Returns all set-ups."""
    texts = [
        text
        for name in RULESETS
        for text in (name, *(f"{name}+{option.name}" for option in _without_bonus(name)))
    ]
    return tuple(f"{text}-{setup.players}" for text in texts for setup in setups_of(text))


def _without_bonus(name: str) -> list[Option]:
    """Returns the options of a game that need an estimate of their own."""
    return [option for option in options_of(name) if not option.bonus and option.name != DYNASTY]


@dataclass(frozen=True, slots=True)
class Fitted:
    """The weights of an estimate and how they were fitted."""

    setup: str
    weights: npt.NDArray[np.float32]
    spread: npt.NDArray[np.float32]  # of final scores, per stage of the game
    provenance: Mapping[str, Any]

    def write(self, path: Path) -> None:
        """Replaces the file atomically, so a killed run leaves either the old or the new one."""
        with replacing(path) as file:
            np.savez_compressed(
                file,
                weights=self.weights.astype(np.float16),
                spread=self.spread,
                provenance=np.array(json.dumps({**fitted_for(self.setup), **self.provenance})),
            )


def load(setup: str) -> Estimate:
    """Returns the packaged estimate of a set-up.

    Raises `SetupError` for an unknown set-up, and for an estimate that was fitted for another set-up or for
    other bonus points.
    """
    rulesets_of(setup)
    estimate, provenance = _read(setup)
    check_fitted_for(setup, provenance, bonus_points(setup), f"crownfire fit {setup}", _FOLDER)
    return estimate


def load_for(rules: Ruleset) -> Estimate:
    """Returns the packaged estimate for these rules, like `load`, but checks only their own bonuses."""
    setup = setup_of(rules)
    estimate, provenance = _read(setup)
    check_fitted_for(setup, provenance, rules.options, f"crownfire fit {setup}", _FOLDER)
    return estimate


@lru_cache
def _read(setup: str) -> tuple[Estimate, Mapping[str, Any]]:
    source = _FOLDER / f"{setup}.npz"
    if not source.is_file():
        wanted = shlex.quote(str(source))
        raise SetupError(f"there is no estimate for {setup}; fit it with: crownfire fit {setup} -o {wanted}")
    with resources.as_file(source) as path, np.load(path) as file:
        provenance: dict[str, Any] = json.loads(str(file["provenance"]))
        return Estimate(file["weights"].astype(np.float32), file["spread"]), provenance


def fitted_for(setup: str) -> dict[str, Any]:
    """Returns the metadata that ties a fitted file to the rules: its set-up and the points of all bonuses."""
    return {"setup": setup, "bonuses": bonus_points(setup)}


def check_fitted_for(
    setup: str, provenance: Mapping[str, Any], options: Iterable[str], command: str, folder: Traversable
) -> None:
    """Raises `SetupError` if a file was fitted for another set-up, or for other points of these options."""
    current, fitted = bonus_points(setup), provenance.get("bonuses", {})
    bonuses = [option for option in options if option in current]
    wanted = _describe(setup, current, bonuses)
    found = _describe(provenance.get("setup", "unknown rules"), fitted, bonuses)
    if found != wanted:
        file = shlex.quote(str(folder / f"{setup}.npz"))
        raise SetupError(
            f"{file} was fitted for {found}, not for {wanted}; fit it again with: {command} -o {file}"
        )


def _describe(setup: str, points: Mapping[str, int], bonuses: Iterable[str]) -> str:
    """Describes a set-up and the points of these bonuses, such as `kingdomino-2 (harmony 5 points)`."""
    shown = ", ".join(f"{bonus} {points.get(bonus, 'unknown')} points" for bonus in bonuses)
    return f"{setup} ({shown})" if shown else setup


def digest(setup: str) -> str:
    """Returns the identity of a packaged estimate: the beginning of its file's SHA-256."""
    rulesets_of(setup)
    return hashlib.sha256((_FOLDER / f"{setup}.npz").read_bytes()).hexdigest()[:16]


class EstimateBot:
    """Maximises the estimate of its final score, without search.

    `depth` sets the lookahead: 0 values each domino by itself, 1 places the claimed dominoes before it values
    a claim, 2 also before it values a placement, 3 also considers the next claim when it places.
    """

    def __init__(self, depth: int = 3) -> None:
        if depth not in (0, 1, 2, 3):
            raise SetupError("depth must be 0, 1, 2 or 3")
        self._depth = depth

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        if len(legal) == 1:
            return legal[0]
        return load_for(state.ruleset).choose(to_native(state), self._depth)
