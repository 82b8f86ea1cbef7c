"""The common ancestor of all errors that say what is wrong with what was asked for."""

from importlib.util import find_spec


class CrownfireError(ValueError):
    """Something that can't be read, is not allowed, or does not exist. Its text is one sentence."""


class MissingExtraError(CrownfireError, ModuleNotFoundError):
    """A package of one of the extras is not installed. Its text says how to install it."""


def missing_extra(extra: str, *modules: str) -> MissingExtraError | None:
    """Returns the error to raise if a module that an extra installs is missing, else None."""
    missing = next((module for module in modules if find_spec(module) is None), None)
    if missing is None:
        return None
    return MissingExtraError(f"{missing} is not installed; install it with: pip install 'crownfire[{extra}]'")
