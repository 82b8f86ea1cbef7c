"""B7 to B9: the scores of cavemen."""

import pytest

from crownfire.rules import score
from tests.scenes import points, table

RULES = "origins-tribe"


def terms(territory: str) -> list[tuple[str, int]]:
    """The terms and points of a territory, without the regions."""
    sheet = score(table(RULES, territory, "H", "H"), 0)
    return sorted((term.label, term.points) for term in sheet.extras)


def caveman_points(territory: str) -> int:
    return sum(worth for _, worth in terms(territory))


@pytest.mark.rule("B7")
@pytest.mark.parametrize(
    ("caveman", "square", "worth"),
    [("hu", "G*", 3), ("fc", "L*", 3), ("ga", "J*", 4), ("sc", "Q*", 5), ("fl", "D1", 1), ("sh", "D[hu]", 2)],
)
def test_hunter_gatherers_score_for_their_own_things(caveman: str, square: str, worth: int) -> None:
    assert caveman_points(f"D[{caveman}] H / {square} .") == worth
    assert caveman_points(f"D[{caveman}] H / {square} {square}") == 2 * worth


@pytest.mark.rule("B7")
@pytest.mark.parametrize(
    ("caveman", "squares"),
    [
        ("hu", ["L*", "J*", "Q*", "D1", "G1"]),
        ("fc", ["G*", "J*", "Q*", "D1", "L1"]),
        ("ga", ["G*", "L*", "Q*", "D1", "J1"]),
        ("sc", ["G*", "L*", "J*", "D1", "Q1"]),
        ("pa", ["G", "D", "D1", "Q+1", "V1"]),
        ("fl", ["G*", "L*", "D", "V3"]),
        ("sh", ["G*", "L*", "D", "D1", "V1"]),
    ],
)
def test_hunter_gatherers_score_nothing_for_other_things(caveman: str, squares: list[str]) -> None:
    assert [caveman_points(f"D[{caveman}] H / {square} .") for square in squares] == [0] * len(squares)


@pytest.mark.rule("B7")
@pytest.mark.parametrize("square", ["G*", "L*", "J*", "Q*"])
def test_a_painter_scores_2_for_any_resource(square: str) -> None:
    assert caveman_points(f"D[pa] H / {square} .") == 2


@pytest.mark.rule("B7")
def test_all_eight_surrounding_squares_count() -> None:
    assert caveman_points("G* G* G* . / G* D[hu] G* . / G* G* G* H") == 8 * 3


@pytest.mark.rule("B7")
def test_squares_two_away_do_not_count() -> None:
    assert caveman_points("D[hu] H G* / . . . / G* . G*") == 0


@pytest.mark.rule("B7")
@pytest.mark.parametrize("caveman", ["hu", "pa"])
def test_only_remaining_resources_count(caveman: str) -> None:
    assert caveman_points(f"G D[{caveman}] H / G+1 G1 G") == 0


@pytest.mark.rule("B7")
def test_each_fire_of_a_token_counts_for_a_fire_lady() -> None:
    assert caveman_points("D+3 D[fl] H") == 3


@pytest.mark.rule("B7")
def test_each_printed_fire_counts_for_a_fire_lady() -> None:
    assert caveman_points("Q2 D[fl] H") == 2


@pytest.mark.rule("B7")
def test_a_fire_on_the_home_counts_for_a_fire_lady() -> None:
    assert caveman_points("D[fl] H+2") == 2


@pytest.mark.rule("B7")
@pytest.mark.parametrize("other", ["hu", "fc", "ga", "sc", "pa", "fl", "w1", "w2", "w3"])
def test_a_shaman_scores_2_for_a_caveman_of_any_kind(other: str) -> None:
    shamans = [worth for label, worth in terms(f"D[sh] H / D[{other}] .") if label == "shaman"]
    assert shamans == [2]


@pytest.mark.rule("B7")
def test_two_shamans_score_for_each_other() -> None:
    assert terms("D[sh] D[sh] H") == [("shaman", 2), ("shaman", 2)]


@pytest.mark.rule("B7")
def test_a_shaman_does_not_score_for_itself() -> None:
    assert caveman_points("D[sh] H") == 0


@pytest.mark.rule("B7")
def test_rulebook_example_of_a_fire_lady() -> None:
    assert terms("G+2 L H / G1 D[fl] Q1 / L V2 Q+1") == [("fire_lady", 5)]


@pytest.mark.rule("B7")
def test_rulebook_example_of_hunters() -> None:
    assert terms("G* G* J1 / G* D[hu] G* / H D[hu] J") == [("hunter", 6), ("hunter", 12)]


@pytest.mark.rule("B8")
@pytest.mark.parametrize(("warrior", "power"), [("w1", 1), ("w2", 2), ("w3", 3)])
def test_a_lone_warrior_scores_its_power(warrior: str, power: int) -> None:
    assert caveman_points(f"D[{warrior}] H") == power


@pytest.mark.rule("B8")
def test_a_group_scores_warriors_times_the_sum_of_powers() -> None:
    assert caveman_points("D[w1] D[w3] / D[w2] H") == 3 * (1 + 3 + 2)


@pytest.mark.rule("B8")
def test_warriors_form_a_group_across_terrains() -> None:
    assert caveman_points("D[w1] L[w1] H") == 2 * 2


@pytest.mark.rule("B8")
def test_warriors_that_touch_at_a_corner_are_not_connected() -> None:
    assert caveman_points("D[w1] D / D D[w1] / H .") == 1 + 1


@pytest.mark.rule("B8")
@pytest.mark.parametrize("territory", ["D[w1] H D[w1]", "D[w1] D D[w1] / H . .", "D[w1] D[hu] D[w1] / H . ."])
def test_only_warriors_connect_warriors(territory: str) -> None:
    assert caveman_points(territory) == 1 + 1


@pytest.mark.rule("B8")
def test_rulebook_example_of_warriors() -> None:
    example = "D[w2] D[w1] D / G[w1] D1 J / G Q[w1] H"
    assert terms(example) == [("warriors", 1), ("warriors", 12)]


@pytest.mark.rule("B9")
def test_the_score_is_territory_plus_cavemen() -> None:
    # Grassland 3 × 1, hunter 3, warriors 2 × 3.
    assert points(RULES, 4, "G1 G G* / D D[hu] H / D[w1] D[w2] .") == 3 + 3 + 6


@pytest.mark.rule("B9")
def test_resources_score_nothing_in_tribe_mode() -> None:
    assert points(RULES, 4, "G* L* H J* Q*") == 0


@pytest.mark.rule("B9")
def test_bonuses_are_added() -> None:
    assert points(f"{RULES}+empire_of_fire+homo_habilis", 4, "D[w3] H") == 3 + 10 + 5
