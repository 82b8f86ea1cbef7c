"""The logits of a network for the moves of one position. Needs PyTorch."""

import numpy as np
import torch

from crownfire.bots.network import Network
from crownfire.native import Encoding, to_native
from crownfire.rules import State
from crownfire.rules.state import mover

__all__ = ["logits_of"]


def logits_of(network: Network, state: State) -> dict[int, float]:
    """Returns the network's logit of every legal action of the seat to play."""
    native, seat = to_native(state), mover(state)
    encoding = Encoding(native)
    seen, mask = np.empty((1, encoding.size), np.uint8), np.empty((1, encoding.num_actions), np.int8)
    encoding.write_observation(native, seat, seen[0])
    encoding.write_mask(native, mask[0])
    with torch.inference_mode():
        logits = network(torch.from_numpy(seen), torch.from_numpy(mask))[0][0].tolist()
    actions = encoding.actions[seat]
    return {actions[number]: logits[number] for number in np.flatnonzero(mask[0])}
