"""Fitting value networks: repeatable, resumable, independent of the machines, and effective."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from crownfire.arena.cluster import connected
from crownfire.bots.estimates import load
from crownfire.cli.app import app
from crownfire.fit import JudgePlan, Progress, fit_judge
from crownfire.native import JudgeFit, State, watch_games
from crownfire.rules import SetupError

TINY = JudgePlan("kingdomino-2", rounds=3, games=20, shards=3, depth=1, seed=4)


def _numbers(path: Path) -> tuple[bytes, bytes]:
    with np.load(path) as file:
        return file["numbers"].tobytes(), file["spread"].tobytes()


def test_the_same_plan_gives_the_same_numbers_on_any_number_of_cores(tmp_path: Path) -> None:
    for name, workers in (("one", 1), ("many", 3)):
        fit_judge(TINY, tmp_path / name, workers=workers)
    fit_judge(replace(TINY, seed=5), tmp_path / "other")
    assert _numbers(tmp_path / "one") == _numbers(tmp_path / "many")
    assert _numbers(tmp_path / "one") != _numbers(tmp_path / "other")


def test_an_interrupted_fit_resumes_with_the_same_result(tmp_path: Path) -> None:
    fit_judge(TINY, tmp_path / "whole")

    def halt(progress: Progress) -> None:
        if progress.rounds == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fit_judge(TINY, tmp_path / "halted", on_round=halt)
    assert not (tmp_path / "halted").exists()
    seen: list[int] = []
    fit_judge(TINY, tmp_path / "halted", on_round=lambda progress: seen.append(progress.rounds))
    assert seen == [2, 3]
    assert _numbers(tmp_path / "halted") == _numbers(tmp_path / "whole")


def test_a_cluster_gives_the_same_numbers(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    fit_judge(TINY, tmp_path / "here")
    with connected("local", cores=2):
        fit_judge(TINY, tmp_path / "there", on_cluster=True)
    assert _numbers(tmp_path / "here") == _numbers(tmp_path / "there")


def test_fitting_improves_the_network() -> None:
    """After many games it predicts the ends of others better than the estimate, where it starts."""
    start = State.new_game("kingdomino", 2)

    def watched(begin: int, end: int) -> bytes:
        return watch_games([start], load("kingdomino-2"), 1, begin, end, depth=1)

    others = watched(20_000, 20_512)  # one batch: the errors are those before its step
    new, fit = JudgeFit.begin(5, 1), JudgeFit.begin(5, 1)
    new.learn(others)
    fit.learn(watched(0, 20_000))
    fit.learn(others)
    assert fit.spread[0] < 0.97 * new.spread[0]
    assert (fit.spread**2).sum() < 0.99 * (new.spread**2).sum()


def test_a_state_of_another_plan_is_refused(tmp_path: Path) -> None:
    fit_judge(TINY, tmp_path / "file")
    with pytest.raises(SetupError, match="belongs to a fit with games=20, not 21"):
        fit_judge(replace(TINY, games=21), tmp_path / "file")


def test_a_state_of_another_estimate_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fit_judge(TINY, tmp_path / "file")
    monkeypatch.setattr("crownfire.fit.judging.digest", lambda _: "another")
    with pytest.raises(SetupError, match="another estimate"):
        fit_judge(TINY, tmp_path / "file")


@pytest.mark.parametrize("setup", ["kingdomino-3", "origins-discovery-2"])
def test_other_set_ups_are_refused(tmp_path: Path, setup: str) -> None:
    with pytest.raises(SetupError, match="the value network supports only two-player Kingdomino"):
        fit_judge(replace(TINY, setup=setup), tmp_path / "file")


@pytest.mark.parametrize("wrong", [{"depth": 4}, {"exploration": 1.5}])
def test_invalid_settings_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(SetupError, match=next(iter(wrong))):
        watch_games([State.new_game("kingdomino", 2)], load("kingdomino-2"), 1, 0, 1, **wrong)


def test_the_command_writes_a_network_and_reports_its_error(tmp_path: Path) -> None:
    path = tmp_path / "j.npz"
    options = ["--judge", "--rounds", "1", "--games", "3", "--shards", "2"]
    done = CliRunner().invoke(app, ["fit", "kingdomino-2", "-o", str(path), *options])
    assert done.exit_code == 0, done.output
    assert "predictions of final margins have a typical error" in " ".join(done.stdout.split())
    with np.load(path) as file:
        provenance = json.loads(str(file["provenance"]))
    assert provenance["setup"] == "kingdomino-2"
    assert provenance["plan"]["depth"] == JudgePlan().depth
