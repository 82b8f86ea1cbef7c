"""Python states as states of the native core."""

from crownfire._native import State as NativeState
from crownfire.notation import format_position
from crownfire.rules import State


def to_native(state: State) -> NativeState:
    """The same position in the native core."""
    return NativeState.from_position(format_position(state))
