"""Decoding of untrusted bytes, with limits on length, before any parser reads them."""

import unicodedata

from crownfire.notation.errors import NotationError, Token

__all__ = ["MAX_BYTES", "MAX_LINE", "decode_text"]

MAX_LINE = 4_000  # characters
MAX_BYTES = 4_000_000


def decode_text(data: bytes) -> str:
    """Returns UTF-8 bytes as text with `\\n` line ends.

    Raises `NotationError` for other bytes, control characters, lines over 4,000 characters or more than
    4,000,000 bytes.
    """
    if len(data) > MAX_BYTES:
        raise NotationError(Token("a longer text"), f"at most {MAX_BYTES:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        found = f"byte 0x{data[error.start]:02x}"
        raise NotationError(Token(found, line, column), "UTF-8 text") from None
    text = text.replace("\r\n", "\n")
    for number, content in enumerate(text.split("\n"), start=1):
        _check_line(content, number)
    return text


def _check_line(content: str, number: int) -> None:
    if len(content) > MAX_LINE:
        found = Token(f"{len(content):,} characters", number, MAX_LINE + 1)
        raise NotationError(found, f"a line of at most {MAX_LINE:,} characters")
    for column, character in enumerate(content, start=1):
        if unicodedata.category(character) == "Cc" and character != "\t":
            raise NotationError(Token(character, number, column), "text without control characters")
