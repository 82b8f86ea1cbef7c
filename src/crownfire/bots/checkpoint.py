"""Trained networks on disk. Needs PyTorch.

A file contains only numbers and text. Reading it never runs code from the file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from crownfire.bots.network import Network
from crownfire.files import replacing
from crownfire.native import Encoding
from crownfire.native import State as NativeState
from crownfire.rules import SetupError, ruleset

__all__ = ["Checkpoint", "new_network", "read_checkpoint", "write_checkpoint"]

_FORMAT = 2  # raised with the layout of observations; other formats are refused
_MAX_SIZE = 1024  # largest size of a layer


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A network, the game it was trained for, and the state needed to resume its training."""

    rules: str
    players: int
    network: Network
    training: Mapping[str, Any] = field(default_factory=dict)


def new_network(rules: str, players: int, sizes: Mapping[str, int] | None = None) -> Network:
    """Returns a network of these sizes with random weights."""
    text = ruleset(rules, players).text
    return Network(Encoding(NativeState.new_game(text, players)), **(sizes or {}))


def write_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    """Replaces the file atomically, so a killed run leaves either the old or the new one."""
    content = {
        "crownfire": _FORMAT,
        "rules": checkpoint.rules,
        "players": checkpoint.players,
        "sizes": checkpoint.network.sizes,
        "weights": checkpoint.network.state_dict(),
        "training": dict(checkpoint.training),
    }
    with replacing(path) as file:
        torch.save(content, file)


def read_checkpoint(path: Path) -> Checkpoint:
    """Returns the checkpoint; raises `SetupError` if the file is missing or is not a checkpoint."""
    try:
        content = torch.load(path, map_location="cpu", weights_only=True)
    except OSError as error:
        raise SetupError(f"can't read {path}: {error.strerror or error}") from None
    except Exception:  # torch.load may raise anything on a bad file
        raise SetupError(f"{path} is not a trained network; create one with: crownfire train") from None
    if not isinstance(content, dict) or content.get("crownfire") != _FORMAT:
        raise SetupError(f"{path} is not a trained network of this version; create one with: crownfire train")
    try:
        sizes = content["sizes"]
        if not all(isinstance(size, int) and 0 < size <= _MAX_SIZE for size in sizes.values()):
            raise SetupError(f"sizes must be from 1 to {_MAX_SIZE}")
        network = new_network(content["rules"], content["players"], sizes)
        network.load_state_dict(content["weights"])
        return Checkpoint(content["rules"], content["players"], network, content["training"])
    except Exception as error:
        raise SetupError(f"{path} is damaged: {' '.join(str(error).split())[:200]}") from None
