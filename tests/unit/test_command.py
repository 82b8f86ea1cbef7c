"""The command line, with files and pipes."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from crownfire.cli import serve
from crownfire.game import Match, SecretDealer
from crownfire.game.game import Game
from crownfire.notation import format_record, format_records
from crownfire.rules import RULESETS, ranking, ruleset, scores
from crownfire.server.settings import Settings
from tests.command import COMMAND, Done, run, run_process
from tests.games import play_on, random_game

DISCOVERY = "J D D1 L L1 / J1 G G L1 Q / J V2 H D Q1 / J+2 D D Q Q1 / G G G+1 G V1"


def run_json(*arguments: str, stdin: str | bytes = "") -> Any:
    done = run(*arguments, "--json", stdin=stdin)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def assert_refused(done: Done, code: int, *words: str) -> None:
    """Checks the exit code and that stderr has one line and stdout nothing."""
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
        (["play", "--seats", "Ann,\u200b"], "a name needs at least one visible character"),
        (["play", "--resume", "does-not-exist"], "does-not-exist"),
    ],
)
def test_an_error_is_one_line(arguments: list[str], word: str) -> None:
    assert_refused(run(*arguments), 2, word)


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        (["arenna"], "Did you mean 'arena'?"),
        (["arena", "--bots", "fg,tr", "--game", "4"], "--games"),
        (["perft", "-r", "kingdomin", "-p", "2", "--depth", "1"], "(did you mean 'kingdomino'?)"),
        (["perft", "-r", "Origins-Tribe", "-p", "2", "--depth", "1"], "(did you mean 'origins-tribe'?)"),
        (["play", "-r", "kingdomino+harmny"], "(did you mean 'harmony'?)"),
        (["rules", "kingdomnio"], "(did you mean 'kingdomino'?)"),
        (["rules", "middle_kindom"], "(did you mean 'middle_kingdom'?)"),
        (["arena", "--bots", "exprt,fg"], "(did you mean 'expert'?)"),
        (["arena", "--bots", "expert(thread=2),fg"], "(did you mean 'threads'?)"),
    ],
)
def test_an_error_suggests_the_nearest_word(arguments: list[str], suggestion: str) -> None:
    assert_refused(run(*arguments), 2, suggestion)


@pytest.mark.parametrize("command", [(), ("arena",), ("play",), ("serve",)])
def test_help_shows_flags_without_a_type(command: tuple[str, ...]) -> None:
    shown = run(*command, "--help").stdout
    assert "--help" in shown
    assert "<bool>" not in shown


# score


def test_score_of_the_example_in_the_rulebook() -> None:
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


def test_the_default_frame_is_the_smallest_that_fits() -> None:
    assert run_json("score", "-r", "origins-totem", "-", stdin="H G* G*")["size"] == 5
    assert run_json("score", "-r", "origins-totem", "-", stdin="H D D D D D")["size"] == 7
    assert run_json("score", "-r", "kingdomino+mighty_duel", "-", stdin="H W W")["size"] == 7


def test_score_warns_about_squares_that_no_game_can_give() -> None:
    found = run_json("score", "-r", "origins-totem", "-", stdin="H D D* / . . D+1")
    codes = {warning["code"] for warning in found["warnings"]}
    assert codes == {"box_resource_terrain", "box_fire_unthrown", "box_cover"}
    assert (
        "Warning: there is a resource on i7"
        in run("score", "-r", "origins-totem", "-", stdin="H D D*").stdout
    )


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
        ("origins-totem", [], "H D[xx]", ["one of the cavemen hu,", "in brackets"]),
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
    done = run("replay", "--turns", "-", stdin=text)
    assert done.returncode == 0
    assert "The game is legal and finished" in done.stdout
    assert "Seat 1 chooses domino" in done.stdout


def test_replay_accepts_an_unfinished_game() -> None:
    text = format_record(random_game("origins-tribe", 2, 1, decisions=50).record())
    assert run_json("replay", "-", stdin=text)["finished"] is False
    assert "unfinished" in run("replay", "-", stdin=text).stdout


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
    assert done.stderr.count("\n") == 1
    found = json.loads(done.stdout)
    assert (found["ok"], found["line"], found["column"]) == (False, index + 1, 4)
    assert (found["token"], found["rule"]) == ("a1n", "C3")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", ["found nothing", "crownfire 1"]),
        (b"\x00\x01\x02", ["line 1, column 1", "control characters"]),
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
    assert json.loads(done.stdout)["ok"] is False


def _secret_record() -> str:
    game = Game(ruleset("origins-tribe", 2), SecretDealer(bytes(range(32))))
    game.deal()
    return format_record(play_on(game, 1).record())


def test_verify() -> None:
    text = _secret_record()
    assert "The deal matches its secret" in run("verify", "-", stdin=text).stdout
    assert run_json("verify", "-", stdin=text)["ok"] is True
    unsealed = format_record(random_game("kingdomino", 2, 1).record())
    lacks = "the deal can't be verified because the record has no {}\n"
    assert_refused(run("verify", "-", stdin=unsealed), 2, lacks.format("`commit:` and no `secret:` line"))
    open_game = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("secret"))
    assert_refused(run("verify", "-", stdin=open_game), 2, lacks.format("`secret:` line"))


def test_verify_finds_another_deal() -> None:
    text = _secret_record()
    other = format_record(random_game("origins-tribe", 2, 5).record()).splitlines()
    header = text.splitlines()[:5]
    forged = "\n".join(header + other[3:]) + "\n"
    assert_refused(
        run("verify", "-", stdin=forged), 1, "line 6", "does not follow from the secret, which gives"
    )
    wrong = text.replace("secret: 00", "secret: 01")
    assert_refused(run("verify", "-", stdin=wrong), 1, "the secret does not match the commitment")
    for broken in (forged, wrong):
        done = run("verify", "--json", "-", stdin=broken)
        assert done.returncode == 1
        assert json.loads(done.stdout)["ok"] is False


# perft and rules


def test_perft() -> None:
    arguments = ["perft", "--rules", "kingdomino", "--players", "2", "--seed", "1", "--depth", "5"]
    assert run_json(*arguments)["nodes"] == [4, 12, 24, 24, 576]
    split = run_json(*arguments, "--split")["split"]
    assert sum(split.values()) == 576
    assert run_json(*arguments, "--split", "--engine", "native")["split"] == split
    assert run_json(*arguments, "--engine", "native")["nodes"] == [4, 12, 24, 24, 576]
    assert "576" in run(*arguments).stdout


def test_bench() -> None:
    found = run_json("bench", "--seconds", "0.01")
    assert len(found["games"]) == 13
    assert all(game["ratio"] > 1 for game in found["games"])


def test_rules() -> None:
    assert run_json("rules")["kingdomino"] == ["mighty_duel", "middle_kingdom", "harmony", "dynasty"]
    assert "origins-tribe" in run("rules").stdout
    (rule,) = run_json("rules", "c5")
    assert rule["id"] == "C5"
    assert "O8" in [rule["id"] for rule in run_json("rules", "volcano")]
    assert [rule["id"] for rule in run_json("rules", "mighty_duel", "K5", "--list")] == ["K5"]
    assert "B9" in [rule["id"] for rule in run_json("rules", "origins-tribe", "--list")]
    assert_refused(run("rules", ""), 2, "--list")


# play

# One of these lines answers every question; the others are rejected without effect.
ANSWERS = "1\ny\n" + "".join(f"={number}\n" for number in range(1, 49)) + "y\n"
ENOUGH = ANSWERS * 120


def play(record: Path, *arguments: str, stdin: str = ENOUGH) -> str:
    """Plays with the given answers, saves the record there and returns the output."""
    done = run("play", *arguments, "--record", str(record), stdin=stdin)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("rules", RULESETS)
def test_a_game_is_played_to_its_end_and_saved(rules: str, tmp_path: Path) -> None:
    record = tmp_path / "deep" / "game.record"
    shown = play(record, "-r", rules, "--seats", "Ann,greedy", "--seed", "3")
    assert "wins" in shown or "share" in shown
    assert run_json("replay", str(record))["finished"] is True
    assert [path.name for path in record.parent.iterdir()] == ["game.record"]


def test_undo_help_and_mistakes_in_play(tmp_path: Path) -> None:
    typed = "?\nzz\n=99\n\u00b2\n" + "9" * 5000 + "\nx\ns\na\nu\n=1 [/b]\nhm\nundo\n10\n\nq\n"
    shown = play(
        tmp_path / "game.record", "-r", "kingdomino", "--seats", "Ann,Bo", "--seed", "3", stdin=typed
    )
    assert "zz: expected a number from the list, or the number of a free domino" in shown
    assert "=99: expected" in shown
    assert "x: this move is not due" in shown
    assert "nothing to undo" in shown
    assert "[/b] was ignored" in shown
    assert "Press Enter to confirm, or type u, s, ? or q." in shown
    assert "is saved. Resume it with" in shown
    lines = (tmp_path / "game.record").read_text(encoding="utf-8").splitlines()
    assert lines[-1].endswith(": =10")  # not the =1 that was undone


def test_q_at_the_confirmation_discards_the_turn(tmp_path: Path) -> None:
    play(tmp_path / "game.record", "--seats", "Ann,Bo", "--seed", "3", stdin="=1\nq\n")
    assert "=1" not in (tmp_path / "game.record").read_text(encoding="utf-8")


def test_undo_stops_at_the_start_of_the_turn(tmp_path: Path) -> None:
    """The first step of this turn is forced, so the player has nothing to undo."""
    record = tmp_path / "game.record"
    record.write_bytes((Path(__file__).parent / "forced_first_step.record").read_bytes())
    before = record.read_text(encoding="utf-8")
    done = run("play", "--resume", str(record), "--seats", "Ann,Bo", "--seed", "1", stdin="u\nq\n")
    assert done.returncode == 0
    after = record.read_text(encoding="utf-8")
    assert [line for line in after.splitlines() if not line.startswith("names")] == [
        line for line in before.splitlines() if not line.startswith("names")
    ]


def test_a_resumed_seeded_game_equals_an_uninterrupted_one(tmp_path: Path) -> None:
    left, played = tmp_path / "left.record", tmp_path / "played.record"
    arguments = ["-r", "origins-tribe", "--seats", "Ann,greedy,tr", "--seed", "3"]
    play(played, *arguments)
    play(left, *arguments, stdin=ANSWERS * 6)
    assert run_json("replay", str(left))["finished"] is False
    done = run("play", "--resume", str(left), stdin=ENOUGH)
    assert done.returncode == 0, done.stderr
    assert left.read_text(encoding="utf-8") == played.read_text(encoding="utf-8")
    assert "wins" in run("play", "--resume", str(left)).stdout


def test_a_resumed_secret_game_can_be_verified(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    play(record, "--seats", "Ann,greedy", stdin=ANSWERS * 4)
    saved = record.read_text(encoding="utf-8")
    assert "secret:" not in saved
    run("play", "--resume", str(record), stdin=ENOUGH)
    header = saved.index("order:")
    assert saved[header:] in record.read_text(encoding="utf-8")
    assert run_json("verify", str(record))["ok"] is True


def test_without_its_deal_file_a_game_resumes_with_a_new_deal(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    play(record, "--seats", "Ann,greedy", stdin=ANSWERS * 4)
    record.with_name("game.record.deal").unlink()
    assert "has a new deal" in run("play", "--resume", str(record), stdin=ENOUGH).stdout
    assert run_json("replay", str(record))["finished"] is True
    assert "commit:" not in record.read_text(encoding="utf-8")


def test_a_new_deal_survives_another_resume(tmp_path: Path) -> None:
    """Players can't get other dominoes by leaving again."""
    record, deal = tmp_path / "game.record", tmp_path / "game.record.deal"
    play(record, "--seats", "Ann,greedy", stdin=ANSWERS * 4)
    deal.write_bytes(b"\xff")  # damaged
    assert "has a new deal" in run("play", "--resume", str(record), stdin="q\n").stdout
    new_deal = deal.read_bytes()
    assert "has a new deal" not in run("play", "--resume", str(record), stdin="q\n").stdout
    assert deal.read_bytes() == new_deal


def test_a_record_without_names_resumes_with_as_many_players(tmp_path: Path) -> None:
    record = tmp_path / "three.record"
    game = random_game("kingdomino", 3, seed=1, decisions=6)
    record.write_text(format_record(game.record()), encoding="utf-8")
    assert "names:" not in record.read_text(encoding="utf-8")
    assert run("play", "--resume", str(record), stdin="q\n").returncode == 0
    assert "Player | normal | normal 2" in record.read_text(encoding="utf-8")


def test_a_dynasty_can_be_resumed_from_its_first_game(tmp_path: Path) -> None:
    left, played = tmp_path / "left.record", tmp_path / "played.record"
    arguments = ["-r", "kingdomino+dynasty", "--seats", "Ann,greedy", "--seed", "3"]
    play(left, *arguments, stdin=ANSWERS * 5)
    run("play", "--resume", str(left), stdin=ENOUGH)
    play(played, *arguments)
    assert left.read_text(encoding="utf-8") == played.read_text(encoding="utf-8")
    assert len(run_json("replay", str(left))["games"]) == 3


def test_a_dynasty_can_be_resumed_by_other_players(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    play(record, "-r", "kingdomino+dynasty", "--seats", "tr,greedy")
    assert run_json("verify", str(record))["steps"] == 3 * (1 + 6)
    assert run("play", "--resume", str(record), "--seats", "greedy,tr").returncode == 0
    assert run_json("replay", str(record))["finished"] is True


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--seats", "A,B,C"], "2 players"),
        (["--rules", "origins-tribe"], "not origins-tribe"),
        (["--players", "3"], "names 2"),
    ],
)
def test_resuming_with_other_rules_or_players_is_rejected(
    arguments: list[str], word: str, tmp_path: Path
) -> None:
    record = tmp_path / "game.record"
    play(record, "--seats", "Ann,greedy", stdin="")
    assert_refused(run("play", "--resume", str(record), *arguments), 2, word)


def test_a_saved_game_is_never_overwritten(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    play(record, "--seats", "tr,tr")
    saved = record.read_bytes()
    done = run("play", "--seats", "A,B", "--record", str(record))
    assert_refused(done, 2, "already exists")
    assert record.read_bytes() == saved


@pytest.mark.parametrize("name", ["[/b]", "[red]Bo", "Smith: John", "👨👩👧", ":smile:"])
def test_names_are_shown_literally(name: str, tmp_path: Path) -> None:
    record = tmp_path / "a[b].record"
    shown = play(record, "--seats", f"{name},tr", "--seed", "1", stdin=ANSWERS)
    assert str(record) in shown
    shown = run("replay", "--turns", str(record)).stdout
    assert f"{name} chooses" in shown or f"{name[0].upper()}{name[1:]} chooses" in shown


@pytest.mark.parametrize("name", ["A\u200dnn\u00a0Lee", "\u202eAnn  Lee"])
def test_names_lose_invisible_characters(name: str, tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    play(record, "--seats", f"{name},tr", "--seed", "1", stdin="")
    assert "names: Ann Lee | tr" in record.read_text(encoding="utf-8")


def test_a_name_with_a_comma_can_be_resumed(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    play(record, "--seats", "Ann,Bo", "--seed", "1", stdin="")
    text = record.read_text(encoding="utf-8").replace("Ann", "Smith, Ann")
    record.write_text(text, encoding="utf-8")
    assert run("play", "--resume", str(record), stdin="").returncode == 0
    assert "Smith, Ann | Bo" in record.read_text(encoding="utf-8")


def test_equal_seeds_play_equal_games_and_others_do_not(tmp_path: Path) -> None:
    records = []
    for name, seed in (("a", "9"), ("b", "9"), ("c", "8")):
        play(tmp_path / name, "-r", "kingdomino", "--seats", "tr,tr", "--seed", seed)
        records.append((tmp_path / name).read_text(encoding="utf-8"))
    assert records[0] == records[1]
    assert records[0] != records[2]


def test_the_newest_game_is_resumed_by_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert_refused(run("play", "--resume", "last"), 2, "there is no saved game")
    run("play", "--seats", "Ann,greedy", "--seed", "1", stdin="q\n")
    assert run("play", "--resume", "last", stdin=ENOUGH).returncode == 0
    (record,) = (tmp_path / "crownfire" / "games").glob("*.record")
    assert run_json("replay", str(record))["finished"] is True


# tests that need a process of their own


def test_the_installed_command_behaves_like_a_call() -> None:
    illegal = "crownfire 1\nrules: kingdomino\nplayers: 2\norder: 1 2 2 1\nline: 1 2 3 4\n1: =9\n"
    for arguments, stdin in ((["--version"], ""), (["rules", "xyzzy"], ""), (["replay", "-"], illegal)):
        here, there = run(*arguments, stdin=stdin), run_process(*arguments, stdin=stdin)
        assert (there.returncode, there.stdout, there.stderr) == (here.returncode, here.stdout, here.stderr)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [("score -r kingdomino -", 2), ("engine --bot fg", 0), ("play --seats tr,tr --record {}", 0)],
)
def test_a_closed_input_is_empty(tmp_path: Path, arguments: str, code: int) -> None:
    command = f"{COMMAND} {arguments.format(tmp_path / 'game')} <&-"
    done = subprocess.run(command, shell=True, capture_output=True, check=False, text=True)
    assert done.returncode == code
    assert done.stderr.startswith("crownfire: " if code else "")
    assert "Traceback" not in done.stderr


def test_input_in_another_encoding_is_rejected(tmp_path: Path) -> None:
    arguments = ("play", "--seats", "Ann,Bo", "--record", str(tmp_path / "game"))
    done = run_process(*arguments, stdin=b"\xe9\nq\n", environment={"PYTHONIOENCODING": "utf-8:strict"})
    assert done.returncode == 0
    assert "is saved. Resume it with" in done.stdout


def test_a_closed_output_is_silent() -> None:
    """The reader closes the pipe early; one output is longer than a pipe holds, one shorter."""
    for arguments in (["rules", "--json"], ["rules", "C5", "--json"]):
        unread, output = os.pipe()
        os.close(unread)
        done = subprocess.run([COMMAND, *arguments], stdout=output, stderr=subprocess.PIPE, check=False)
        os.close(output)
        assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["rules", "C5", "--json"], ["rules", "C5"]])
def test_a_full_disk_is_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"crownfire: input or output failed: No space left on device\n"


@pytest.mark.parametrize("host", ["fd00::5", "127.0.0.1"])
def test_the_address_of_a_server_can_be_opened(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    serve._show(Settings(host=host))
    shown = f"[{host}]" if ":" in host else host
    assert f"http://{shown}:8000" in capsys.readouterr().out


def test_a_terminal_without_unicode() -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    done = run_process("score", "-r", "kingdomino", "-", stdin="H W W1", environment=ascii_only)
    assert done.returncode == 0
    assert "Total" in done.stdout
