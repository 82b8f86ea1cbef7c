"""Which seed deals which game."""

import secrets

from crownfire.game import derive
from crownfire.rules import SetupError

_EPISODES = 6  # the key of the stream (docs/dealing.md) from which later games get their seeds; batch.hpp
SEEDS = 1 << 64


def episode_seed(seed: int, episode: int) -> int:
    """The seed of one of the games played one after another: the first has the seed itself.

    >>> episode_seed(7, 0)
    7
    """
    return next(derive(seed, _EPISODES, episode)) if episode else seed


def fresh_seed() -> int:
    """A seed nobody knows."""
    return secrets.randbits(64)


def check_seed(seed: int) -> int:
    """A seed from 0 to 2^64 − 1; raises `SetupError` for anything else."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise SetupError(f"a seed is an integer from 0 to 2^64 − 1, not {seed!r}")
    return seed
