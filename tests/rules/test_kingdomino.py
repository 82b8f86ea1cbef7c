"""K1 to K7: Kingdomino's players, dominoes, lines, opening and options."""

from collections import Counter
from itertools import permutations

import pytest

from crownfire.game import Game, Match, SeededDealer, replay_match
from crownfire.notation import RecordError, format_records, parse_records, parse_territory
from crownfire.rules import Phase, SetupError, chance, is_over, ruleset, scores, split_rules, to_play
from crownfire.rules.events import LineRevealed
from tests.scenes import draw, legal, play_out, points, refused, refused_draw, table, turn


def lines_of(game: Game) -> list[tuple[int, ...]]:
    """The lines that were revealed in a game."""
    events = [event for entry in game.history for event in entry.events]
    return [event.numbers for event in events if isinstance(event, LineRevealed)]


def ended(*territories: str) -> Game:
    """A finished two-player game with these territories."""
    game = play_out("kingdomino", 2)
    for seat, territory in enumerate(territories):
        game.state = game.state.with_territory(seat, parse_territory(territory))
    return game


def dynasty(*games: Game) -> Match:
    """The match that these games form, written to a record and replayed."""
    return replay_match(parse_records(format_records(game.record() for game in games)))


def refused_match(*games: Game) -> str:
    """The rule that these games violate as a match."""
    with pytest.raises(RecordError) as caught:
        dynasty(*games)
    return caught.value.rule


@pytest.mark.rule("K1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players(players: int) -> None:
    assert len(table("kingdomino", players=players).territories) == players


@pytest.mark.rule("K1")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(SetupError):
        ruleset("kingdomino", players)


@pytest.mark.rule("K1")
@pytest.mark.parametrize(("players", "kings"), [(2, 2), (3, 1), (4, 1)])
def test_players_have_one_king_or_two_in_a_two_player_game(players: int, kings: int) -> None:
    state = next(e.before for e in play_out("kingdomino", players).history if e.before.phase is Phase.PLACE)
    assert Counter(slot.seat for slot in state.current) == dict.fromkeys(range(players), kings)


@pytest.mark.rule("K1")
def test_the_terrains_of_kingdomino() -> None:
    terrains = {terrain.name for terrain in ruleset("kingdomino", 4).terrains}
    assert terrains == {"wheat", "forest", "lake", "grassland", "swamp", "mine"}


@pytest.mark.rule("K2")
@pytest.mark.parametrize(("players", "used"), [(2, 24), (3, 36), (4, 48)])
def test_the_dominoes_used_depend_on_the_players(players: int, used: int) -> None:
    seen = {number for line in lines_of(play_out("kingdomino", players)) for number in line}
    assert len(seen) == used


@pytest.mark.rule("K2")
def test_the_removed_dominoes_depend_on_the_deal() -> None:
    games = [play_out("kingdomino", 2, seed) for seed in (1, 2)]
    assert games[0].state.unseen != games[1].state.unseen


@pytest.mark.rule("K3")
@pytest.mark.parametrize(("players", "size", "lines"), [(2, 4, 6), (3, 3, 12), (4, 4, 12)])
def test_a_line_has_as_many_dominoes_as_kings(players: int, size: int, lines: int) -> None:
    assert [len(line) for line in lines_of(play_out("kingdomino", players))] == [size] * lines


@pytest.mark.rule("K3")
@pytest.mark.parametrize(("players", "line"), [(2, "1 2 3"), (3, "1 2 3 4"), (4, "1 2 3")])
def test_lines_of_other_lengths_are_refused(players: int, line: str) -> None:
    order = "1 2 2 1" if players == 2 else " ".join(str(seat + 1) for seat in range(players))
    assert refused_draw(draw(table("kingdomino", players=players), order), line) == "N2"


@pytest.mark.rule("K4")
@pytest.mark.parametrize("players", [3, 4])
def test_three_or_four_players_may_have_any_opening_order(players: int) -> None:
    for seats in permutations(range(players)):
        state = draw(table("kingdomino", players=players), " ".join(str(seat + 1) for seat in seats))
        assert state.opening == seats


@pytest.mark.rule("K4")
@pytest.mark.parametrize(("order", "first"), [("1 2 2 1", 0), ("2 1 1 2", 1)])
def test_two_players_have_the_opening_order_a_b_b_a(order: str, first: int) -> None:
    state = draw(table("kingdomino", players=2), order, "3 14 15 41")
    assert to_play(state) == first
    assert state.opening == (first, 1 - first, 1 - first, first)


@pytest.mark.rule("K4")
@pytest.mark.parametrize("order", ["1 2 1 2", "1 1 2 2", "1 2 2 2", "1 2"])
def test_two_players_have_no_other_opening_order(order: str) -> None:
    assert refused_draw(table("kingdomino", players=2), order) == "K4"


@pytest.mark.rule("K4")
@pytest.mark.parametrize("order", ["1 2 2", "1 2", "1 2 3 1", "1 2 4"])
def test_every_king_is_drawn_once(order: str) -> None:
    assert refused_draw(table("kingdomino", players=3), order) == "K4"


@pytest.mark.rule("K4")
def test_the_start_player_is_random() -> None:
    due = chance(table("kingdomino", players=2))
    assert due is not None
    assert {SeededDealer(seed).deal(due) for seed in range(20)} == {(0, 1, 1, 0), (1, 0, 0, 1)}


@pytest.mark.rule("K5")
def test_the_mighty_duel_is_played_in_7x7() -> None:
    assert "k7e" in legal(turn("kingdomino+mighty_duel", 2, "W H W W W", 1))
    assert refused(turn("kingdomino+mighty_duel", 2, "W W H W W W", 1), "k7e") == "C4"


@pytest.mark.rule("K5")
def test_without_the_mighty_duel_two_players_build_in_5x5() -> None:
    assert refused(turn("kingdomino", 2, "W H W W W", 1), "k7e") == "C4"


@pytest.mark.rule("K5")
def test_the_mighty_duel_uses_all_dominoes_in_twelve_lines() -> None:
    lines = lines_of(play_out("kingdomino+mighty_duel", 2))
    assert [len(line) for line in lines] == [4] * 12
    assert {number for line in lines for number in line} == set(range(1, 49))


@pytest.mark.rule("K5")
def test_the_mighty_duel_has_the_opening_of_two_players() -> None:
    assert draw(table("kingdomino+mighty_duel", players=2), "2 1 1 2").opening == (1, 0, 0, 1)
    assert refused_draw(table("kingdomino+mighty_duel", players=2), "1 1 2 2") == "K4"


@pytest.mark.rule("K5")
@pytest.mark.parametrize("players", [3, 4])
def test_the_mighty_duel_needs_two_players(players: int) -> None:
    with pytest.raises(SetupError):
        ruleset("kingdomino+mighty_duel", players)


@pytest.mark.rule("K6")
def test_a_dynasty_adds_the_points_of_three_games() -> None:
    games = [play_out("kingdomino", 3, seed) for seed in (1, 2, 3)]
    match = dynasty(*games)
    by_game = [scores(game.state) for game in games]
    assert match.is_over
    assert match.totals == tuple(sum(points) for points in zip(*by_game, strict=True))


@pytest.mark.rule("K6")
def test_a_dynasty_is_not_over_before_the_third_game() -> None:
    assert not dynasty(play_out("kingdomino", 2, 1), play_out("kingdomino", 2, 2)).is_over


@pytest.mark.rule("K6")
def test_the_most_points_win_the_dynasty() -> None:
    # Seat 1 wins two games, seat 2 has more points.
    match = Match([ended("H W1", "H W"), ended("H W1", "H W"), ended("H W", "H W3")])
    assert match.totals == (2, 3)
    assert match.ranking == [[1], [0]]


@pytest.mark.rule("K6")
def test_equal_totals_share_the_dynasty() -> None:
    # Seat 2 would win every tie-break of a single game.
    match = Match([ended("H W2", "H W F F F"), ended("H W", "H W1 W"), ended("H", "H F F")])
    assert match.totals == (2, 2)
    assert match.ranking == [[0, 1]]


@pytest.mark.rule("K6")
def test_each_game_of_a_dynasty_has_its_own_opening_order() -> None:
    match = dynasty(*(play_out("kingdomino", 2, seed) for seed in (3, 4, 5)))
    orders = {game.history[0].outcome for game in match.games}
    assert orders == {(0, 1, 1, 0), (1, 0, 0, 1)}


@pytest.mark.rule("K6")
def test_a_dynasty_has_no_fourth_game() -> None:
    assert refused_match(*(play_out("kingdomino", 2, seed) for seed in (1, 2, 3, 4))) == "K6"


@pytest.mark.rule("K6")
def test_a_dynasty_is_played_by_the_same_number_of_players() -> None:
    assert refused_match(play_out("kingdomino", 2), play_out("kingdomino", 3)) == "K6"


@pytest.mark.rule("K6")
def test_a_dynasty_is_played_by_the_same_players() -> None:
    one, other = play_out("kingdomino", 2, 1), play_out("kingdomino", 2, 2)
    one.names, other.names = ("Ann", "Bo"), ("Ann", "Cy")
    assert refused_match(one, other) == "K6"


@pytest.mark.rule("K6")
def test_the_games_of_a_dynasty_are_played_one_after_the_other() -> None:
    unfinished = play_out("kingdomino", 2, 1)
    unfinished.undo()
    assert refused_match(unfinished, play_out("kingdomino", 2, 2)) == "K6"


@pytest.mark.rule("K6")
def test_origins_has_no_dynasty() -> None:
    assert refused_match(*(play_out("origins-discovery", 3, seed) for seed in (1, 2, 3))) == "K6"


@pytest.mark.rule("K7")
@pytest.mark.parametrize("duel", ["", "+mighty_duel"])
@pytest.mark.parametrize(
    ("bonuses", "extra"),
    [("", 0), ("+harmony", 5), ("+middle_kingdom", 10), ("+harmony+middle_kingdom", 15)],
)
def test_the_bonuses_combine_with_each_other_and_the_duel(duel: str, bonuses: str, extra: int) -> None:
    assert points(f"kingdomino{duel}{bonuses}", 2, "H W1") == 1 + extra


@pytest.mark.rule("K7")
def test_a_dynasty_combines_with_every_other_option() -> None:
    every = "kingdomino+mighty_duel+middle_kingdom+harmony"
    assert set(split_rules(f"{every}+dynasty")[1]) == {
        "dynasty",
        "harmony",
        "middle_kingdom",
        "mighty_duel",
    }
    match = dynasty(*(play_out(every, 2, seed) for seed in (1, 2, 3)))
    assert all(is_over(game.state) for game in match.games)
    assert match.is_over
