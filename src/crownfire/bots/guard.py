"""Stands between us and a program: when we are gone, however that came, the program is ended too.

Run as a script, in a process group of its own: the descriptor of a pipe that ends with us, then the command.
It imports nothing of ours and as little as possible of Python, so that it starts at once.
"""

import os
import signal
import sys
import threading


def guard(lifeline: int, command: list[str]) -> None:
    """Runs the command until it ends or the pipe does; then whatever it has started ends as well."""
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
    """Says how the program ended."""
    code = os.waitstatus_to_exitcode(os.waitpid(program, 0)[1])
    end(f"it ended with exit code {code}" if code >= 0 else f"it was ended by {signal.Signals(-code).name}")


def end(how: str) -> None:
    """The last line of standard error, then the end of the whole group, this process included."""
    os.write(2, f"\n{how}\n".encode())
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    guard(int(sys.argv[1]), sys.argv[2:])
