"""`engine(cmd=…)`: programs play, misbehave, and always end with the process that started them."""

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
def test_a_bot_plays_the_same_games_over_the_protocol(rules: str, players: int) -> None:
    """Deterministic and random bots, and searches, which keep their tree for all decisions of a turn."""
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


def test_the_node_budget_of_the_bot_is_sent_to_the_program() -> None:
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
        ("crashes", "it exited with code 1 (my last words)"),
        ("killed", "it was killed by SIGABRT (asked 4)"),
        ("hangs", "it did not answer within 5 s"),
        ("chatters", "it did not answer within 5 s"),
        ("moans", "it did not answer within 5 s"),
        ("complains", "it answered: error I am lost"),
        ("mumbles", "its answer can't be read: 'bestmove mumble'"),
        ("silent", "its answer can't be read: 'bestmove'"),
        ("illegal", "its move ++w3 is not legal"),
        ("long", "it sent a line of more than 10,000 bytes"),
        ("closes", "it closed its standard output (asked 4)"),
    ],
)
def test_a_faulty_program_is_restarted(how: str, why: str) -> None:
    player = make_player(faulty(how, params=",patience=5" if "did not answer" in why else ""))
    game, rng = new_game("kingdomino", 4, 1), derive(1)
    for _ in range(3):
        game.play(player.choose(game.state, legal_actions(game.state), rng=rng))
    with pytest.raises(ProgramError) as caught:
        player.choose(game.state, legal_actions(game.state), rng=rng)
    assert str(caught.value) == why
    assert player.choose(game.state, legal_actions(game.state), rng=rng) == legal_actions(game.state)[0]


def test_a_faulty_program_loses_only_its_turn() -> None:
    bot = faulty("crashes")
    contest = Contest("kingdomino", 3, (bot, "fg", "fg"), 1)
    results = run(contest, workers=2)
    assert len(results) == 3
    for result in results:
        seat = result.seats.index(bot)
        assert {(fault.seat, fault.why) for fault in result.faults} == {
            (seat, "ProgramError: it exited with code 1 (my last words)")
        }
        turns = [turn.seat for turn in result.turns]
        assert turns.count(seat) == 13 - len(result.faults)
        assert len(turns) == 3 * 13 - len(result.faults)
    (standing,) = (found for found in standings(results) if found.bot == bot)
    assert standing.faults == sum(len(result.faults) for result in results) >= 9


def test_patience_begins_after_the_budget() -> None:
    player = make_player(faulty("hangs", params=",patience=0.5,ms=60000"))
    game, rng = new_game("kingdomino", 4, 1), derive(1)
    assert isinstance(player.bot, EngineBot)
    asked: list[float] = []

    class FakeProgram:
        def send(self, *lines: str) -> None: ...

        def end(self) -> None: ...

        def receive(self, word: str, *, patience_s: float) -> str:
            asked.append(patience_s)
            return "bestmove =1"

    player.bot._program = FakeProgram()  # type: ignore[assignment]  # replaces the real program
    with pytest.raises(ProgramError, match="its move =1 is not legal"):
        player.choose(game.state, legal_actions(game.state), rng=rng)
    assert 50 < asked[0] <= 60.5


def test_a_slow_start_is_no_fault() -> None:
    contest = Contest("kingdomino", 2, (faulty("slow"), "tr"), 1)
    assert not play_game(contest, next(contest.pairings())).faults


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (faulty("newer"), "engine: it speaks version '2' of the protocol, not 1"),
        (faulty("chess"), "engine: it sent 'hello chess 1' instead of hello crownfire 1"),
        (engine("true"), "engine: it exited with code 0"),
        (engine(sys.executable, "-m", "no_such"), "engine: it exited with code 1 ("),
        (engine(ROOT / "README.md"), "engine: there is no program "),
        (engine("no-such-program"), "engine: there is no program 'no-such-program'"),
    ],
)  # fmt: skip
def test_a_program_that_fails_to_start_is_an_error(spec: str, sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        Contest("kingdomino", 2, (spec, "fg"), 2)
    assert str(caught.value).startswith(sentence)


def test_a_program_that_never_sends_hello_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownfire.bots.program.START_S", 0.5)
    with pytest.raises(SetupError, match=r"engine: it did not answer within 0\.5 s"):
        make_player(faulty("mute"))


def test_a_program_starts_once_and_receives_every_game(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    contest = Contest("origins-totem", 3, (faulty("notes", notes), "tr", "tr"), 6)
    assert len(run(contest, workers=1)) == 6
    lines = notes.read_text(encoding="utf-8").splitlines()
    words = [line.split()[0] for line in lines]
    assert words.count("start") == 2  # in the process that checks the contest, and in the worker
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
    """Returns the processes that still run after at most a minute."""
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
    """Stubborn programs with child processes, in two workers that are killed with the contest."""
    path = tmp_path / "pids"
    bots = f"{faulty('stubborn', path)},fg"
    command = [CROWNFIRE, "arena", "-b", bots, "-g", "4000", "--workers", "2", "-o", str(tmp_path / "out")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as contest:
        while len(pids_in(path)) < 6:  # two each: in the process that checks the contest, and in both workers
            assert contest.poll() is None
            time.sleep(0.05)
        contest.send_signal(sent)
    assert alive(pids_in(path)) == []


def test_standard_error_of_a_program_stays_out_of_the_results() -> None:
    command = [CROWNFIRE, "arena", "-b", f"{faulty('notes', os.devnull)},tr", "-g", "2", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert json.loads(done.stdout)["played"] == 2
    assert "asked" not in done.stderr


def test_a_program_in_the_terminal(tmp_path: Path) -> None:
    """A faulty program loses its turn with a message. Resuming starts it only if --seats names it."""
    path = tmp_path / "game.record"
    bot = faulty("crashes")
    command = [CROWNFIRE, "play", "--seats", f"{bot},tr", "--seed", "3", "--record", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    text = " ".join(done.stdout.split())
    assert "failed (it exited with code 1 (my last words)), so random moves finish the turn." in text
    assert "Traceback" not in done.stderr
    assert bot in path.read_text(encoding="utf-8")
    resumed = [CROWNFIRE, "play", "--resume", str(path)]
    refused = subprocess.run(resumed, capture_output=True, text=True, check=False, timeout=120)
    assert refused.returncode == 2
    assert "names a program as a player; name the players with --seats to start it" in refused.stderr
    seats = ["--seats", "fg,tr"]
    assert subprocess.run([*resumed, *seats], capture_output=True, check=False, timeout=120).returncode == 0


def test_every_game_of_a_match_is_announced(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    player, rng = make_player(faulty("notes", notes)), derive(2)
    for seed in (1, 2):
        game = new_game("kingdomino", 2, seed)
        while not game.is_over:
            legal = legal_actions(game.state)
            game.play(player.choose(game.state, legal, rng=rng) if to_play(game.state) == 0 else legal[0])
    assert notes.read_text(encoding="utf-8").count("newgame") == 2
