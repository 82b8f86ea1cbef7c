"""Alembic's entry: brings the database of an open connection up to date."""

from alembic import context

from crownfire.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
