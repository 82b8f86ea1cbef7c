"""The common ancestor of all errors that say what is wrong with what was asked for."""

from collections.abc import Iterable
from difflib import get_close_matches
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


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Returns a suggestion to append to a misspelt word, or nothing if no known word is near.

    >>> did_you_mean("kingdomin", ["kingdomino", "origins-tribe"])
    " (did you mean 'kingdomino'?)"
    """
    near = get_close_matches(word.lower(), known, n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""
