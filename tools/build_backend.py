"""The build backend: scikit-build-core, which stops if a package would lack the web client."""

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

_CLIENT = Path("src/crownfire/server/web/index.html")  # backends run in the root of the project


def _check_client() -> None:
    if not _CLIENT.is_file():
        sys.exit("The web client is not built; run `make web` and then build the package again.")


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """Returns what a source distribution needs; frontends call this before anything else."""
    _check_client()
    return build.get_requires_for_build_sdist(config_settings)


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Returns what a wheel needs; frontends call this before anything else."""
    _check_client()
    return build.get_requires_for_build_wheel(config_settings)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Builds a source distribution."""
    _check_client()
    return build.build_sdist(sdist_directory, config_settings)


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Builds a wheel."""
    _check_client()
    return build.build_wheel(wheel_directory, config_settings, metadata_directory)
