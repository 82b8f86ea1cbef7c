"""Value networks for positions between rounds: their accuracy, and their use and caching in the search."""

import json
import math
import struct
from collections.abc import Iterator
from dataclasses import asdict
from importlib import resources

import numpy as np
import pytest

from crownfire.bots import Limit, SearchBot, explain
from crownfire.bots.estimates import digest, load, rulesets_of
from crownfire.bots.judges import load_judge
from crownfire.fit import JudgePlan
from crownfire.game import derive
from crownfire.native import JUDGE_NUMBERS, Judge, JudgeFit, Search, State
from crownfire.notation import parse_position
from crownfire.rules import SetupError

SETUP = "kingdomino-2"
PACKAGED = load_judge(SETUP)
# A network with random numbers, so that every number matters.
ANY = Judge(
    np.random.default_rng(2).normal(0, 0.1, 5 * JUDGE_NUMBERS).astype(np.float32), np.full(5, 9, np.float32)
)
# A network that predicts a margin of 0 everywhere.
NEUTRAL = Judge(np.zeros(5 * JUDGE_NUMBERS, np.float32), np.full(5, 9, np.float32))


def _between_rounds(rules: str, seed: int) -> tuple[list[State], State]:
    """Returns the positions between rounds of a game played by the estimate, and its end."""
    found = []
    state = State.new_game(rules, 2).deal(seed)
    while not state.is_over:
        state = state.apply(load(SETUP).choose(state, 1))
        if state.is_chance:
            found.append(state)
            state = state.deal(seed)
    return found, state


def _swapped(state: State) -> State:
    """Returns the position with the seats swapped."""
    words = state.to_position().split()
    line, territories = words[5], words[8]
    words[5] = ",".join(f"{number}:{3 - int(seat)}" for number, seat in _owned(line))
    words[8] = "|".join(reversed(territories.split("|")))
    words[9] = ",".join(reversed(words[9].split(",")))
    return State.from_position(" ".join(words))


def _owned(line: str) -> Iterator[list[str]]:
    return (each.split(":") for each in line.split(","))


@pytest.mark.parametrize("rules", [rules.text for rules in rulesets_of(SETUP)])
def test_it_is_more_accurate_than_the_estimate(rules: str) -> None:
    by_network, by_estimate = 0.0, 0.0
    assert PACKAGED
    for seed in range(300):
        positions, end = _between_rounds(rules, seed)
        margin = end.scores()[0] - end.scores()[1]
        for state in positions:
            first, second = load(SETUP).expect(state)
            by_network += (PACKAGED.margin(load(SETUP), state) - margin) ** 2
            by_estimate += (first - second - margin) ** 2
    assert by_network < 0.97 * by_estimate


@pytest.mark.parametrize("seed", range(5))
def test_margins_of_the_two_seats_are_opposite(seed: int) -> None:
    for state in _between_rounds("kingdomino", seed)[0]:
        margin = ANY.margin(load(SETUP), state)
        assert margin
        assert ANY.margin(load(SETUP), _swapped(state)) == pytest.approx(-margin, abs=1e-3)


def test_it_refuses_positions_within_rounds() -> None:
    opening = State.new_game("kingdomino", 2).deal(1)
    three = State.new_game("kingdomino", 3)
    while not (three.is_chance and three.phase == "line" and ":" in three.to_position()):
        three = three.deal(1).apply(three.deal(1).choose("greedy"))
    for state in (opening, three, State.new_game("origins-discovery", 2)):
        with pytest.raises(SetupError, match="between rounds"):
            ANY.margin(load(SETUP), state)


def test_the_packaged_network_has_its_plan() -> None:
    file = resources.files("crownfire.data") / "judges" / f"{SETUP}.npz"
    with resources.as_file(file) as path, np.load(path) as found:
        provenance = json.loads(str(found["provenance"]))
        assert path.stat().st_size < 1.5e6
    assert provenance["plan"] == asdict(JudgePlan())
    assert provenance["estimate"] == digest(SETUP)  # otherwise fit it again
    assert load_judge("origins-tribe-4") is None


def _searched(
    state: State, judge: Judge | None, *, threads: int = 1, horizon: int | None = None
) -> list[tuple[int, float]]:
    search = Search(state, 1, estimate=load(SETUP), judge=judge, threads=threads, horizon=horizon)
    search.run(nodes=300)
    return [(move.action, move.margin) for move in search.moves() if move.visits]


def test_the_search_uses_the_network_and_is_repeatable() -> None:
    state = _between_rounds("kingdomino", 3)[0][1].deal(3)
    by_network = _searched(state, PACKAGED)
    assert by_network == _searched(state, PACKAGED)
    assert by_network != _searched(state, None)
    assert by_network != _searched(state, ANY)
    assert _searched(state, PACKAGED, threads=2) == _searched(state, PACKAGED, threads=2)


def test_the_last_round_is_searched_without_the_network() -> None:
    before, last = (state.deal(3) for state in _between_rounds("kingdomino", 3)[0][-2:])
    assert _searched(last, ANY) == _searched(last, PACKAGED)
    assert _searched(before, ANY) != _searched(before, PACKAGED)
    assert _searched(before, ANY, horizon=4) == _searched(before, PACKAGED, horizon=4)


def _margins(state: State, *, beyond: int, nodes: int, threads: int = 1, seed: int = 1) -> dict[int, float]:
    """Returns the margins of all moves, searched with the neutral network."""
    search = Search(
        state,
        seed,
        estimate=load(SETUP),
        judge=NEUTRAL,
        beyond=beyond,
        candidates=0,
        halving=False,
        threads=threads,
    )
    search.run(nodes=nodes)
    return {move.action: move.margin for move in search.moves()}


def test_frequent_positions_are_searched_one_round_further() -> None:
    """Before the last line, only another round reveals margins that the neutral network doesn't."""
    state = _between_rounds("kingdomino", 3)[0][-2].deal(3)
    moves = len(state.legal_actions())
    assert moves > 1
    assert set(_margins(state, beyond=0, nodes=20_000).values()) == {0}
    assert set(_margins(state, beyond=8, nodes=4 * moves).values()) == {0}
    assert len(set(_margins(state, beyond=8, nodes=20_000).values())) == moves


def test_one_round_earlier_the_network_evaluates_after_the_extra_round() -> None:
    state = _between_rounds("kingdomino", 3)[0][-3].deal(3)
    assert set(_margins(state, beyond=8, nodes=20_000).values()) == {0}


@pytest.mark.parametrize("seed", range(4))
def test_the_luck_of_a_line_is_removed(seed: int) -> None:
    """One seat is far ahead, but lines are compared with the neutral network's margin of 0."""
    state = _between_rounds("kingdomino", seed)[0][-2].deal(seed)
    to_the_end = Search(state, 1, estimate=load(SETUP), judge=NEUTRAL, horizon=24)
    to_the_end.run(nodes=2_000)
    assert abs(to_the_end.moves()[0].margin) > 4
    found = _margins(state, beyond=8, nodes=20_000).values()
    assert abs(sum(found) / len(found)) < 1


def test_lines_of_the_extra_round_depend_on_the_seed() -> None:
    state = _between_rounds("kingdomino", 3)[0][-2].deal(3)
    for threads in (1, 2):
        first = _margins(state, beyond=8, nodes=20_000, threads=threads)
        assert first == _margins(state, beyond=8, nodes=20_000, threads=threads)
        assert first != _margins(state, beyond=8, nodes=20_000, threads=threads, seed=2)


def test_a_given_horizon_disables_the_extra_round() -> None:
    state = _between_rounds("kingdomino", 3)[0][1].deal(3)

    def found(horizon: int | None, beyond: int) -> list[tuple[int, float]]:
        search = Search(state, 1, estimate=load(SETUP), judge=PACKAGED, horizon=horizon, beyond=beyond)
        search.run(nodes=5_000)
        return [(move.action, move.margin) for move in search.moves()]

    assert found(2, 8) == found(2, 0) == found(None, 0) != found(None, 8)


def test_the_margin_before_a_forced_claim_is_that_of_the_network() -> None:
    """The last claim of the opening leads to one position between rounds."""
    state = State.new_game("kingdomino", 2).deal(4)
    for _ in range(2):
        state = state.apply(state.legal_actions()[0])
    search = Search(state, 1, estimate=load(SETUP), judge=ANY, candidates=0, halving=False)
    search.run(nodes=2)
    seat = state.to_play
    assert seat is not None
    for move in search.moves():
        after = state.apply(move.action)
        after = after.apply(after.legal_actions()[0])
        margin = ANY.margin(load(SETUP), after)
        assert move.margin == pytest.approx(margin if seat == 0 else -margin, abs=1e-3)


@pytest.mark.parametrize("seed", range(3))
def test_the_last_claims_of_a_round_have_the_margin_of_the_network(seed: int) -> None:
    """Holds for cached territories, and after other moves."""
    for state in _between_rounds("kingdomino", seed)[0][:4]:
        now = state.deal(seed)
        search = Search(now, 1, estimate=load(SETUP), judge=ANY, beyond=0, candidates=0, halving=False)
        while sum(":" not in each for each in now.to_position().split()[6].split(",")) > 1:
            search.run(nodes=60)  # while several dominoes are free
            action = search.moves()[0].action
            now = now.apply(action)
            search.advance(action)
        while not now.is_chance:
            action = now.legal_actions()[0]
            after = now.apply(action)
            if after.is_chance:
                search.run(nodes=2)
                (move,) = search.moves()
                margin = ANY.margin(load(SETUP), after) * (1 if now.to_play == 0 else -1)
                assert move.margin == pytest.approx(margin, abs=1e-3)
            else:
                search.advance(action)
            now = after


@pytest.mark.parametrize(
    ("rules", "players"), [("kingdomino", 2), ("kingdomino", 4), ("kingdomino+mighty_duel", 2)]
)
def test_cached_choices_equal_those_of_a_new_search(rules: str, players: int) -> None:
    compared = 0
    state = State.new_game(rules, players).deal(6)
    while not state.is_over and compared < 30:
        search = Search(state, 2, estimate=load(f"{rules}-{players}"))
        search.run(nodes=400)
        while not state.is_chance and not state.is_over:
            fresh = Search(state, 2, estimate=load(f"{rules}-{players}"))
            assert {move.action: move.value for move in search.moves()} == {
                move.action: move.value for move in fresh.moves()
            }
            compared += len(state.legal_actions()) > 1
            action = search.moves()[0].action
            search.run(nodes=100)
            state = state.apply(action)
            if not state.is_chance and not state.is_over:
                search.advance(action)
        state = state if state.is_over else state.deal(6)
    assert compared >= 20


def test_a_bot_can_play_without_the_network() -> None:
    state = parse_position(_between_rounds("kingdomino", 3)[0][1].deal(3).to_position())

    def expected(bot: SearchBot) -> list[float]:
        found = explain(state, limit=Limit(nodes=200), rng=derive(1), bot=bot)
        return [candidate.margin for candidate in found.candidates]

    assert expected(SearchBot()) != expected(SearchBot(judge=False))
    assert expected(SearchBot(judge=False)) == expected(SearchBot(judge=False, horizon=4, through=0.25))


def test_a_network_of_another_set_up_is_refused() -> None:
    for rules, players in (("kingdomino+mighty_duel", 2), ("kingdomino", 3), ("origins-totem", 2)):
        with pytest.raises(SetupError, match="the value network was fitted for another set-up"):
            Search(State.new_game(rules, players).deal(1), judge=ANY)


@pytest.mark.parametrize("spread", [0, -1, math.inf, math.nan])
def test_an_invalid_spread_is_refused(spread: float) -> None:
    with pytest.raises(SetupError, match="more than 0"):
        Judge(np.zeros(JUDGE_NUMBERS, np.float32), np.array([spread], np.float32))


@pytest.mark.parametrize(("numbers", "stages"), [(5 * JUDGE_NUMBERS - 1, 5), (JUDGE_NUMBERS, 2), (0, 0)])
def test_too_few_numbers_are_refused(numbers: int, stages: int) -> None:
    with pytest.raises(SetupError, match="must have"):
        Judge(np.zeros(numbers, np.float32), np.zeros(stages, np.float32))


def test_other_data_is_refused_and_changes_nothing() -> None:
    fit = JudgeFit.begin(5, 1)
    before = fit.numbers.tobytes()
    zero, infinite = struct.pack("<f", 0), struct.pack("<f", math.inf)
    unknown = b"\x01\x00\xff\xff"  # one feature, which doesn't exist
    for games in (b"nonsense", zero + b"\x05\xff\xff", zero + b"\x05" + unknown * 30, infinite + b"\x05"):
        with pytest.raises(SetupError, match="watch_games"):
            fit.learn(games)
    assert fit.numbers.tobytes() == before
