"""The small policy and value network of trained bots. Needs PyTorch.

A convolutional tower over the seat's own territory gives the logits of moves on squares: placements by
direction, fire, pay and settle. The logit of a claim depends on the contents of the domino, not its number.
All other moves get their logits from the context, an encoding of the whole observation.
"""

from collections.abc import Sequence
from math import prod

import torch
from torch import Tensor, nn
from torch.nn.functional import relu

from crownfire.data.tables import DOMINOES_PER_BOX
from crownfire.native import Encoding
from crownfire.rules.actions import DISCARD, FIRST_CLAIM, FIRST_FIRE, FIRST_GIVE
from crownfire.rules.canvas import CELLS, SIZE, file_of, rank_of

__all__ = ["Network"]

_TERRAINS, _SYMBOLS = 6, 6  # planes of a territory: one per terrain, then the symbols
_FORBIDDEN = -1e9  # logit of an illegal move


class Network(nn.Module):
    """Computes the logits of all moves, with illegal ones masked, and the value for the seat to move."""

    _table: Tensor
    _on_square: Tensor
    _scale: Tensor

    def __init__(self, encoding: Encoding, width: int = 32, depth: int = 3, context: int = 128) -> None:
        super().__init__()
        self.sizes = {"width": width, "depth": depth, "context": context}
        self._blocks = {
            name: (slice(start, start + prod(shape)), shape) for name, start, shape, _ in encoding.blocks
        }
        _, (_, planes, side, _) = self._blocks["territories"]
        self._own = planes * side * side  # the seat's own territory comes first
        layers, table = _table(encoding.actions[0], side)
        rest = int(table.max()) + 1 - layers * side**2 - DOMINOES_PER_BOX
        self._layers, self._side = layers, side
        self.register_buffer("_table", table, persistent=False)
        on_square = table < layers * side**2
        self.register_buffer("_on_square", on_square.nonzero()[:, 0], persistent=False)
        highs = [torch.full((prod(shape),), 1 / high) for _, _, shape, high in encoding.blocks]
        self.register_buffer("_scale", torch.cat(highs), persistent=False)

        halves = prod(self._blocks["next_halves"][1][1:])
        self.context = nn.Sequential(nn.Linear(encoding.size + halves, context), nn.ReLU())
        self.enter = nn.Conv2d(planes + layers + 4, width, 3, padding=1)
        self.tower = nn.ModuleList(nn.Conv2d(width, width, 3, padding=1) for _ in range(depth - 1))
        self.tell = nn.ModuleList(
            nn.Linear(context, width) for _ in range(depth)
        )  # adds the context to a layer
        self.squares = nn.Conv2d(width, layers, 1)
        summary = context + 2 * width
        self.domino = nn.Sequential(nn.Linear(halves + summary, 64), nn.ReLU(), nn.Linear(64, 1))
        self.others = nn.Linear(summary, rest)
        self.value = nn.Sequential(nn.Linear(summary, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Returns logits and values for observations and masks of bytes, one row per position."""
        seen = observations * self._scale
        count, side = len(seen), self._side
        turn, current = self._part(seen, "turn"), self._part(seen, "current_halves")
        placing = torch.einsum("nt,nthf->nhf", turn, current)  # the domino to place
        context = self.context(torch.cat([seen, placing.flatten(1)], 1))

        own = seen[:, : self._own].view(count, -1, side, side)
        legal = seen.new_zeros(count, self._layers * side * side)
        legal[:, self._table[self._on_square]] = masks[:, self._on_square].to(seen.dtype)
        x = torch.cat([own, legal.view(count, -1, side, side), _alike(own, placing)], 1)
        x = relu(self.enter(x) + self.tell[0](context)[:, :, None, None])
        for layer, tell in zip(self.tower, self.tell[1:], strict=True):
            x = relu(x + layer(x) + tell(context)[:, :, None, None])
        summary = torch.cat([context, x.mean((2, 3)), x.amax((2, 3))], 1)

        line = self._part(seen, "next_halves").flatten(2)
        rated = self.domino(torch.cat([line, summary[:, None].expand(-1, line.shape[1], -1)], 2))[:, :, 0]
        numbers = self._part(observations, "next_numbers").long()
        claims = seen.new_zeros(count, DOMINOES_PER_BOX + 1).scatter(1, numbers, rated)[:, 1:]
        logits = torch.cat([self.squares(x).flatten(1), claims, self.others(summary)], 1)[:, self._table]
        return logits.masked_fill(masks == 0, _FORBIDDEN), self.value(summary)[:, 0]

    def _part(self, seen: Tensor, name: str) -> Tensor:
        where, shape = self._blocks[name]
        return seen[:, where].view(len(seen), *shape)


def _alike(own: Tensor, domino: Tensor) -> Tensor:
    """Returns planes that mark the terrain of each half of a domino, and the symbols on it."""
    same = torch.einsum("nht,ntyx->nhyx", domino[:, :, :_TERRAINS], own[:, :_TERRAINS])
    return torch.cat([same, same * own[:, _SYMBOLS : _SYMBOLS + 1]], 1)


def _table(actions: Sequence[int], side: int) -> tuple[int, Tensor]:
    """Returns the number of planes of squares, and the index of each move in planes, dominoes and rest."""
    layers: dict[int, int] = {}
    found: list[tuple[int, int]] = []  # layer and square; layer −1: a domino, −2: any other move
    others = 0
    for action in actions:
        if action < DISCARD or FIRST_FIRE <= action < FIRST_GIVE:
            is_place = action < DISCARD
            kind = action % 4 if is_place else 4 + (action - FIRST_FIRE) // CELLS
            cell = action // 4 if is_place else (action - FIRST_FIRE) % CELLS
            border = (SIZE - side) // 2
            square = (rank_of(cell) - border) * side + file_of(cell) - border
            found.append((layers.setdefault(kind, len(layers)), square))
        elif FIRST_CLAIM <= action < FIRST_CLAIM + DOMINOES_PER_BOX:
            found.append((-1, action - FIRST_CLAIM))
        else:
            found.append((-2, others))
            others += 1
    area = side * side
    starts = {-1: len(layers) * area, -2: len(layers) * area + DOMINOES_PER_BOX}
    places = [starts.get(layer, layer * area) + place for layer, place in found]
    return len(layers), torch.tensor(places)
