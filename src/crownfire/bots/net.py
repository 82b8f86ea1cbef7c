"""A bot that plays with a trained network, without search (docs/research.md).

PyTorch is optional and slow to load, so it is imported only when a network is loaded.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING

from crownfire.bots.budget import Budget
from crownfire.errors import missing_extra
from crownfire.rules import SetupError, State

if TYPE_CHECKING:
    from crownfire.bots.checkpoint import Checkpoint

__all__ = ["NetBot"]


class NetBot:
    """Plays the move with the highest logit of a checkpoint's network, or samples from the logits."""

    def __init__(self, path: str = "", temperature: float = 0) -> None:
        """`temperature`: 0 plays the best move, 1 samples as in training, more is more random."""
        if not path:
            raise SetupError("it needs a network, such as net(path=net.pt)")
        if temperature < 0:
            raise SetupError("temperature must be 0 or more")
        self._temperature = temperature
        file = Path(path)
        self._checkpoint = _load(file, file.stat().st_mtime_ns if file.exists() else 0)

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        from crownfire.bots.logits import logits_of  # noqa: PLC0415 - needs PyTorch

        trained, rules = self._checkpoint, state.ruleset
        if (trained.rules, trained.players) != (rules.text, rules.players):
            raise SetupError(
                f"its network plays {trained.rules} with {trained.players} players, "
                f"not {rules.text} with {rules.players}"
            )
        if len(legal) == 1:
            return legal[0]
        logits = logits_of(trained.network, state)
        best = max(legal, key=lambda action: logits[action])
        if not self._temperature:
            return best
        weights = (exp((logits[action] - logits[best]) / self._temperature) for action in legal)
        sums = list(accumulate(weights))
        return legal[min(bisect_right(sums, next(rng) / 2**64 * sums[-1]), len(legal) - 1)]


@lru_cache(maxsize=8)
def _load(path: Path, _changed: int) -> "Checkpoint":
    """Returns the checkpoint; each process reads it once, unless the file changes."""
    if missing := missing_extra("train", "torch"):
        raise missing
    import torch  # noqa: PLC0415 - see above

    from crownfire.bots.checkpoint import read_checkpoint  # noqa: PLC0415 - needs PyTorch

    torch.set_num_threads(1)  # more threads don't speed up a single position
    return read_checkpoint(path)
