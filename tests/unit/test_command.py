"""The command as people and programs use it: started as a process, with files and pipes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from crownfire.game import Match, SecretDealer
from crownfire.game.game import Game
from crownfire.notation import format_record, format_records
from crownfire.rules import RULESETS, ranking, ruleset, scores
from tests.games import play_on, random_game

COMMAND = str(Path(sys.executable).with_name("crownfire"))
DISCOVERY = "J D D1 L L1 / J1 G G L1 Q / J V2 H D Q1 / J+2 D D Q Q1 / G G G+1 G V1"


def run(*arguments: str, stdin: str | bytes = "") -> subprocess.CompletedProcess[str]:
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run([COMMAND, *arguments], input=data, capture_output=True, check=False, timeout=120)
    stdout, stderr = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in stderr
    return subprocess.CompletedProcess(done.args, done.returncode, stdout, stderr)


def run_json(*arguments: str, stdin: str | bytes = "") -> Any:
    done = run(*arguments, "--json", stdin=stdin)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def assert_refused(done: subprocess.CompletedProcess[str], code: int, *words: str) -> None:
    """One clear line on stderr, nothing else, and the exit code."""
    assert done.returncode == code
    assert done.stdout == ""
    assert done.stderr.startswith("crownfire: ")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 500
    for word in words:
        assert word in done.stderr


# help


def test_help_lists_the_commands() -> None:
    done = run("--help")
    assert done.returncode == 0
    for command in ("play", "score", "replay", "verify", "perft", "rules"):
        assert command in done.stdout
        assert run(command, "--help").returncode == 0
    assert run().stdout == done.stdout


def test_version() -> None:
    assert run("--version").stdout.startswith("crownfire ")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["nonsense"], "nonsense"),
        (["score"], "FILE"),
        (["perft", "-r", "kingdomino", "-p", "2", "--depth", "x"], "depth"),
        (["replay", "--wrong", "x"], "--wrong"),
        (["replay", "does-not-exist"], "does-not-exist: No such file"),
        (["replay", "."], "directory"),
        (["perft", "-r", "kingdomino", "-p", "5", "--depth", "1"], "not 5"),
        (["perft", "-r", "kingdomino+dynasty", "-p", "2", "--depth", "1"], "three games"),
        (["perft", "-r", "kingdomino", "-p", "2", "--depth", "1", "--engine", "java"], "java"),
        (["rules", "xyzzy"], "xyzzy"),
        (["play", "-r", "origins-totem+harmony"], "harmony"),
        (["play", "-r", "kingdomino+mighty_duel", "-p", "3"], "for 2 players"),
        (["play", "--seats", "greedy"], "not 1"),
        (["play", "--seats", "gr|eedy,b"], "can't be a name"),
        (["play", "--resume", "does-not-exist"], "does-not-exist"),
    ],
)
def test_what_cannot_be_done_is_one_line(arguments: list[str], word: str) -> None:
    assert_refused(run(*arguments), 2, word)


# score


def test_score_of_the_rulebooks_example() -> None:
    found = run_json("score", "--rules", "origins-discovery", "-", stdin=DISCOVERY)
    assert found["total"] == 32
    assert found["warnings"] == []
    points = dict.fromkeys(("desert", "grassland", "lake", "jungle", "quarry"), 0)
    for term in found["terms"]:
        if term["label"] in points:
            points[term["label"]] += term["points"]
    assert points == {"desert": 2, "grassland": 4, "lake": 6, "jungle": 12, "quarry": 8}
    assert found["largest_region"] == 4
    assert found["symbols"] == 9


def test_score_reads_rows_on_lines_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "territory.txt"
    file.write_text("# from our table\n" + DISCOVERY.replace(" / ", "\r\n") + "\r\n", encoding="utf-8")
    done = run("score", "-r", "origins-discovery", str(file))
    assert done.returncode == 0
    assert "32" in done.stdout


@pytest.mark.parametrize(
    ("rules", "arguments", "territory", "total"),
    [
        ("kingdomino", [], "H W W1", 2),
        ("kingdomino+middle_kingdom", [], "H W W1", 12),
        ("kingdomino+middle_kingdom", [], "H W W1 F", 2),
        ("kingdomino+harmony", [], "H W W1", 2),  # the frame is not full
        ("origins-discovery+homo_habilis", [], DISCOVERY, 37),
        ("origins-discovery+homo_habilis", ["--size", "7"], DISCOVERY, 32),
        ("origins-discovery+empire_of_fire", [], "D D D D H", 0),
        ("origins-discovery+empire_of_fire", ["--size", "7"], "D D D H", 10),
        ("kingdomino+middle_kingdom+mighty_duel", [], "W W W H", 10),
        ("origins-totem", ["--totems", "mammoth,flint"], "H G* G*", 2 + 3 + 6),
    ],
)
def test_score(rules: str, arguments: list[str], territory: str, total: int) -> None:
    assert run_json("score", "-r", rules, *arguments, "-", stdin=territory)["total"] == total


def test_score_takes_seven_only_if_it_must() -> None:
    assert run_json("score", "-r", "origins-totem", "-", stdin="H G* G*")["size"] == 5
    assert run_json("score", "-r", "origins-totem", "-", stdin="H D D D D D")["size"] == 7
    assert run_json("score", "-r", "kingdomino+mighty_duel", "-", stdin="H W W")["size"] == 7


def test_score_warns_of_what_the_box_cannot_give() -> None:
    found = run_json("score", "-r", "origins-totem", "-", stdin="H D D* / . . D+1")
    codes = {warning["code"] for warning in found["warnings"]}
    assert codes == {"box_resource_terrain", "box_fire_unthrown", "box_cover"}
    assert "Not from the box?" in run("score", "-r", "origins-totem", "-", stdin="H D D*").stdout


@pytest.mark.parametrize(
    ("rules", "arguments", "territory", "words"),
    [
        ("kingdomino", [], "H W X", ["line 1, column 5", "'X'", "expected a square"]),
        ("kingdomino", [], "H W\nW", ["line 2, column 1", "a row of 1 squares"]),
        ("kingdomino", [], "W W", ["without a home"]),
        ("kingdomino", [], "", ["nothing"]),
        ("kingdomino", [], "H Q Q", ["no quarry"]),
        ("kingdomino", [], "H W W W W W", ["6 wide", "5×5"]),
        ("origins-totem", [], "D D D H D D D D", ["8 wide"]),
        ("kingdomino", ["--size", "7"], "H W W", ["5×5, not in 7×7"]),
        ("origins-totem", ["--size", "5"], "H D D D D D", ["6 wide", "5×5"]),
        ("origins-totem", ["--size", "6"], "H D", ["not in 6×6"]),
        ("origins-tribe", ["--totems", "fish"], "H D", ["no totems"]),
        ("origins-totem", ["--totems", "cow"], "H D", ["no totem 'cow'"]),
        ("origins-totem", [], "H D[xx]", ["a caveman in brackets"]),
        ("origins-totem", [], "H V", ["V1, V2 or V3"]),
        ("kingdomino", [], "W " * 30 + "H", ["at most 6 squares from the home"]),
    ],
)
def test_score_refuses(rules: str, arguments: list[str], territory: str, words: list[str]) -> None:
    assert_refused(run("score", "-r", rules, *arguments, "-", stdin=territory), 2, *words)


# replay and verify


@pytest.mark.parametrize("rules", RULESETS)
def test_replay_reports_a_finished_game(rules: str) -> None:
    game = random_game(rules, 3, 1)
    text = format_record(game.record())
    found = run_json("replay", "-", stdin=text)
    assert found["ok"] is True
    assert found["finished"] is True
    assert found["scores"] == list(scores(game.state))
    assert [sheet["total"] for sheet in found["sheets"]] == found["scores"]
    assert found["ranking"] == [[seat + 1 for seat in place] for place in ranking(game.state)]
    told = run("replay", "--turns", "-", stdin=text)
    assert told.returncode == 0
    assert "Legal and finished" in told.stdout
    assert "Seat 1 claims" in told.stdout


def test_replay_accepts_an_unfinished_game() -> None:
    text = format_record(random_game("origins-tribe", 2, 1, decisions=50).record())
    assert run_json("replay", "-", stdin=text)["finished"] is False
    assert "not finished" in run("replay", "-", stdin=text).stdout


def test_replay_of_a_dynasty_gives_games_and_totals() -> None:
    match = Match([random_game("kingdomino", 2, seed) for seed in range(3)])
    found = run_json("replay", "-", stdin=format_records(match.records()))
    assert found["finished"] is True
    assert len(found["games"]) == 3
    assert found["totals"] == list(match.totals)
    assert found["ranking"] == [[seat + 1 for seat in place] for place in match.ranking]


def test_an_illegal_record_names_line_token_and_rule() -> None:
    lines = format_record(random_game("kingdomino", 2, 1).record()).splitlines()
    index = next(i for i, line in enumerate(lines) if line.startswith(("1: ", "2: ")) and " =" in line[3:])
    seat = lines[index].split(":")[0]
    lines[index] = f"{seat}: a1n =48"
    text = "\n".join(lines) + "\n"
    assert_refused(run("replay", "-", stdin=text), 1, f"line {index + 1}, column 4", "a1n", "(C3)")
    done = run("replay", "--json", "-", stdin=text)
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert (found["ok"], found["line"], found["column"]) == (False, index + 1, 4)
    assert (found["token"], found["rule"]) == ("a1n", "C3")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", ["found nothing", "crownfire 1"]),
        (b"\x00\x01\x02", ["line 1, column 1", "printable"]),
        (b"crownfire 1\nrules: \xff\xfe", ["line 2, column 8", "byte 0xff", "UTF-8"]),
        (b"hello world\n", ["'hello world'", "crownfire 1"]),
        (b"crownfire 2\n", ["version 1"]),
        (b"crownfire 1\n" + b"x" * 10_000_000, ["4,000,000 bytes"]),
        (
            b"crownfire 1\nrules: kingdomino\nplayers: 2\n1: " + b"g8n " * 2_000,
            ["line 4", "4,000 characters"],
        ),
        (b"crownfire 1\nrules: kingdomino\nplayers: two\n", ["line 3, column 10", "'two'"]),
        (b"crownfire 1\nrules: kingdomino\nplayers: 2\norder: 1 2 2 1\nwhat is this\n", ["line 5"]),
        (b"crownfire 1\nrules: kingdomino\nplayers: 2\n1: q9n\n", ["line 4, column 4", "'q9n'", "a move"]),
        (b"crownfire 1\nrules: kingdomino\nplayers: 2\ncommit: xyz\n", ["hexadecimal"]),
    ],
)
def test_junk_is_unreadable_with_a_clear_message(data: bytes, words: list[str]) -> None:
    assert_refused(run("replay", "-", stdin=data), 2, *words)
    done = run("replay", "--json", "-", stdin=data)
    assert done.returncode == 2


def _secret_record() -> str:
    game = Game(ruleset("origins-tribe", 2), SecretDealer(bytes(range(32))))
    game.deal()
    return format_record(play_on(game, 1).record())


def test_verify() -> None:
    text = _secret_record()
    assert "is the one committed to" in run("verify", "-", stdin=text).stdout
    assert run_json("verify", "-", stdin=text)["ok"] is True
    assert_refused(
        run("verify", "-", stdin=format_record(random_game("kingdomino", 2, 1).record())), 2, "secret"
    )


def test_verify_finds_another_deal() -> None:
    text = _secret_record()
    other = format_record(random_game("origins-tribe", 2, 5).record()).splitlines()
    header = text.splitlines()[:5]
    forged = "\n".join(header + other[3:]) + "\n"
    done = run("verify", "--json", "-", stdin=forged)
    assert done.returncode == 1
    assert json.loads(done.stdout)["ok"] is False
    assert "was not dealt from the secret" in run("verify", "-", stdin=forged).stdout
    wrong = text.replace("secret: 00", "secret: 01")
    assert_refused(run("verify", "-", stdin=wrong), 2, "not the one committed to")


# perft and rules


def test_perft() -> None:
    arguments = ["perft", "--rules", "kingdomino", "--players", "2", "--seed", "1", "--depth", "5"]
    assert run_json(*arguments)["nodes"] == [4, 12, 24, 24, 576]
    split = run_json(*arguments, "--split")["split"]
    assert sum(split.values()) == 576
    assert "576" in run(*arguments).stdout


def test_rules() -> None:
    assert run_json("rules")["kingdomino"] == ["mighty_duel", "middle_kingdom", "harmony", "dynasty"]
    assert "origins-tribe" in run("rules").stdout
    (rule,) = run_json("rules", "c5")
    assert rule["id"] == "C5"
    assert "O8" in [rule["id"] for rule in run_json("rules", "volcano")]


# play


@pytest.mark.parametrize("rules", [*RULESETS, "kingdomino+dynasty"])
def test_a_game_is_played_to_its_end_and_kept(rules: str, tmp_path: Path) -> None:
    record = tmp_path / "deep" / "game.record"
    arguments = ["play", "-r", rules, "--seats", "Ann,greedy", "--seed", "3", "--record", str(record)]
    done = run(*arguments, stdin="1\n" * 1000)
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout or "share" in done.stdout
    found = run_json("replay", str(record))
    assert found["finished"] is True


def test_undo_help_and_mistakes_in_play(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    typed = "?\nzz\n=99\nx\ns\na\nu\n1\nu\n1\n\nq\n"
    done = run(
        "play", "-r", "kingdomino", "--seats", "Ann,Bo", "--seed", "3", "--record", str(record), stdin=typed
    )
    assert done.returncode == 0
    assert "zz: expected a move such as" in done.stdout
    assert "=99: expected a domino from 1 to 48" in done.stdout
    assert "x: this is not the moment" in done.stdout
    assert "nothing to undo" in done.stdout
    assert "kept" in done.stdout


def test_a_kept_game_goes_on_where_it_was(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    arguments = ["--seats", "Ann,greedy,random", "--seed", "3", "--record", str(record)]
    run("play", "-r", "origins-tribe", *arguments, stdin="1\n" * 20)
    kept = record.read_text(encoding="utf-8")
    assert run_json("replay", str(record))["finished"] is False
    done = run("play", "--resume", str(record), stdin="1\n" * 1000)
    assert done.returncode == 0, done.stderr
    assert record.read_text(encoding="utf-8").startswith(kept)
    assert run_json("replay", str(record))["finished"] is True
    assert "wins" in run("play", "--resume", str(record)).stdout


def test_a_game_without_a_seed_can_be_verified(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    run("play", "-r", "kingdomino", "--seats", "greedy,random", "--record", str(record))
    assert run_json("verify", str(record))["ok"] is True


def test_equal_seeds_play_equal_games(tmp_path: Path) -> None:
    records = []
    for name in ("a", "b"):
        path = tmp_path / name
        run("play", "-r", "kingdomino", "--seats", "random,random", "--seed", "9", "--record", str(path))
        records.append(path.read_text(encoding="utf-8"))
    assert records[0] == records[1]
