"""The native search: budgets, repeatability, chance and its tree."""

from collections.abc import Callable, Sequence

import pytest

from crownfire.bots import Limit, SearchBot, baselines, explain
from crownfire.bots.search import share_of
from crownfire.game import Game, SeededDealer, derive
from crownfire.native import Search, State
from crownfire.notation import parse_action
from crownfire.rules import IllegalMoveError, Phase, SetupError, legal_actions
from tests.games import ALL, new_game, random_game, steps


def _state(rules: str = "kingdomino", players: int = 2, decisions: int = 12, seed: int = 3) -> State:
    """Returns the position after some greedy decisions."""
    state = State.new_game(rules, players).deal(seed)
    for _ in range(decisions):
        state = state.apply(state.choose("greedy")).deal(seed)
    return state


def _seen(search: Search) -> list[tuple[int, int, float]]:
    return [(move.action, move.visits, move.reward) for move in search.moves()]


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_every_decision_of_a_game_can_be_searched(rules: str, players: int) -> None:
    state = State.new_game(rules, players).deal(1)
    while not state.is_over:
        search = Search(state, 5)
        used = search.run(nodes=24)
        moves = search.moves()
        assert sorted(move.action for move in moves) == state.legal_actions()
        assert sum(move.visits for move in moves) == used == 24
        state = state.apply(moves[0].action).deal(1)


def test_equal_seeds_and_node_budgets_give_equal_searches() -> None:
    def search(seed: int, threads: int) -> list[tuple[int, int, float]]:
        found = Search(_state(), seed, threads=threads)
        found.run(nodes=400)
        return _seen(found)

    assert search(1, 1) == search(1, 1)
    assert search(1, 2) == search(1, 2)
    assert search(1, 1) != search(2, 1)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_node_budget_is_used_completely(threads: int) -> None:
    search = Search(_state(), 1, threads=threads)
    assert search.run(nodes=997) == 997
    assert sum(move.visits for move in search.moves()) == 997


def test_a_time_budget_ends_a_search() -> None:
    search = Search(_state(), 1)
    assert any(search.run(ms=20) > 0 for _ in range(100))
    assert search.run(ms=0) < 100


def test_better_moves_get_more_simulations() -> None:
    state = _state("kingdomino+mighty_duel", 2, decisions=24)
    assert len(state.legal_actions()) > 16
    search = Search(state, 1)
    search.run(nodes=2_000)
    visits = [move.visits for move in search.moves()]
    assert visits[0] == max(visits) > 4 * visits[15]
    assert not any(visits[16:])


def test_a_search_can_be_continued() -> None:
    state = _state()
    search = Search(state, 1)
    search.run(nodes=1_000)
    search.run(nodes=16)
    assert sorted(move.action for move in search.moves()) == state.legal_actions()
    assert sum(move.visits for move in search.moves()) == 1_016


def test_flat_search_tries_every_move_equally_often() -> None:
    state = _state()
    search = Search(state, 1, candidates=0, halving=False, tree=False)
    count = len(state.legal_actions())
    search.run(nodes=3 * count)
    assert {move.visits for move in search.moves()} == {3}


def test_every_simulation_draws_its_own_future() -> None:
    """The mean equals that of independently dealt games; with a single shuffle it would be far off."""
    state = _state(decisions=8)
    search = Search(state, 1, candidates=0, halving=False, tree=False, reward="score")
    search.run(nodes=400 * len(state.legal_actions()))
    for move in search.moves()[::8]:
        expected = state.apply(move.action).playouts(4_000, "greedy", seed=9)[:, state.to_play].mean()
        assert abs(move.score - expected) < 1.5


def test_the_choice_depends_only_on_public_information() -> None:
    """Two games with equal histories and different piles give the same choice."""
    first = random_game("origins-tribe", 2, 1, decisions=20)
    second = Game(first.ruleset, SeededDealer(99))
    for entry in first.history:
        if entry.action is None:
            second.reveal(entry.before.phase, entry.outcome)
        else:
            second.play(entry.action, deal=False)
    found = [explain(game.state, limit=Limit(nodes=200), rng=derive(4)) for game in (first, second)]
    assert found[0] == found[1]
    assert first.state == second.state


def test_the_tree_persists_within_a_turn() -> None:
    state = _state("kingdomino", 4, decisions=4)
    assert state.phase == "place"
    search = Search(state, 1)
    search.run(nodes=2_000)
    best = search.moves()[0].action
    visits = search.moves()[0].visits
    search.advance(best)
    assert search.state == state.apply(best)
    assert visits - 10 <= sum(move.visits for move in search.moves()) < visits


def test_advancing_by_an_illegal_move_is_refused_and_changes_nothing() -> None:
    search = Search(_state(), 1)
    search.run(nodes=50)
    before = _seen(search)
    with pytest.raises(IllegalMoveError):
        search.advance(parse_action("=1"))
    assert _seen(search) == before


def _first_of_the_last_round(rules: str, players: int, seed: int) -> State:
    """Returns the state after the last claim: only placements remain."""
    states = [State.new_game(rules, players).deal(seed)]
    while not states[-1].is_over:
        states.append(states[-1].apply(states[-1].choose("random", seed)).deal(seed))
    last_claim = max(i for i, state in enumerate(states) if state.phase == "claim")
    return states[last_claim + 1]


def _margin_against_greedy(state: State, seat: int) -> int:
    while not state.is_over:
        state = state.apply(state.choose("fg"))
    scores = state.scores()
    return scores.pop(seat) - max(scores)


@pytest.mark.rule("C10")
@pytest.mark.parametrize(
    ("seeds", "most", "winners"),
    [
        ((49, 138, 186, 218), 2, 1),  # equal points; the largest region or the symbols decide
        ((884, 1101, 1144, 1398), 2, 2),  # a shared victory
        (range(4), 1, 1),
    ],
)
def test_victories_of_finished_games_follow_the_ranking(
    seeds: Sequence[int], most: int, winners: int
) -> None:
    for seed in seeds:
        state = _last_decision("kingdomino", 2, seed)
        search = Search(state, 1, candidates=0, halving=False)
        search.run(nodes=len(state.legal_actions()))
        seen = set()
        for move in search.moves():
            end = state.apply(move.action)
            scores, best = end.scores(), end.ranking()[0]
            assert move.win == pytest.approx((state.to_play in best) / len(best))
            seen.add((scores.count(max(scores)), len(best)))
        assert (most, winners) in seen


def _last_decision(rules: str, players: int, seed: int) -> State:
    state = State.new_game(rules, players).deal(seed)
    while not (after := state.apply(state.choose("random", seed)).deal(seed)).is_over:
        state = after
    return state


@pytest.mark.parametrize("seed", [1, 27, 34])  # other opponents would give other margins
def test_greedy_opponents_are_predicted_exactly(seed: int) -> None:
    state = _first_of_the_last_round("kingdomino", 4, seed)
    seat = state.to_play
    assert seat is not None
    search = Search(state, 1, greed=1)
    search.run(nodes=400)
    tried = [move for move in search.moves() if move.visits]
    assert len(tried) > 1
    for move in tried:
        assert move.margin == pytest.approx(_margin_against_greedy(state.apply(move.action), seat), abs=1e-3)


@pytest.mark.parametrize(("players", "ways"), [(4, 3), (2, 1)])
def test_greed_applies_only_to_several_opponents(players: int, ways: int) -> None:
    def margins(greed: float) -> list[float]:
        search = Search(_state("kingdomino", players, 20), 1, greed=greed)
        search.run(nodes=400)
        return [move.margin for move in search.moves()]

    assert len({tuple(margins(greed)) for greed in (0, 0.5, 1)}) == ways


def test_an_advanced_search_serves_the_next_seat() -> None:
    state = _state("kingdomino", 2, 12)
    search = Search(state, 1, greed=1)
    search.run(nodes=100)
    while state.to_play == _state("kingdomino", 2, 12).to_play:
        action = state.choose("greedy")
        search.advance(action)
        state = state.apply(action)
    assert search.run(nodes=100) == 100
    assert sorted(move.action for move in search.moves()) == state.legal_actions()


def test_a_certain_last_line_is_no_chance() -> None:
    """The last dominoes are known, so the tree extends to the end of the game."""
    state = _state("kingdomino", 4, decisions=4 + 10 * 8 - 3, seed=4)
    assert state.phase == "claim"
    assert len(state.legal_actions()) == 2
    found = []
    for tree in (True, False):
        search = Search(state, 1, tree=tree, playout="random", reward="score", exploration=20)
        search.run(nodes=20_000)
        found.append(max(move.score for move in search.moves()))
    assert found[0] > found[1] + 3


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_the_last_placement_of_a_game_is_valued_exactly(rules: str, players: int) -> None:
    seen = 0
    for seed in range(12):
        state = State.new_game(rules, players).deal(seed)
        before = state
        while not state.is_over:
            before, state = state, state.apply(state.choose("informed", seed)).deal(seed)
        seat, ends = before.to_play, {action: before.apply(action) for action in before.legal_actions()}
        assert seat is not None
        if len(ends) < 2 or not all(end.is_over for end in ends.values()):
            continue
        seen += 1
        search = Search(before, seed, candidates=0)
        search.run(nodes=10 * len(ends))
        for move in search.moves():
            scores, winners = ends[move.action].scores(), ends[move.action].ranking()[0]
            assert move.score == scores[seat]
            assert move.margin == scores[seat] - max(s for other, s in enumerate(scores) if other != seat)
            assert move.win == pytest.approx(1 / len(winners) if seat in winners else 0)
        assert search.moves()[0].margin == max(move.margin for move in search.moves())
    assert seen


@pytest.mark.parametrize(
    "call",
    [
        lambda state: Search(state, 1).run(),
        lambda state: Search(state, 1).run(ms=-1),
        lambda state: Search(state, 1).run(ms=float("nan")),
        lambda state: Search(state, 1, playout="deep"),
        lambda state: Search(state, 1, reward="gold"),
        lambda state: Search(state, 1, threads=1000),
        lambda _: Search(State.new_game("kingdomino", 2), 1),
        lambda state: Search(state.playout(), 1),
    ],
)
def test_invalid_arguments_are_refused(call: Callable[[State], object]) -> None:
    with pytest.raises(SetupError):
        call(_state())


def test_a_search_without_a_limit_is_refused() -> None:
    game = new_game("kingdomino", 2, 1)
    with pytest.raises(SetupError, match="a search needs a limit, such as ms=200 or nodes=1000"):
        explain(game.state, limit=Limit(), rng=derive(1))


def test_an_explanation_ranks_the_tried_moves() -> None:
    for index, game in enumerate(steps(new_game("origins-tribe", 3, 2), 2)):
        if index % 11 or game.is_over:
            continue
        found = explain(game.state, limit=Limit(nodes=100), rng=derive(index), bot=SearchBot(candidates=5))
        actions = [candidate.action for candidate in found.candidates]
        assert set(actions) <= set(legal_actions(game.state))
        assert sum(candidate.visits for candidate in found.candidates) == found.nodes
        assert all(0 <= candidate.win <= 1 for candidate in found.candidates)
        assert len(actions) <= 5


def test_a_forced_move_is_explained_too() -> None:
    game = next(g for g in steps(new_game("kingdomino", 4, 1), 1) if len(legal_actions(g.state)) == 1)
    found = explain(game.state, limit=Limit(nodes=50), rng=derive(1))
    assert [candidate.visits for candidate in found.candidates] == [50]


def test_the_last_decision_of_a_turn_may_use_the_whole_rest() -> None:
    for game in steps(new_game("origins-tribe", 2, 1), 1):
        if not game.is_over:
            share = share_of(game.state)
            assert 0 < share <= 1
            assert (share == 1) >= (game.state.phase is Phase.SETTLE)
    assert share_of(new_game("kingdomino", 2, 1).state) == 1


@pytest.mark.parametrize("rules", ["kingdomino", "origins-tribe"])
def test_flat_monte_carlo_uses_only_complete_games(rules: str) -> None:
    """The baseline uses neither estimate nor value network: all its results are whole points."""
    state = new_game(rules, 2, 3).state
    found = explain(state, limit=Limit(nodes=200), rng=derive(1), bot=baselines.mce())
    assert {each.visits for each in found.candidates} == {50}
    for each in found.candidates:
        points = each.margin * each.visits
        assert points == pytest.approx(round(points), abs=1e-6)
