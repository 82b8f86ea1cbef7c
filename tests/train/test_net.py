"""The bot `net`: it plays the best move of its network and refuses unsuitable files."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

import torch

from crownfire.bots import make_player
from crownfire.bots.checkpoint import Checkpoint, new_network, write_checkpoint
from crownfire.env import Layout
from crownfire.game import derive
from crownfire.native import to_native
from crownfire.rules import SetupError, legal_actions, ruleset, to_play
from tests.games import ALL, new_game, steps

COMMAND = [sys.executable, "-c", "from crownfire.cli import main; main()"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False)


def _untrained(path: Path, rules: str = "kingdomino", players: int = 2) -> Checkpoint:
    torch.manual_seed(2)
    text = ruleset(rules, players).text
    checkpoint = Checkpoint(text, players, new_network(text, players))
    write_checkpoint(path, checkpoint)
    return checkpoint


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_it_plays_the_best_move_of_its_network(tmp_path: Path, rules: str, players: int) -> None:
    network = _untrained(tmp_path / "net.pt", rules, players).network
    player, layout = make_player(f"net(path={tmp_path}/net.pt)"), Layout(rules, players)
    for index, game in enumerate(steps(new_game(rules, players, 3), 3)):
        seat, legal = to_play(game.state), legal_actions(game.state)
        if seat is None or index % 5:
            continue
        native = to_native(game.state)
        seen, mask = layout.observe(native, seat), layout.mask(native)
        logits, _ = network(torch.from_numpy(seen)[None], torch.from_numpy(mask)[None])
        best = layout.to_action(int(logits[0].argmax()), seat)
        assert player.choose(game.state, legal, rng=derive(index)) == best


def test_a_temperature_samples_among_good_moves(tmp_path: Path) -> None:
    _untrained(tmp_path / "net.pt")
    state = new_game("kingdomino", 2, 3).state
    legal = legal_actions(state)
    chosen = {
        temperature: [
            make_player(f"net(path={tmp_path}/net.pt,temperature={temperature})").choose(
                state, legal, rng=derive(seed)
            )
            for seed in range(60)
        ]
        for temperature in (0, 0.001, 1000)
    }
    assert len(set(chosen[0])) == 1
    assert set(chosen[0.001]) == set(chosen[0])
    assert set(chosen[1000]) == set(legal)


def test_a_replaced_file_is_read_again(tmp_path: Path) -> None:
    _untrained(tmp_path / "net.pt")
    make_player(f"net(path={tmp_path}/net.pt)")
    _untrained(tmp_path / "net.pt", "origins-discovery")
    state = new_game("origins-discovery", 2, 3).state
    legal = legal_actions(state)
    assert make_player(f"net(path={tmp_path}/net.pt)").choose(state, legal, rng=derive(1)) in legal


def test_other_rules_are_refused(tmp_path: Path) -> None:
    _untrained(tmp_path / "net.pt")
    state = new_game("origins-totem", 3, 1).state
    with pytest.raises(SetupError, match="plays kingdomino with 2 players, not origins-totem with 3"):
        make_player(f"net(path={tmp_path}/net.pt)").choose(state, legal_actions(state), rng=derive(1))


class _Trap:
    """Runs a command when it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Path.touch, (self.file,)  # type: ignore[return-value]  # stands for any harmful call


def test_code_in_a_file_does_not_run(tmp_path: Path) -> None:
    trap = tmp_path / "sprung"
    torch.save({"crownfire": 2, "weights": _Trap(trap)}, tmp_path / "net.pt")
    (tmp_path / "plain.pt").write_bytes(pickle.dumps(_Trap(trap)))
    for name in ("net", "plain"):
        with pytest.raises(SetupError, match="is not a trained network"):
            make_player(f"net(path={tmp_path}/{name}.pt)")
    assert not trap.exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a trained network; create one with: crownfire train"),
        (b"weights", "is not a trained network"),
        ([1, 2], "is not a trained network of this version"),
        ({"crownfire": 1}, "is not a trained network of this version"),
        ({"crownfire": 2}, "is damaged"),
        ({"crownfire": 2, "rules": "chess", "players": 2, "sizes": {}}, "is damaged: .*chess"),
        ({"crownfire": 2, "rules": "kingdomino", "players": 2, "sizes": {"width": 10**9}}, "sizes must be"),
        ({"crownfire": 2, "rules": "kingdomino", "players": 2, "sizes": {}, "weights": {}}, "is damaged"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: object, message: str) -> None:
    path = tmp_path / "net.pt"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        torch.save(content, path)
    with pytest.raises(SetupError, match=message):
        make_player(f"net(path={path})")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("net", r"net: it needs a network, such as net\(path=net.pt\)"),
        ("net(path=/nowhere/net.pt)", "net: can't read /nowhere/net.pt: No such file"),
        ("net(path=/)", "net: can't read /: "),
        ("net(path=net.pt,temperature=-1)", "net: temperature must be 0 or more"),
    ],
)
def test_a_bad_spec_is_refused(spec: str, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        make_player(spec)


def test_from_training_to_the_arena(tmp_path: Path) -> None:
    path, curve = tmp_path / "net.pt", tmp_path / "curve.svg"
    tiny = ("--rounds", "1", "--games", "4", "--lessons", "1")
    done = run("train", *tiny, "--out", str(path), "--curve", str(curve))
    assert done.returncode == 0, done.stderr
    assert "1 round in" in " ".join(done.stdout.split())
    assert curve.read_text(encoding="utf-8").startswith("<svg")
    played = run("arena", "--bots", f"net(path={path}),tr", "--games", "2", "--workers", "1")
    assert played.returncode == 0, played.stderr
    assert "failed" not in played.stdout
    other = run("train", *tiny, "--seed", "1", "--out", str(path))
    assert (other.returncode, "was trained with seed=0, not 1" in other.stderr) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--rules", "chess", "--out", "net.pt"), "chess"),
        (("--teacher", "nobody", "--out", "net.pt"), "nobody"),
        (("--out", "nowhere/net.pt"), "there is no folder nowhere for net.pt"),
        (("--out", "."), "can't read ."),
        (("--players", "5", "--out", "net.pt"), "less than or equal to 4"),
    ],
)
def test_bad_options_are_refused_in_one_sentence(
    arguments: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [*COMMAND, "train", *arguments], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())
