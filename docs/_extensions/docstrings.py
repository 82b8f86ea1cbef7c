"""Autodoc for Markdown docstrings, with links to public names.

Autodoc writes reStructuredText, so each docstring goes into a directive that parses Markdown. Names in
backticks become links. Types link to their public name, such as `crownfire.rules.State`, not to the module
of their definition.
"""

import __future__

import importlib
import re
import sys
from collections.abc import Iterator
from enum import Enum
from functools import cache
from inspect import getdoc
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, get_args

from docutils import nodes
from docutils.utils import new_document
from myst_parser.parsers.sphinx_ import MystParser
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

import crownfire
from crownfire.rules import Move
from crownfire.rules.events import Event

PACKAGE = Path(crownfire.__file__).parent
PAGES = Path(__file__).resolve().parent.parent / "api"
MODULES = sorted(f"crownfire.{page.stem}" for page in PAGES.glob("*.md") if page.stem != "index")
STUBS = ["_native", "_research"]
NAME = re.compile(r"([A-Za-z_][\w.]*)(\(\))?")
LOGGER = logging.getLogger(__name__)


def load_stubs() -> None:
    """Replaces the native modules by their typed stubs, since compiled functions have no signatures."""
    for name in STUBS:
        path = PACKAGE / f"{name}.pyi"
        flags = __future__.annotations.compiler_flag  # stubs name classes before they define them
        code = compile(path.read_text(encoding="utf-8"), path.name, "exec", flags, dont_inherit=True)
        module = ModuleType(f"crownfire.{name}")
        exec(code, module.__dict__)
        sys.modules[module.__name__] = module


class Markdown(SphinxDirective):
    """Parses its content as Markdown and turns public names in backticks into links."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        source, _ = self.get_source_info()
        document = new_document(source, self.state.document.settings)
        MystParser().parse("\n".join(self.content), document)
        for literal in list(document.findall(nodes.literal)):
            if NAME.fullmatch(literal.astext()):
                literal.replace_self(self._reference(literal))
        return document.children

    def _reference(self, literal: nodes.literal) -> nodes.Node:
        reference = addnodes.pending_xref(
            "", literal.deepcopy(), refdomain="py", reftype="obj", is_optional=True
        )
        reference["reftarget"] = literal.astext().removesuffix("()")
        reference["refdoc"] = self.env.docname
        for key in ("py:module", "py:class"):
            reference[key] = self.env.ref_context.get(key)
        return reference


def skip_member(_app: Sphinx, what: str, name: str, member: object, *_: object) -> bool | None:
    """Keeps properties and methods without a docstring; skips fields, which are in the class's signature."""
    if type(member).__name__ == "_tuplegetter":
        return True
    is_kept = isinstance(member, (property, FunctionType, Enum)) and not name.startswith("_")
    return False if what == "class" and is_kept else None


def shorten_signature(
    _app: Sphinx,
    _what: str,
    _name: str,
    _obj: object,
    _options: object,
    signature: str | None,
    result: str | None,
) -> tuple[str | None, str | None]:
    """Replaces large unions by the names of their aliases; drops the signature of protocols."""
    if signature == "(*args, **kwargs)":
        return "", result
    for union, alias in aliases().items():
        signature = signature and signature.replace(union, alias)
        result = result and result.replace(union, alias)
    return signature, result


@cache
def aliases() -> dict[str, str]:
    """Returns the type aliases by autodoc's text for their unions."""
    return {
        " | ".join(f"~{kind.__module__}.{kind.__qualname__}" for kind in get_args(union)): alias
        for alias, union in {"~crownfire.rules.Move": Move, "~crownfire.rules.events.Event": Event}.items()
    }


def wrap_docstring(
    _app: Sphinx, what: str, _name: str, obj: object, _options: object, lines: list[str]
) -> None:
    """Puts a docstring into the directive; drops the docstring that a constant has from its type."""
    if what == "data" and getdoc(obj) == getdoc(type(obj)):
        lines.clear()
    lines[:] = [".. markdown::", "", *("   " + line for line in _fence_examples(lines)), ""]


def _fence_examples(lines: list[str]) -> Iterator[str]:
    """Yields the lines with every doctest in a fence."""
    indent: int | None = None  # of the current example
    for line in lines:
        if indent is None and line.lstrip().startswith(">>>"):
            indent = len(line) - len(line.lstrip())
            yield "```pycon"
        elif indent is not None and not line.strip():
            indent = None
            yield "```"
        yield line[indent or 0 :]
    if indent is not None:
        yield "```"


@cache
def public_names() -> dict[str, str]:
    """Returns the full public names, by where their objects are defined and by their last part."""
    names: dict[str, str] = {}
    for module in map(importlib.import_module, MODULES):
        for name in module.__all__:
            defined = getattr(module, name)
            where = f"{getattr(defined, '__module__', '')}.{getattr(defined, '__qualname__', '')}"
            names.setdefault(where, f"{module.__name__}.{name}")
            names.setdefault(name, f"{module.__name__}.{name}")
    return names


def resolve_reference(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, content: nodes.TextElement
) -> nodes.Node | None:
    """Links a name to its public place. A name in backticks may have none."""
    if node.get("refdomain") != "py":
        return None
    public = public_names().get(node["reftarget"])
    if public is not None:
        domain = env.domains.python_domain
        found = domain.resolve_xref(env, node["refdoc"], app.builder, "obj", public, node, content)
        if found is not None:
            return found
    return content if node.get("is_optional") else None


def check_names(_app: Sphinx, env: BuildEnvironment) -> None:
    """Warns of public names without an entry."""
    for module in MODULES:
        for name in importlib.import_module(module).__all__:
            if f"{module}.{name}" not in env.domains.python_domain.objects:
                page = f"api/{module.removeprefix('crownfire.')}"
                LOGGER.warning("%s.%s has no entry", module, name, location=page)


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers the extension."""
    load_stubs()
    app.add_directive("markdown", Markdown)
    app.connect("autodoc-skip-member", skip_member)
    app.connect("autodoc-process-signature", shorten_signature)
    app.connect("autodoc-process-docstring", wrap_docstring)
    app.connect("missing-reference", resolve_reference)
    app.connect("env-check-consistency", check_names)
    return {"parallel_read_safe": True}
