"""What a player observes, as text. Everything is public (C13), so all see the same."""

from typing import Any


class PositionObserver:
    """The position in notation, with what has been drawn so far of the line to come."""

    tensor = None

    def __init__(self) -> None:
        self.dict: dict[str, Any] = {}

    def set_from(self, state: Any, player: int) -> None:
        """There is no tensor to fill in."""

    def string_from(self, state: Any, player: int) -> str:
        return str(state)


class HistoryObserver(PositionObserver):
    """All that has happened, as OpenSpiel writes it: the numbers of actions and outcomes."""

    def string_from(self, state: Any, player: int) -> str:
        return str(state.history_str())
