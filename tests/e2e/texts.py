"""What the client says in English, by the keys of its own file, so that tests need not quote it."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

TEXTS: dict[str, str] = json.loads(
    (Path(__file__).parents[2] / "web" / "src" / "locales" / "en.json").read_text(encoding="utf-8")
)


@dataclass(frozen=True)
class _Value:
    """A place for a value; with parts to choose from, it is a plural or a select."""

    name: str
    kind: str
    parts: dict[str, "_Message"]


_Message = list[str | _Value]


def text(key: str, **values: str | int) -> str:
    """A message with its values."""
    return _format(_parse(TEXTS[key])[0], values, "")


def pattern(key: str, value: str = ".+?") -> str:
    """A regular expression for a message with any values, each of which is like that."""
    return _expression(_parse(TEXTS[key])[0], value)


def _parse(message: str, at: int = 0) -> tuple[_Message, int]:
    """Reads a message in ICU's form up to the brace that ends it; where it ends."""
    found: _Message = []
    while at < len(message) and message[at] != "}":
        if message[at] != "{":
            words = re.compile(r"[^{}]+").match(message, at)
            assert words
            found.append(words[0])
            at = words.end()
            continue
        head = re.compile(r"\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?,?\s*").match(message, at)
        assert head, message[at:]
        at, kind, parts = head.end(), head[2] or "", {}
        if kind == "number":
            end = message.index("}", at)
            kind, at = "signed" if "sign-always" in message[at:end] else kind, end
        while message[at] != "}":
            part = re.compile(r"\s*(=?\w+)\s*\{").match(message, at)
            assert part, message[at:]
            parts[part[1]], at = _parse(message, part.end())
            at = re.compile(r"\s*").match(message, at + 1).end()  # type: ignore[union-attr]  # always matches
        found.append(_Value(head[1], kind, parts))
        at += 1
    return found, at


def _format(message: _Message, values: dict[str, str | int], count: str) -> str:
    return "".join(
        part.replace("#", count) if isinstance(part, str) and count else _value(part, values, count)
        for part in message
    )


def _value(part: str | _Value, values: dict[str, str | int], count: str) -> str:
    if isinstance(part, str):
        return part
    value = values[part.name]
    if part.kind == "select":
        return _format(part.parts.get(str(value), part.parts.get("other", [])), values, count)
    if part.kind == "plural":
        chosen = next(
            (key for key in (f"={value}", "one" if value == 1 else "other") if key in part.parts), "other"
        )
        return _format(part.parts[chosen], values, str(value))
    return f"{value:+}" if part.kind == "signed" else str(value)


def _expression(message: _Message, value: str) -> str:
    parts = []
    for part in message:
        if isinstance(part, str):
            parts.append(re.escape(part).replace(r"\#", r"\d+"))
        elif part.parts:
            parts.append(f"(?:{'|'.join(_expression(each, value) for each in part.parts.values())})")
        else:
            parts.append(value)
    return "".join(parts)
