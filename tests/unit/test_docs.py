"""The examples, links, tables and lists of README, docs and client are correct."""

import doctest
import json
import pkgutil
import re
from pathlib import Path
from typing import get_args

import pytest

import crownfire
from crownfire.bots.search import Policy
from crownfire.cli import rulebook
from crownfire.data import tables
from crownfire.notation import parse_records
from crownfire.rules import actions
from tests.reference.tables import KINGDOMINO_OPTIONS, ORIGINS_OPTIONS

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


def _options_of(game: str) -> set[str]:
    return {option.name for option in tables().options if option.game == game}


def test_the_command_line_explains_every_option() -> None:
    assert set(rulebook.OPTIONS) == _options_of("kingdomino") | _options_of("origins")


@pytest.mark.parametrize("text", ["name", "line"])
def test_the_client_has_texts_for_every_option(text: str) -> None:
    english = json.loads((ROOT / "web" / "src" / "locales" / "en.json").read_text(encoding="utf-8"))
    keys = {key for key in english if re.fullmatch(rf"option\.\w+\.{text}", key)}
    assert keys == {f"option.{option.name}.{text}" for option in tables().options}


def test_the_readme_lists_every_option() -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"^\| rules \| options \|\n(?:\|.*\n)+", page, re.MULTILINE)
    found = {}
    for row in table.splitlines()[2:]:
        _, rules, options, _ = row.split("|")
        found[re.findall(r"`([a-z]+)", rules)[0]] = set(re.findall(r"`(\w+)`", options))
    assert found == {game: _options_of(game) for game in ("kingdomino", "origins")}


def test_the_reference_implementation_has_every_option() -> None:
    assert _options_of("kingdomino") - {"dynasty"} == KINGDOMINO_OPTIONS  # the reference plays single games
    assert _options_of("origins") == ORIGINS_OPTIONS


def test_the_lists_of_native_policies() -> None:
    header = (ROOT / "native/include/crownfire/policies.hpp").read_text(encoding="utf-8")
    names = re.findall(r'\{"(\w+)", Policy::', header)
    assert list(get_args(Policy)) == names

    page = (ROOT / "docs" / "native.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"^Policies:\n\n(.*?)\n\n", page, re.MULTILINE | re.DOTALL)
    items = re.findall(r"^- (.*?):", listed, re.MULTILINE)
    assert re.findall(r"`(\w+)`", " ".join(items)) == names

    (row,) = re.findall(r"^\| `playout` \|.*$", (ROOT / "docs/bots.md").read_text("utf-8"), re.MULTILINE)
    assert re.findall(r"`(\w+)`", row)[1:] == names


def test_help_of_the_package_names_every_module() -> None:
    modules = [module.name for module in pkgutil.iter_modules(crownfire.__path__)]
    named = re.findall(r"`(\w+)`", crownfire.__doc__ or "")
    assert [name for name in modules if not name.startswith("_") and name not in named] == []


def test_docs_and_examples_use_public_names_only() -> None:
    for page in [*PAGES, *ROOT.glob("examples/*.py")]:
        assert "crownfire._" not in page.read_text(encoding="utf-8"), page
