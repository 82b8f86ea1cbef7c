"""`crownfire engine`: runs a bot over the line protocol on standard input and output."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from crownfire.bots.messages import MAX_LINE
from crownfire.bots.speaker import Speaker

__all__ = ["run_engine"]


def run_engine(spec: str) -> None:
    """Answers each line until `quit` or the end of the input."""
    speaker = Speaker(spec)
    with _output() as out:
        for line in _lines(sys.stdin.buffer):
            answer = _answer(speaker, line)
            if answer == "quit":
                return
            if answer:
                os.write(out, f"{answer}\n".encode(errors="replace"))


@contextmanager
def _output() -> Iterator[int]:
    """Yields standard output for the answers; meanwhile, prints of bots go to standard error."""
    out = os.dup(1)
    os.dup2(2, 1)
    try:
        yield out
    finally:
        sys.stdout.flush()
        os.dup2(out, 1)
        os.close(out)


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Yields the lines of the input; cuts a line that is too long just above the limit."""
    while line := source.readline(MAX_LINE + 1):
        rest = line
        while len(rest) > MAX_LINE and not rest.endswith(b"\n"):
            rest = source.readline(MAX_LINE + 1)
        yield line


def _answer(speaker: Speaker, line: bytes) -> str | None:
    """Returns the answer to a line: `quit` to stop, None for no answer."""
    if len(line) > MAX_LINE:
        return f"error a line has at most {MAX_LINE:,} bytes"
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return "error a line is UTF-8 text"
    return "quit" if text.split()[:1] == ["quit"] else speaker.hear(text)
