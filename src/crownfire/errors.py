"""The base class of the errors that Crownfire raises for invalid input."""

from collections.abc import Iterable
from difflib import get_close_matches
from importlib.util import find_spec

__all__ = ["CrownfireError", "MissingExtraError", "did_you_mean", "missing_extra"]


class CrownfireError(ValueError):
    """Input that can't be read, is not allowed, or names something unknown. Its text is one sentence."""


class MissingExtraError(CrownfireError, ModuleNotFoundError):
    """A package of an extra that is not installed. Its text contains the install command."""


def missing_extra(extra: str, *modules: str) -> MissingExtraError | None:
    """Returns the error to raise if one of an extra's modules is missing, else None."""
    missing = next((module for module in modules if find_spec(module) is None), None)
    if missing is None:
        return None
    return MissingExtraError(f"{missing} is not installed; install it with: pip install 'crownfire[{extra}]'")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Returns a suggestion to append to an error about a misspelt word, or "" if no known word is close.

    >>> did_you_mean("kingdomin", ["kingdomino", "origins-tribe"])
    " (did you mean 'kingdomino'?)"
    """
    near = get_close_matches(word.lower(), known, n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""
