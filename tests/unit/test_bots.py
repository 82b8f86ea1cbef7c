"""Bots without search: their choices, and that these are repeatable."""

import pytest

from crownfire.bots import BOTS, GreedyBot, Player, RandomBot, make_player
from crownfire.bots.greedy import count_holes
from crownfire.game import derive
from crownfire.notation import format_action, parse_territory
from crownfire.rules import State, legal_actions
from tests.games import ALL, new_game, steps
from tests.scenes import play, turn


def _greedy(state: State) -> str:
    return format_action(Player(GreedyBot()).choose(state, legal_actions(state), rng=derive(0)))


def _greedy_turn(state: State, decisions: int) -> str:
    tokens = []
    for _ in range(decisions):
        tokens.append(_greedy(state))
        state = play(state, tokens[-1])
    return " ".join(tokens)


SPECS = [
    name if kind.limit is None else f"{name}(nodes=30)"
    for name, kind in BOTS.items()
    if name not in ("engine", "net")  # these need a program or a file
]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("rules", "players"), ALL)
def test_choices_are_legal_and_repeatable(spec: str, rules: str, players: int) -> None:
    for index, game in enumerate(steps(new_game(rules, players, 3), 3)):
        legal = legal_actions(game.state)
        if legal and index % 7 == 0:
            choices = {make_player(spec).choose(game.state, legal, rng=derive(index)) for _ in range(2)}
            assert len(choices) == 1
            assert choices <= set(legal)


def test_random_is_uniform() -> None:
    rng = derive(1)
    state = new_game("kingdomino", 4, 1).state
    choices = [Player(RandomBot()).choose(state, [3, 5, 8], rng=rng) for _ in range(900)]
    assert all(240 < choices.count(action) < 360 for action in (3, 5, 8))


def test_greedy_places_where_it_scores_most() -> None:
    # Domino 48 (wheat, mine with three crowns) beside a mine scores more than beside the wheat.
    state = turn("kingdomino", 4, "W W H M", 48)
    after = play(state, _greedy(state))
    assert "mine" in [terrain for terrain, cells in after.territories[0].regions if len(cells) == 2]


def test_greedy_considers_the_fire_when_it_places_a_volcano() -> None:
    # The six lakes are worth 12 with a token of two fires.
    state = turn("origins-discovery", 4, "L L L / L L L / . H .", 43)
    assert _greedy_turn(state, 2).split()[1] in {"*f8", "*g8", "*h8", "*f9", "*g9", "*h9"}


def test_greedy_claims_the_domino_that_scores_most() -> None:
    state = play(turn("kingdomino", 4, "H M M1", 1, next_line=[2, 13, 14, 48]), "g6n".replace("n", "e"))
    assert _greedy(state) == "=48"


def test_greedy_recruits_only_cavemen_that_gain_points() -> None:
    rich = "G* G* G* . / G* D G* . / L* J* H ."
    state = turn("origins-tribe", 4, rich, 1, cave=["hu", "fc"])
    placed = play(state, format_action(legal_actions(state)[0]))
    claimed = play(placed, _greedy(placed))
    assert _greedy_turn(claimed, 4).startswith("+hu")
    poor = turn("origins-tribe", 4, "D G* J* H", 1, cave=["sh"])
    placed = play(poor, format_action(legal_actions(poor)[0]))
    claimed = play(placed, _greedy(placed))
    assert _greedy(claimed) == "."


def test_greedy_pays_with_the_least_valuable_resources() -> None:
    """A hunter scores for mammoths, so the price is a fish and a mushroom."""
    state = turn("origins-tribe", 4, "G* G* G* . / G* D G* . / L* J* H .", 1, cave=["hu"])
    placed = play(state, format_action(legal_actions(state)[0]))
    claimed = play(placed, _greedy(placed))
    assert _greedy_turn(claimed, 4) == "+hu -e7 -f7 @f8"


@pytest.mark.parametrize(
    ("territory", "frame", "holes"),
    [("H", 5, 0), ("W W W / W . W / H W W", 5, 1), ("W W / . H", 2, 1), ("W W / . H", 3, 0)],
)
def test_holes(territory: str, frame: int, holes: int) -> None:
    assert count_holes(parse_territory(territory), frame) == holes
