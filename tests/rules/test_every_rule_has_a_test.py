"""Every rule has a test, and the source cites every rule."""

import ast
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import crownfire

RULES_PER_GROUP = {"C": 13, "K": 7, "O": 10, "T": 5, "B": 9, "N": 6}
SOURCE = Path(crownfire.__file__).parent
TESTS = Path(__file__).parent
HEADING = re.compile(r"^### ([A-Z][0-9]+)\b", re.MULTILINE)
ID = re.compile(r"\b[CKOTBN][1-9][0-9]?\b")


def rule_ids() -> list[str]:
    """The ids of the rules in the order of the rulebook, without the examples (X)."""
    found: list[str] = HEADING.findall((SOURCE / "data" / "rules.md").read_text(encoding="utf-8"))
    return [rule for rule in found if not rule.startswith("X")]


def marked_tests() -> Iterator[tuple[str, list[str]]]:
    """Yields the tests of this folder, except this file, with their marked rules."""
    for path in sorted(TESTS.glob("test_*.py")):
        if path == Path(__file__):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{path.name}::{node.name}", list(marked_rules(node))


def marked_rules(function: ast.FunctionDef) -> Iterator[str]:
    """Yields the ids in the decorators `@pytest.mark.rule(id)`."""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
            for argument in decorator.args:
                assert isinstance(argument, ast.Constant), ast.unparse(decorator)
                yield str(argument.value)


@cache
def cited_rules() -> frozenset[str]:
    """Returns the ids in comments and strings of the source."""
    cited: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        with path.open("rb") as file:
            for token in tokenize.tokenize(file.readline):
                if token.type == tokenize.COMMENT or "STRING" in tokenize.tok_name[token.type]:
                    cited.update(ID.findall(token.string))
    return frozenset(cited)


def test_the_rulebook_has_all_its_rules() -> None:
    expected = [f"{group}{n}" for group, count in RULES_PER_GROUP.items() for n in range(1, count + 1)]
    assert Counter(rule_ids()) == Counter(expected)


def test_every_rule_has_a_test() -> None:
    shown = {rule for _, rules in marked_tests() for rule in rules}
    without = [rule for rule in rule_ids() if rule not in shown]
    assert not without, f"rules without a test: {', '.join(without)}"


def test_every_test_is_marked_with_an_existing_rule() -> None:
    known = set(rule_ids())
    unmarked = [name for name, rules in marked_tests() if not rules]
    assert not unmarked, f"tests without a rule: {', '.join(unmarked)}"
    unknown = {f"{name}: {rule}" for name, rules in marked_tests() for rule in rules if rule not in known}
    assert not unknown, f"tests with an unknown rule: {', '.join(sorted(unknown))}"


def test_every_rule_is_cited_in_the_source() -> None:
    uncited = [rule for rule in rule_ids() if rule not in cited_rules()]
    assert not uncited, f"rules not cited in the source: {', '.join(uncited)}"
