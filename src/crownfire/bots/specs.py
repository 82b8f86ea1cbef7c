"""Bots as people write them: `fg`, `expert(ms=500)`, `mce(playout=greedy,nodes=2000)`."""

import re
from dataclasses import dataclass

from crownfire.rules import SetupError

_SPEC = re.compile(r"\s*(?P<name>[A-Za-z][\w.-]*)\s*(?:\((?P<params>[^()]*)\))?\s*", re.ASCII)
_PARAM = re.compile(r"\s*(?P<key>[A-Za-z]\w*)\s*=\s*(?P<value>[^\s=]+)\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Spec:
    """A name and parameters as text."""

    name: str
    params: dict[str, str]


def parse_spec(text: str) -> Spec:
    """Reads one spec.

    >>> parse_spec("expert(ms=500, threads=2)")
    Spec(name='expert', params={'ms': '500', 'threads': '2'})
    """
    found = _SPEC.fullmatch(text)
    if found is None:
        raise SetupError(f"{text!r} is not a bot; write its name, or such as expert(ms=500)")
    params: dict[str, str] = {}
    for part in (found["params"] or "").split(",") if (found["params"] or "").strip() else []:
        param = _PARAM.fullmatch(part)
        if param is None:
            raise SetupError(f"{part.strip()!r} in {text!r} is not a parameter; write such as ms=500")
        if param["key"] in params:
            raise SetupError(f"{param['key']} stands twice in {text!r}")
        params[param["key"]] = param["value"]
    return Spec(found["name"], params)


def split_specs(text: str) -> list[str]:
    """The specs of a list, separated by commas outside parentheses.

    >>> split_specs("mce(playout=greedy,nodes=9), fg")
    ['mce(playout=greedy,nodes=9)', 'fg']
    """
    parts = re.split(r",(?![^(]*\))", text)
    return [part.strip() for part in parts if part.strip()]
