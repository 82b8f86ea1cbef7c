"""The registry of bots by name. Other packages add theirs with an entry point in the group `crownfire.bots`.

An entry point is a factory: a class or function that returns a `Bot`. Its keyword parameters, which need
defaults, are the parameters of the spec. Their types are int, float, bool, str or Literal, optionally with
None. The attribute `limit` of a factory is the default `Limit` of a turn.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from types import MappingProxyType, UnionType
from typing import Any, Literal, get_args, get_origin

from crownfire.bots import baselines, levels
from crownfire.bots.bot import Bot
from crownfire.bots.budget import Limit
from crownfire.bots.engine import EngineBot
from crownfire.bots.estimates import EstimateBot
from crownfire.bots.net import NetBot
from crownfire.bots.player import Player
from crownfire.bots.search import SearchBot
from crownfire.bots.specs import Spec, parse_spec
from crownfire.errors import MissingExtraError, did_you_mean
from crownfire.rules import SetupError

__all__ = ["BOTS", "GROUP", "LEVELS", "BotType", "bot_type", "is_bot", "make_player", "names"]

GROUP = "crownfire.bots"
_LIMITS: Mapping[str, type] = MappingProxyType({"ms": float, "nodes": int})
_MOST: Mapping[str, int] = MappingProxyType({"ms": 3_600_000, "nodes": 1_000_000_000})


@dataclass(frozen=True, slots=True)
class BotType:
    """A type of bot in the registry: its factory, default limit (None without a budget) and summary."""

    make: Callable[..., Bot]
    limit: Limit | None
    summary: str

    @property
    def params(self) -> dict[str, Any]:
        """The types of its parameters by name, including `ms` and `nodes` if it has a budget."""
        signature = inspect.signature(self.make, eval_str=True)
        own = {name: _without_none(parameter.annotation) for name, parameter in signature.parameters.items()}
        return own if self.limit is None else {**_LIMITS, **own}


def _without_none(annotation: Any) -> Any:
    """Returns a type without None: `float` for `float | None`. A spec omits a parameter to pass None."""
    if not isinstance(annotation, UnionType):
        return annotation
    return next(each for each in get_args(annotation) if each is not type(None))


BOTS: Mapping[str, BotType] = MappingProxyType(
    {
        "easy": BotType(levels.easy, None, "makes human mistakes but still builds a sensible territory"),
        "normal": BotType(levels.normal, None, "a decent player that doesn't look ahead"),
        "hard": BotType(SearchBot, Limit(nodes=60), "searches a little"),
        "expert": BotType(SearchBot, Limit(ms=1000), "searches for one second per turn"),
        "tr": BotType(baselines.tr, None, "true random"),
        "gprd": BotType(baselines.gprd, None, "greedy placement, random draft"),
        "greedy": BotType(baselines.greedy, None, "takes the largest immediate gain"),
        "fg": BotType(baselines.fg, None, "full greedy, the yardstick"),
        "estimate": BotType(EstimateBot, None, "maximises the expected final score, without search"),
        "mce": BotType(baselines.mce, Limit(nodes=1000), "flat Monte Carlo"),
        "engine": BotType(EngineBot, Limit(), "a program in any language, over the line protocol"),
        "net": BotType(NetBot, None, "a network from crownfire train, without search"),
    }
)
LEVELS = ("easy", "normal", "hard", "expert")


def names() -> list[str]:
    """Returns the names of all bots: the built-in ones, then those of other packages."""
    return [*BOTS, *(point.name for point in entry_points(group=GROUP) if point.name not in BOTS)]


def is_bot(text: str) -> bool:
    """Returns whether a text begins with the name of a bot."""
    return text.split("(", maxsplit=1)[0].strip() in names()


def bot_type(name: str) -> BotType:
    """Returns the type of bot with this name; raises `SetupError` listing all names."""
    if name in BOTS:
        return BOTS[name]
    for point in entry_points(group=GROUP, name=name):
        try:
            make = point.load()
        except Exception as error:
            raise SetupError(f"bot {name!r} can't be loaded from {point.value}: {error}") from error
        return BotType(make, getattr(make, "limit", Limit()), f"from {point.value}")
    raise SetupError(
        f"there is no bot {name!r}{did_you_mean(name, names())}; the bots are {', '.join(names())}"
    )


def make_player(text: str) -> Player:
    """Returns the bot of a spec with its limit; raises `SetupError` for a wrong name or parameter.

    >>> make_player("expert(nodes=500)").limit
    Limit(ms=None, nodes=500)
    """
    spec = parse_spec(text)
    found = bot_type(spec.name)
    try:
        params = found.params if spec.params else {}
    except Exception as error:
        raise SetupError(f"{spec.name}: its parameters can't be read: {error}") from error
    values = {key: _value(spec, params, key) for key in spec.params}
    limits = {key: values.pop(key) for key in _LIMITS if key in values}
    for key, most in _MOST.items():
        if key in limits and not 0 < limits[key] <= most:
            raise SetupError(f"{spec.name}: {key} must be more than 0 and at most {most}")
    limit = Limit(**limits) if limits else found.limit
    try:
        return Player(found.make(**values), limit or Limit())
    except MissingExtraError:
        raise
    except Exception as error:
        raise SetupError(f"{spec.name}: {' '.join(str(error).split()) or type(error).__name__}") from error


def _value(spec: Spec, params: Mapping[str, Any], key: str) -> Any:
    """Returns a parameter of a spec, converted to its type."""
    if key not in params:
        known = f"its parameters are {', '.join(params)}" if params else "it has none"
        raise SetupError(f"{spec.name} has no parameter {key!r}{did_you_mean(key, params)}; {known}")
    text, target = spec.params[key], params[key]
    choices = (
        get_args(target) if get_origin(target) is Literal else ("true", "false") if target is bool else ()
    )
    if choices:
        if text not in choices:
            raise SetupError(f"{spec.name}: {key} must be one of {', '.join(choices)}, not {text!r}")
        return text == "true" if target is bool else text
    if target not in (int, float):
        return text
    try:
        value = target(text)
    except ValueError:
        value = float("nan")
    if not abs(value) <= _MOST["nodes"]:
        wanted = f"a {'whole ' * (target is int)}number up to {_MOST['nodes']}"
        raise SetupError(f"{spec.name}: {key} must be {wanted}, not {text!r}")
    return value
