"""`crownfire engine`: a bot that speaks the line protocol on standard input and output."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from crownfire.bots.messages import MAX_LINE
from crownfire.bots.speaker import Speaker


def speak(spec: str) -> None:
    """Answers line by line until `quit` or the end of the input."""
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
    """Standard output for the answers; meanwhile what bots print goes to standard error."""
    out = os.dup(1)
    os.dup2(2, 1)
    try:
        yield out
    finally:
        sys.stdout.flush()
        os.dup2(out, 1)
        os.close(out)


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of the input; of one that is too long, a little more than a line may have."""
    while line := source.readline(MAX_LINE + 1):
        rest = line
        while len(rest) > MAX_LINE and not rest.endswith(b"\n"):
            rest = source.readline(MAX_LINE + 1)
        yield line


def _answer(speaker: Speaker, line: bytes) -> str | None:
    """What to say to a line, `quit` if it is time to go."""
    if len(line) > MAX_LINE:
        return f"error a line has at most {MAX_LINE:,} bytes"
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return "error a line is UTF-8 text"
    return "quit" if text.split()[:1] == ["quit"] else speaker.hear(text)
