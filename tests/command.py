"""Runs the command `crownfire` in this process, which is fast, or in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO
from unittest.mock import patch

import pytest

from crownfire.cli import main

COMMAND = str(Path(sys.executable).with_name("crownfire"))
LONGEST_WAIT_S = 300.0  # for a process that should end quickly, on a busy machine

Done = subprocess.CompletedProcess[str]


def run(*arguments: str, stdin: str | bytes = "", folder: Path | None = None) -> Done:
    """Runs the command in this process and restores environment, folder and streams.

    The standard streams are files, also for child processes. Without a folder it runs in an empty one. Raises
    exceptions that a user would see as a stack trace.
    """
    with ExitStack() as stack:
        output, errors = stack.enter_context(_streams(_encoded(stdin)))
        stack.enter_context(patch.dict(os.environ))
        stack.enter_context(patch.object(sys, "argv", ["crownfire", *arguments]))
        stack.enter_context(chdir(folder or stack.enter_context(TemporaryDirectory())))
        with pytest.raises(SystemExit) as end:
            main()
        sys.stdout.flush()
        sys.stderr.flush()
        assert isinstance(end.value.code, int)
        return Done(arguments, end.value.code, _written(output), _written(errors))


def run_process(
    *arguments: str, stdin: str | bytes = "", environment: Mapping[str, str] | None = None
) -> Done:
    """Runs the command in a process of its own."""
    done = subprocess.run(
        [COMMAND, *arguments],
        input=_encoded(stdin),
        capture_output=True,
        check=False,
        timeout=LONGEST_WAIT_S,
        env={**os.environ, **(environment or {})},
    )
    stdout, stderr = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in stderr
    return Done(done.args, done.returncode, stdout, stderr)


def _encoded(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


@contextmanager
def _streams(data: bytes) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """Replaces the standard streams: input with these bytes, output and errors with files."""
    with ExitStack() as stack:
        files = [stack.enter_context(TemporaryFile()) for _ in range(3)]
        files[0].write(data)
        files[0].seek(0)
        for number, (name, file) in enumerate(zip(("stdin", "stdout", "stderr"), files, strict=True)):
            kept = os.dup(number)
            stack.callback(os.close, kept)
            stack.callback(os.dup2, kept, number)
            os.dup2(file.fileno(), number)
            mode = "w" if number else "r"
            stream = stack.enter_context(open(number, mode, encoding="utf-8", closefd=False))
            stack.enter_context(patch.object(sys, name, stream))
        yield files[1], files[2]


def _written(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()
