"""`expert` as it was before there were estimates, built from its own commit."""

import subprocess
import sys
import venv
from pathlib import Path

_ROOT = Path(__file__).parent.parent
_COMMIT = "8572f56"  # the last one at which the search knew of no estimate; it speaks the line protocol
_HOME = _ROOT / "build" / "old-expert"
COMMAND = _HOME / "bin" / "crownfire"


def build() -> None:
    """Installs it in an environment of its own, for this very machine as `make` does; once."""
    if COMMAND.exists():
        return
    sys.stderr.write(f"Building commit {_COMMIT}, which takes some minutes ...\n")
    venv.create(_HOME, with_pip=True)
    source = f"git+file://{_ROOT}@{_COMMIT}"
    here = "cmake.define.CROWNFIRE_PORTABLE=OFF"
    done = subprocess.run([_HOME / "bin" / "pip", "install", "-q", "-C", here, source], check=False)
    if done.returncode:
        sys.exit(f"Commit {_COMMIT} could not be built; it takes a full clone, a compiler and a network.")
