"""The tables of the database. A change of these lines needs a migration in `migrations/versions`."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("secret", LargeBinary(32), nullable=False),  # what its games are dealt from
    Column("is_public", Boolean, nullable=False),
    Column("is_open", Boolean, nullable=False),  # seats are free
    Column("is_over", Boolean, nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Index("tables_lobby", "is_public", "is_open", "changed_ms"),
    Index("tables_changed", "changed_ms"),
)

events = Table(
    "events",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("command", String(48), nullable=False),  # the seat and id of the command it came from, or nothing
    Column("event", Text, nullable=False),  # JSON, as in protocol.py
)

tokens = Table(
    "tokens",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("hash", LargeBinary(32), primary_key=True),  # of the token; the token itself is nowhere
    Column("kind", String(8), nullable=False),  # seat, invite or watch
    Column("seat", Integer, nullable=False),  # −1: none in particular
)

servers = Table(
    "servers",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("until_ms", BigInteger, nullable=False),  # when it counts as dead unless it has said more by then
)

leases = Table(
    "leases",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    # who runs its bots and timers
    Column("server", ForeignKey("servers.id", ondelete="CASCADE"), nullable=False, index=True),
)

presence = Table(
    "presence",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("server", ForeignKey("servers.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("seats", Integer, nullable=False),  # a bit for each that is connected there; 0: only lookers-on
)
