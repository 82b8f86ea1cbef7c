"""`crownfire engine`: its answer to every line, and its end."""

import io
import os
import re
import subprocess
from pathlib import Path

import pytest

from crownfire.bots.speaker import Speaker
from crownfire.cli.engine import run_engine
from crownfire.game import derive
from crownfire.notation import format_action, format_position
from crownfire.rules import legal_actions
from tests.command import COMMAND, run
from tests.games import new_game, play_on

ROOT = Path(__file__).parent.parent.parent
CLAIM = "kingdomino 2 claim 1 1,2,2,1 - 3,14,15:1,41 1-2,4-13,16-40,42-48 H|H 0,0 - - - -"


def talk(data: str | bytes, bot: str = "fg") -> list[str]:
    """Returns the output of the command for these lines, until it exits."""
    done = run("engine", "--bot", bot, stdin=data)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_the_session_in_the_docs_is_real() -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    (session,) = re.findall(r"```\n(> hello.*?)```", page, re.DOTALL)
    sent = [line[2:] for line in session.splitlines() if line.startswith("> ")]
    received = [line[2:] for line in session.splitlines() if line.startswith("< ")]
    assert len(sent) + len(received) == len(session.splitlines())
    assert len(received) >= 5
    assert talk("\n".join(sent) + "\n") == received


def test_the_program_in_the_docs_is_the_example() -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(import random.*?)```", page, re.DOTALL)
    example = (ROOT / "examples" / "engine.py").read_text(encoding="utf-8")
    assert example.partition("\n\n")[2] == program
    assert len([line for line in program.splitlines() if line]) <= 10


def test_it_ends_with_the_input_or_quit() -> None:
    assert talk("") == []
    assert talk("hello crownfire 1") == ["hello crownfire 1 fg"]  # without a line end
    assert talk("hello crownfire 1\nquit now\nhello crownfire 1\n") == ["hello crownfire 1 fg"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hello crownfire 99", "hello crownfire 1 fg"),
        ("sing a song", "error 'sing' is not understood; there are hello, newgame, position, go, quit"),
        ("go", "error there is no position to choose a move in"),
        ("go depth 3", "error go takes ms, nodes, seed, not 'depth'"),
        ("go ms", "error ms must be a whole number up to 3600000, not nothing"),
        ("go ms -1", "error ms must be a whole number up to 3600000, not '-1'"),
        ("go seed 18446744073709551616", "error seed must be a whole number up to 18446744073709551615"),
        ("newgame kingdomino", "error newgame must look like: newgame rules kingdomino players 2 seat 1"),
        ("newgame rules chess players 2 seat 1", "error unknown rules 'chess'"),
        ("newgame rules kingdomino players 2 seat 3", "error seat must be a whole number up to 2, not '3'"),
        ("newgame rules kingdomino players 2 seat 0", "error seats are numbered from 1"),
        ("newgame rules kingdomino players 2 seat 2", None),
        ("position", "error line 1, column 1: found nothing"),
        (f"position {CLAIM}", None),
        (f"position {CLAIM} moves =3 =14 =41", None),
        (f"position {CLAIM.replace('claim 1', 'claim 9')} moves =3", "error "),
        (
            "position kingdomino 2 order 0 - - - 1-48 H|H 0,0 - - - - moves",
            "error there is no decision to make in this position",
        ),
        ("", None),
        ("   \t ", None),
        ("\x00\x1b[31m", "error '\\x00\\x1b[31m' is not understood"),
    ],
)
def test_answers(line: str, answer: str | None) -> None:
    found = Speaker("fg").hear(line)
    assert (found is None) if answer is None else (found or "").startswith(answer)
    assert "\n" not in (found or "")


def test_the_session_continues_after_an_invalid_line() -> None:
    data = b"x" * 50_000 + b"\n\xff\xfe\n" + b"y" * 10_000 + b"\nhello crownfire 1\n"
    too_long = "error a line has at most 10,000 bytes"
    assert talk(data) == [too_long, "error a line is UTF-8 text", too_long, "hello crownfire 1 fg"]


def test_an_unreadable_position_discards_the_previous_one() -> None:
    speaker = Speaker("fg")
    assert speaker.hear(f"position {CLAIM}") is None
    assert (speaker.hear("position nonsense") or "").startswith("error ")
    assert speaker.hear("go") == "error there is no position to choose a move in"


def test_equal_seeds_give_equal_moves() -> None:
    state = play_on(new_game("kingdomino", 4, 1), 1, 20).state
    speaker = Speaker("tr")
    assert speaker.hear(f"position {format_position(state)}") is None
    assert len({speaker.hear("go seed 5") for _ in range(5)}) == 1
    assert len({speaker.hear("go") for _ in range(200)}) > 1


def test_the_budget_is_shared_by_the_decisions_of_a_turn() -> None:
    """A turn of placing and claiming: the tree is kept, and the second `go` sends the remaining nodes."""
    game = play_on(new_game("kingdomino", 2, 3), 3, 8)
    while len(legal_actions(game.state)) < 2 or game.state.phase != "place":
        play_on(game, 3, 1)
    speaker = Speaker("expert")
    left = 200
    for phase in ("place", "claim"):
        assert game.state.phase == phase
        assert speaker.hear(f"position {format_position(game.state)}") is None
        word, move, _, nodes = (speaker.hear(f"go nodes {left} seed 9") or "").split()
        assert (word, int(nodes) > 0) == ("bestmove", True)
        left -= int(nodes)
        game.play(move, deal=False)
    assert left == 0


def test_a_failing_bot_is_an_error_line(monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = Speaker("fg")

    def fail(*_: object, **__: object) -> int:
        raise ZeroDivisionError("on\npurpose")

    monkeypatch.setattr(type(speaker._player.bot), "choose", fail)
    assert speaker.hear(f"position {CLAIM}") is None
    assert speaker.hear("go seed 1") == "error ZeroDivisionError: on purpose"


def test_a_bad_spec_is_one_line() -> None:
    done = run("engine", "-b", "deep")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("crownfire: there is no bot 'deep'")
    assert done.stderr.count("\n") == 1


def test_answers_are_flushed_and_a_closed_output_is_silent() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([COMMAND, "engine", "-b", "fg"], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"hello crownfire 1\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"hello crownfire 1 fg\n"  # while the input is still open
        process.stdout.close()
        process.stdin.write(b"hello crownfire 1\n")
        process.stdin.close()
        assert process.stderr.read() == b""


def test_standard_output_is_restored_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"hello crownfire 1\n")))
    run_engine("fg")
    os.write(1, b"afterwards\n")
    assert capfd.readouterr() == ("hello crownfire 1 fg\nafterwards\n", "")


def test_a_name_is_one_line() -> None:
    assert Speaker(" fg\n").hear("hello crownfire 1") == "hello crownfire 1 fg"


def test_moves_are_those_of_the_notation() -> None:
    game = new_game("origins-tribe", 3, 2)
    speaker = Speaker("easy")
    rng = derive(4)
    while not game.is_over:
        legal = [format_action(action) for action in legal_actions(game.state)]
        assert speaker.hear(f"position {format_position(game.state)} moves {' '.join(legal)}") is None
        word, move = (speaker.hear(f"go seed {next(rng)}") or "").split()
        assert word == "bestmove"
        assert move in legal
        game.play(move)
