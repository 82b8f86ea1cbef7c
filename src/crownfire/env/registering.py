"""Registration of the environments with PettingZoo and Gymnasium."""

import gymnasium
import pettingzoo

from crownfire.rules import RULESETS

__all__ = ["VERSION", "register"]

VERSION = 1  # of observations, actions and rewards


def register() -> None:
    """Registers an environment for every ruleset, unless it is already registered."""
    for rules in RULESETS:
        name = f"crownfire/{rules.replace('-', '_')}"
        if f"{name}-v{VERSION}" not in pettingzoo.aec_registry:
            pettingzoo.register("aec", f"{name}_v{VERSION}", "crownfire.env:env", kwargs={"rules": rules})
        if f"{name}-v{VERSION}" not in gymnasium.registry:
            gymnasium.register(
                f"{name}-v{VERSION}",
                "crownfire.env:SingleEnv",
                vector_entry_point="crownfire.env:BatchVectorEnv",
                kwargs={"rules": rules},
            )
