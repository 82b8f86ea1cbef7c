"""The command `crownfire dataset`."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crownfire.dataset import read
from tests.interrupts import interrupt

COMMAND = [sys.executable, "-c", "from crownfire.cli import main; main()", "dataset"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False)


def test_one_bot_plays_all_seats(tmp_path: Path) -> None:
    options = [
        "-b",
        "tr",
        "-p",
        "3",
        "-r",
        "kingdomino+harmony",
        "-g",
        "2",
        "--seed",
        "5",
        "-o",
        str(tmp_path / "d"),
    ]
    done = run(*options)
    assert done.returncode == 0, done.stderr
    found = read(tmp_path / "d")
    assert found.games(["bots"]).to_pylist() == [{"bots": ["tr"] * 3}] * 2
    decisions = sum(1 for _ in found.rows(["game"]))
    assert f"2 games with {decisions} decisions in" in " ".join(done.stdout.split())
    data = json.loads(run(*options, "--json").stdout)
    assert (data["played"], data["decisions"], data["rules"]) == (2, decisions, "kingdomino+harmony")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-b", "fg"], "Missing option '--out'"),
        (["-b", "deep", "-o", "{}"], "there is no bot 'deep'"),
        (["-b", "fg,tr", "-p", "3", "-o", "{}"], "3 players need at least 3 bots, not 2"),
        (["-b", "fg", "-r", "chess", "-o", "{}"], "unknown rules 'chess'"),
        (["-b", "fg", "-p", "5", "-o", "{}"], "less than or equal to 4"),
        (["-b", "fg", "-g", "0", "-o", "{}"], "greater than or equal to 1"),
        (
            ["-b", "fg", "-g", "1000000000000", "-o", "{}"],
            "every group of bots plays at most 10,000,000 games",
        ),
        (["-b", "fg", "--games-per-file", "0", "-o", "{}"], "greater than or equal to 1"),
        (["-b", "fg", "--ray", "auto", "--workers", "2", "-o", "{}"], "choose --workers or --ray, not both"),
        (["-b", "fg", "-o", __file__], "test_command.py: File exists"),
    ],
)
def test_errors_are_one_line(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    done = run(*[argument.format(tmp_path / "new") for argument in arguments])
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not done.stdout
    assert not (tmp_path / "new").exists()


def test_an_interrupt_reports_how_to_resume(tmp_path: Path) -> None:
    journal = tmp_path / "new" / "unfinished.jsonl"

    def has_begun() -> None:
        while not journal.exists() or not journal.stat().st_size:
            time.sleep(0.02)

    command = [*COMMAND, "-b", "mce(nodes=200),fg", "-g", "400", "--out", str(tmp_path / "new")]
    code, errors = interrupt(command, has_begun)
    assert code == 130
    assert "Run the same command again to resume." in errors
    assert "Traceback" not in errors
