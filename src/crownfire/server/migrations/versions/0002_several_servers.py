"""Several servers: who is alive, which tables each runs, and who is connected to it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leases end with their server, not one by one; they are taken anew."""
    op.drop_table("leases")
    op.create_table(
        "servers",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column(
            "table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column(
            "server",
            sa.String(64),
            sa.ForeignKey("servers.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column(
            "server",
            sa.String(64),
            sa.ForeignKey("servers.id", ondelete="CASCADE"),
            primary_key=True,
            index=True,
        ),
        sa.Column("seats", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Leases that run out one by one, as before."""
    for name in ("presence", "leases", "servers"):
        op.drop_table(name)
    op.create_table(
        "leases",
        sa.Column(
            "table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
