"""Fitting judges: repeatable, resumable, the same wherever it runs, and it learns."""

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


def test_an_interrupted_fit_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
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


def test_on_a_cluster_it_is_the_same(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    fit_judge(TINY, tmp_path / "here")
    with connected("local", cores=2):
        fit_judge(TINY, tmp_path / "there", on_cluster=True)
    assert _numbers(tmp_path / "here") == _numbers(tmp_path / "there")


def test_it_learns() -> None:
    """Having seen many games it is closer to how others end than the estimate alone, from which it begins."""
    start = State.new_game("kingdomino", 2)

    def watched(begin: int, end: int) -> bytes:
        return watch_games([start], load("kingdomino-2"), 1, begin, end, depth=1)

    others = watched(20_000, 20_512)  # for one step, so what is off is that of before
    new, fit = JudgeFit.begin(5, 1), JudgeFit.begin(5, 1)
    new.learn(others)
    fit.learn(watched(0, 20_000))
    fit.learn(others)
    assert fit.spread[0] < 0.97 * new.spread[0]
    assert (fit.spread**2).sum() < 0.99 * (new.spread**2).sum()


def test_what_belongs_to_another_plan_is_refused(tmp_path: Path) -> None:
    fit_judge(TINY, tmp_path / "file")
    with pytest.raises(SetupError, match="belongs to a fit with games=20, not 21"):
        fit_judge(replace(TINY, games=21), tmp_path / "file")


def test_what_goes_by_another_estimate_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fit_judge(TINY, tmp_path / "file")
    monkeypatch.setattr("crownfire.fit.judging.digest", lambda _: "another")
    with pytest.raises(SetupError, match="another estimate"):
        fit_judge(TINY, tmp_path / "file")


@pytest.mark.parametrize("setup", ["kingdomino-3", "origins-discovery-2"])
def test_games_it_can_not_judge_are_refused(tmp_path: Path, setup: str) -> None:
    with pytest.raises(SetupError, match="only two-player Kingdomino"):
        fit_judge(replace(TINY, setup=setup), tmp_path / "file")


@pytest.mark.parametrize("wrong", [{"depth": 4}, {"exploration": 1.5}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(SetupError, match=next(iter(wrong))):
        watch_games([State.new_game("kingdomino", 2)], load("kingdomino-2"), 1, 0, 1, **wrong)


def test_the_command_writes_a_judge_and_says_how_close_it_is(tmp_path: Path) -> None:
    path = tmp_path / "j.npz"
    options = ["--judge", "--rounds", "1", "--games", "3", "--shards", "2"]
    said = CliRunner().invoke(app, ["fit", "kingdomino-2", "-o", str(path), *options])
    assert said.exit_code == 0, said.output
    assert "predictions of final margins have a typical error" in " ".join(said.stdout.split())
    with np.load(path) as file:
        provenance = json.loads(str(file["provenance"]))
    assert provenance["setup"] == "kingdomino-2"
    assert provenance["plan"]["depth"] == JudgePlan().depth
