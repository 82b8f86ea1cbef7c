"""T1 to T5: resources, totems and their points."""

from collections import Counter
from dataclasses import replace

import pytest

from crownfire.data import tables
from crownfire.notation import parse_cell
from crownfire.rules import Phase, score
from crownfire.rules.events import ResourceBurnt, TotemMoved
from crownfire.rules.state import State
from tests.scenes import events_of, legal, play, points, refused, shown, table, turn

WITH_RESOURCES = ["origins-totem", "origins-tribe"]
FULL = "D D D D D / D D D D D / D D H D D / D D D D D / D D D D D"


def holder(state: State, resource: str) -> int | None:
    """The seat that holds a totem, or None for the middle."""
    order = [totem.resource for totem in tables().totems]
    return state.totems[order.index(resource)]


def held(mammoth: int | None) -> list[int | None]:
    """The holders if only the mammoth totem was taken."""
    return [mammoth, None, None, None]


def after_burning_a_mammoth(territory: str, *others: str) -> State:
    """The state after seat 1, which holds the mammoth totem, burns its mammoth on f7 with a volcano on i7."""
    state = turn("origins-totem", 4, territory, 28, others=others, totems=held(0))
    return play(state, "h7e *f7")


@pytest.mark.rule("T1")
@pytest.mark.parametrize("rules", WITH_RESOURCES)
@pytest.mark.parametrize(
    ("domino", "placed"),
    [(12, "G* / G* / H"), (15, "L* / L* / H"), (17, "J* / J* / H"), (21, "Q* / G* / H")],
)
def test_a_placed_domino_brings_its_resources(rules: str, domino: int, placed: str) -> None:
    assert shown(play(turn(rules, 4, "H", domino), "g8n")) == placed


@pytest.mark.rule("T1")
@pytest.mark.parametrize("rules", WITH_RESOURCES)
@pytest.mark.parametrize(
    ("domino", "placed"), [(32, "L* / G1 / H"), (37, "Q1 / Q* / H"), (46, "J2 / L1 / H")]
)
def test_a_half_with_a_printed_fire_brings_no_resource(rules: str, domino: int, placed: str) -> None:
    assert shown(play(turn(rules, 4, "H", domino), "g8n")) == placed


@pytest.mark.rule("T1")
@pytest.mark.parametrize("rules", WITH_RESOURCES)
def test_desert_and_volcano_bring_no_resource(rules: str) -> None:
    assert shown(play(turn(rules, 4, "H", 28), "g8n")) == "V1 / D / H"


@pytest.mark.rule("T1")
def test_discovery_has_no_resources() -> None:
    assert shown(play(turn("origins-discovery", 4, "H", 12), "g8n")) == "G / G / H"


@pytest.mark.rule("T1")
@pytest.mark.parametrize("rules", WITH_RESOURCES)
def test_resources_on_a_claimed_domino_are_not_in_the_territory_yet(rules: str) -> None:
    after = play(turn(rules, 4, "H", 1, next_line=(12, 20, 30, 40)), "g8n =12")
    assert shown(after) == "D / D / H"


@pytest.mark.rule("T1")
def test_the_box_has_exactly_enough_resources() -> None:
    kinds = {"grassland": "mammoth", "lake": "fish", "jungle": "mushroom", "quarry": "flint"}
    halves = [half for domino in tables().dominoes["origins"] for half in domino.halves]
    needed = Counter(kinds[half.terrain] for half in halves if half.terrain in kinds and not half.symbols)
    assert needed == {"mammoth": 16, "fish": 13, "mushroom": 11, "flint": 9}
    assert {totem.resource: totem.pieces for totem in tables().totems} == needed


@pytest.mark.rule("T2")
@pytest.mark.parametrize("rules", WITH_RESOURCES)
def test_fire_destroys_the_resource_it_lands_on(rules: str) -> None:
    state = play(turn(rules, 4, "G* H", 28), "g8n")
    assert ResourceBurnt(0, parse_cell("f7"), "mammoth") in events_of(state, "*f7")
    assert shown(play(state, "*f7")) == ". V1 / . D / G+1 H"


@pytest.mark.rule("T2")
@pytest.mark.parametrize("rules", WITH_RESOURCES)
def test_fire_destroys_a_resource_of_its_own_domino(rules: str) -> None:
    assert shown(play(turn(rules, 4, "H", 38), "g8n *g8")) == "V1 / G+1 / H"


@pytest.mark.rule("T2")
@pytest.mark.parametrize("rules", WITH_RESOURCES)
def test_fire_spares_the_resources_around_it(rules: str) -> None:
    assert shown(play(turn(rules, 4, "G* G* H", 28), "g8n *f7")) == ". . V1 / . . D / G* G+1 H"


@pytest.mark.rule("T3")
def test_totems_start_in_the_middle() -> None:
    assert table("origins-totem", players=4).totems == (None, None, None, None)


@pytest.mark.rule("T3")
@pytest.mark.parametrize(
    ("domino", "resource"), [(12, "mammoth"), (15, "fish"), (17, "mushroom"), (10, "flint")]
)
def test_the_player_with_the_most_takes_the_totem(domino: int, resource: str) -> None:
    state = turn("origins-totem", 4, "H", domino)
    assert holder(state, resource) is None
    assert holder(play(state, "g8n"), resource) == 0


@pytest.mark.rule("T3")
def test_one_turn_may_take_several_totems() -> None:
    assert play(turn("origins-totem", 4, "H", 19), "g8n").totems == (0, 0, None, None)


@pytest.mark.rule("T3")
def test_a_tie_is_not_the_most() -> None:
    after = play(turn("origins-totem", 4, "H", 12, others=["G* G* H"]), "g8n")
    assert holder(after, "mammoth") is None


@pytest.mark.rule("T3")
def test_the_most_means_more_than_every_other_player() -> None:
    after = play(turn("origins-totem", 4, "H", 12, others=["G* H", "G* G* G* H"]), "g8n")
    assert holder(after, "mammoth") is None


@pytest.mark.rule("T3")
def test_a_totem_is_taken_from_its_holder() -> None:
    state = turn("origins-totem", 4, "H", 12, others=["G* H"], totems=held(1))
    assert TotemMoved("mammoth", 1, 0) in events_of(state, "g8n")
    assert holder(play(state, "g8n"), "mammoth") == 0


@pytest.mark.rule("T3")
def test_only_the_active_player_takes_totems() -> None:
    after = play(turn("origins-totem", 4, "H", 1, others=["G* H"]), "g8n")
    assert holder(after, "mammoth") is None


@pytest.mark.rule("T3")
def test_only_resources_in_the_territories_count() -> None:
    # Grassland without its mammoth is only grassland.
    after = play(turn("origins-totem", 4, "G* H", 1, others=["G G1 G+1 H"]), "g8n")
    assert holder(after, "mammoth") == 0


@pytest.mark.rule("T3")
def test_majorities_are_compared_after_the_fire() -> None:
    state = turn("origins-totem", 4, "H", 38)
    assert holder(play(state, "g8n *g8"), "mammoth") is None
    assert holder(play(state, "g8n *g7"), "mammoth") == 0


@pytest.mark.rule("T3")
def test_majorities_are_compared_only_once() -> None:
    # With the new mammoth seat 1 would overtake the holder, but the fire destroys one.
    state = turn("origins-totem", 4, "G* H", 38, others=["G* H"], totems=held(1))
    after = play(state, "g8n *g8")
    assert holder(after, "mammoth") == 1


@pytest.mark.rule("T3")
def test_totems_are_taken_before_claiming() -> None:
    after = play(turn("origins-totem", 4, "H", 12), "g8n")
    assert (after.phase, holder(after, "mammoth")) == (Phase.CLAIM, 0)


@pytest.mark.rule("T3")
def test_a_turn_with_a_discard_takes_totems_too() -> None:
    # Another player's fire has left seat 1 with the only mammoth.
    territory = FULL.replace("D", "G*", 1)
    state = turn("origins-totem", 4, territory, 12, others=["G+1 H"])
    assert (legal(state), holder(state, "mammoth")) == (["x"], None)
    assert holder(play(state, "x"), "mammoth") == 0


@pytest.mark.rule("T4")
def test_a_holder_who_falls_behind_by_fire_loses_the_totem() -> None:
    after = after_burning_a_mammoth("G* G* H", "G* H", "G* G* H")
    assert holder(after, "mammoth") == 2
    assert after.phase is Phase.CLAIM


@pytest.mark.rule("T4")
def test_the_player_who_lost_the_totem_chooses_between_tied_players() -> None:
    state = after_burning_a_mammoth("G* G* H", "G* G* H", "G* H", "G* G* H")
    assert (state.phase, legal(state)) == (Phase.GIVE, [">2", ">4"])
    assert holder(state, "mammoth") == 0
    assert holder(play(state, ">2"), "mammoth") == 1
    assert holder(play(state, ">4"), "mammoth") == 3


@pytest.mark.rule("T4")
def test_a_totem_goes_only_to_a_player_tied_for_the_most() -> None:
    state = after_burning_a_mammoth("G* G* H", "G* G* H", "G* H", "G* G* H")
    assert refused(state, ">3") == "T4"


@pytest.mark.rule("T4")
def test_a_player_can_not_keep_a_lost_totem() -> None:
    state = after_burning_a_mammoth("G* G* H", "G* G* H", "G* H", "G* G* H")
    assert refused(state, ">1") == "T4"


@pytest.mark.rule("T4")
def test_giving_is_followed_by_claiming() -> None:
    state = after_burning_a_mammoth("G* G* H", "G* G* H", "G* G* H")
    assert play(state, ">3").phase is Phase.CLAIM


@pytest.mark.rule("T4")
def test_one_turn_may_take_and_give_totems() -> None:
    # The new lake wins the fish totem while the mammoth totem is lost to a tie.
    others = ["G* G* H", "G* G* H"]
    state = turn("origins-totem", 4, "G* G* H", 40, others=others, totems=held(0))
    after = play(state, "h7e *f7 >3")
    assert after.totems == (2, 0, None, None)


@pytest.mark.rule("T4")
def test_a_holder_tied_by_another_player_keeps_the_totem() -> None:
    state = turn("origins-totem", 4, "H", 12, others=["G* G* H"], totems=held(1))
    assert holder(play(state, "g8n"), "mammoth") == 1


@pytest.mark.rule("T4")
def test_a_holder_tied_after_their_own_fire_keeps_the_totem() -> None:
    after = after_burning_a_mammoth("G* G* H", "G* H", "G* H")
    assert (after.phase, holder(after, "mammoth")) == (Phase.CLAIM, 0)


@pytest.mark.rule("T4")
def test_a_holder_still_ahead_after_their_own_fire_keeps_the_totem() -> None:
    after = after_burning_a_mammoth("G* G* H", "H")
    assert holder(after, "mammoth") == 0


@pytest.mark.rule("T4")
def test_a_totem_without_any_resource_returns_to_the_middle() -> None:
    after = after_burning_a_mammoth("G* H", "G H")
    assert (after.phase, holder(after, "mammoth")) == (Phase.CLAIM, None)


@pytest.mark.rule("T4")
def test_a_holder_without_resources_loses_to_a_player_with_one() -> None:
    after = after_burning_a_mammoth("G* H", "H", "G* H")
    assert holder(after, "mammoth") == 2


@pytest.mark.rule("T4")
def test_a_totem_back_in_the_middle_can_be_taken_again() -> None:
    after = play(after_burning_a_mammoth("G* H"), "=1 g8n *g8 =2")
    assert holder(after, "mammoth") is None
    assert holder(play(after, "g8n"), "mammoth") == 2  # domino 30 brings a mammoth


@pytest.mark.rule("T4")
def test_a_totem_may_be_given_in_the_last_round() -> None:
    others = ["G* G* H", "G* G* H"]
    state = turn("origins-totem", 4, "G* G* H", 28, others=others, totems=held(0), last_round=True)
    after = play(state, "h7e *f7 >2")
    assert (after.phase, holder(after, "mammoth")) == (Phase.PLACE, 1)


@pytest.mark.rule("T5")
def test_each_remaining_resource_scores_one_point() -> None:
    assert points("origins-totem", 4, "G* L* H J* Q*") == 4


@pytest.mark.rule("T5")
@pytest.mark.parametrize(("index", "worth"), [(0, 3), (1, 4), (2, 5), (3, 6)])
def test_totems_score_3_4_5_and_6(index: int, worth: int) -> None:
    totems = tuple(1 if other == index else None for other in range(4))
    state = replace(table("origins-totem", players=4), totems=totems)
    assert [score(state, seat).total for seat in range(4)] == [0, worth, 0, 0]


@pytest.mark.rule("T5")
def test_resources_and_totems_add_to_the_territory() -> None:
    state = replace(table("origins-totem", "G* G1 H Q+2", "H", "H"), totems=(0, None, None, 0))
    assert score(state, 0).total == (2 + 2) + 1 + (3 + 6)
