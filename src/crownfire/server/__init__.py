"""The table server: games by link that are never lost."""

__all__: list[str] = []
