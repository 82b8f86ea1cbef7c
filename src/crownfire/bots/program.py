"""External programs that exchange lines with this process. No program outlives it."""

import contextlib
import os
import selectors
import shlex
import shutil
import subprocess
import sys
import time
import weakref
from pathlib import Path

from crownfire.bots import guard
from crownfire.bots.messages import MAX_LINE, check_hello, format_hello
from crownfire.errors import CrownfireError
from crownfire.rules import SetupError

__all__ = ["START_S", "Program", "ProgramError"]

START_S = 30.0  # time limit for `hello`
_END_S = 1.0  # from `quit` until a program is killed
_ERROR_BYTES = 2_000  # of standard error, kept for error messages


class ProgramError(CrownfireError):
    """A program exited, timed out or violated the protocol."""


class Program:
    """A running program that has sent `hello`. It ends when this object is deleted."""

    def __init__(self, command: str) -> None:
        """Raises `SetupError` if there is no such program, `CrownfireError` if it doesn't send `hello`."""
        self.command = command
        ours, self._lifeline = os.pipe()
        try:
            self._process = _start(_words(command), ours)
        except BaseException:
            os.close(self._lifeline)
            raise
        finally:
            os.close(ours)
        self._end = weakref.finalize(self, _end, self._process, self._lifeline)
        self._output, self._errors = b"", b""  # received and not yet read
        self._selector = selectors.DefaultSelector()
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            self._selector.register(stream, selectors.EVENT_READ)
        try:
            self.send(format_hello())
            self.name = check_hello(self.receive("hello", patience_s=START_S))
        except BaseException:
            self.end()
            raise

    @property
    def is_running(self) -> bool:
        """Whether the program is still running."""
        return self._process.poll() is None

    def send(self, *lines: str) -> None:
        """Sends lines; raises `ProgramError` if the program has exited."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except OSError:
            raise self._exit_error() from None

    def receive(self, word: str, *, patience_s: float) -> str:
        """Returns the next line that begins with this word and skips all others.

        Raises `ProgramError` if the program sends `error` or exits, or if no such line arrives in time.
        """
        until = time.monotonic() + patience_s
        while True:
            line = self._line(until - time.monotonic())
            if line is None:
                raise ProgramError(f"it did not answer within {patience_s:.3g} s")
            first = line.partition(" ")[0]
            if first == "error":
                raise ProgramError(f"it answered: {line[:200]}")
            if first == word:
                return line

    def end(self) -> None:
        """Kills the program and all processes it has started."""
        self._selector.close()
        if self._end.detach() is not None:
            _end(self._process, self._lifeline, politely=False)

    def _line(self, seconds: float) -> str | None:
        """Returns the next line; None if none arrives in time."""
        until = time.monotonic() + seconds
        while True:
            line, end, rest = self._output.partition(b"\n")
            if len(line) > MAX_LINE:
                raise ProgramError(f"it sent a line of more than {MAX_LINE:,} bytes")
            if end and seconds > 0:
                self._output = rest
                return line.decode(errors="replace").strip()
            if not self._read_output(until - time.monotonic()):
                return None

    def _read_output(self, seconds: float) -> bool:
        """Reads available output and errors; returns False at the end of the time."""
        if seconds <= 0:
            return False
        for key, _ in self._selector.select(seconds):
            data = os.read(key.fd, 1 << 16)
            if key.fileobj is self._process.stderr:
                self._errors = (self._errors + data)[-_ERROR_BYTES:]
                if not data:
                    self._selector.unregister(key.fileobj)
            elif data:
                self._output += data
            else:
                raise self._exit_error()
        return True

    def _exit_error(self) -> ProgramError:
        """Returns the reason for the exit: the guard's last line, then the program's last error line."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_S)
        assert self._process.stderr is not None
        os.set_blocking(self._process.stderr.fileno(), False)
        self._errors += self._process.stderr.read() or b""
        lines = [line for line in self._errors.decode(errors="replace").splitlines() if line.strip()]
        reason = lines.pop() if lines and lines[-1].startswith("it ") else "it closed its standard output"
        return ProgramError(f"{reason} ({lines[-1].strip()[:120]})" if lines else reason)


def _words(command: str) -> list[str]:
    """Splits the command into words without a shell; raises `SetupError`."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SetupError(f"cmd can't be read: {error}") from None
    if not words:
        raise SetupError('cmd must name the program to start, such as engine(cmd="python my_bot.py")')
    if shutil.which(words[0]) is None:
        raise SetupError(f"there is no program {words[0]!r}")
    return words


def _start(words: list[str], lifeline: int) -> subprocess.Popen[bytes]:
    """Starts the program under its guard, in its own process group so that Ctrl-C doesn't reach it."""
    guarded = [sys.executable, "-I", "-S", str(Path(guard.__file__)), str(lifeline), *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        guarded, stdin=pipe, stdout=pipe, stderr=pipe, pass_fds=(lifeline,), start_new_session=True
    )


def _end(process: subprocess.Popen[bytes], lifeline: int, *, politely: bool = True) -> None:
    """Ends a program and all processes it has started; `politely` first sends `quit` and waits a moment."""
    assert process.stdin is not None
    if politely and process.poll() is None:
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            process.stdin.write(b"quit\n")
            process.stdin.close()
            process.wait(_END_S)
    os.close(lifeline)  # the guard notices and kills the group
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        assert stream is not None
        with contextlib.suppress(OSError):  # unsent data is lost
            stream.close()
