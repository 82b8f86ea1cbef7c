"""The native module fulfils its contracts, and no call from Python can crash it."""

import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import crownfire
from crownfire import _native, _research, native
from crownfire.bots import GreedyBot, Player
from crownfire.errors import CrownfireError
from crownfire.game import Game, SeededDealer, below, derive
from crownfire.native import NUM_ACTIONS, State, from_native, to_native
from crownfire.notation import NotationError, format_position, parse_position
from crownfire.rules import (
    IllegalMoveError,
    Phase,
    SetupError,
    actions,
    apply,
    legal_actions,
    score,
    scores,
    to_play,
)
from crownfire.rules import State as GameState
from crownfire.rules.state import mover
from tests.games import ALL, new_game, random_game, steps
from tests.interrupts import interrupt
from tests.perft.tables import OPENINGS, POSITIONS, SEED
from tests.property.strategies import games, seeds

MODULES = (_native, _research)


def test_the_action_numbers_are_the_same() -> None:
    assert NUM_ACTIONS == actions.NUM_ACTIONS


def test_the_public_module_exports_both_compiled_ones() -> None:
    compiled = {
        name: getattr(module, name) for module in MODULES for name in dir(module) if not name.startswith("_")
    }
    assert sorted(native.__all__) == sorted([*compiled, "from_native", "to_native"])
    assert all(getattr(native, name) is item for name, item in compiled.items())


def test_a_missing_research_module_is_reported() -> None:
    code = "import sys; sys.modules['crownfire._research'] = None; from crownfire.native import State, Batch"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    error = "crownfire.errors.MissingExtraError: Batch is not built; build the research core with: "
    assert done.stderr.splitlines()[-1] == f"{error}make research"


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_states_convert_both_ways_at_any_point(rules: str, players: int) -> None:
    game = random_game(rules, players, seed=5)
    for state in [*(entry.before for entry in game.history), game.state]:
        found = to_native(state)
        assert (found.phase, found.to_play) == (state.phase.value, to_play(state))
        assert from_native(found) == state


@pytest.mark.parametrize("module", MODULES)
def test_the_stub_is_current(module: ModuleType, tmp_path: Path) -> None:
    stub = Path(crownfire.__file__).with_name(f"{module.__name__.split('.')[-1]}.pyi")
    fresh = tmp_path / stub.name
    subprocess.run(
        [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", module.__name__, "-o", str(fresh)],
        check=True,
    )
    subprocess.run(
        [sys.executable, "-m", "ruff", "format", "-q", "--line-length", "110", str(fresh)], check=True
    )
    assert fresh.read_text(encoding="utf-8") == stub.read_text(encoding="utf-8"), "run: make stubs"


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("line", _lines(OPENINGS))
def test_perft_of_openings(line: str) -> None:
    game, counts = line.split(": ")
    rules, players = game.split()
    expected = list(map(int, counts.split()))
    assert State.new_game(rules, int(players)).perft(SEED, len(expected)) == expected


@pytest.mark.parametrize("line", _lines(POSITIONS))
def test_perft_of_positions(line: str) -> None:
    counts, position = line.split(" : ")
    expected = list(map(int, counts.split()))
    assert State.from_position(position).perft(SEED, len(expected)) == expected


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_a_greedy_playout_equals_a_game_of_the_greedy_bot(rules: str, players: int) -> None:
    game = new_game(rules, players, 17)
    while not game.is_over:
        game.play(Player(GreedyBot()).choose(game.state, legal_actions(game.state), rng=derive(0)))
    end = State.new_game(rules, players).playout("greedy", seed=17)
    assert end.to_position() == format_position(game.state)
    assert end.scores() == list(scores(game.state))


@pytest.mark.parametrize("policy", ["random", "informed", "greedy"])
@pytest.mark.parametrize(("rules", "players"), ALL)
def test_playouts_are_repeatable_with_any_number_of_threads(rules: str, players: int, policy: str) -> None:
    start = State.new_game(rules, players)
    one = start.playouts(20, policy, seed=3)
    assert one.shape == (20, players)
    assert one.dtype == np.int32
    assert (one == start.playouts(20, policy, seed=3, threads=3)).all()
    assert (one[:7] == start.playouts(7, policy, seed=3)).all()
    assert (one != start.playouts(20, policy, seed=4)).any()


def test_better_policies_score_more() -> None:
    for rules in ("kingdomino", "origins-discovery", "origins-totem", "origins-tribe"):
        start = State.new_game(rules, 2)
        means = [start.playouts(200, policy).mean() for policy in ("random", "informed", "greedy")]
        assert means[0] * 1.2 < means[1] < means[2]


def test_random_placements_are_uniform() -> None:
    """Every legal first action of a playout is about equally frequent."""
    state = random_game("origins-discovery", 2, 8, decisions=22).state
    native = State.from_position(format_position(state))
    legal = native.legal_actions()
    assert len(legal) > 5
    counts = dict.fromkeys(legal, 0)
    for seed in range(200 * len(legal)):
        counts[native.choose("random", seed)] += 1
    assert all(140 < count < 260 for count in counts.values())


def test_a_state_is_an_immutable_value() -> None:
    state = State.new_game("origins-tribe", 3).deal(5)
    text = state.to_position()
    after = state.apply(state.legal_actions()[0])
    assert state.to_position() == text
    assert after != state
    assert State.from_position(text) == state
    assert hash(State.from_position(text)) == hash(state)
    assert pickle.loads(pickle.dumps(after)) == after
    assert eval(repr(after), {"State": State}) == after
    assert state != "something else"


# No input can crash the interpreter, and errors equal those of the Python rules.


@given(games(), st.integers(-(2**70), 2**70) | st.integers(0, NUM_ACTIONS - 1))
def test_any_int_is_applied_or_refused_as_in_python(game: Game, action: int) -> None:
    native = State.from_position(format_position(game.state))
    try:
        expected = format_position(apply(game.state, action))
    except IllegalMoveError as error:
        with pytest.raises(IllegalMoveError) as caught:
            native.apply(action)
        assert caught.value.reason == error.reason
    else:
        assert native.apply(action).to_position() == expected


# The range of actions of each phase, legal or not.
RANGES = {
    "place": (0, actions.FIRST_FIRE - 1),
    "erupt": (actions.FIRST_FIRE, actions.FIRST_PAY - 1),
    "pay": (actions.FIRST_PAY, actions.FIRST_SETTLE - 1),
    "settle": (actions.FIRST_SETTLE, actions.FIRST_GIVE - 1),
    "give": (actions.FIRST_GIVE, actions.FIRST_CLAIM - 1),
    "claim": (actions.FIRST_CLAIM, actions.FIRST_RECRUIT - 1),
    "recruit": (actions.FIRST_RECRUIT, actions.PASS),
    "over": (0, NUM_ACTIONS - 1),
}


@given(games(), st.data(), seeds)
def test_unchecked_actions_never_crash(game: Game, data: st.DataObject, seed: int) -> None:
    native = State.from_position(format_position(game.state))
    for _ in range(data.draw(st.integers(1, 30))):
        low, high = RANGES[native.phase]
        native = native.apply_unchecked(data.draw(st.integers(low, high))).deal(seed)
    native.legal_actions()
    native.scores()
    native.previews()
    native.to_position()
    for policy in ("random", "informed", "greedy"):
        assert native.playout(policy, seed).is_over


def test_a_recruit_is_previewed_with_its_best_payment_and_settlement() -> None:
    """B2, B3: compares with all ways to pay and settle by the Python rules."""
    tried = 0
    for seed in range(12):
        for game in steps(new_game("origins-tribe", 2, seed), seed):
            if game.state.phase is not Phase.RECRUIT or len(game.state.territories[0]) > 15:
                continue
            seat = mover(game.state)
            native = State.from_position(format_position(game.state))
            previews = dict(zip(native.legal_actions(), native.previews(), strict=True))
            for action in legal_actions(game.state)[:2]:
                assert previews[action] == best_finish(apply(game.state, action), seat)
                tried += 1
    assert tried > 20


def best_finish(state: GameState, seat: int) -> int:
    """Returns the highest points of a seat after its recruit has settled."""
    if state.phase not in (Phase.PAY, Phase.SETTLE):
        return score(state, seat).total
    ends = [best_finish(apply(state, action), seat) for action in legal_actions(state)]
    return max(ends)


def test_unchecked_recruits_never_crash() -> None:
    """Recruits missing cavemen and pays missing resources."""
    for seed in range(40):
        state = State.new_game("origins-tribe", 2 + seed % 3).deal(seed)
        rng = derive(seed)
        while not state.is_over:
            low, high = RANGES[state.phase]
            is_wild = state.phase in ("recruit", "pay", "settle") and below(rng, 3) > 0
            legal = state.legal_actions()
            wild = low + below(rng, high - low + 1)
            state = state.apply_unchecked(wild if is_wild else legal[below(rng, len(legal))]).deal(seed)
        assert state.scores()


@given(st.text(st.characters(codec=None), max_size=80) | st.just("\ud800"))
def test_any_text_is_refused_as_in_python(text: str) -> None:
    with pytest.raises(CrownfireError) as theirs:
        State.from_position(text)
    with pytest.raises(CrownfireError) as ours:
        parse_position(text)
    assert type(theirs.value) is type(ours.value)


@given(games(most_decisions=80), st.data())
def test_a_damaged_position_is_read_or_refused_as_in_python(game: Game, data: st.DataObject) -> None:
    text = format_position(game.state)
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + data.draw(st.sampled_from(" -,:|/1290HGVa+*[]")) + text[at + 1 :]
    try:
        expected = format_position(parse_position(damaged))
    except CrownfireError as error:
        with pytest.raises(type(error)):
            State.from_position(damaged)
    else:
        assert State.from_position(damaged).to_position() == expected


@given(games(most_decisions=80), st.data())
def test_a_truncated_position_is_refused(game: Game, data: st.DataObject) -> None:
    text = format_position(game.state)
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    with pytest.raises((NotationError, SetupError)):
        State.from_position(cut)


def test_wrong_arguments_are_refused() -> None:
    state = State.new_game("kingdomino", 2)
    impossible: list[Callable[[], object]] = [
        lambda: State.new_game("kingdomino", 5),
        lambda: State.new_game("chess", 2),
        lambda: state.playout("wild"),
        lambda: state.playouts(10, "random", threads=0),
        lambda: state.playouts(10**12),
        lambda: state.perft(1, -1),
        lambda: state.perft(1, 1000),
        lambda: state.choose("greedy"),
        lambda: state.apply_unchecked(-1),
        lambda: state.apply_unchecked(NUM_ACTIONS),
    ]
    for call in impossible:
        with pytest.raises(SetupError):
            call()
    mistakes: list[Callable[[], object]] = [
        lambda: state.apply("x"),
        lambda: state.deal(-1),
        lambda: state.deal(2**64),
        lambda: State.from_position(b"x"),  # type: ignore[arg-type]  # deliberately wrong
    ]
    for mistake in mistakes:
        with pytest.raises(TypeError):
            mistake()


def test_numpy_integers_are_valid_actions() -> None:
    state = State.new_game("kingdomino", 2).deal(1)
    action = state.legal_actions()[0]
    assert state.apply(np.int64(action)) == state.apply(action)


@pytest.mark.parametrize("work", ["state.perft(1, 30)", "state.playouts(10**8, 'greedy', threads=2)"])
def test_an_interrupt_stops_long_work(work: str, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    start = "from pathlib import Path; from crownfire.native import State"
    command = [
        sys.executable,
        "-c",
        f"{start}; state = State.new_game('kingdomino', 4); Path({str(begun)!r}).touch(); {work}",
    ]

    def has_begun() -> None:
        while not begun.exists():
            time.sleep(0.02)
        time.sleep(0.3)

    _, errors = interrupt(command, has_begun)
    assert "KeyboardInterrupt" in errors


def test_the_seeded_deal_is_the_same() -> None:
    for rules, players in ALL:
        for seed in (0, 1, 2**64 - 1):
            game = Game(new_game(rules, players, 0).ruleset, SeededDealer(seed))
            game.deal()
            assert State.new_game(rules, players).deal(seed).to_position() == format_position(game.state)


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_chance_outcomes_can_be_given(rules: str, players: int) -> None:
    game = random_game(rules, players, 6)
    state = State.new_game(rules, players)
    for entry in game.history:
        state = state.reveal(entry.outcome) if entry.action is None else state.apply(entry.action)
    assert state.to_position() == format_position(game.state)


@pytest.mark.parametrize(
    "outcome", [[], [1], [0, 1, 9, 0], [0, -1, 0, 1], [0, 1, "hu", 0], [None] * 4, "abcd", [0, 1, 0, 2**40]]
)
def test_an_impossible_outcome_is_refused(outcome: Sequence[object]) -> None:
    with pytest.raises(SetupError, match="the outcome is not possible in this position"):
        State.new_game("kingdomino", 2).reveal(outcome)


def test_an_impossible_line_is_refused() -> None:
    state = State.new_game("origins-tribe", 2).reveal([0, 0, 1, 1])
    for line in ([1, 2, 3], [1, 2, 3, 3], [0, 1, 2, 3], [1, 2, 3, 49]):
        with pytest.raises(SetupError):
            state.reveal(line)
    cave = state.reveal([1, 2, 3, 4])
    for row in (["hu"] * 4, ["hu", "fc"], ["zz", "hu", "fc", "sh"]):
        with pytest.raises(SetupError):
            cave.reveal(row)
