"""The environments in the registries of PettingZoo and Gymnasium."""

import gymnasium
import pettingzoo

from crownfire.rules import RULESETS

VERSION = 0  # of what is seen, played and rewarded


def register() -> None:
    """Makes all rulesets known, each by its name; nothing happens if they are."""
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
