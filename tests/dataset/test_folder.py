"""Datasets on disk: every way to write them gives the same files, without gaps or duplicates."""

import fcntl
import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from crownfire.arena import Contest, GameResult, play_game
from crownfire.dataset import columns, files, read, state_of, write
from crownfire.dataset.folder import Folder
from crownfire.dataset.rows import Played
from crownfire.rules import SetupError, legal_actions

SMALL = Contest("kingdomino", 2, ("hard(nodes=6)", "tr"), games=10, seed=4)
COMMAND = [sys.executable, "-c", "from crownfire.cli import main; main()", "dataset"]
ROOT = Path(__file__).parent.parent.parent


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def results() -> list[GameResult]:
    """The games of the small contest."""
    return [play_game(SMALL, pairing) for pairing in SMALL.pairings()]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, results: list[GameResult]) -> Path:
    """The dataset of the small contest, four games per file."""
    folder = tmp_path_factory.mktemp("data") / "whole"
    _add(folder, results)
    return folder


def _add(folder: Path, some: list[GameResult], contest: Contest = SMALL) -> None:
    with Folder(folder, contest, games_per_file=4) as kept:
        for result in some:
            kept.add(Played.of(contest, result))


def test_reading_returns_the_written_games(whole: Path, results: list[GameResult]) -> None:
    found = read(whole)
    assert len(found) == 10
    assert found.about["bots"] == ["hard(nodes=6)", "tr"]
    games = found.games().to_pylist()
    assert [game["game"] for game in games] == list(range(10))
    assert [tuple(game["scores"]) for game in games] == [result.scores for result in results]
    rows = list(found.rows())
    assert len(rows) == sum(game["decisions"] for game in games)
    assert [(row["game"], row["number"]) for row in rows] == [
        (game["game"], number) for game in games for number in range(game["decisions"])
    ]
    assert all(row["legal"] == legal_actions(state_of(row)) for row in rows[::20])
    assert [table.column_names for table in found.moves(["action", "win"])] == [["action", "win"]] * 3


def test_files_describe_their_columns(whole: Path) -> None:
    """The schema, the code and docs/research.md have the same columns."""
    page = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    for table, expected in columns.TABLES.items():
        schema = parquet.read_schema(whole / table / "00000000-00000003.parquet")
        assert [(field.name, field.metadata[b"meaning"].decode()) for field in schema] == [
            (column.name, column.meaning) for column in expected
        ]
        types = [str(field.type).replace("element: ", "").replace(" not null", "") for field in schema]
        assert types == [column.type for column in expected]
        assert json.loads(schema.metadata[b"dataset"])["seed"] == 4
        rows = [f"| `{column.name}` | {column.type} | {column.meaning} |" for column in expected]
        assert "\n".join(rows) in page


@pytest.mark.parametrize("workers", [1, 2])
def test_any_number_of_workers_writes_the_same_bytes(tmp_path: Path, whole: Path, workers: int) -> None:
    reported: list[int] = []
    write(SMALL, tmp_path / "new", games_per_file=4, workers=workers, on_games=reported.append)
    assert _contents(tmp_path / "new") == _contents(whole)
    assert reported == list(range(11))


@pytest.mark.parametrize("order", [[9, 0, 5, 3, 1, 8, 2, 7, 6, 4], [4, 5, 6, 7, 0, 9, 8, 1, 3, 2]])
def test_games_may_be_added_in_any_order_and_number_of_runs(
    tmp_path: Path, whole: Path, results: list[GameResult], order: list[int]
) -> None:
    folder = tmp_path / "new"
    for number in order:
        with Folder(folder, SMALL, games_per_file=4) as kept:
            assert number in [pairing.number for pairing in kept.missing()]
        _add(folder, [results[number]])
    assert _contents(folder) == _contents(whole)
    with Folder(folder, SMALL, games_per_file=4) as kept:
        assert not list(kept.missing())


KILLED = """\
import os, signal
from crownfire.cli import main
from crownfire.dataset import files
from crownfire.dataset.folder import Folder
usual = Folder.add
def add(self, played):
    usual(self, played)
    if len(files.finished(self.path)) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
Folder.add = add
main()"""


def test_a_killed_command_resumes(tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    options = ["-b", "hard(nodes=10),tr", "-g", "12", "--games-per-file", "2", "--out"]
    killed = [sys.executable, "-c", KILLED, "dataset", *options, str(folder)]
    assert subprocess.run(killed, capture_output=True, check=False).returncode == -signal.SIGKILL
    kept = {path: path.stat().st_mtime_ns for path in (folder / "games").glob("*.parquet")}
    assert len(kept) == 2
    command = [*COMMAND, *options, str(folder)]
    subprocess.run([*command, "--workers", "1"], check=True, stdout=subprocess.DEVNULL)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    subprocess.run([*COMMAND, *options, str(tmp_path / "whole")], check=True, stdout=subprocess.DEVNULL)
    assert _contents(folder) == _contents(tmp_path / "whole")


def test_a_run_that_ended_between_the_two_files_of_a_shard_resumes(
    tmp_path: Path, whole: Path, results: list[GameResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "new"
    usual = files.write

    def fail(path: Path, *rest: Any) -> None:
        if path.parent.name == "games":
            raise OSError("no space left")
        usual(path, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(files, "write", fail)
        with pytest.raises(OSError, match="no space left"):
            _add(folder, results)
    assert len(read(folder)) == 0
    _add(folder, results[4:])
    assert _contents(folder) == _contents(whole)


def test_a_truncated_journal_loses_only_its_last_game(
    tmp_path: Path, whole: Path, results: list[GameResult]
) -> None:
    folder = tmp_path / "new"
    _add(folder, results[:7])
    journal = folder / "unfinished.jsonl"
    journal.write_bytes(journal.read_bytes()[:-30])
    with Folder(folder, SMALL, games_per_file=4) as kept:
        assert [pairing.number for pairing in kept.missing()] == [6, 7, 8, 9]
    _add(folder, results[6:])
    assert _contents(folder) == _contents(whole)
    journal.write_bytes(b"{}\n")
    with pytest.raises(SetupError, match="is damaged; delete it to play its games again"):
        _add(folder, [])


def test_adding_games_keeps_existing_files(tmp_path: Path, whole: Path, results: list[GameResult]) -> None:
    folder = tmp_path / "new"
    fewer = Contest(SMALL.rules, SMALL.players, SMALL.bots, games=6, seed=SMALL.seed)
    _add(folder, results[:6], fewer)
    before = _contents(folder)
    _add(folder, results[6:])
    after = _contents(folder)
    assert {name: after[name] for name in before} == before
    assert sorted(path.name for path in (folder / "games").iterdir()) == [
        "00000000-00000003.parquet",
        "00000004-00000005.parquet",
        "00000006-00000007.parquet",
        "00000008-00000009.parquet",
    ]
    assert read(folder).games().equals(read(whole).games())
    assert list(read(folder).rows()) == list(read(whole).rows())
    _add(folder, [], fewer)  # adds nothing
    assert _contents(folder) == after


def test_asking_for_fewer_games_loses_none(tmp_path: Path, results: list[GameResult]) -> None:
    folder = tmp_path / "new"
    fewer = Contest(SMALL.rules, SMALL.players, SMALL.bots, games=4, seed=SMALL.seed)
    _add(folder, results[:7])  # the file of games 4 to 7 is still incomplete
    _add(folder, [], fewer)
    with Folder(folder, SMALL, games_per_file=4) as kept:
        assert [pairing.number for pairing in kept.missing()] == [7, 8, 9]


def test_other_folders_are_not_changed(tmp_path: Path, whole: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "poem.txt").write_text("roses", encoding="utf-8")
    with pytest.raises(SetupError, match="is not empty and not a dataset; choose a new folder"):
        _add(precious, [])
    assert _contents(precious) == {"poem.txt": b"roses"}
    before = _contents(whole)
    other = Contest("kingdomino", 2, ("tr", "tr"), games=2)
    with pytest.raises(
        SetupError, match=r"another dataset \(kingdomino, 2 players, hard\(nodes=6\),tr, seed 4\)"
    ):
        _add(whole, [], other)
    assert _contents(whole) == before
    (precious / "dataset.json").write_text("[1]", encoding="utf-8")
    with pytest.raises(SetupError, match=r"another dataset \(in another format\)"):
        _add(precious, [])


def test_only_one_run_can_write_to_a_folder(tmp_path: Path) -> None:
    with Folder(tmp_path / "new", SMALL, 4), pytest.raises(SetupError, match="another run is writing to"):
        _add(tmp_path / "new", [])
    _add(tmp_path / "new", [])
    with (tmp_path / "new" / "dataset.json").open() as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # succeeds: the lock is free


def test_unreadable_datasets_are_refused_in_one_sentence(tmp_path: Path, whole: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(SetupError, match="has no dataset, or one in another format"):
            read(folder)
    with pytest.raises(SetupError, match=r"columns of moves must be among game, number, .*, not 'fun'"):
        list(read(whole).moves(["fun"]))
    copy = tmp_path / "copy"
    shutil.copytree(whole, copy)
    for damage in (b"PAR1 what is this PAR1", b"PAR1" + b"\xff" * 16 + b"\x10\0\0\0" + b"PAR1"):
        (copy / "moves" / "00000000-00000003.parquet").write_bytes(damage)
        with pytest.raises(SetupError, match=r"00000000-00000003.parquet can't be read: "):
            list(read(copy).moves())
    (copy / "moves" / "00000000-00000003.parquet").unlink()
    with pytest.raises(SetupError, match=r"00000000-00000003.parquet is missing"):
        list(read(copy).moves())
