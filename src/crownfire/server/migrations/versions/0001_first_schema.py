"""The first schema: tables, their logs, tokens and leases."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes everything."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_lobby", "tables", ["is_public", "is_open", "changed_ms"])
    op.create_index("tables_changed", "tables", ["changed_ms"])

    def table_id() -> sa.ForeignKey:
        return sa.ForeignKey("tables.id", ondelete="CASCADE")

    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), table_id(), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("command", sa.String(48), nullable=False),
        sa.Column("event", sa.Text, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("table_id", sa.String(32), table_id(), primary_key=True),
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column(
            "table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Removes everything."""
    for name in ("leases", "tokens", "events", "tables"):
        op.drop_table(name)
