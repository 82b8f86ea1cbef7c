"""A bot that plays by a trained network, without any search (docs/research.md)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from crownfire._native import Encoding
from crownfire.bots.budget import Budget
from crownfire.bots.native import to_native
from crownfire.rules import SetupError, State
from crownfire.rules.state import mover

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
        known, rules = self._checkpoint, state.ruleset
        if (known.rules, known.players) != (rules.text, rules.players):
            raise SetupError(
                f"its network plays {known.rules} with {known.players} players, "
                f"not {rules.text} with {rules.players}"
            )
        if len(legal) == 1:
            return legal[0]
        ratings = self._ratings(state)
        if not self._temperature:
            return legal[int(ratings.argmax())]
        chances = np.exp((ratings - ratings.max()) / self._temperature).cumsum()
        return legal[int(np.searchsorted(chances, next(rng) / 2**64 * chances[-1], side="right"))]

    def _ratings(self, state: State) -> NDArray[np.float64]:
        """The network's logits of the legal moves, in their order."""
        import torch  # noqa: PLC0415 - only whoever plays by a network needs it

        native, seat = to_native(state), mover(state)
        encoding = Encoding(native)
        seen, mask = np.empty((1, encoding.size), np.uint8), np.empty((1, encoding.num_actions), np.int8)
        encoding.write_observation(native, seat, seen[0])
        encoding.write_mask(native, mask[0])
        with torch.inference_mode():
            logits, _ = self._checkpoint.network(torch.from_numpy(seen), torch.from_numpy(mask))
        actions = np.array(encoding.actions[seat])
        offered = np.flatnonzero(mask[0])
        order = offered[np.argsort(actions[offered])]  # ascending, as legal actions are
        return np.asarray(logits[0].numpy()[order], np.float64)


@lru_cache(maxsize=8)
def _load(path: Path, _changed: int) -> "Checkpoint":
    """A checkpoint is read once in a process, as long as its file doesn't change."""
    if find_spec("torch") is None:
        raise SetupError("PyTorch is not installed; install it with: pip install 'crownfire[train]'")
    import torch  # noqa: PLC0415 - only whoever plays by a network needs it

    from crownfire.bots.checkpoint import read_checkpoint  # noqa: PLC0415 - needs PyTorch

    torch.set_num_threads(1)  # for a single position more threads only wait for each other
    return read_checkpoint(path)
