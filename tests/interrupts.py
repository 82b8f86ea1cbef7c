"""Interrupts programs as Ctrl-C does, in any environment."""

import os
import signal
import subprocess
from collections.abc import Callable, Sequence


def interrupt(command: Sequence[str], when: Callable[[], None], *, seconds: float = 300) -> tuple[int, str]:
    """Runs a program, interrupts it when `when` returns, and returns its exit code and standard error.

    Background processes of a shell and their children ignore interrupts, so this resets the handler.
    """
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    finally:
        signal.signal(signal.SIGINT, usual)
    try:
        when()
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=seconds)
    finally:
        process.kill()
        process.wait()
    return process.returncode, errors
