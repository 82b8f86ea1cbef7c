"""Every module lists its public names in `__all__`, and defines each of them."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import crownfire

PACKAGE = Path(crownfire.__file__).parent
MODULES = sorted(
    path
    for path in PACKAGE.rglob("*.py")
    if "server" not in path.parts and (path.name == "__init__.py" or not path.name.startswith("_"))
)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_all_lists_names_of_the_module(path: Path) -> None:
    names = dict(_bound(ast.parse(path.read_text(encoding="utf-8")).body))
    assert "__all__" in names
    public = ast.literal_eval(names["__all__"])
    assert [name for name in public if name not in names] == []


def _bound(statements: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Yields the names bound at the top level, with their values if they are assigned. Imports nothing."""
    nothing = ast.Constant(None)
    for statement in statements:
        match statement:
            case ast.Import(names) | ast.ImportFrom(names=names):
                yield from ((alias.asname or alias.name, nothing) for alias in names)
            case ast.FunctionDef(name) | ast.ClassDef(name):
                yield name, nothing
            case ast.Assign(targets, value):
                yield from (
                    (node.id, value)
                    for target in targets
                    for node in ast.walk(target)
                    if isinstance(node, ast.Name)
                )
            case ast.AnnAssign(ast.Name(name), value=value):
                yield name, value or nothing
            case ast.If(_, body, other) | ast.Try(body, orelse=other):
                yield from _bound([*body, *other])
            case _:
                pass
