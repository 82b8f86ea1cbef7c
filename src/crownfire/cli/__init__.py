"""The `crownfire` command: the only place that prints, asks and reads files."""

from crownfire.cli.app import main

__all__ = ["main"]
