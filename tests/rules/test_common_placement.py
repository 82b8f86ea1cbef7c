"""C1 to C5: dominoes, the home and legal placements."""

from collections import Counter

import pytest

from crownfire.data import Half, tables
from tests.scenes import legal, play, points, refused, shown, table, turn

FULL = "W W W W W / W W W W W / W W H W W / W W W W W / W W W W W"
ONE_GAP = "W W W W W / W W W W W / W W H W W / W W W W W / W W W . ."
DESERT = "D D D D D / D D D D D / D D H D D / D D D D D / D D D D D"
GAMES = ["kingdomino", "origins"]
SQUARES = {
    "kingdomino": {"wheat": 26, "forest": 22, "lake": 18, "grassland": 14, "swamp": 10, "mine": 6},
    "origins": {"desert": 22, "grassland": 19, "lake": 17, "jungle": 15, "quarry": 13, "volcano": 10},
}
SYMBOLS = {
    "kingdomino": {"wheat": 5, "forest": 6, "lake": 6, "grassland": 6, "swamp": 6, "mine": 10},
    "origins": {"desert": 2, "grassland": 3, "lake": 4, "jungle": 5, "quarry": 6, "volcano": 0},
}


def halves(game: str) -> list[Half]:
    return [half for domino in tables().dominoes[game] for half in domino.halves]


@pytest.mark.rule("C1")
@pytest.mark.parametrize("game", GAMES)
def test_a_box_has_48_numbered_dominoes(game: str) -> None:
    assert [domino.number for domino in tables().dominoes[game]] == list(range(1, 49))


@pytest.mark.rule("C1")
@pytest.mark.parametrize("game", GAMES)
def test_a_half_has_a_terrain_and_up_to_three_symbols(game: str) -> None:
    assert {half.symbols for half in halves(game)} <= {0, 1, 2, 3}
    assert Counter(half.terrain for half in halves(game)) == SQUARES[game]


@pytest.mark.rule("C1")
@pytest.mark.parametrize("game", GAMES)
def test_the_total_symbols_per_terrain(game: str) -> None:
    found = dict.fromkeys(SYMBOLS[game], 0)
    for half in halves(game):
        found[half.terrain] += half.symbols
    assert found == SYMBOLS[game]


@pytest.mark.rule("C1")
def test_a_volcano_half_has_craters_instead_of_fires() -> None:
    volcanoes = [half for half in halves("origins") if half.terrain == "volcano"]
    assert Counter((half.symbols, half.craters) for half in volcanoes) == {(0, 1): 5, (0, 2): 4, (0, 3): 1}


@pytest.mark.rule("C1")
@pytest.mark.parametrize("game", GAMES)
def test_only_volcanoes_have_craters(game: str) -> None:
    assert {half.craters for half in halves(game) if half.terrain != "volcano"} == {0}


@pytest.mark.rule("C2")
@pytest.mark.parametrize("rules", ["kingdomino", "origins-discovery", "origins-totem", "origins-tribe"])
def test_every_territory_starts_with_only_its_home(rules: str) -> None:
    start = table(rules, players=4)
    assert [shown(start, seat) for seat in range(4)] == ["H", "H", "H", "H"]


@pytest.mark.rule("C2")
@pytest.mark.parametrize("rules", ["kingdomino", "origins-discovery"])
@pytest.mark.parametrize("domino", range(1, 49))
def test_any_half_connects_to_the_home_in_every_way(rules: str, domino: int) -> None:
    # Either half beside the home on four sides, the other half in three directions.
    first, second = tables().dominoes[rules.partition("-")[0]][domino - 1].halves
    ways = 12 if first == second else 24
    assert len(legal(turn(rules, 4, "H", domino))) == ways


@pytest.mark.rule("C2")
def test_the_home_joins_no_regions() -> None:
    assert points("kingdomino", 4, "W1 H W") == 1


@pytest.mark.rule("C2")
def test_the_home_belongs_to_no_region() -> None:
    assert points("kingdomino", 4, "W1 W H") == 2


@pytest.mark.rule("C2")
def test_the_home_counts_as_a_square_of_the_territory() -> None:
    after = play(turn("kingdomino", 4, "H", 1), "g8n")
    assert len(after.territories[0]) == 3


@pytest.mark.rule("C3")
def test_a_half_connects_to_a_square_of_its_terrain() -> None:
    after = play(turn("kingdomino", 4, "H W", 14), "i7n")
    assert shown(after) == ". . L / H W W"


@pytest.mark.rule("C3")
def test_the_second_half_may_be_the_one_that_connects() -> None:
    after = play(turn("kingdomino", 4, "H L", 14), "j7w")
    assert shown(after) == "H L L W"


@pytest.mark.rule("C3")
def test_a_half_does_not_connect_to_another_terrain() -> None:
    assert refused(turn("kingdomino", 4, "H W", 3), "i7e") == "C3"


@pytest.mark.rule("C3")
def test_touching_at_a_corner_is_not_enough() -> None:
    assert refused(turn("kingdomino", 4, "H W", 1), "i8e") == "C3"


@pytest.mark.rule("C3")
def test_a_corner_of_the_home_is_not_enough() -> None:
    assert refused(turn("kingdomino", 4, "H", 1), "h8e") == "C3"


@pytest.mark.rule("C3")
def test_a_half_does_not_connect_to_the_other_half_of_its_domino() -> None:
    assert refused(turn("kingdomino", 4, "H F", 1), "i7e") == "C3"


@pytest.mark.rule("C3")
def test_the_unconnected_half_may_lie_beside_anything() -> None:
    after = play(turn("kingdomino", 4, ". F / H W", 14), "i7n")
    assert shown(after) == ". F L / H W W"


@pytest.mark.rule("C3")
def test_symbols_do_not_matter_for_connecting() -> None:
    after = play(turn("kingdomino", 4, "H M1", 48), "j7w")
    assert shown(after) == "H M1 M3 W"


@pytest.mark.rule("C3")
def test_rulebook_example_desert_below_grassland_does_not_connect() -> None:
    assert refused(turn("origins-discovery", 4, "H D G", 6), "i6s") == "C3"


@pytest.mark.rule("C3")
def test_rulebook_example_desert_below_desert_connects() -> None:
    after = play(turn("origins-discovery", 4, "H D G", 6), "h6s")
    assert shown(after) == "H D G / . D . / . L ."


@pytest.mark.rule("C3")
def test_rulebook_example_desert_beside_the_new_desert_connects() -> None:
    after = play(turn("origins-discovery", 4, "H D G / . D . / . L .", 10), "i6s")
    assert shown(after) == "H D G / . D D / . L Q"


@pytest.mark.rule("C4")
def test_a_territory_may_be_five_wide_but_not_six() -> None:
    state = turn("kingdomino", 4, "H W W W", 1)
    assert refused(state, "k7e") == "C4"
    assert shown(play(state, "k7n")) == ". . . . W / H W W W W"


@pytest.mark.rule("C4")
def test_a_territory_may_be_five_high_but_not_six() -> None:
    state = turn("kingdomino", 4, "H / W / W / W", 1)
    assert refused(state, "g2n") == "C4"
    assert shown(play(state, "g3e")) == "H . / W . / W . / W . / W W"


@pytest.mark.rule("C4")
def test_the_home_counts_for_the_frame() -> None:
    # Five columns of wheat without the home.
    assert refused(turn("kingdomino", 4, "H W W W W", 1), "l7n") == "C4"


@pytest.mark.rule("C4")
@pytest.mark.parametrize(
    ("territory", "token"),
    [("H W W", "j7e"), ("W W H", "c7e"), ("H / W / W", "g3n"), ("W / W / H", "g10n")],
)
def test_the_home_may_be_at_any_edge_of_the_frame(territory: str, token: str) -> None:
    assert token in legal(turn("kingdomino", 4, territory, 1))


@pytest.mark.rule("C4")
def test_the_home_may_be_in_a_corner_of_the_frame() -> None:
    after = play(turn("kingdomino", 4, "W . . . . / W . . . . / W . . . . / W . . . . / H W W W W", 1), "h8e")
    assert shown(after) == "W . . . . / W . . . . / W . . . . / W W W . . / H W W W W"


@pytest.mark.rule("C4")
def test_growing_to_one_side_closes_the_other_side_of_the_frame() -> None:
    assert refused(turn("kingdomino", 4, "H W W W W", 1), "f7n") == "C4"


@pytest.mark.rule("C4")
@pytest.mark.parametrize(("rules", "domino"), [("kingdomino+mighty_duel", 10), ("origins-discovery", 12)])
def test_a_7x7_game_allows_seven_but_not_eight(rules: str, domino: int) -> None:
    assert "k7e" in legal(turn(rules, 2, "G H G G G", domino))
    assert refused(turn(rules, 2, "G G H G G G", domino), "k7e") == "C4"


@pytest.mark.rule("C4")
@pytest.mark.parametrize("token", ["h7e", "g7n", "g8s", "i7w"])
def test_dominoes_do_not_overlap(token: str) -> None:
    assert refused(turn("kingdomino", 4, "H W", 14), token) == "C4"


@pytest.mark.rule("C5")
def test_a_domino_that_fits_must_be_placed() -> None:
    assert refused(turn("kingdomino", 4, "H", 1), "x") == "C5"


@pytest.mark.rule("C5")
def test_a_domino_that_fits_only_one_way_must_be_placed_there() -> None:
    assert legal(turn("kingdomino", 4, ONE_GAP, 1)) == ["h5e"]


@pytest.mark.rule("C5")
def test_without_room_the_domino_must_be_discarded() -> None:
    assert legal(turn("kingdomino", 4, FULL, 1)) == ["x"]


@pytest.mark.rule("C5")
def test_without_a_connection_the_domino_must_be_discarded() -> None:
    state = turn("kingdomino", 4, ONE_GAP, 3)
    assert legal(state) == ["x"]
    assert refused(state, "h5e") == "C3"


@pytest.mark.rule("C5")
def test_a_discard_does_not_change_the_territory() -> None:
    after = play(turn("kingdomino", 4, ONE_GAP, 3), "x")
    assert shown(after) == ONE_GAP
    assert after.discards == (1, 0, 0, 0)


@pytest.mark.rule("C5")
def test_a_discarded_domino_leaves_the_game() -> None:
    state = turn("kingdomino", 4, FULL, 48, next_line=(10, 20, 30, 40))
    after = play(state, "x =40")
    in_game = {*after.unseen, *(slot.number for slot in (*after.current, *after.next))}
    assert 48 not in in_game


@pytest.mark.rule("C5")
@pytest.mark.parametrize("rules", ["origins-totem", "origins-tribe"])
def test_resources_on_a_discarded_domino_leave_the_game(rules: str) -> None:
    after = play(turn(rules, 4, DESERT, 12), "x")
    assert [shown(after, seat) for seat in range(4)] == [DESERT, "H", "H", "H"]
