"""Tables as text, to carry them to another database or to keep a copy: one line of JSON a table.

A line holds the secret of the deal and the hashes of the tokens, so that games go on where they are read in.
Keep it as safe as the database itself.
"""

import json
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from crownfire.errors import CrownfireError
from crownfire.rules import SetupError
from crownfire.server.audit import Logged, audit, sentence
from crownfire.server.protocol import EVENT, Event
from crownfire.server.store import Store, StoredEvent, TableRow, TokenRow
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
    """Reads tables in, all or none; how many were new, and how many were there already and left alone.

    Raises `SetupError` with the line of what is no table that a server has written.
    """
    return await store.create_all(list(_read(lines)))  # all are checked before a transaction begins


def _read(lines: Iterable[str]) -> Iterator[tuple[TableRow, list[StoredEvent], list[TokenRow]]]:
    seen: set[str] = set()
    number = 0
    for number, line in enumerate(lines, start=1):
        try:
            if number == 1:
                _Header.model_validate_json(line)
                continue
            table = _Line.model_validate_json(line)
            if table.id in seen:
                raise SetupError("it stands in an earlier line too")
            seen.add(table.id)
            yield table.rows()
        except ValidationError as error:
            wrong = "not an export of tables" if number == 1 else _place(error)
            raise SetupError(f"line {number}: {wrong}") from None
        except CrownfireError as error:
            raise SetupError(f"line {number}: table {table.id}: {error}") from None
    if number == 0:
        raise SetupError("line 1: not an export of tables")


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


Time = Annotated[int, Field(ge=0, lt=253_402_300_800_000)]  # in milliseconds since 1970, up to the year 9999
Command = Annotated[str, Field(pattern=r"^([0-3]:[A-Za-z0-9_-]{1,40})?$")]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]  # also a secret is so long


class _Header(BaseModel):
    """The first line of an export."""

    model_config = ConfigDict(extra="forbid", strict=True)

    format: Literal["crownfire tables 1"]


class _Line(BaseModel):
    """A table of an export."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
    secret: Hash
    is_public: bool
    is_open: bool
    is_over: bool
    made_ms: Time
    changed_ms: Time
    events: Annotated[list[tuple[int, Time, Command, Event]], Field(min_length=1)]
    tokens: list[tuple[Hash, Literal["seat", "invite", "watch", "host"], Annotated[int, Field(ge=-1, le=3)]]]

    def rows(self) -> tuple[TableRow, list[StoredEvent], list[TokenRow]]:
        """What is stored; raises `SetupError` if no table can be like that."""
        secret = bytes.fromhex(self.secret)
        table = Table(self.id, secret)
        log = audit(table, [Logged(*each) for each in self.events])
        tokens = [TokenRow(bytes.fromhex(digest), kind, seat) for digest, kind, seat in self.tokens]
        _check_tokens(table, tokens)
        row = TableRow(
            self.id,
            secret,
            table.created.is_public,
            table.is_open,
            table.is_over,
            log[0].at_ms,
            self.changed_ms,
        )
        for name in ("is_public", "is_open", "is_over", "made_ms"):
            if getattr(self, name) != getattr(row, name):
                raise SetupError(f"its {name} is not what its log says")
        if self.changed_ms not in {each.at_ms for each in log}:
            raise SetupError("its changed_ms is the time of none of its events")
        stored = [StoredEvent(*each[:3], EVENT.dump_json(each.event).decode()) for each in log]
        return row, stored, tokens


def _check_tokens(table: Table, tokens: list[TokenRow]) -> None:
    """Whoever has a seat has one token for it, and nobody else any."""
    online = {number for number, seat in enumerate(table.seats) if seat.plan.kind == "online"}
    people = {number for number, seat in enumerate(table.seats) if seat.plan.kind != "bot"}
    allowed = {"seat": people, "invite": online | {-1}, "watch": {-1}, "host": {-1}}
    for token in tokens:
        if token.seat not in allowed[token.kind]:
            raise SetupError(f"a token of the kind {token.kind} can't be for seat {token.seat + 1}")
    held = [token.seat for token in tokens if token.kind == "seat"]
    for number in people:
        is_free = not table.seats[number].is_taken  # after a rematch began, its player may have one already
        if held.count(number) != 1 and not (is_free and number not in held):
            raise SetupError(f"seat {number + 1} should have one token, not {held.count(number)}")
    if len({token.hash for token in tokens}) < len(tokens):
        raise SetupError("two of its tokens are the same")


def _place(error: ValidationError) -> str:
    """The first thing that is wrong in a line, and where: `event 3: seat: field required`."""
    where = error.errors(include_url=False, include_input=False, include_context=False)[0]["loc"]
    if len(where) > 1 and where[0] in ("events", "tokens"):
        return f"{str(where[0])[:-1]} {int(where[1]) + 1}: {sentence(error, after=2)}"
    return sentence(error)
