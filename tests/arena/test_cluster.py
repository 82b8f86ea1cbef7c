"""Contests on a local Ray cluster: the same games as local workers, even if a process dies."""

import importlib
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from crownfire.arena import Contest, GameResult, Store, run
from crownfire.arena.cluster import connected, spread
from crownfire.dataset import read, write
from crownfire.rules import SetupError
from tests.arena import faulty
from tests.interrupts import interrupt

COMMAND = [sys.executable, "-c", "from crownfire.cli import main; main()", "arena"]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A local cluster whose processes can import the faulty bots."""
    folder = tmp_path_factory.mktemp("installed")
    faulty.install(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
        with connected("local", cores=2):
            yield


def _games(results: list[GameResult]) -> list[tuple[object, ...]]:
    """Returns the parts of results that must not depend on where the games were played."""
    return [
        (r.number, r.deal, r.seats, r.scores, r.wins, r.faults, [(t.seat, t.nodes) for t in r.turns])
        for r in results
    ]


@pytest.mark.usefixtures("cluster")
def test_games_are_the_same_on_a_cluster(tmp_path: Path) -> None:
    contest = Contest("origins-tribe", 3, ("mce(nodes=20)", "expert(nodes=30)", "easy"), games=6, seed=4)
    path = tmp_path / "results.jsonl"
    reported: list[GameResult] = []
    with Store(path, contest) as store:
        played = run(contest, on_cluster=True, store=store, on_result=reported.append)
    assert _games(played) == _games(run(contest, workers=2))
    assert len(reported) == 6
    with Store(path, contest) as store:
        assert _games(run(contest, workers=1, store=store)) == _games(
            played
        )  # reads all results from the file


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("raises", "ZeroDivisionError: [/on] purpose"),
        ("dies", "its process died"),
        ("hangs", "took longer than 5 s"),
    ],
)
def test_a_faulty_bot_loses_only_its_turn_on_a_cluster(bot: str, why: str) -> None:
    contest = Contest("kingdomino", 2, (bot, "fg"), games=2)
    results = run(contest, on_cluster=True, patience_s=5)
    assert [[(fault.why, r.seats[fault.seat]) for fault in r.faults] for r in results] == [[(why, bot)]] * 2


@pytest.mark.usefixtures("cluster")
def test_a_cluster_writes_the_same_dataset(tmp_path: Path) -> None:
    contest = Contest("kingdomino", 2, ("hard(nodes=5)", "tr"), games=2)
    write(contest, tmp_path / "there", on_cluster=True)
    write(contest, tmp_path / "here")
    assert list(read(tmp_path / "there").rows()) == list(read(tmp_path / "here").rows())


@pytest.mark.usefixtures("cluster")
def test_errors_of_tasks_are_raised_unchanged() -> None:
    with pytest.raises(SetupError, match=r"a worker process for .* doesn't start"):
        run(Contest("kingdomino", 2, ("stillborn", "tr"), games=2), on_cluster=True)
    assert list(spread(abs, [-1])) == [1]  # the cluster still works


def _killed_once(folder: Path, number: int) -> int:
    """Kills its process the first time it receives 3."""
    mark = folder / "killed"
    if number == 3 and not mark.exists():
        mark.touch()
        os._exit(1)
    return number * number


@pytest.mark.usefixtures("cluster")
def test_a_task_whose_process_is_lost_restarts(tmp_path: Path) -> None:
    found = sorted(spread(partial(_killed_once, tmp_path), range(9)))
    assert found == [number * number for number in range(9)]
    assert (tmp_path / "killed").exists()


@pytest.mark.usefixtures("cluster")
def test_a_package_missing_on_a_node_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "only_here.py").write_text("def double(x): return 2 * x\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    task = importlib.import_module("only_here").double
    with pytest.raises(
        SetupError, match=r"No module named 'only_here'.*needs the same packages as this machine"
    ):
        list(spread(task, [1]))


def test_the_command_prints_the_same_with_workers_and_on_a_cluster() -> None:
    contest = [*COMMAND, "-b", "mce(nodes=20),fg", "-g", "4", "--json"]
    local, on_cluster = (
        subprocess.run([*contest, *where], capture_output=True, text=True, check=True)
        for where in (["--workers", "2"], ["--ray", "local"])
    )
    without_times = partial(re.sub, r'"ms\w*": [\d.]+', "")
    assert without_times(on_cluster.stdout) == without_times(local.stdout)
    assert not on_cluster.stderr


def test_an_interrupt_stops_a_cluster_cleanly(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"

    def wait_for_games() -> None:
        while not path.exists() or path.read_text(encoding="utf-8").count("\n") < 3:
            time.sleep(0.02)

    command = [*COMMAND, "-b", "mce(nodes=200),fg", "-g", "4000", "--out", str(path), "--ray", "local"]
    code, errors = interrupt(command, wait_for_games)
    assert code == 130
    assert len(errors.splitlines()) == 2
    assert f"Saved in {path}: " in errors


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("127.0.0.1:{port}", "no Ray cluster answers at 127.0.0.1:{port}: "),
        ("ray://127.0.0.1:{port}", "no Ray cluster answers at ray://127.0.0.1:{port}: "),
        ("nowhere", "'nowhere' is not an address; write HOST:PORT"),
        ("", "'' is not an address; write HOST:PORT"),
        ("host:port", "'host:port' is not an address; write HOST:PORT"),
    ],
)
def test_a_bad_address_is_a_one_line_error(address: str, sentence: str) -> None:
    with socket.socket() as taken:  # bound, but not listening
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        command = [*COMMAND, "-b", "fg,tr", "--ray", address.format(port=port)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"crownfire: {sentence.format(port=port)}")
    assert len(done.stderr.splitlines()) == 1
