"""The examples, links and tables of README and docs are correct."""

import doctest
import pkgutil
import re
from pathlib import Path

import pytest

import crownfire
from crownfire.notation import parse_records
from crownfire.rules import actions

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False)
    assert result.failed == 0


def test_the_readme_has_examples() -> None:
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).attempted > 10


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_have_a_target(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (page.parent / target).exists(), target


def test_the_table_of_action_numbers() -> None:
    """Both tables, in docs/notation.md and the module, give every kind of move its first and last number."""
    starts = [
        actions.DISCARD,
        actions.FIRST_FIRE,
        actions.FIRST_PAY,
        actions.FIRST_SETTLE,
        actions.FIRST_GIVE,
        actions.FIRST_CLAIM,
        actions.FIRST_RECRUIT,
        actions.to_action(actions.Recruit("hu", from_pile=True)),
        actions.PASS,
    ]
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    for text in (page, actions.__doc__ or ""):
        rows = re.findall(r"^\| (\d+)(?: – (\d+))? +\|", text, re.MULTILINE)
        assert [int(first) for first, _ in rows] == [0, *starts]
        assert [int(last or first) for first, last in rows] == [*(s - 1 for s in starts), actions.PASS]
    assert str(actions.NUM_ACTIONS) in page


def test_the_example_record_can_be_read() -> None:
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    (record,) = re.findall(r"```\n(crownfire 1\n.*?)```", page, re.DOTALL)
    assert len(parse_records(record)[0].lines) == 10


def test_help_of_the_package_names_every_module() -> None:
    modules = [module.name for module in pkgutil.iter_modules(crownfire.__path__)]
    named = re.findall(r"`(\w+)`", crownfire.__doc__ or "")
    assert [name for name in modules if not name.startswith("_") and name not in named] == []


def test_docs_and_examples_use_public_names_only() -> None:
    for page in [*PAGES, *ROOT.glob("examples/*.py")]:
        assert "crownfire._" not in page.read_text(encoding="utf-8"), page
