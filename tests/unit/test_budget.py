"""Budgets: the limit of a turn, shared by its decisions."""

from collections.abc import Iterator, Sequence

from crownfire.bots import Budget, Limit, Player, make_player
from crownfire.game import derive
from crownfire.game.game import turn_key
from crownfire.rules import Phase, State, legal_actions
from tests.games import new_game, steps


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_milliseconds_count_down_to_zero() -> None:
    clock = Clock()
    budget = Budget(Limit(ms=200), clock)
    clock.now += 0.15
    assert round(budget.ms_left or 0) == 50
    clock.now += 1
    assert budget.ms_left == 0
    assert budget.nodes_left is None


def test_nodes_count_down_to_zero() -> None:
    budget = Budget(Limit(nodes=10))
    budget.spend(nodes=4)
    assert budget.nodes_left == 6
    budget.spend(nodes=40)
    assert budget.nodes_left == 0
    assert budget.ms_left is None


class Recorder:
    """A bot that records its budgets."""

    def __init__(self) -> None:
        self.seen: list[tuple[Phase, Budget]] = []

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        self.seen.append((state.phase, budget))
        return legal[0]


def test_every_turn_has_one_budget() -> None:
    bot = Recorder()
    player = Player(bot, Limit(nodes=5))
    turns = []
    for game in steps(new_game("origins-tribe", 3, 5), 5):
        if not game.is_over:
            player.choose(game.state, legal_actions(game.state), rng=derive(0))
            turns.append(turn_key(game.state))
    shared = 0
    for index in range(1, len(turns)):
        is_same = bot.seen[index][1] is bot.seen[index - 1][1]
        assert is_same == (turns[index] == turns[index - 1])
        shared += is_same
    assert shared > 36
    assert len({id(budget) for _, budget in bot.seen}) == 3 + 3 * 12


def test_a_turn_uses_its_whole_node_budget_and_no_more() -> None:
    player = make_player("expert(nodes=300)")
    game = new_game("origins-tribe", 2, 1)
    used = []
    for index in range(40):
        legal = legal_actions(game.state)
        game.play(player.choose(game.state, legal, rng=derive(index)))
        used.append(player.budget.nodes)
    assert max(used) == 300
