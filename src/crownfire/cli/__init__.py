"""The `crownfire` command: the only layer that prints and prompts."""

from crownfire.cli.app import main

__all__ = ["main"]
