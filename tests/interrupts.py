"""Programs that are interrupted like by Ctrl-C, wherever the tests run."""

import os
import signal
import subprocess
from collections.abc import Callable, Sequence


def interrupt(command: Sequence[str], when: Callable[[], None], *, seconds: float = 300) -> tuple[int, str]:
    """Runs a program, interrupts it once `when` has returned, and gives its exit code and errors.

    Programs that a shell started in the background ignore interrupts, and so do their children; this one
    does not.
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
