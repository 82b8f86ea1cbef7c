"""`crownfire export` and `crownfire import`: write and read the tables of a server as text."""

import asyncio
import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TextIO

from rich.console import Console
from rich.progress import Progress

from crownfire.cli.output import console
from crownfire.cli.words import plural
from crownfire.files import replacing
from crownfire.rules import SetupError
from crownfire.server.settings import Settings
from crownfire.server.store import Store
from crownfire.server.transfer import export_tables, import_tables

__all__ = ["export_to", "import_from"]


def export_to(path: Path | None, settings: Settings) -> None:
    """Writes all tables to a file that only its owner can read, or to standard output."""
    with contextlib.nullcontext(sys.stdout) if path is None else _private(path) as out:
        count = asyncio.run(_export(out, settings))
    if path is not None:
        console.print(f"Exported {plural(count, 'table')} to {path}", soft_wrap=True, markup=False)


async def _export(out: TextIO, settings: Settings) -> int:
    count = -1  # the first line names the format
    store = Store(settings.database_url)
    await store.open()
    try:
        with _bar("Tables") as show:
            total = len(await store.table_ids())
            async for line in export_tables(store):
                out.write(f"{line}\n")
                count += 1
                show(count, total)
        out.flush()
    finally:
        await store.close()
    return count


@contextlib.contextmanager
def _private(path: Path) -> Iterator[TextIO]:
    """Yields a file that only its owner can read; it replaces `path` once it is complete."""
    if path.exists() and not path.is_file():  # a pipe or a device
        with path.open("w", encoding="utf-8") as out:
            yield out
        return
    with replacing(path, mode=0o600) as file:
        text = io.TextIOWrapper(file, encoding="utf-8")
        yield text
        text.detach()


def import_from(name: str, settings: Settings) -> None:
    """Imports an export line by line; tables that already exist stay as they are."""
    with contextlib.nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
        new, old = asyncio.run(_import(file, settings))
    console.print(f"Imported {plural(new, 'table')}; {old} already existed")


async def _import(file: IO[bytes], settings: Settings) -> tuple[int, int]:
    store = Store(settings.database_url)
    await store.open()
    try:
        with _bar("Bytes") as show:
            return await import_tables(store, _lines(file, show))
    finally:
        await store.close()


def _lines(file: IO[bytes], show: Callable[[int, int], None]) -> Iterator[str]:
    """Yields the lines of a file, with one in memory at a time; raises `SetupError` if one isn't UTF-8."""
    total = os.fstat(file.fileno()).st_size
    done = 0
    for number, line in enumerate(file, start=1):
        done += len(line)
        show(done, total)
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            raise SetupError(f"line {number}: this is not UTF-8 text") from None


@contextlib.contextmanager
def _bar(unit: str) -> Iterator[Callable[[int, int], None]]:
    """Yields a function that updates a progress bar, shown only on a terminal."""
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(unit, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
