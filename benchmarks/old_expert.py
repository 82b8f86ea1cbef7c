"""The bot `expert` from the last commit before estimates."""

import subprocess
import sys
import venv
from pathlib import Path

_ROOT = Path(__file__).parent.parent
_COMMIT = "8572f56"  # the last one without estimates; has the line protocol
_HOME = _ROOT / "build" / "old-expert"
COMMAND = _HOME / "bin" / "crownfire"


def build() -> None:
    """Installs it once in its own environment, compiled for this machine as by `make`."""
    if COMMAND.exists():
        return
    sys.stderr.write(f"Building commit {_COMMIT}, which takes some minutes ...\n")
    venv.create(_HOME, with_pip=True)
    source = f"git+file://{_ROOT}@{_COMMIT}"
    here = "cmake.define.CROWNFIRE_PORTABLE=OFF"
    done = subprocess.run([_HOME / "bin" / "pip", "install", "-q", "-C", here, source], check=False)
    if done.returncode:
        sys.exit(f"Commit {_COMMIT} can't be built; this needs a full clone, a compiler and a network.")
