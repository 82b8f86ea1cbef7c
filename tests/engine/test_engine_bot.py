"""`engine(cmd=…)`: programs that play, that misbehave, and that are never left behind."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from crownfire.arena import Contest, GameResult, play_game, run, standings
from crownfire.bots import EngineBot, end_idle_programs, make_player
from crownfire.bots.program import ProgramError
from crownfire.game import derive
from crownfire.rules import SetupError, legal_actions, to_play
from tests.games import PLAIN, new_game

ROOT = Path(__file__).parent.parent.parent
CROWNFIRE = str(Path(sys.executable).with_name("crownfire"))
FAULTY = Path(__file__).with_name("faulty.py")


@pytest.fixture(autouse=True, scope="module")
def _no_programs_left() -> Iterator[None]:
    yield
    end_idle_programs()


def engine(*words: str | Path, params: str = "") -> str:
    """The spec of a program."""
    return f'engine(cmd="{shlex.join(map(str, words))}"{params})'


def ours(bot: str) -> str:
    return engine(CROWNFIRE, "engine", "--bot", bot)


def faulty(how: str, *words: str | Path, params: str = "") -> str:
    return engine(sys.executable, FAULTY, how, *words, params=params)


def outcome(results: list[GameResult]) -> list[tuple[object, ...]]:
    return [(r.deal, r.scores, r.wins, [(t.seat, t.nodes) for t in r.turns], r.faults) for r in results]


def played(contest: Contest) -> list[GameResult]:
    return [play_game(contest, pairing) for pairing in contest.pairings()]


@pytest.mark.parametrize(("rules", "players"), [*PLAIN, ("kingdomino+mighty_duel", 2)])
def test_a_bot_behind_the_protocol_plays_the_same_games(rules: str, players: int) -> None:
    """Bots without chance and with it, and searches, which keep their tree over the decisions of a turn."""
    bots = ("fg", "easy", "hard(nodes=40)", "gprd")
    for one in bots[:3] if players == 2 else bots[:1]:
        others = tuple(bot for bot in bots if bot != one)[: players - 1]
        games = players if one == "fg" else 1
        plain, spoken = (
            [play_game(contest, pairing) for pairing in list(contest.pairings())[:games]]
            for contest in (
                Contest(rules, players, (one, *others), games, seed=6),
                Contest(rules, players, (ours(one), *others), games, seed=6),
            )
        )
        assert outcome(spoken) == outcome(plain)
        assert not spoken[0].faults


def test_a_node_budget_of_the_bot_is_that_of_the_program() -> None:
    contests = [
        Contest("origins-tribe", 2, (bot, "tr"), 2)
        for bot in ("expert(nodes=30)", engine(CROWNFIRE, "engine", "-b", "expert", params=",nodes=30"))
    ]
    plain, spoken = map(played, contests)
    assert outcome(spoken) == outcome(plain)
    assert max(turn.nodes for turn in spoken[0].turns) == 30


def test_the_example_plays_in_the_arena() -> None:
    contest = Contest(
        "origins-tribe", 3, (engine(sys.executable, ROOT / "examples/engine.py"), "fg", "tr"), 3
    )
    results = run(contest, workers=2)
    assert [result.faults for result in results] == [()] * 3


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("crashes", "it ended with exit code 1 (my last words)"),
        ("killed", "it was ended by SIGABRT (asked 4)"),
        ("hangs", "it gave no answer in 5 s"),
        ("chatters", "it gave no answer in 5 s"),
        ("moans", "it gave no answer in 5 s"),
        ("complains", "it said: error I am lost"),
        ("mumbles", "its answer can't be read: 'bestmove mumble'"),
        ("silent", "its answer can't be read: 'bestmove'"),
        ("illegal", "its move ++w3 is not legal"),
        ("long", "it said a line of more than 10,000 bytes"),
        ("closes", "it closed its standard output (asked 4)"),
    ],
)
def test_a_program_at_fault_is_started_again(how: str, why: str) -> None:
    player = make_player(faulty(how, params=",patience=5" if "no answer" in why else ""))
    game, rng = new_game("kingdomino", 4, 1), derive(1)
    for _ in range(3):
        game.play(player.choose(game.state, legal_actions(game.state), rng=rng))
    with pytest.raises(ProgramError) as caught:
        player.choose(game.state, legal_actions(game.state), rng=rng)
    assert str(caught.value) == why
    assert player.choose(game.state, legal_actions(game.state), rng=rng) == legal_actions(game.state)[0]


def test_a_program_at_fault_loses_its_turn_and_nothing_else_suffers() -> None:
    bot = faulty("crashes")
    contest = Contest("kingdomino", 3, (bot, "fg", "fg"), 1)
    results = run(contest, workers=2)
    assert len(results) == 3
    for result in results:
        seat = result.seats.index(bot)
        assert {(fault.seat, fault.why) for fault in result.faults} == {
            (seat, "ProgramError: it ended with exit code 1 (my last words)")
        }
        turns = [turn.seat for turn in result.turns]
        assert turns.count(seat) == 13 - len(result.faults)
        assert len(turns) == 3 * 13 - len(result.faults)
    (standing,) = (found for found in standings(results) if found.bot == bot)
    assert standing.faults == sum(len(result.faults) for result in results) >= 9


def test_a_program_is_given_its_budget_before_patience_ends() -> None:
    player = make_player(faulty("hangs", params=",patience=0.5,ms=60000"))
    game, rng = new_game("kingdomino", 4, 1), derive(1)
    assert isinstance(player.bot, EngineBot)
    asked: list[float] = []

    class Deaf:
        def say(self, *lines: str) -> None: ...

        def end(self) -> None: ...

        def hear(self, word: str, *, patience_s: float) -> str:
            asked.append(patience_s)
            return "bestmove =1"

    player.bot._program = Deaf()  # type: ignore[assignment]  # stands in for it
    with pytest.raises(ProgramError, match="its move =1 is not legal"):
        player.choose(game.state, legal_actions(game.state), rng=rng)
    assert 50 < asked[0] <= 60.5


def test_a_slow_start_is_waited_for() -> None:
    contest = Contest("kingdomino", 2, (faulty("slow"), "tr"), 1)
    assert not play_game(contest, next(contest.pairings())).faults


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (faulty("newer"), "engine: it speaks version '2' of the protocol, not 1"),
        (faulty("chess"), "engine: it said 'hello chess 1' instead of hello crownfire 1"),
        (engine("true"), "engine: it ended with exit code 0"),
        (engine(sys.executable, "-m", "no_such"), "engine: it ended with exit code 1 ("),
        (engine(ROOT / "README.md"), "engine: there is no program "),
        (engine("no-such-program"), "engine: there is no program 'no-such-program'"),
    ],
)  # fmt: skip
def test_a_program_that_never_starts_is_refused_at_once(spec: str, sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        Contest("kingdomino", 2, (spec, "fg"), 2)
    assert str(caught.value).startswith(sentence)


def test_one_that_never_says_hello_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownfire.bots.program.START_S", 0.5)
    with pytest.raises(SetupError, match=r"engine: it gave no answer in 0\.5 s"):
        make_player(faulty("mute"))


def test_a_program_is_started_once_and_told_of_every_game(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    contest = Contest("origins-totem", 3, (faulty("notes", notes), "tr", "tr"), 6)
    assert len(run(contest, workers=1)) == 6
    lines = notes.read_text(encoding="utf-8").splitlines()
    words = [line.split()[0] for line in lines]
    assert words.count("start") == 2  # where the contest is set up, and in the worker
    assert words.count("newgame") == 6
    assert [line for line in lines if line.startswith("newgame")] == [
        f"newgame rules origins-totem players 3 seat {seat}" for seat in (1, 3, 2, 1, 3, 2)
    ]
    assert words.count("position") == words.count("go")
    first = next(line for line in lines if line.startswith("position"))
    assert len(first.partition(" moves ")[0].split()) == 15
    (go,) = {line.rstrip("0123456789") for line in lines if line.startswith("go")}
    assert go == "go seed "


def test_both_seats_may_have_the_same_program(tmp_path: Path) -> None:
    bot = faulty("notes", tmp_path / "notes")
    contest = Contest("kingdomino", 2, (bot, bot), 3)
    assert all(not result.faults for result in played(contest))
    assert (tmp_path / "notes").read_text(encoding="utf-8").count("start\n") == 2


def alive(pids: list[int]) -> list[int]:
    """Those that are still running; waits a while for the others to go."""
    end = time.monotonic() + 60
    while (left := [pid for pid in pids if _is_running(pid)]) and time.monotonic() < end:
        time.sleep(0.05)
    return left


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"


def pids_in(path: Path) -> list[int]:
    return list(map(int, path.read_text(encoding="utf-8").split())) if path.exists() else []


def test_a_program_and_its_children_end_with_the_bot(tmp_path: Path) -> None:
    player = make_player(faulty("stubborn", tmp_path / "pids"))
    pids = pids_in(tmp_path / "pids")
    assert len(pids) == 2
    del player
    end_idle_programs()
    assert alive(pids) == []


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
def test_no_program_outlives_a_contest_that_is_killed(tmp_path: Path, sent: signal.Signals) -> None:
    """Stubborn programs with children of their own, in two workers that are killed with everything else."""
    path = tmp_path / "pids"
    bots = f"{faulty('stubborn', path)},fg"
    command = [CROWNFIRE, "arena", "-b", bots, "-g", "4000", "--workers", "2", "-o", str(tmp_path / "out")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as contest:
        while len(pids_in(path)) < 6:  # two each: where the contest is set up, and in both workers
            assert contest.poll() is None
            time.sleep(0.05)
        contest.send_signal(sent)
    assert alive(pids_in(path)) == []


def test_what_a_program_says_beside_is_not_among_the_results() -> None:
    command = [CROWNFIRE, "arena", "-b", f"{faulty('notes', os.devnull)},tr", "-g", "2", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert json.loads(done.stdout)["played"] == 2
    assert "asked" not in done.stderr


def test_a_program_in_the_terminal(tmp_path: Path) -> None:
    """It plays; at fault it loses that turn, which is said in a sentence; and only who plays may start it."""
    path = tmp_path / "game.record"
    bot = faulty("crashes")
    command = [CROWNFIRE, "play", "--seats", f"{bot},tr", "--seed", "3", "--record", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    text = " ".join(done.stdout.split())
    assert "fails (it ended with exit code 1 (my last words)), so chance decides" in text
    assert "Traceback" not in done.stderr
    assert bot in path.read_text(encoding="utf-8")
    resumed = [CROWNFIRE, "play", "--resume", str(path)]
    refused = subprocess.run(resumed, capture_output=True, text=True, check=False, timeout=120)
    assert refused.returncode == 2
    assert "names a program to start; say yourself who plays, with --seats" in refused.stderr
    seats = ["--seats", "fg,tr"]
    assert subprocess.run([*resumed, *seats], capture_output=True, check=False, timeout=120).returncode == 0


def test_a_match_of_several_games_tells_of_each(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    player, rng = make_player(faulty("notes", notes)), derive(2)
    for seed in (1, 2):
        game = new_game("kingdomino", 2, seed)
        while not game.is_over:
            legal = legal_actions(game.state)
            game.play(player.choose(game.state, legal, rng=rng) if to_play(game.state) == 0 else legal[0])
    assert notes.read_text(encoding="utf-8").count("newgame") == 2
