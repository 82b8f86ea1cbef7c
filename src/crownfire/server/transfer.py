"""Tables as text, to carry them to another database or to keep a copy: one line of JSON a table.

A line holds the secret of the deal and the hashes of the tokens, so that games go on where they are read in.
Keep it as safe as the database itself.
"""

import json
from collections.abc import AsyncIterator, Iterable
from typing import Any

from crownfire.rules import SetupError
from crownfire.server.protocol import EVENT
from crownfire.server.store import ConflictError, Store, StoredEvent, TableRow, TokenRow
from crownfire.server.table import Table

_FORMAT = "crownfire tables 1"


async def export_tables(store: Store) -> AsyncIterator[str]:
    """The lines of all tables, the oldest first; the first line names the format."""
    yield json.dumps({"format": _FORMAT})
    for table_id in await store.table_ids():
        found = await store.load(table_id)
        if found is not None:
            yield _to_line(*found)


async def import_tables(store: Store, lines: Iterable[str]) -> tuple[int, int]:
    """Reads tables in; how many were new, and how many were there already and left alone.

    Raises `SetupError` with the line for what can't be read; tables of lines before it are in.
    """
    new = old = 0
    for number, line in enumerate(lines, start=1):
        try:
            data = json.loads(line)
            if number == 1:
                if data != {"format": _FORMAT}:
                    raise ValueError("not an export of tables")
                continue
            row, events, tokens = _from_line(data)
        except (ValueError, LookupError, ArithmeticError, TypeError, AttributeError) as error:
            raise SetupError(f"line {number}: {' '.join(str(error).split())[:200]}") from None
        try:
            await store.create(row, events, tokens)
            new += 1
        except ConflictError:
            old += 1
    return new, old


def _to_line(row: TableRow, events: list[StoredEvent], tokens: list[TokenRow]) -> str:
    data = {
        "id": row.id,
        "secret": row.secret.hex(),
        "is_public": row.is_public,
        "is_open": row.is_open,
        "is_over": row.is_over,
        "made_ms": row.made_ms,
        "changed_ms": row.changed_ms,
        "events": [[each.number, each.at_ms, each.command, json.loads(each.event)] for each in events],
        "tokens": [[token.hash.hex(), token.kind, token.seat] for token in tokens],
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _from_line(data: dict[str, Any]) -> tuple[TableRow, list[StoredEvent], list[TokenRow]]:
    """A table of an export; its log is played through, so that nothing impossible gets in."""
    row = TableRow(
        str(data["id"]),
        bytes.fromhex(data["secret"]),
        bool(data["is_public"]),
        bool(data["is_open"]),
        bool(data["is_over"]),
        int(data["made_ms"]),
        int(data["changed_ms"]),
    )
    table = Table(row.id, row.secret)
    events = []
    for expected, (number, at_ms, command, event) in enumerate(data["events"], start=1):
        if number != expected:
            raise ValueError(f"event {expected} of table {row.id} is missing")
        table.apply(EVENT.validate_python(event), int(at_ms))
        text = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        events.append(StoredEvent(number, int(at_ms), str(command), text))
    tokens = [TokenRow(bytes.fromhex(digest), str(kind), int(seat)) for digest, kind, seat in data["tokens"]]
    return row, events, tokens
