"""A deliberate difference is shrunk to a short game and saved."""

from collections import Counter
from pathlib import Path

import pytest

from crownfire.game import Game
from crownfire.native import State as NativeState
from crownfire.notation import parse_record
from crownfire.rules.events import Event, FireLanded
from tests.differential import test_native
from tests.differential.shrinking import Failure, replay, shrink
from tests.games import random_game

RULES, PLAYERS, SEED = "origins-tribe", 2, 3


def burnt(game: Game) -> list[Event]:
    return [e for entry in game.history for e in entry.events if isinstance(e, FireLanded)]


def check(game: Game, _native: NativeState) -> None:
    if burnt(game):
        raise test_native.DifferenceError("a fire landed")


def failure() -> Failure:
    game = random_game(RULES, PLAYERS, SEED)
    actions = [entry.action for entry in game.history if entry.action is not None]
    found = replay(game.ruleset, SEED, actions, check)
    assert found is not None
    assert len(found.actions) < len(actions)
    return found


def test_a_shrunk_game_is_shorter_and_still_fails() -> None:
    before = failure()
    after = shrink(before, SEED, check)
    assert after.size < before.size
    assert len(after.actions) < len(before.actions)
    assert after.what == "a fire landed"
    again = replay(after.game.ruleset, SEED, after.actions, check)
    assert again is not None
    assert again.actions == after.actions
    assert replay(after.game.ruleset, SEED, after.actions[:-1], check) is None


def test_a_game_without_a_difference_is_no_failure() -> None:
    assert replay(failure().game.ruleset, SEED, failure().actions[:-1], check) is None


def test_a_planted_difference_is_shrunk_and_saved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    real = test_native.compare

    def planted(game: Game, native: NativeState, *, is_deep: bool) -> None:
        real(game, native, is_deep=is_deep)
        check(game, native)

    monkeypatch.setattr(test_native, "compare", planted)
    monkeypatch.setattr(test_native, "SAVED", tmp_path)
    with pytest.raises(test_native.DifferenceError, match="a fire landed; saved as"):
        test_native.play_and_compare(RULES, PLAYERS, "random", SEED, Counter())
    (path,) = tmp_path.iterdir()
    text = path.read_text(encoding="utf-8")
    assert "# a fire landed" in text
    shortest = shrink(failure(), SEED, check).game.record()
    assert parse_record(text).lines == shortest.lines
