"""Fitting estimates: repeatable, resumable, independent of the machines, and effective."""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from crownfire.arena.cluster import connected
from crownfire.cli.app import app
from crownfire.fit import Plan, Progress, fit
from crownfire.native import NUM_WEIGHTS, Estimate, Fit, State
from crownfire.rules import SetupError
from tests.interrupts import interrupt

TINY = Plan("kingdomino-3", rounds=3, games=5, shards=3, seed=4)


def _numbers(path: Path) -> tuple[bytes, bytes]:
    with np.load(path) as file:
        return file["weights"].tobytes(), file["spread"].tobytes()


def test_the_same_plan_gives_the_same_numbers_on_any_number_of_cores(tmp_path: Path) -> None:
    for name, workers in (("one", 1), ("many", 3)):
        fit(TINY, tmp_path / name, workers=workers)
    fit(replace(TINY, seed=5), tmp_path / "other")
    assert _numbers(tmp_path / "one") == _numbers(tmp_path / "many")
    assert _numbers(tmp_path / "one") != _numbers(tmp_path / "other")


def test_an_interrupted_fit_resumes_with_the_same_result(tmp_path: Path) -> None:
    fit(TINY, tmp_path / "whole")

    def halt(progress: Progress) -> None:
        if progress.rounds == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fit(TINY, tmp_path / "halted", on_round=halt)
    assert not (tmp_path / "halted").exists()
    seen: list[int] = []
    fit(TINY, tmp_path / "halted", on_round=lambda progress: seen.append(progress.rounds))
    assert seen == [2, 3]
    assert _numbers(tmp_path / "halted") == _numbers(tmp_path / "whole")


def test_a_cluster_gives_the_same_numbers(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    fit(TINY, tmp_path / "here")
    with connected("local", cores=2):
        fit(TINY, tmp_path / "there", on_cluster=True)
    assert _numbers(tmp_path / "here") == _numbers(tmp_path / "there")


def test_fitting_improves_the_estimate() -> None:
    """After many games it predicts better than after a few, and plays better."""
    start = State.new_game("kingdomino", 2)
    nothing = [np.zeros(NUM_WEIGHTS, np.float32) for _ in range(3)]
    first = Fit([start], *nothing)
    first.learn(1, 0, 20)
    later = Fit([start], *nothing)
    later.learn(1, 0, 20_000)
    later = Fit([start], later.weights, later.moved, later.shaken)
    later.learn(1, 20_000, 20_200)
    assert later.spread[4] < 0.9 * first.spread[4]
    fresh = Estimate(nothing[0], first.spread)
    fitted = Estimate(later.weights, later.spread)
    assert _won(fitted, fresh) > 0.6


def _won(one: Estimate, other: Estimate, games: int = 200) -> float:
    """Returns the share of games that one wins against the other, without search and in both seats."""
    won = 0.0
    for game in range(games):
        state = State.new_game("kingdomino", 2).deal(game // 2)
        own = game % 2
        while not state.is_over:
            mover = one if state.to_play == own else other
            state = state.apply(mover.choose(state, 1)).deal(game // 2)
        best = state.ranking()[0]
        won += (own in best) / len(best)
    return won / games


@pytest.mark.parametrize("other", [Plan("kingdomino-2"), replace(TINY, games=6), replace(TINY, depth=2)])
def test_a_state_of_another_plan_is_refused(tmp_path: Path, other: Plan) -> None:
    fit(TINY, tmp_path / "file")
    with pytest.raises(SetupError, match="belongs to a fit with"):
        fit(other, tmp_path / "file")


def test_fewer_rounds_than_are_done_are_refused(tmp_path: Path) -> None:
    """The file would contradict the plan in it."""
    fit(TINY, tmp_path / "file")
    with pytest.raises(SetupError, match="has 3 rounds done, more than 2"):
        fit(replace(TINY, rounds=2), tmp_path / "file")


def _half(state: bytes) -> bytes:
    return state[: len(state) // 2]


def _without_plan(_: bytes) -> bytes:
    found = BytesIO()
    np.savez(found, plan=np.array("[1]"), rounds=np.array(1))
    return found.getvalue()


def _array(_: bytes) -> bytes:
    found = BytesIO()
    np.save(found, np.zeros(3))
    return found.getvalue()


@pytest.mark.parametrize("damage", [_half, _without_plan, _array, lambda _: b"not numbers", lambda _: b""])
def test_a_damaged_state_is_refused(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    fit(TINY, tmp_path / "file")
    state = tmp_path / "file.state"
    state.write_bytes(damage(state.read_bytes()))
    with pytest.raises(SetupError, match="delete it to start over"):
        fit(TINY, tmp_path / "file")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"depth": 4}, "depth"),
        ({"rate": 0.0}, "rate"),
        ({"trace": 1.5}, "trace"),
        ({"exploration": -0.1}, "exploration"),
    ],
)
def test_invalid_settings_are_refused(wrong: dict[str, float], message: str) -> None:
    start = State.new_game("kingdomino", 2)
    own = Fit([start], *(np.zeros(NUM_WEIGHTS, np.float32) for _ in range(3)))
    with pytest.raises(SetupError, match=message):
        own.learn(1, 0, 1, **wrong)  # type: ignore[arg-type]  # deliberately wrong


def test_a_fit_uses_rulesets_of_one_set_up() -> None:
    starts = [State.new_game("kingdomino", players) for players in (2, 3)]
    with pytest.raises(SetupError, match="the same rules"):
        Fit(starts, *(np.zeros(NUM_WEIGHTS, np.float32) for _ in range(3)))


def test_the_command_writes_an_estimate_and_reports_its_error(tmp_path: Path) -> None:
    path = tmp_path / "k.npz"
    options = ["--rounds", "1", "--games", "3", "--shards", "2", "--json"]
    done = CliRunner().invoke(app, ["fit", "kingdomino-2", "-o", str(path), *options])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["error"] > 0
    with np.load(path) as file:
        provenance = json.loads(str(file["provenance"]))
    assert provenance["plan"]["rounds"] == 1


def test_the_command_lists_the_set_ups(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["fit", "checkers-2", "-o", str(tmp_path / "c.npz")])
    assert done.exit_code != 0
    assert "origins-tribe-4" in str(done.exception)


@pytest.mark.parametrize("folder", [".", "here"])
def test_the_command_refuses_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["fit", "kingdomino-2", "-o", folder])
    assert isinstance(done.exception, SetupError)
    assert "is a folder; name a file in it" in str(done.exception)
    assert [path.name for path in tmp_path.iterdir()] == ["here"]


def test_an_interrupt_reports_how_to_resume(tmp_path: Path) -> None:
    path, state = tmp_path / "k.npz", tmp_path / "k.npz.state"
    program = "from crownfire.cli import main; main()"
    command = [sys.executable, "-c", program, "fit", "kingdomino-2", "-o", str(path)]

    def has_begun() -> None:
        while not state.exists():
            time.sleep(0.02)

    code, errors = interrupt([*command, "--rounds", "1000000", "--games", "20"], has_begun)
    assert code == 130
    assert "Run the same command again to resume." in errors
    assert "Traceback" not in errors


def test_an_interrupt_in_the_first_round_saves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> Progress:
        raise KeyboardInterrupt

    monkeypatch.setattr("crownfire.cli.fit._fit", interrupted)
    done = CliRunner().invoke(app, ["fit", "kingdomino-2", "-o", str(tmp_path / "k.npz")])
    assert done.exit_code == 130
    assert "resume" not in done.output
