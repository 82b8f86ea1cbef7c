"""C9 to C12: regions, ranking and the two bonuses."""

import pytest

from crownfire.rules import ranking, score, scores
from tests.scenes import play, points, table, turn

RULEBOOK = """
J   D  D1  L L1
J1  G  G   L1 Q
J   V2 H   D Q1
J+2 D  D   Q Q1
G   G  G+1 G V1
"""
FULL = "W W W W W / W W W W W / W W H W W / W W W W W / W W W W W"
ORIGINS = ["origins-discovery", "origins-totem", "origins-tribe"]


@pytest.mark.rule("C9")
def test_a_region_scores_squares_times_symbols() -> None:
    assert points("kingdomino", 4, "W1 W W2 H") == 9


@pytest.mark.rule("C9")
def test_a_region_without_symbols_scores_nothing() -> None:
    assert points("kingdomino", 4, "W W W H") == 0


@pytest.mark.rule("C9")
def test_the_territory_scores_the_sum_of_its_regions() -> None:
    assert points("kingdomino", 4, "W1 W H L2 L") == 2 + 4


@pytest.mark.rule("C9")
def test_separate_regions_of_one_terrain_score_separately() -> None:
    assert points("kingdomino", 4, "W1 W F W1 H") == 2 + 1


@pytest.mark.rule("C9")
def test_a_region_is_not_connected_across_corners() -> None:
    assert points("kingdomino", 4, "W1 F / F W / H .") == 1


@pytest.mark.rule("C9")
def test_a_region_contains_all_connected_squares() -> None:
    assert points("kingdomino", 4, "W W W / W F W1 / W H W") == 7


@pytest.mark.rule("C9")
@pytest.mark.rule("O10")
def test_rulebook_example_scores_32_points() -> None:
    sheet = score(table("origins-discovery", RULEBOOK, "H", "H", "H"), 0)
    by_terrain = dict.fromkeys(("desert", "grassland", "lake", "jungle", "quarry", "volcano"), 0)
    for region in sheet.regions:
        by_terrain[region.label] += region.points
    assert by_terrain == {"desert": 2, "grassland": 4, "lake": 6, "jungle": 12, "quarry": 8, "volcano": 0}
    assert sheet.total == 32


@pytest.mark.rule("C10")
def test_most_points_win() -> None:
    assert ranking(table("kingdomino", "H W W W", "H W1", "H W2")) == [[2], [1], [0]]


@pytest.mark.rule("C10")
def test_a_tie_goes_to_the_largest_region() -> None:
    assert ranking(table("kingdomino", "W1 H L1", "W1 W H")) == [[1], [0]]


@pytest.mark.rule("C10")
def test_the_largest_region_needs_no_symbols() -> None:
    assert ranking(table("kingdomino", "F W1 H F", "W1 H F F")) == [[1], [0]]


@pytest.mark.rule("C10")
def test_regions_are_not_added_up_for_the_largest() -> None:
    # Four forest squares in two regions against three in one.
    assert ranking(table("kingdomino", "F F . / W1 H F / . . F", "W1 H F F F")) == [[1], [0]]


@pytest.mark.rule("C10")
def test_the_second_tiebreak_is_the_most_symbols() -> None:
    assert ranking(table("kingdomino", "W1 W H L1 L", "W1 W H L2")) == [[1], [0]]


@pytest.mark.rule("C10")
def test_the_largest_region_decides_before_the_symbols() -> None:
    assert ranking(table("kingdomino", "W2 H L2", "W1 W H L1 L")) == [[1], [0]]


@pytest.mark.rule("C10")
@pytest.mark.parametrize("rules", ["kingdomino", *ORIGINS])
def test_players_tied_on_everything_share_the_victory(rules: str) -> None:
    assert ranking(table(rules, "L L1 H", "H G1 G", "H L")) == [[0, 1], [2]]


@pytest.mark.rule("C10")
def test_connected_volcanoes_are_a_region_for_the_tie() -> None:
    assert ranking(table("origins-discovery", "G1 H D D", "V1 V1 V2 H G1")) == [[1], [0]]


@pytest.mark.rule("C10")
def test_fires_of_tokens_count_for_the_tie() -> None:
    # Both score 4 with a largest region of 2; fires 1 + 1 against 1 + 2.
    assert ranking(table("origins-discovery", "G1 G H L L+1", "G1 G H L+2")) == [[1], [0]]


@pytest.mark.rule("C10")
def test_a_fire_token_on_the_home_counts_for_the_tie() -> None:
    assert ranking(table("origins-discovery", "D1 H", "D1 H+1")) == [[1], [0]]


@pytest.mark.rule("C10")
def test_craters_do_not_count_for_the_tie() -> None:
    assert ranking(table("origins-discovery", "D1 H V1", "D1 H V3")) == [[0, 1]]


@pytest.mark.rule("C11")
@pytest.mark.parametrize("territory", ["W W H W W", "W / W / H / W / W", "W . . / W . . / H W W"])
def test_middle_kingdom_gives_10_points(territory: str) -> None:
    assert points("kingdomino+middle_kingdom", 4, territory) == 10


@pytest.mark.rule("C11")
@pytest.mark.parametrize("rules", ORIGINS)
def test_empire_of_fire_gives_10_points(rules: str) -> None:
    assert points(f"{rules}+empire_of_fire", 4, "D D H D D") == 10


@pytest.mark.rule("C11")
@pytest.mark.parametrize("territory", ["W H W W W", "W W W H", "H / W / W / W", "W / W / W / H"])
def test_a_square_three_away_loses_the_centre_bonus_in_5x5(territory: str) -> None:
    assert points("kingdomino+middle_kingdom", 4, territory) == 0


@pytest.mark.rule("C11")
def test_a_square_three_away_keeps_the_centre_bonus_in_7x7() -> None:
    assert points("origins-discovery+empire_of_fire", 2, "D D D H") == 10
    assert points("kingdomino+mighty_duel+middle_kingdom", 2, "W W W H W W W") == 10


@pytest.mark.rule("C11")
def test_a_square_four_away_loses_the_centre_bonus_in_7x7() -> None:
    assert points("origins-discovery+empire_of_fire", 2, "D D D D H") == 0
    assert points("kingdomino+mighty_duel+middle_kingdom", 2, "H / W / W / W / W") == 0


@pytest.mark.rule("C11")
@pytest.mark.parametrize("rules", ["kingdomino+middle_kingdom", "origins-discovery+empire_of_fire"])
def test_the_centre_bonus_does_not_need_a_complete_territory(rules: str) -> None:
    assert points(rules, 4, "L L H . L") == 10


@pytest.mark.rule("C11")
def test_a_discard_keeps_the_centre_bonus() -> None:
    after = play(turn("kingdomino+middle_kingdom", 4, FULL, 3), "x")
    assert score(after, 0).total == 10


@pytest.mark.rule("C11")
@pytest.mark.rule("C12")
@pytest.mark.parametrize("rules", ["kingdomino", *ORIGINS])
def test_without_the_options_there_are_no_bonuses(rules: str) -> None:
    assert points(rules, 4, "H") == 0


@pytest.mark.rule("C12")
@pytest.mark.parametrize("rules", ["kingdomino+harmony", *(f"{rules}+homo_habilis" for rules in ORIGINS)])
def test_no_discard_gives_5_points(rules: str) -> None:
    assert points(rules, 4, "H") == 5


@pytest.mark.rule("C12")
def test_a_discard_loses_the_complete_bonus() -> None:
    state = turn("kingdomino+harmony", 4, FULL, 3)
    assert scores(state) == (5, 5, 5, 5)
    assert scores(play(state, "x")) == (0, 5, 5, 5)


@pytest.mark.rule("C12")
def test_the_complete_bonus_does_not_need_a_full_frame() -> None:
    assert points("kingdomino+harmony", 4, "W H . W W") == 5


@pytest.mark.rule("C12")
@pytest.mark.parametrize("rules", ["kingdomino+harmony+mighty_duel", "origins-discovery+homo_habilis"])
def test_the_complete_bonus_exists_in_7x7(rules: str) -> None:
    assert points(rules, 2, "H") == 5
