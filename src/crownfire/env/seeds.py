"""Seeds of the games that an environment plays."""

import secrets

from crownfire.game import derive
from crownfire.rules import SetupError

__all__ = ["SEEDS", "check_seed", "episode_seed", "fresh_seed"]

_EPISODES = 6  # the key of the stream of later seeds (docs/dealing.md); also in batch.hpp
SEEDS = 1 << 64


def episode_seed(seed: int, episode: int) -> int:
    """Returns the seed of a game in a sequence; game 0 has the given seed itself.

    >>> episode_seed(7, 0)
    7
    """
    return next(derive(seed, _EPISODES, episode)) if episode else seed


def fresh_seed() -> int:
    """Returns an unpredictable seed."""
    return secrets.randbits(64)


def check_seed(seed: int) -> int:
    """Returns the seed; raises `SetupError` unless it is an integer from 0 to 2^64 − 1."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise SetupError(f"seed must be an integer from 0 to 2^64 − 1, not {seed!r}")
    return seed
