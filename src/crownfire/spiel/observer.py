"""Observations as text and as tensors. Everything is public (C13), so all seats observe the same."""

from math import prod
from typing import Any

import numpy as np

from crownfire.data.tables import DOMINOES_PER_BOX
from crownfire.native import Encoding
from crownfire.spiel.tree import Node

__all__ = ["HistoryObserver", "PositionObserver"]

_DRAWN = (4, DOMINOES_PER_BOX)  # a chance step draws at most 4 items


class PositionObserver:
    """An observer of the position and the items drawn so far in the current chance step.

    The text is in notation. The tensor has the blocks of docs/research.md, from the view of a seat,
    followed by `drawn`: the outcomes of the current chance step, in the order of drawing.
    """

    def __init__(self, start: Node) -> None:
        self._encoding = Encoding(start.state)
        self._seen = np.zeros(self._encoding.size, np.uint8)
        self.tensor = np.zeros(self._encoding.size + prod(_DRAWN), np.float32)
        self.dict = {
            name: self.tensor[first : first + prod(shape)].reshape(shape)
            for name, first, shape, _ in self._encoding.blocks
        }
        self.dict["drawn"] = self.tensor[self._encoding.size :].reshape(_DRAWN)

    def set_from(self, state: Any, player: int) -> None:
        node: Node = state.node
        self._encoding.write_observation(node.state, player, self._seen)
        self.tensor[: self._seen.size] = self._seen
        self.dict["drawn"].fill(0)
        if node.draw is not None:
            for place, item in enumerate(node.draw.drawn):
                self.dict["drawn"][place, node.draw.number(item)] = 1

    def string_from(self, state: Any, player: int) -> str:
        return str(state)


class HistoryObserver:
    """An observer of the history as OpenSpiel formats it: the numbers of actions and outcomes. Text only."""

    tensor = None

    def __init__(self) -> None:
        self.dict: dict[str, Any] = {}

    def set_from(self, state: Any, player: int) -> None:
        """Does nothing, since there is no tensor."""

    def string_from(self, state: Any, player: int) -> str:
        return str(state.history_str())
