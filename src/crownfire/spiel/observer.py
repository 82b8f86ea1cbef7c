"""What a player observes, as text and as numbers. Everything is public (C13), so all see the same."""

from math import prod
from typing import Any

import numpy as np

from crownfire.data.tables import DOMINOES_PER_BOX
from crownfire.native import Encoding
from crownfire.spiel.tree import Node

_DRAWN = (4, DOMINOES_PER_BOX)  # no chance step draws more than 4 items


class PositionObserver:
    """The position, with what has been drawn so far of the line to come.

    As text it is in notation. As numbers it has the blocks of docs/research.md, seen from a seat, and after
    them `drawn`: by the order of drawing, which outcomes chance has had in the step under way.
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
    """All that has happened, as OpenSpiel writes it: the numbers of actions and outcomes. Only as text."""

    tensor = None

    def __init__(self) -> None:
        self.dict: dict[str, Any] = {}

    def set_from(self, state: Any, player: int) -> None:
        """There is no tensor to fill in."""

    def string_from(self, state: Any, player: int) -> str:
        return str(state.history_str())
