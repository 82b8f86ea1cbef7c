"""The rules' events as messages: what a log says happened, and what is stored and sent.

The messages are derived from the event classes of the rules, so both always have the same fields.
"""

from collections.abc import Iterable
from dataclasses import fields
from functools import reduce
from operator import or_
from re import sub
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from crownfire.rules import Outcome, Phase
from crownfire.rules.events import (
    CavemenRevealed,
    Event,
    GameOver,
    LeftOver,
    LineRevealed,
    OrderDrawn,
)


class _Fact(BaseModel):
    """The base class of all facts. Unknown fields are errors, and values are immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _fact_of(event: type[Event]) -> type[_Fact]:
    tag = sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()
    own: dict[str, Any] = {name: (hint, ...) for name, hint in get_type_hints(event).items()}
    model = create_model(event.__name__, __base__=_Fact, **{"type": (Literal[tag], tag), **own})
    model.__doc__ = event.__doc__
    return model


_EVENTS: tuple[type[Event], ...] = get_args(Event)
_FACTS = {event: _fact_of(event) for event in _EVENTS}
_EVENT_OF = {fact: event for event, fact in _FACTS.items()}
_FIELDS = {event: [field.name for field in fields(event)] for event in _EVENTS}

if TYPE_CHECKING:
    Fact = _Fact
else:
    Fact = Annotated[reduce(or_, _FACTS.values()), Field(discriminator="type")]


def to_facts(events: Iterable[Event]) -> list[Fact]:
    """Returns the rules' events as facts, in the same order."""
    return [
        _FACTS[type(event)].model_construct(
            None, **{name: getattr(event, name) for name in _FIELDS[type(event)]}
        )
        for event in events
    ]


def to_events(facts: Iterable[Fact]) -> list[Event]:
    """Returns facts as events of the rules, in the same order."""
    found = []
    for fact in facts:
        event = _EVENT_OF[type(fact)]
        found.append(event(**{name: getattr(fact, name) for name in _FIELDS[event]}))
    return found


def outcomes(facts: Iterable[Fact]) -> list[tuple[Phase, Outcome]]:
    """Returns the outcomes of chance among facts, each with its phase."""
    found: list[tuple[Phase, Outcome]] = []
    for event in to_events(facts):
        match event:
            case OrderDrawn(order):
                found.append((Phase.ORDER, order))
            case LineRevealed(numbers):
                found.append((Phase.LINE, numbers))
            case CavemenRevealed(kinds):
                found.append((Phase.CAVE, kinds))
            case _:
                pass  # the other events follow from decisions
    return found


def within_turn(events: Iterable[Event]) -> list[Fact]:
    """Returns what a step changed, without what belongs to the end of its turn."""
    return to_facts(event for event in events if not isinstance(event, LeftOver | GameOver))


def at_turn_end(events: Iterable[Event]) -> list[Fact]:
    """Returns what the last step of a turn reports but only the end of the turn brings about."""
    return to_facts(event for event in events if isinstance(event, LeftOver | GameOver))
