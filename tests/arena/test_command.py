"""`crownfire arena`: table, JSON, CSV, and errors of one line."""

import csv
import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.arena import faulty
from tests.interrupts import interrupt

COMMAND = [sys.executable, "-c", "from crownfire.cli import main; main()", "arena"]


def run(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the command, with the bots that are installed in a folder."""
    environment = {**os.environ, "COLUMNS": "100", "PYTHONPATH": str(folder or "")}
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, env=environment, check=False
    )


def test_table_json_and_csv_agree() -> None:
    contest = ("-b", "fg,tr", "-g", "4", "--seed", "1")
    data = json.loads(run(*contest, "--json").stdout)
    rows = list(csv.DictReader(io.StringIO(run(*contest, "--csv").stdout)))
    table = run(*contest).stdout
    assert [bot["bot"] for bot in data["bots"]] == [row["bot"] for row in rows] == ["fg", "tr"]
    assert [str(bot["score"]) for bot in data["bots"]] == [row["score"] for row in rows]
    assert data["played"] == 4
    assert f"{data['bots'][0]['win_rate']:.1%}" in table
    assert "kingdomino, 2 players, 4 games on 2 deals, seed 1" in table


@pytest.mark.parametrize(
    ("bots", "deals", "played", "announced"),
    [("fg,tr", 2, 4, "4 games"), ("fg,tr,gprd", 2, 12, "4 games of each group"), ("fg,fg", 3, 3, "")],
)
def test_more_games_than_asked_for_are_announced(bots: str, deals: int, played: int, announced: str) -> None:
    done = run("-b", bots, "-g", "3", "--json")
    data = json.loads(done.stdout)
    assert (data["games"], data["deals"], data["played"]) == (3, deals, played)
    why = "so that each deal is played in every rotation of the seats"
    assert done.stderr == (f"Playing {announced} instead of 3, {why}.\n" if announced else "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-b", "fg"], "2 players need at least 2 bots"),
        (["-b", "deep,fg"], "there is no bot 'deep'"),
        (
            ["-b", "expert(mss=3),fg"],
            "expert has no parameter 'mss' (did you mean 'ms'?); its parameters are ms",
        ),
        (["-b", "fg,tr", "-r", "chess"], "chess"),
        (["-b", "fg,tr", "--json", "--csv"], "choose --json or --csv, not both"),
        (["-b", "fg,tr", "-p", "9"], "less than or equal to 4"),
    ],
)
def test_an_error_is_one_line(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not done.stdout


def test_faults_are_reported_and_output_of_bots_is_separate(tmp_path: Path) -> None:
    faulty.install(tmp_path)
    shown = run("-b", "raises,fg", "-g", "2", folder=tmp_path)
    assert "raises failed, first in game 0, so random moves finished" in " ".join(shown.stdout.split())
    assert "ZeroDivisionError: [/on] purpose" in " ".join(shown.stdout.split())
    data = json.loads(run("-b", "talks,fg", "-g", "2", "--json", folder=tmp_path).stdout)
    assert data["played"] == 2


def test_the_nodes_that_a_bot_reports_are_printed(tmp_path: Path) -> None:
    faulty.install(tmp_path)
    kept = tmp_path / "results.jsonl"
    for _ in range(2):  # played, then read from the file
        done = run("-b", "counts,fg", "-g", "2", "--json", "--out", str(kept), folder=tmp_path)
        nodes = {bot["bot"]: bot["nodes_per_turn"] for bot in json.loads(done.stdout)["bots"]}
        assert nodes == {"counts": 10, "fg": 0}


def test_an_interrupt_is_one_line_and_the_results_are_saved(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    command = [*COMMAND, "-b", "mce(nodes=200),fg", "-g", "400", "--out", str(path)]

    def has_begun() -> None:
        while not path.exists() or path.read_text(encoding="utf-8").count("\n") < 3:
            time.sleep(0.02)

    code, errors = interrupt(command, has_begun)
    assert code == 130
    assert f"Saved in {path}: " in errors
    assert "Traceback" not in errors
