"""Observations and compact action numbers of a ruleset."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from crownfire.native import Encoding
from crownfire.native import State as NativeState
from crownfire.rules import SetupError, ruleset

__all__ = ["Block", "Layout", "Observation"]

Observation = dict[str, Any]  # arrays: observation and action_mask


@dataclass(frozen=True, slots=True)
class Block:
    """A part of an observation: its start, its shape and its largest value."""

    start: int
    shape: tuple[int, ...]
    high: int

    @property
    def stop(self) -> int:
        return self.start + prod(self.shape)


class Layout:
    """The layout of observations and compact actions for a ruleset and number of players.

    >>> layout = Layout("kingdomino", players=2)
    >>> layout.observation_size, layout.num_actions
    (1348, 329)
    >>> layout.blocks["territories"].shape
    (2, 7, 9, 9)
    """

    def __init__(self, rules: str, players: int, options: Iterable[str] = ()) -> None:
        chosen = [options] if isinstance(options, str) else list(options)
        self.ruleset = ruleset("+".join([str(rules), *chosen]), players)
        self.start = NativeState.new_game(self.ruleset.text, players)
        self.encoding = Encoding(self.start)
        self.observation_size = self.encoding.size
        self.num_actions = self.encoding.num_actions
        self.blocks = {name: Block(start, shape, high) for name, start, shape, high in self.encoding.blocks}
        # The actions (crownfire.rules.actions) by mover and compact number.
        self.actions = np.array(self.encoding.actions, np.int64)
        self._actions = self.encoding.actions
        self._numbers = [{action: n for n, action in enumerate(row)} for row in self._actions]

    @property
    def players(self) -> int:
        return self.ruleset.players

    def observation_space(self) -> "spaces.Dict[Any]":
        """Returns a new space for dicts of `observation` and `action_mask`."""
        high = np.zeros(self.observation_size, np.uint8)
        for block in self.blocks.values():
            high[block.start : block.stop] = block.high
        return spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(high), high, dtype=np.uint8),
                "action_mask": spaces.Box(0, 1, (self.num_actions,), np.int8),
            }
        )

    def action_space(self) -> "spaces.Discrete[np.int64]":
        """Returns a new space for compact actions."""
        return spaces.Discrete(self.num_actions)

    def observe(self, state: NativeState, seat: int) -> NDArray[np.uint8]:
        """Returns the observation of a seat."""
        out = np.empty(self.observation_size, np.uint8)
        self.encoding.write_observation(state, seat, out)
        return out

    def mask(self, state: NativeState) -> NDArray[np.int8]:
        """Returns 1 for every legal action of the seat to play and 0 for the others."""
        out = np.empty(self.num_actions, np.int8)
        self.encoding.write_mask(state, out)
        return out

    def part(self, observations: NDArray[np.uint8], name: str) -> NDArray[np.uint8]:
        """Returns a block of one or more observations in its own shape, as a view."""
        block = self.blocks[name]
        cut = observations[..., block.start : block.stop]
        return cut.reshape(*observations.shape[:-1], *block.shape)

    def to_action(self, number: object, seat: int) -> int:
        """Returns the action with a compact number; raises `SetupError` if there is none."""
        try:
            found = index(number)  # type: ignore[arg-type]  # any object may be passed
        except TypeError:
            raise SetupError(f"an action must be an integer, not {number!r}") from None
        if not 0 <= found < self.num_actions:
            raise SetupError(f"{found} is not an action; actions run from 0 to {self.num_actions - 1}")
        return self._actions[seat][found]

    def to_number(self, action: int, seat: int) -> int:
        """Returns the compact number of an action; raises `SetupError` if there is none."""
        try:
            return self._numbers[seat][action]
        except KeyError:
            raise SetupError(f"{self.ruleset.text} has no action {action}") from None
