"""A guard process that kills a program when the process that started it is gone, for whatever reason.

Runs as a script in its own process group. Arguments: the descriptor of a pipe that closes when the parent
ends, then the command. It imports nothing of this package and little of Python, so that it starts quickly.
"""

import os
import signal
import sys
import threading

__all__ = ["end", "guard", "wait_for"]


def guard(lifeline: int, command: list[str]) -> None:
    """Runs the command until it exits or the pipe closes, then kills all processes it has started."""
    os.set_inheritable(lifeline, False)
    try:
        program = os.posix_spawnp(command[0], command, os.environ, setsigdef=[signal.SIGPIPE])
    except OSError as error:
        end(f"it can't be started: {error.strerror}")
    os.close(0)
    os.close(1)
    threading.Thread(target=wait_for, args=(program,), daemon=True).start()
    os.read(lifeline, 1)
    os.killpg(0, signal.SIGKILL)


def wait_for(program: int) -> None:
    """Waits for the program and reports how it ended."""
    code = os.waitstatus_to_exitcode(os.waitpid(program, 0)[1])
    end(f"it exited with code {code}" if code >= 0 else f"it was killed by {signal.Signals(-code).name}")


def end(reason: str) -> None:
    """Writes the reason as the last line of standard error, then kills the group, this process included."""
    os.write(2, f"\n{reason}\n".encode())
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    guard(int(sys.argv[1]), sys.argv[2:])
