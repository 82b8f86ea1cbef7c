"""The games in OpenSpiel pass its own tests and follow the rules."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from crownfire.errors import CrownfireError
from crownfire.game import Game, SeededDealer, below, derive
from crownfire.notation import NotationError, format_action, format_position
from crownfire.rules import IllegalMoveError, SetupError, chance, legal_actions, ruleset, scores, to_play
from crownfire.rules.actions import CAVEMAN_CODES
from crownfire.rules.state import Phase
from tests.games import ALL, PLAIN, random_game

pyspiel = pytest.importorskip("pyspiel")

from crownfire.spiel import load  # noqa: E402 - needs OpenSpiel
from crownfire.spiel.utility import Utility  # noqa: E402 - needs OpenSpiel


def _any(rng: Iterator[int], actions: Sequence[int]) -> int:
    return actions[below(rng, len(actions))]


def _item(kind: Phase, outcome: int) -> int | str:
    """The seat, domino or caveman of a chance outcome."""
    if kind is Phase.CAVE:
        return CAVEMAN_CODES[outcome]
    return outcome if kind is Phase.ORDER else outcome + 1


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_random_simulations_pass(rules: str, players: int) -> None:
    name, _, options = rules.partition("+")
    game = pyspiel.load_game(f"crownfire(rules={name},players={players},options={options})")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(("rules", "players"), PLAIN)
@pytest.mark.parametrize("utility", ["score", "margin"])
def test_random_simulations_pass_with_points_as_utility(rules: str, players: int, utility: str) -> None:
    game = load(rules, players, utility=utility)
    is_zero_sum = game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert is_zero_sum == (utility == "margin" and players == 2)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def _settle(state: Any, game: Game, rng: Iterator[int]) -> int:
    """Resolves all due chance in both, compares the outcomes, and returns the number of draws."""
    draws = 0
    while (due := chance(game.state)) is not None:
        here, left, drawn = format_position(game.state), list(due.pool), list[int | str]()
        while state.is_chance_node() and str(state).startswith(here):
            found = {_item(due.kind, outcome): likely for outcome, likely in state.chance_outcomes()}
            assert found == {item: count / len(left) for item, count in Counter(left).items()}
            assert sum(found.values()) == pytest.approx(1)
            outcome = _any(rng, state.legal_actions())
            drawn.append(_item(due.kind, outcome))
            left.remove(drawn[-1])
            state.apply_action(outcome)
        rest = due.count - len(drawn)  # certain, so not drawn
        assert rest <= 1 if due.kind is Phase.ORDER else rest in (0, len(left)) or len(set(left)) == 1
        game.reveal(due.kind, due.arrange(drawn + left[:rest]))
        draws += len(drawn)
    return draws


@pytest.mark.rule("C13")
@pytest.mark.parametrize(("rules", "players"), ALL)
def test_a_game_follows_the_python_rules(rules: str, players: int) -> None:
    """Compares chances, positions, legal actions, texts and scores with the Python rules."""
    spiel = load(rules, players, utility="score")
    state, game = spiel.new_initial_state(), Game(ruleset(rules, players), SeededDealer(0))
    rng = derive(players, 3_000)
    draws, decisions = _settle(state, game, rng), 0
    while not game.is_over:
        assert str(state) == state.observation_string(0) == format_position(game.state)
        assert state.legal_actions() == legal_actions(game.state)
        assert state.current_player() == to_play(game.state)
        action = _any(rng, state.legal_actions())
        assert state.action_to_string(action) == format_action(action)
        state.apply_action(action)
        game.play(action, deal=False)
        draws += _settle(state, game, rng)
        decisions += 1
    assert state.is_terminal()
    assert state.returns() == list(scores(game.state))
    assert draws <= spiel.max_chance_nodes_in_history()
    assert decisions <= spiel.max_game_length()
    assert max(state.returns()) <= spiel.max_utility()


@pytest.mark.rule("K4")
@pytest.mark.rule("O6")
@pytest.mark.parametrize(
    ("rules", "players", "orders"),
    [
        ("kingdomino", 2, ["1,2,2,1", "2,1,1,2"]),
        ("origins-totem", 2, ["1,1,2,2", "2,2,1,1"]),
        ("kingdomino", 3, ["1,2,3", "1,3,2", "2,1,3", "2,3,1", "3,1,2", "3,2,1"]),
    ],
)
def test_every_opening_order_is_equally_likely(rules: str, players: int, orders: list[str]) -> None:
    found: dict[str, float] = {}

    def visit(state: Any, likely: float) -> None:
        fields = str(state).split(" ")
        if fields[2] == "order":
            for outcome, part in state.chance_outcomes():
                visit(state.child(outcome), likely * part)
        else:
            found[fields[4]] = likely

    visit(load(rules, players).new_initial_state(), 1.0)
    assert found == pytest.approx(dict.fromkeys(orders, 1 / len(orders)))


def test_chance_outcomes_are_written_as_in_records() -> None:
    state = load("origins-tribe", 2).new_initial_state()
    assert [state.action_to_string(seat) for seat in state.legal_actions()] == ["order 1", "order 2"]
    state.apply_action(1)
    for number in (17, 4, 48):
        state.apply_action(number - 1)
    assert str(state).endswith(" [line 17, line 4, line 48]")
    state.apply_action(2)
    assert "3,4,17,48" in str(state)
    assert dict(state.chance_outcomes())[CAVEMAN_CODES.index("w1")] == 4 / 22
    assert state.action_to_string(0) == "cave hu"


@pytest.mark.rule("C10")
def test_utilities() -> None:
    assert Utility.WIN.of([40, 30, 20], [0]) == [1, -0.5, -0.5]
    assert Utility.WIN.of([40, 40, 20], [0, 1]) == [0.25, 0.25, -0.5]
    assert Utility.WIN.of([40, 40], [1]) == [-1, 1]  # a tie broken by the largest region
    assert Utility.MARGIN.of([40, 30, 20], [0]) == [10, -10, -20]


def test_copies_are_independent_and_can_be_serialized() -> None:
    game = load("origins-tribe", 3, options="homo_habilis", utility="margin")
    state = game.new_initial_state()
    for _ in range(30):
        state.apply_action(state.legal_actions()[0])
    text, copy = str(state), state.clone()
    copy.apply_action(copy.legal_actions()[-1])
    assert str(state) == text != str(copy)
    again, found = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (
        str(again)
        == str(game)
        == "crownfire(options=homo_habilis,players=3,rules=origins-tribe,utility=margin)"
    )
    assert (str(found), found.history()) == (text, state.history())


@pytest.mark.parametrize(("rules", "players"), PLAIN)
def test_a_game_from_a_position(rules: str, players: int) -> None:
    text = format_position(random_game(rules, players, seed=5, decisions=20).state)
    game = load(position=text)
    state = game.new_initial_state()
    assert (str(state), state.num_players(), state.history()) == (text, players, [])
    assert str(pyspiel.load_game(str(game)).new_initial_state()) == text
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("parameters", "error", "sentence"),
    [
        ({"rules": "chess"}, SetupError, "unknown rules 'chess'"),
        ({"players": 5}, SetupError, "kingdomino is for 2 to 4 players, not 5"),
        ({"options": "harmony+harmony"}, SetupError, "an option is given twice"),
        ({"options": "dynasty"}, SetupError, "dynasty is a match of three games"),
        ({"utility": "fun"}, SetupError, "utility must be one of win, score, margin, not 'fun'"),
        ({"position": "kingdomino"}, NotationError, "expected 14 fields"),
        ({"position": "x", "players": 3}, SetupError, "omit players"),
    ],
)
def test_bad_parameters(parameters: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence.replace("+", r"\+")):
        load(**parameters)
    with pytest.raises(error, match=sentence.replace("+", r"\+")):
        pyspiel.load_game("crownfire", parameters)


def test_illegal_actions_and_outcomes_change_nothing() -> None:
    state = load().new_initial_state()
    for outcome in (2, 48, 2**40):
        with pytest.raises(CrownfireError, match=f"outcome {outcome} can't be drawn now"):
            state.apply_action(outcome)
    with pytest.raises(CrownfireError, match="outcomes run from 0 to 47"):
        state.action_to_string(48)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    text = str(state)
    for action in (0, 1256, 1257, 2**40):
        with pytest.raises(IllegalMoveError):
            state.apply_action(action)
    assert str(state) == text
    with pytest.raises(CrownfireError, match="actions run from 0 to 1256"):
        state.action_to_string(1257)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(IllegalMoveError, match="the game is over"):
        state.apply_action(0)
