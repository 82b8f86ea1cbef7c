"""Batches of games: equal to single games with any number of threads, and safe against bad input."""

import threading
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from crownfire.env import Arrays, Batch, Layout, raw_env, sample
from crownfire.rules import IllegalMoveError, SetupError
from tests.games import ALL, PLAIN

Actions = NDArray[np.int64]


def _play(batch: Batch, steps: int, seed: int = 0) -> list[Arrays]:
    """Returns all arrays of some random steps."""
    out, actions, history = batch.arrays(), np.empty(batch.games, np.int64), []
    batch.observe(out)
    for step in range(steps):
        sample(out.masks, actions, seed=seed + step)
        batch.step(actions, out)
        history.append(Arrays(*(None if array is None else array.copy() for array in out)))
    return history


def _assert_same(one: list[Arrays], other: list[Arrays]) -> None:
    for mine, yours in zip(one, other, strict=True):
        for a, b in zip(mine, yours, strict=True):
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_a_batch_and_single_games_agree_step_by_step(rules: str, players: int) -> None:
    """Plays two games in each place, so the next ones are compared too."""
    seeds = np.array([3, 2**64 - 1, 12345], np.uint64)
    batch = Batch(rules, players, games=3, seed=seeds, reward="margin")
    singles = [raw_env(rules, players, reward="margin") for _ in seeds]
    for single, seed in zip(singles, seeds.tolist(), strict=True):
        single.reset(seed=seed)
    out, actions = batch.arrays(), np.empty(3, np.int64)
    batch.observe(out)
    finished, step = 0, 0
    while finished < 6:
        sample(out.masks, actions, seed=(step := step + 1))
        batch.step(actions, out)
        for game, single in enumerate(singles):
            finished += _step_alike(out, game, single, int(actions[game]))


def _step_alike(out: Arrays, game: int, single: raw_env, action: int) -> bool:
    """Plays an action in the single game and compares the results."""
    observations, masks, seats, rewards, dones, scores = out
    single.step(action)
    is_over = all(single.terminations.values())
    assert dones[game] == is_over
    assert rewards[game].tolist() == list(single.rewards.values())
    if is_over:
        assert scores[game].tolist() == single.game.scores()
        single.reset()
    assert single.agent_selection == f"player_{seats[game]}"
    seen = single.observe(single.agent_selection)
    np.testing.assert_array_equal(observations[game], seen["observation"])
    np.testing.assert_array_equal(masks[game], seen["action_mask"])
    return is_over


@pytest.mark.parametrize("opponents", [None, "random", "informed"])
def test_results_do_not_depend_on_threads(opponents: str | None) -> None:
    one = _play(Batch("origins-tribe", 3, games=150, seed=5, opponents=opponents), 40)
    many = _play(Batch("origins-tribe", 3, games=150, seed=5, opponents=opponents, threads=3), 40)
    _assert_same(one, many)


def test_a_game_depends_only_on_its_own_seed() -> None:
    """Games 4 to 9 of a batch equal games 0 to 5 of a batch whose seeds start at 4."""
    large = _play_first(Batch("kingdomino", 2, games=10, seed=0, opponents="informed"))
    small = _play_first(Batch("kingdomino", 2, games=6, seed=4, opponents="informed"))
    for a, b in zip(large, small, strict=True):
        np.testing.assert_array_equal(a[4:], b)


def _play_first(batch: Batch) -> list[NDArray[np.uint8]]:
    """Returns the observations if the first legal move is always played."""
    out, history = batch.arrays(), []
    batch.observe(out)
    for _ in range(60):
        batch.step(out.masks.argmax(axis=1), out)
        history.append(out.observations.copy())
    return history


@pytest.mark.parametrize("policy", ["random", "informed", "greedy", "gprd", "fg"])
def test_against_opponents_only_seat_0_decides(policy: str) -> None:
    batch = Batch("origins-totem", 4, games=4, seed=9, opponents=policy, reward="score")
    for out in _play(batch, 70):
        assert not out.seats.any()
        assert out.masks.any(axis=1).all()
    assert {batch.state(game).to_play for game in range(4)} == {0}


def test_better_opponents_win_more() -> None:
    results = []
    for policy in ("random", "greedy"):
        batch = Batch("kingdomino", 2, games=100, seed=1, opponents=policy)
        won = [out.rewards[out.dones, 0] for out in _play(batch, 60) if out.rewards is not None]
        results.append(np.concatenate(won).mean())
    assert results[0] > -0.5
    assert results[1] < -0.9


def test_a_finished_game_waits_for_its_reset() -> None:
    batch = Batch("kingdomino", 2, games=2, autoreset="off")
    last = _play(batch, 48)[-1]
    assert last.dones.all()
    with pytest.raises(SetupError, match="game 0 is over; reset it first"):
        batch.step(np.zeros(2, np.int64), last)
    batch.reset(last, games=np.array([True, False]))
    assert (last.masks.sum(axis=1) > 1).tolist() == [True, False]
    with pytest.raises(SetupError, match="game 1 is over"):
        batch.step(last.masks.argmax(axis=1), last)


@pytest.mark.parametrize("autoreset", ["off", "next"])
def test_the_mask_of_a_finished_game_allows_only_action_0(autoreset: str) -> None:
    batch = Batch("kingdomino", 2, games=2, autoreset=autoreset)
    last = _play(batch, 48)[-1]
    assert last.dones.all()
    assert [np.flatnonzero(mask).tolist() for mask in last.masks] == [[0], [0]]
    seen = batch.arrays()
    batch.observe(seen)
    np.testing.assert_array_equal(seen.masks, last.masks)


def test_a_game_lost_by_an_illegal_action_has_the_same_mask() -> None:
    batch = Batch("kingdomino", 2, games=1, opponents="random", illegal="lose", autoreset="next")
    out = batch.arrays()
    batch.step(np.zeros(1, np.int64), out)
    assert out.dones.all()
    assert np.flatnonzero(out.masks).tolist() == [0]


def test_the_next_step_may_start_the_next_game() -> None:
    """The games equal those that start immediately, each one step later."""
    same = Batch("kingdomino", 2, games=1, seed=4)
    later = Batch("kingdomino", 2, games=1, seed=4, autoreset="next")
    at_once, waiting = _play_first(same), _play_first(later)
    np.testing.assert_array_equal(at_once[46], waiting[46])
    np.testing.assert_array_equal(at_once[47], waiting[48])
    np.testing.assert_array_equal(at_once[50], waiting[51])


def test_arrays_may_be_omitted() -> None:
    batch, full = Batch(games=2), _play(Batch(games=2), 1)[0]
    out = Arrays(None, np.zeros_like(full.masks), None)
    batch.observe(out)
    batch.step(out.masks.argmax(axis=1), out)
    assert out.masks.any(axis=1).all()


def test_scores_are_those_of_the_positions() -> None:
    batch = Batch("origins-tribe", 2, games=3, seed=8)
    _play(batch, 90)
    points = np.empty((3, 2), np.int32)
    batch.points(points)
    assert points.any()
    assert points.tolist() == [batch.state(game).scores() for game in range(3)]


def test_samples_are_legal_and_reach_every_action() -> None:
    masks = np.zeros((4000, 13), np.int8)
    masks[:, [0, 5, 7, 8, 12]] = 1
    masks[17] = 0
    actions = np.empty(4000, np.int64)
    sample(masks, actions, seed=3)
    assert actions[17] == 0
    found, counts = np.unique(actions, return_counts=True)
    assert found.tolist() == [0, 5, 7, 8, 12]
    assert counts.min() > 600


@pytest.mark.parametrize(("rules", "players"), PLAIN)
def test_an_illegal_action_changes_nothing(rules: str, players: int) -> None:
    batch = Batch(rules, players, games=3, seed=2)
    out = _play(batch, 30)[-1]
    before = [batch.state(game) for game in range(3)]
    actions = out.masks.argmax(axis=1)
    actions[2] = int(np.flatnonzero(out.masks[2] == 0)[-1])
    with pytest.raises(IllegalMoveError) as raised:
        batch.step(actions, out)
    assert raised.value.__notes__ == ["in game 2 of the batch"]
    assert [batch.state(game) for game in range(3)] == before


def test_an_illegal_action_may_lose_the_game() -> None:
    batch = Batch(games=2, opponents="random", illegal="lose", autoreset="off", reward="score")
    out = batch.arrays()
    batch.observe(out)
    actions = out.masks.argmax(axis=1)
    actions[1] = 0  # a placement instead of a claim
    batch.step(actions, out)
    assert out.rewards[:, 0].tolist() == [0, -100]
    assert out.dones.tolist() == [False, True]


OBSERVATIONS, ACTIONS = Layout("kingdomino", 2).observation_size, Layout("kingdomino", 2).num_actions


@pytest.mark.parametrize(
    ("field", "array", "fault"),
    [
        ("observations", np.zeros((2, OBSERVATIONS), np.int8), "'observations' must have the dtype uint8"),
        ("observations", np.zeros((2, 5), np.uint8), r"must have the shape \(2, 1348\), not \(2, 5\)"),
        ("observations", np.zeros((OBSERVATIONS, 2), np.uint8).T, "must be C-contiguous"),
        ("masks", np.zeros((3, ACTIONS), np.int8), r"the shape \(2, 329\), not \(3, 329\)"),
        ("masks", np.zeros((2, ACTIONS), np.float64), "'masks' must have the dtype int8"),
        ("seats", np.zeros((2, 1), np.uint8), r"the shape \(2,\), not \(2, 1\)"),
        ("rewards", np.zeros((2, 2)), "'rewards' must have the dtype float32"),
        ("rewards", np.zeros((2, 4), np.float32)[:, ::2], "must be C-contiguous"),
        ("dones", np.zeros(2, np.uint8), "'dones' must have the dtype bool"),
        ("scores", np.zeros((2, 2), np.int64), "'scores' must have the dtype int32"),
        ("scores", [[0, 0], [0, 0]], "'scores' must be a NumPy array"),
        ("masks", np.broadcast_to(np.int8(0), (2, ACTIONS)), "must be C-contiguous"),
        ("observations", np.frombuffer(bytes(2 * OBSERVATIONS), np.uint8).reshape(2, -1), "must be writable"),
    ],
)
def test_wrong_arrays_are_refused(field: str, array: Any, fault: str) -> None:
    batch = Batch(games=2)
    before = [batch.state(game) for game in range(2)]
    out = batch.arrays()
    batch.observe(out)
    with pytest.raises(SetupError, match=fault):
        batch.step(out.masks.argmax(axis=1), out._replace(**{field: array}))
    assert [batch.state(game) for game in range(2)] == before


@pytest.mark.parametrize(
    ("actions", "fault"),
    [
        (np.zeros(2, np.int32), "'actions' must have the dtype int64"),
        (np.zeros(3, np.int64), r"the shape \(2,\), not \(3,\)"),
        (np.array([0, ACTIONS]), "this move is not due"),
        (np.array([-1, 0]), "game 0: -1 is not an action; actions run from 0 to 328"),
        (np.array([2**40, 0]), "is not an action"),
        (None, "'actions' must be a NumPy array"),
        ("ab", "'actions' must be a NumPy array"),
    ],
)
def test_wrong_actions_are_refused(actions: Actions, fault: str) -> None:
    batch = Batch(games=2)
    with pytest.raises((SetupError, IllegalMoveError), match=fault):
        batch.step(actions, batch.arrays())


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ({"players": 5}, "is for 2 to 4 players, not 5"),
        ({"rules": "chess"}, "unknown rules 'chess'"),
        ({"rules": None}, "unknown rules 'None'"),
        ({"options": ["homo_habilis"]}, "belongs to the other game"),
        ({"options": "dynasty"}, "a match of three games"),
        ({"games": 0}, "the number of games must be from 1 to 1000000"),
        ({"games": 10**7}, "the number of games must be"),
        ({"threads": 0}, "threads must be from 1 to 256"),
        ({"reward": "fame"}, "reward must be one of win, score, margin, not 'fame'"),
        ({"opponents": "chess"}, "policy must be one of random, .*, not 'chess'"),
        ({"opponents": ["random", "random"]}, "the number of opponents must be 1, not 2"),
        ({"autoreset": "soon"}, "autoreset must be one of same, next, off, not 'soon'"),
        ({"illegal": "lose"}, "illegal='lose' needs opponents"),
        ({"illegal": "ignore"}, "illegal must be one of refuse, lose, not 'ignore'"),
        ({"seed": -1}, "seed must be an integer from 0"),
        ({"seed": np.zeros(3, np.uint64)}, r"'seeds' must have the shape \(2,\)"),
        ({"seed": np.zeros(2)}, "'seeds' must have the dtype uint64"),
    ],
)
def test_wrong_batches_are_refused(wrong: dict[str, Any], fault: str) -> None:
    arguments: dict[str, Any] = {"games": 2, **wrong}
    with pytest.raises(SetupError, match=fault):
        Batch(**arguments)


def test_a_batch_refuses_a_second_thread() -> None:
    """Concurrent calls are refused or run one after another."""
    batch, refusals, played = Batch(games=2000), [], []

    def play() -> None:
        out = batch.arrays()
        for _ in range(60):
            try:
                batch.observe(out)
                played.append(out)
            except SetupError as error:
                refusals.append(str(error))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert played
    assert set(refusals) <= {"another thread is using this batch"}


def test_an_unknown_game_of_a_batch_is_refused() -> None:
    with pytest.raises(SetupError, match="games are numbered from 0 to 1"):
        Batch(games=2).state(2)
