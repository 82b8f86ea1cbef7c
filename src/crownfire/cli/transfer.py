"""`crownfire export` and `crownfire import`: the tables of a server as text."""

import asyncio
import os
import sys
from pathlib import Path
from typing import TextIO

from crownfire.cli.output import console
from crownfire.server.settings import Settings
from crownfire.server.store import Store
from crownfire.server.transfer import export_tables, import_tables


def export_to(path: Path | None, settings: Settings) -> None:
    """Writes all tables to a file that only its owner can read, or to standard output."""
    count = asyncio.run(_export(path, settings))
    if path is not None:
        console.print(f"{count} tables are in {path}", soft_wrap=True, markup=False)


async def _export(path: Path | None, settings: Settings) -> int:
    store = Store(settings.database_url)
    await store.open()
    count = -1  # the first line is no table
    out = (
        sys.stdout
        if path is None
        else os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w")
    )
    try:
        async for line in export_tables(store):
            out.write(f"{line}\n")
            count += 1
        out.flush()
    finally:
        if path is not None:
            out.close()
        await store.close()
    return count


def _private(path: Path) -> TextIO:
    """A new file that only its owner can read."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8")


def import_from(text: str, settings: Settings) -> None:
    """Reads an export in; tables that are there already are left alone."""
    new, old = asyncio.run(_import(text, settings))
    console.print(f"{new} tables were read in, {old} were there already")


async def _import(text: str, settings: Settings) -> tuple[int, int]:
    store = Store(settings.database_url)
    await store.open()
    try:
        return await import_tables(store, text.splitlines())
    finally:
        await store.close()
