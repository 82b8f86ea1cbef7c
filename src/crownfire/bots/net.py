"""A bot that plays by a trained network, without any search (docs/research.md).

PyTorch is optional and slow to load, so it is imported when there is a network to play by.
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


class NetBot:
    """Plays the move that the network of a checkpoint rates best, or chooses by its ratings."""

    def __init__(self, path: str = "", temperature: float = 0) -> None:
        """`temperature`: 0 for the best move; 1 chooses as in training, more is more random."""
        if not path:
            raise SetupError("it needs a network, such as net(path=net.pt)")
        if temperature < 0:
            raise SetupError("temperature must be 0 or more")
        self._temperature = temperature
        file = Path(path)
        self._checkpoint = _load(file, file.stat().st_mtime_ns if file.exists() else 0)

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        from crownfire.bots.rating import ratings  # noqa: PLC0415 - needs PyTorch

        known, rules = self._checkpoint, state.ruleset
        if (known.rules, known.players) != (rules.text, rules.players):
            raise SetupError(
                f"its network plays {known.rules} with {known.players} players, "
                f"not {rules.text} with {rules.players}"
            )
        if len(legal) == 1:
            return legal[0]
        rated = ratings(known.network, state)
        best = max(legal, key=lambda action: rated[action])
        if not self._temperature:
            return best
        chances = accumulate(exp((rated[action] - rated[best]) / self._temperature) for action in legal)
        below = list(chances)
        return legal[min(bisect_right(below, next(rng) / 2**64 * below[-1]), len(legal) - 1)]


@lru_cache(maxsize=8)
def _load(path: Path, _changed: int) -> "Checkpoint":
    """A checkpoint is read once in a process, as long as its file doesn't change."""
    if missing := missing_extra("train", "torch"):
        raise missing
    import torch  # noqa: PLC0415 - see above

    from crownfire.bots.checkpoint import read_checkpoint  # noqa: PLC0415 - needs PyTorch

    torch.set_num_threads(1)  # for a single position more threads only wait for each other
    return read_checkpoint(path)
