"""The text form of bots: `fg`, `expert(ms=500)`, `engine(cmd="python my_bot.py --level 3")`."""

import re
from dataclasses import dataclass
from itertools import pairwise

from crownfire.rules import SetupError

__all__ = ["Spec", "parse_spec", "split_specs"]

_SPEC = re.compile(r"\s*(?P<name>[A-Za-z][\w.-]*)\s*(?:\((?P<params>[^()]*)\))?\s*", re.ASCII)
_PARAM = re.compile(
    r"""\s*(?P<key>[A-Za-z]\w*)\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<plain>[^\s=]+))\s*""",
    re.ASCII,
)
_QUOTED = re.compile(r"""=\s*(?:"[^"]*"|'[^']*')""")
_COMMA = re.compile(r",(?![^(]*\))")  # outside parentheses


@dataclass(frozen=True, slots=True)
class Spec:
    """The name of a bot and its parameters as text."""

    name: str
    params: dict[str, str]


def parse_spec(text: str) -> Spec:
    r"""Returns one spec; raises `SetupError`. A quoted value may contain anything except its own quotes.

    >>> parse_spec("expert(ms=500, threads=2)")
    Spec(name='expert', params={'ms': '500', 'threads': '2'})
    >>> parse_spec("engine(cmd=\"python bot.py --bot 'fg(a=1,b=2)'\", ms=50)").params
    {'cmd': "python bot.py --bot 'fg(a=1,b=2)'", 'ms': '50'}
    """
    found = _SPEC.fullmatch(_hide_quoted(text))
    if found is None:
        raise SetupError(f"{text!r} is not a bot; write a name such as expert, or expert(ms=500)")
    params: dict[str, str] = {}
    for part in _params(text, found):
        param = _PARAM.fullmatch(part)
        if param is None:
            raise SetupError(f"{part.strip()!r} in {text!r} is not a parameter; write one such as ms=500")
        if param["key"] in params:
            raise SetupError(f"{param['key']} is given twice in {text!r}")
        params[param["key"]] = next(value for value in param.groups()[1:] if value is not None)
    return Spec(found["name"], params)


def split_specs(text: str) -> list[str]:
    """Splits a list of specs at the commas outside parentheses.

    >>> split_specs("mce(playout=greedy,nodes=9), fg")
    ['mce(playout=greedy,nodes=9)', 'fg']
    >>> split_specs("engine(cmd='bot :),(:'),fg")
    ["engine(cmd='bot :),(:')", 'fg']
    """
    commas = [found.start() for found in _COMMA.finditer(_hide_quoted(text))]
    return [part.strip() for part in _cut(text, commas) if part.strip()]


def _hide_quoted(text: str) -> str:
    """Returns a text of the same length with a placeholder for every quoted value."""
    return _QUOTED.sub(lambda found: "=" + "q" * (len(found[0]) - 1), text)


def _params(text: str, found: re.Match[str]) -> list[str]:
    """Returns the parameters in the parentheses of a spec, split at the commas."""
    if not (found["params"] or "").strip():
        return []
    start, end = found.span("params")
    commas = [comma.start() for comma in re.finditer(",", found["params"])]
    return _cut(text[start:end], commas)


def _cut(text: str, at: list[int]) -> list[str]:
    """Splits a text at the characters with these indices and drops those characters."""
    return [text[a + 1 : b] for a, b in pairwise([-1, *at, len(text)])]
