"""The golden playthroughs are current, and every ruleset × player count has one."""

from pathlib import Path

import pytest

from crownfire.game import replay
from crownfire.notation import parse_record
from crownfire.rules import scores
from tests.games import PLAIN
from tests.golden.playthrough import playthrough

FOLDER = Path(__file__).parent
PACKAGED = FOLDER.parent.parent / "src" / "crownfire" / "data" / "rules.md"
DOCS = FOLDER.parent.parent / "docs" / "rules.md"


def golden_path(rules: str, players: int) -> Path:
    return FOLDER / f"{rules}-{players}.record"


@pytest.mark.parametrize(("rules", "players"), PLAIN)
def test_the_playthrough_is_current(rules: str, players: int) -> None:
    assert playthrough(rules, players) == golden_path(rules, players).read_text(encoding="utf-8")


@pytest.mark.parametrize(("rules", "players"), PLAIN)
def test_the_playthrough_is_a_legal_finished_record(rules: str, players: int) -> None:
    record = parse_record(golden_path(rules, players).read_text(encoding="utf-8"))
    game = replay(record)
    assert game.is_over
    assert scores(game.state) == record.result


def test_every_golden_file_has_a_game() -> None:
    assert {path.name for path in FOLDER.glob("*.record")} == {golden_path(*game).name for game in PLAIN}


def test_the_docs_have_the_rules_of_the_package() -> None:
    assert DOCS.read_text(encoding="utf-8") == PACKAGED.read_text(encoding="utf-8")
