"""The error for text that can't be read."""

from typing import NamedTuple

from crownfire.errors import CrownfireError

MAX_SHOWN = 40  # characters of the offending text that an error repeats


class Token(NamedTuple):
    """A piece of text and where it stands, both counted from 1."""

    text: str
    line: int = 1
    column: int = 1


class NotationError(CrownfireError):
    """Text that can't be read: where, what was found, and what was expected instead."""

    def __init__(self, token: Token, expected: str) -> None:
        self.token = token
        self.found = shorten(token.text)
        self.expected = expected
        super().__init__(f"line {token.line}, column {token.column}: found {self.found}, expected {expected}")

    def __reduce__(self) -> tuple[type["NotationError"], tuple[Token, str]]:
        return NotationError, (self.token, self.expected)


def shorten(text: str) -> str:
    """A text as it may stand in an error: quoted, short, without control characters."""
    if not text:
        return "nothing"
    if len(text) > MAX_SHOWN:
        return f"{text[:MAX_SHOWN]!r}… ({len(text)} characters)"
    return repr(text)
