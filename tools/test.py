"""Sets up everything, runs all checks and tests, and prints a table of their durations."""

import sys

from setup import DEV, check_machine, set_up
from steps import Run, Step

CORES = 2


def _make(name: str, target: str, *after: str, slots: int = 1) -> Step:
    return Step(name, [["make", "--no-print-directory", "READY=", target]], after=after, slots=slots)


def steps() -> list[Step]:
    """Returns the steps of the set-up, checks and tests, in order of priority."""
    ready, client = "Install Crownfire", "Build the web client"
    return [
        _make("Install system packages", "packages", slots=0),
        *set_up(DEV),
        _make("Sanitize the native core", "sanitize", "Install build tools", "Compile the native core"),
        _make("Check the client", "check-client", client),
        _make("Test the client", "test-client", client),
        _make("Lint", "lint", ready),
        _make("Check types", "check-types", ready),
        _make("Build the documentation", "docs", ready),
        # Both run at once, since each waits much of the time: for animations or for other processes.
        _make("Test in Chromium", "test-browser", ready, client, "Install system packages"),
        _make("Test Python", "test-python", ready, client, "Install system packages"),
    ]


def main() -> None:
    """Runs all steps; exits with an error if one fails."""
    check_machine()
    run = Run(steps(), slots=CORES)
    try:
        is_green = run.start(stop_early=False)
    except KeyboardInterrupt:
        sys.exit("\nInterrupted.")
    print(f"\n{run.table()}\n\n{'All checks and tests passed.' if is_green else 'FAILED'}")
    sys.exit(not is_green)


if __name__ == "__main__":
    main()
