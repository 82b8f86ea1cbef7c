"""Running contests: repeatable, resumable, and finished even if bots fail."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from crownfire.arena import Contest, GameResult, Store, play_game, run, standings
from crownfire.rules import SetupError
from tests.arena import faulty
from tests.games import PLAIN

SMALL = Contest("kingdomino", 2, ("mce(nodes=20)", "fg"), games=6, seed=4)


def _outcome(results: list[GameResult]) -> list[tuple[object, ...]]:
    """Returns the parts of results that must not depend on when or where the games were played."""
    return [(r.number, r.deal, r.seats, r.scores, r.wins, [t.nodes for t in r.turns]) for r in results]


@pytest.fixture
def faulty_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "installed"
    folder.mkdir()
    faulty.install(folder)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder))


@pytest.mark.parametrize(("rules", "players"), PLAIN)
def test_bots_can_play_every_ruleset(rules: str, players: int) -> None:
    contest = Contest(rules, players, ("fg", "easy", "hard(nodes=20)", "tr")[:players], games=1)
    result = play_game(contest, next(contest.pairings()))
    assert len(result.scores) == players
    assert sum(result.wins) == 1
    assert not result.faults
    turns = [turn.seat for turn in result.turns]
    assert all(turns.count(seat) == turns.count(0) for seat in range(players))


def test_the_same_seed_gives_the_same_games_on_any_number_of_workers() -> None:
    alone = [play_game(SMALL, pairing) for pairing in SMALL.pairings()]
    assert _outcome(run(SMALL, workers=1)) == _outcome(run(SMALL, workers=2)) == _outcome(alone)


def test_an_interrupted_run_resumes(tmp_path: Path) -> None:
    whole = _outcome(run(SMALL, workers=2))
    path = tmp_path / "results.jsonl"
    with Store(path, SMALL) as store:
        run(SMALL, store=store)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:4]) + lines[4][:40], encoding="utf-8")  # killed while writing a line
    reported: list[GameResult] = []
    with Store(path, SMALL) as store:
        assert len(store.results) == 3
        assert _outcome(run(SMALL, store=store, on_result=reported.append)) == whole
    assert len(reported) == 6
    assert len(path.read_text(encoding="utf-8").splitlines()) == 7
    with Store(path, SMALL) as store:
        assert _outcome(run(SMALL, workers=1, store=store)) == whole  # plays no more games


COMMAND = "from crownfire.cli import main; main()"
KILLED = f"""\
import os, signal
from crownfire.arena import Store
original = Store.add
def add(self, result):
    original(self, result)
    if len(self.results) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
Store.add = add
{COMMAND}"""


def test_a_killed_command_resumes(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    options = ["--bots", "mce(nodes=20),fg", "--games", "10", "--out", str(path), "--json"]
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, "arena", *options], capture_output=True, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    kept = path.read_text(encoding="utf-8").splitlines()
    assert len(kept) == 1 + 3
    command = [sys.executable, "-c", COMMAND, "arena", *options]
    whole = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert json.loads(whole)["played"] == 10
    found = path.read_text(encoding="utf-8").splitlines()
    assert found[:4] == kept
    assert sorted(json.loads(line)["number"] for line in found[1:]) == list(range(10))


def test_the_file_of_another_contest_stays_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with Store(path, SMALL):
        pass
    before = path.read_bytes()
    other = Contest("kingdomino", 2, ("tr", "fg"), games=6, seed=4)
    with pytest.raises(SetupError, match=r"contains another contest \(kingdomino, 2 players, mce"):
        Store(path, other).__enter__()
    assert path.read_bytes() == before
    path.write_text("no results\n", encoding="utf-8")
    with pytest.raises(SetupError, match="is not a file of arena results"):
        Store(path, SMALL).__enter__()
    assert path.read_text(encoding="utf-8") == "no results\n"


def test_only_one_run_can_open_a_file(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with Store(path, SMALL), pytest.raises(SetupError, match="is being written by another run"):
        Store(path, SMALL).__enter__()


@pytest.mark.usefixtures("faulty_bots")
@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("raises", "ZeroDivisionError: [/on] purpose"),
        ("illegal", "ValueError: -1 is not a legal action"),
        ("leaves", "SystemExit: 3"),
        ("dies", "its process died"),
        ("hangs", "took longer than 5 s"),
    ],
)
def test_a_faulty_bot_loses_only_its_turn_to_random_moves(bot: str, why: str) -> None:
    contest = Contest("kingdomino", 3, (bot, "fg", "fg"), games=3)
    results = run(contest, workers=2, patience_s=5)
    assert len(results) == 3
    for result in results:
        (fault,) = result.faults
        assert (fault.why, result.seats[fault.seat]) == (why, bot)
        assert sum(result.wins) == 1
        assert len(result.turns) == 3 * 13 - 1  # without the faulty turn
    found = {standing.bot: standing for standing in standings(results)}
    assert (found[bot].faults, found["fg"].faults) == (3, 0)


@pytest.mark.usefixtures("faulty_bots")
def test_a_game_continues_the_same_way_in_a_new_process() -> None:
    """Faults at the same decision lead to the same random turn and the same game."""
    dies, raises = (
        run(Contest("origins-tribe", 2, (bot, "hard(nodes=20)"), games=2), workers=2)
        for bot in ("dies", "raises")
    )
    assert [(r.scores, r.wins) for r in dies] == [(r.scores, r.wins) for r in raises]


@pytest.mark.usefixtures("faulty_bots")
@pytest.mark.parametrize("bot", ["stillborn", "unmade"])
def test_a_bot_that_cannot_be_created_in_a_worker(bot: str) -> None:
    """A bot that kills its process ends the contest with an error; one that raises plays at random."""
    contest = Contest("kingdomino", 2, (bot, "tr"), games=2)
    if bot == "stillborn":
        with pytest.raises(SetupError, match="a worker process for stillborn, tr doesn't start"):
            run(contest, workers=1)
    else:
        assert len(run(contest, workers=1)[0].faults) == 14


def test_files_of_other_programs_stay_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "precious"
    for content in (b'{"precious": 1}', b"a text\nwithout a last line end", bytes(range(256)), b"[]\n"):
        path.write_bytes(content)
        with pytest.raises(SetupError, match=r"is not a file of arena results|contains another contest"):
            Store(path, SMALL).__enter__()
        assert path.read_bytes() == content
