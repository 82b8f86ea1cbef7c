"""Programs that are talked to line by line: started, heard with patience, and never left behind."""

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

START_S = 30.0  # until a program must have said hello
_END_S = 1.0  # between `quit` and the end of those that stay
_KEPT = 2_000  # bytes of standard error that are kept, to say what went wrong


class ProgramError(CrownfireError):
    """A program that ended, stayed silent, or said what it should not."""


class Program:
    """A running program that has said hello; it ends with this object."""

    def __init__(self, command: str) -> None:
        """Raises `SetupError` if there is no such program, `CrownfireError` if it doesn't say hello."""
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
        self._said, self._errors = b"", b""
        self._selector = selectors.DefaultSelector()
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            self._selector.register(stream, selectors.EVENT_READ)
        try:
            self.say(format_hello())
            self.name = check_hello(self.hear("hello", patience_s=START_S))
        except BaseException:
            self.end()
            raise

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def say(self, *lines: str) -> None:
        """Sends lines; raises `ProgramError` if nobody is there."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except OSError:
            raise self._gone() from None

    def hear(self, word: str, *, patience_s: float) -> str:
        """The next line that begins with this word; others are skipped.

        Raises `ProgramError` if it complains instead, or if nothing comes in time.
        """
        until = time.monotonic() + patience_s
        while True:
            line = self._line(until - time.monotonic())
            if line is None:
                raise ProgramError(f"it gave no answer in {patience_s:.3g} s")
            first = line.partition(" ")[0]
            if first == "error":
                raise ProgramError(f"it said: {line[:200]}")
            if first == word:
                return line

    def end(self) -> None:
        """Ends the program and whatever it has started, at once."""
        self._selector.close()
        if self._end.detach() is not None:
            _end(self._process, self._lifeline, politely=False)

    def _line(self, seconds: float) -> str | None:
        """The next line; None if it doesn't come in time."""
        until = time.monotonic() + seconds
        while True:
            line, end, rest = self._said.partition(b"\n")
            if len(line) > MAX_LINE:
                raise ProgramError(f"it said a line of more than {MAX_LINE:,} bytes")
            if end and seconds > 0:
                self._said = rest
                return line.decode(errors="replace").strip()
            if not self._listen(until - time.monotonic()):
                return None

    def _listen(self, seconds: float) -> bool:
        """Takes in what is said; False if nothing is in time."""
        if seconds <= 0:
            return False
        for key, _ in self._selector.select(seconds):
            data = os.read(key.fd, 1 << 16)
            if key.fileobj is self._process.stderr:
                self._errors = (self._errors + data)[-_KEPT:]
                if not data:
                    self._selector.unregister(key.fileobj)
            elif data:
                self._said += data
            else:
                raise self._gone()
        return True

    def _gone(self) -> ProgramError:
        """Why nobody is there: the guard's last line, and what the program said before it."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_S)
        assert self._process.stderr is not None
        os.set_blocking(self._process.stderr.fileno(), False)
        self._errors += self._process.stderr.read() or b""
        lines = [line for line in self._errors.decode(errors="replace").splitlines() if line.strip()]
        how = lines.pop() if lines and lines[-1].startswith("it ") else "it closed its standard output"
        return ProgramError(f"{how} ({lines[-1].strip()[:120]})" if lines else how)


def _words(command: str) -> list[str]:
    """The command as its words, without a shell; raises `SetupError`."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SetupError(f"cmd can't be read: {error}") from None
    if not words:
        raise SetupError('cmd must say which program to start, such as engine(cmd="python my_bot.py")')
    if shutil.which(words[0]) is None:
        raise SetupError(f"there is no program {words[0]!r}")
    return words


def _start(words: list[str], lifeline: int) -> subprocess.Popen[bytes]:
    """The program behind its guard, in a process group of its own, so that Ctrl-C is not for it."""
    guarded = [sys.executable, "-I", "-S", str(Path(guard.__file__)), str(lifeline), *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        guarded, stdin=pipe, stdout=pipe, stderr=pipe, pass_fds=(lifeline,), start_new_session=True
    )


def _end(process: subprocess.Popen[bytes], lifeline: int, *, politely: bool = True) -> None:
    """Ends a program and whatever it has started; politely: it is asked to go and has a moment for it."""
    assert process.stdin is not None
    if politely and process.poll() is None:
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            process.stdin.write(b"quit\n")
            process.stdin.close()
            process.wait(_END_S)
    os.close(lifeline)  # the guard hears it and ends the group
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        assert stream is not None
        with contextlib.suppress(OSError):  # what was not sent can't be any more
            stream.close()
