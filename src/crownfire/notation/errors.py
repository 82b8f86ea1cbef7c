"""The error for text that can't be read."""

from typing import NamedTuple

from crownfire.errors import CrownfireError

__all__ = ["NotationError", "Token", "shorten"]

MAX_SHOWN = 40  # characters of the unreadable text that an error quotes


class Token(NamedTuple):
    """A piece of text with its line and column, both counted from 1."""

    text: str
    line: int = 1
    column: int = 1


class NotationError(CrownfireError):
    """Text that can't be read: its position, the text found and the text expected."""

    def __init__(self, token: Token, expected: str) -> None:
        self.token = token
        self.found = shorten(token.text)
        self.expected = expected
        super().__init__(f"line {token.line}, column {token.column}: found {self.found}, expected {expected}")

    def __reduce__(self) -> tuple[type["NotationError"], tuple[Token, str]]:
        return NotationError, (self.token, self.expected)


def shorten(text: str) -> str:
    """Returns a text for use in an error: quoted, at most 40 characters, control characters escaped."""
    if not text:
        return "nothing"
    if len(text) > MAX_SHOWN:
        return f"{text[:MAX_SHOWN]!r}… ({len(text)} characters)"
    return repr(text)
