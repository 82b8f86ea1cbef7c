"""Fitted estimates of final scores: one small file for every set-up, written by `crownfire fit`."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
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

_FOLDER = resources.files("crownfire.data") / "estimates"


def setup_of(rules: Ruleset) -> str:
    """What an estimate is fitted for: the rules without bonuses, and how many play.

    >>> setup_of(ruleset("kingdomino+harmony+mighty_duel", players=2))
    'kingdomino+mighty_duel-2'
    """
    plain = (option.name for option in _without_bonus(rules.name) if option.name in rules.options)
    return f"{'+'.join((rules.name, *plain))}-{rules.players}"


def tables_of(setup: str) -> list[Ruleset]:
    """The rules of a set-up with every choice of bonuses; raises `SetupError` if there is no such set-up.

    >>> [rules.text for rules in tables_of("kingdomino-3")]
    ['kingdomino', 'kingdomino+harmony', 'kingdomino+middle_kingdom', 'kingdomino+harmony+middle_kingdom']
    """
    if setup not in all_setups():
        raise SetupError(f"there is no set-up {setup!r}; there are {', '.join(all_setups())}")
    text, _, players = setup.rpartition("-")
    choices = [text]
    for bonus in sorted(option.name for option in options_of(split_rules(text)[0]) if option.bonus):
        choices += [f"{choice}+{bonus}" for choice in choices]
    return [ruleset(choice, int(players)) for choice in choices]


@lru_cache
def all_setups() -> tuple[str, ...]:
    """Every set-up there is."""
    texts = [
        text
        for name in RULESETS
        for text in (name, *(f"{name}+{option.name}" for option in _without_bonus(name)))
    ]
    return tuple(f"{text}-{setup.players}" for text in texts for setup in setups_of(text))


def _without_bonus(name: str) -> list[Option]:
    """The options that make a game another one."""
    return [option for option in options_of(name) if not option.bonus and option.name != DYNASTY]


@dataclass(frozen=True, slots=True)
class Fitted:
    """An estimate as numbers, and where it comes from."""

    setup: str
    weights: npt.NDArray[np.float32]
    spread: npt.NDArray[np.float32]  # of final scores, by stage of the game
    provenance: Mapping[str, Any]

    def write(self, path: Path) -> None:
        """Replaces the file at once, so that a killed run leaves the old or the new one."""
        with replacing(path) as file:
            np.savez_compressed(
                file,
                weights=self.weights.astype(np.float16),
                spread=self.spread,
                provenance=np.array(json.dumps({"setup": self.setup, **self.provenance})),
            )


@lru_cache
def load(setup: str) -> Estimate:
    """The estimate of a set-up that the package carries; raises `SetupError` if there is no such set-up."""
    tables_of(setup)
    with resources.as_file(_FOLDER / f"{setup}.npz") as path, np.load(path) as file:
        return Estimate(file["weights"].astype(np.float32), file["spread"])


def digest(setup: str) -> str:
    """What tells the estimate of a set-up from others: the beginning of its file's SHA-256."""
    tables_of(setup)
    return hashlib.sha256((_FOLDER / f"{setup}.npz").read_bytes()).hexdigest()[:16]


class EstimateBot:
    """Takes what leads to the highest score by the estimate, without search.

    `depth` says how far it looks: 0 claims at a glance, 1 lays the dominoes it has before it claims, 2 before
    it places too, 3 also thinks of what it can claim after placing.
    """

    def __init__(self, depth: int = 3) -> None:
        if depth not in (0, 1, 2, 3):
            raise SetupError("depth must be 0, 1, 2 or 3")
        self._depth = depth

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        if len(legal) == 1:
            return legal[0]
        return load(setup_of(state.ruleset)).choose(to_native(state), self._depth)
