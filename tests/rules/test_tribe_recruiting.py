"""B1 to B6: the cave board, recruiting, paying, settling and burning."""

from collections import Counter
from dataclasses import replace

import pytest

from crownfire.notation import parse_cell
from crownfire.rules import Phase, to_play
from crownfire.rules.events import CavemanBurnt
from crownfire.rules.state import State
from tests.scenes import draw, events_of, legal, play, refused, refused_draw, shown, table, turn

CAVE = ["hu", "pa", "w1", "w3"]
FULL = "D D D D D / D D D D D / D D H D D / D D D D D / D D D D D"


def claimed(
    territory: str, cave: list[str] | None = None, pile: list[str] | None = None, *, players: int = 4
) -> State:
    """The state after seat 1 placed domino 1 (two deserts north of the home) and claimed; it may recruit."""
    row = CAVE if cave is None else cave
    state = turn("origins-tribe", players, territory, 1, next_line=(10, 20, 30, 40), cave=row, pile=pile)
    return play(state, "g8n =40")


def end_of_round(cave: list[str], pile: list[str] | None = None) -> State:
    """The state after the last turn of a round and the reveal of the next line."""
    state = turn("origins-tribe", 4, "H", 48, next_line=(10, 20, 30, 40), cave=cave, pile=pile)
    return draw(play(state, "g8n *g8 =40"), "5 6 7 8")


def paid(territory: str) -> State:
    """The state after seat 1 recruited a hunter and paid from e7 and f7; it must settle."""
    return play(claimed(territory), "+hu -e7 -f7")


@pytest.mark.rule("B1")
def test_the_pile_has_22_cavemen() -> None:
    pile = Counter(table("origins-tribe", players=4).pile)
    twice = ("hu", "fc", "ga", "sc", "pa", "fl", "sh")
    assert pile == {**dict.fromkeys(twice, 2), "w1": 4, "w2": 3, "w3": 1}
    assert pile.total() == 22


@pytest.mark.rule("B1")
def test_four_cavemen_are_revealed_with_the_first_line() -> None:
    state = draw(table("origins-tribe", players=4), "1 2 3 4", "5 6 7 8")
    assert state.phase is Phase.CAVE
    state = draw(state, "sc w1 fc sh")
    assert Counter(state.cave) == Counter(["sc", "w1", "fc", "sh"])
    assert len(state.pile) == 18
    assert state.phase is Phase.CLAIM


@pytest.mark.rule("B1")
@pytest.mark.parametrize("outcome", ["sc w1 fc", "sc w1 fc sh hu", "w3 w3 hu sc"])
def test_impossible_reveals_are_refused(outcome: str) -> None:
    state = draw(table("origins-tribe", players=4), "1 2 3 4", "5 6 7 8")
    assert refused_draw(state, outcome) == "N2"


@pytest.mark.rule("B1")
def test_a_new_round_refills_the_row_to_four() -> None:
    state = end_of_round(["hu", "w1"], ["sc", "pa", "w2"])
    assert state.phase is Phase.CAVE
    state = draw(state, "pa sc")
    assert Counter(state.cave) == Counter(["hu", "w1", "pa", "sc"])
    assert state.pile == ("w2",)


@pytest.mark.rule("B1")
def test_a_full_row_is_not_refilled() -> None:
    state = end_of_round(["hu", "pa", "w1", "w3"])
    assert state.phase is Phase.PLACE
    assert state.cave == ("hu", "pa", "w1", "w3")


@pytest.mark.rule("B1")
def test_the_row_is_refilled_only_while_the_pile_lasts() -> None:
    state = draw(end_of_round(["hu"], ["sc"]), "sc")
    assert Counter(state.cave) == Counter(["hu", "sc"])
    assert (state.pile, state.phase) == ((), Phase.PLACE)


@pytest.mark.rule("B1")
def test_an_empty_pile_reveals_nobody() -> None:
    state = end_of_round(["hu"], [])
    assert (state.cave, state.phase) == (("hu",), Phase.PLACE)


@pytest.mark.rule("B1")
def test_the_row_is_not_refilled_for_the_last_round() -> None:
    state = turn("origins-tribe", 4, "H", 48, next_line=(10, 20, 30, 40), cave=["hu"], pile=["sc"])
    after = play(replace(state, unseen=()), "g8n *g8 =40")
    assert (after.phase, after.cave, after.pile) == (Phase.PLACE, ("hu",), ("sc",))


@pytest.mark.rule("B1")
def test_the_row_is_not_refilled_within_a_round() -> None:
    state = play(claimed("G* L* H"), "+hu -e7 -f7 @e7")
    assert (state.phase, to_play(state)) == (Phase.PLACE, 1)
    assert state.cave == ("pa", "w1", "w3")


@pytest.mark.rule("B1")
def test_tribe_mode_has_no_totems() -> None:
    assert table("origins-tribe", players=4).totems == ()


@pytest.mark.rule("B2")
def test_recruiting_comes_after_claiming() -> None:
    state = turn("origins-tribe", 4, "G* L* H", 1, cave=CAVE)
    assert refused(state, "+hu") == "N3"
    state = play(state, "g8n")
    assert refused(state, "+hu") == "N3"
    assert "+hu" in legal(claimed("G* L* H"))


@pytest.mark.rule("B2")
def test_recruiting_is_optional() -> None:
    state = claimed("G* L* H")
    assert "." in legal(state)
    after = play(state, ".")
    assert (after.phase, to_play(after)) == (Phase.PLACE, 1)
    assert shown(after) == shown(state)
    assert after.cave == state.cave


@pytest.mark.rule("B2")
def test_a_turn_recruits_only_one_caveman() -> None:
    after = play(claimed("G* G* H L* L*"), "+hu -e7 -h7 @e7")
    assert (after.phase, to_play(after)) == (Phase.PLACE, 1)


@pytest.mark.rule("B2")
def test_two_kinds_pay_for_any_face_up_caveman() -> None:
    assert legal(claimed("G* L* H")) == ["+hu", "+pa", "+w1", "+w3", "."]


@pytest.mark.rule("B2")
def test_a_face_up_caveman_leaves_the_row() -> None:
    after = play(claimed("G* L* H", ["hu", "w1", "w1"]), "+w1")
    assert after.cave == ("hu", "w1")


@pytest.mark.rule("B2")
def test_two_kinds_pay_only_for_face_up_cavemen() -> None:
    assert refused(claimed("G* L* H"), "+sh") == "B2"


@pytest.mark.rule("B2")
@pytest.mark.parametrize("territory", ["G* L* H", "G* L* H J*"])
def test_the_pile_needs_four_kinds(territory: str) -> None:
    assert refused(claimed(territory, pile=["sh"]), "++sh") == "B2"


@pytest.mark.rule("B2")
def test_four_kinds_pay_for_any_caveman_of_the_pile() -> None:
    state = claimed("G* L* H J* Q*", ["hu"], ["sh", "w2", "w2"])
    assert legal(state) == ["+hu", "++sh", "++w2", "."]
    after = play(state, "++w2 -e7 -f7 -h7 -i7 @e7")
    assert shown(after) == ". . D . . / . . D . . / G[w2] L H J Q"
    assert (after.cave, after.pile) == (("hu",), ("sh", "w2"))


@pytest.mark.rule("B2")
def test_a_caveman_missing_from_the_pile_can_not_be_recruited() -> None:
    assert refused(claimed("G* L* H J* Q*", pile=["sh"]), "++w2") == "B2"


@pytest.mark.rule("B2")
def test_with_four_kinds_a_face_up_caveman_still_costs_two() -> None:
    state = play(claimed("G* L* H J* Q*"), "+hu -e7 -h7")
    assert state.phase is Phase.SETTLE
    assert shown(state).endswith("G L* H J Q*")


@pytest.mark.rule("B2")
def test_the_pile_costs_all_four_kinds() -> None:
    state = play(claimed("G* L* H J* Q*", pile=["sh"]), "++sh -e7 -f7 -h7")
    assert (state.phase, legal(state)) == (Phase.PAY, ["-i7"])


@pytest.mark.rule("B2")
def test_the_payer_chooses_the_squares() -> None:
    state = play(claimed("G* G* H L* Q*"), "+hu")
    assert legal(state) == ["-e7", "-f7", "-h7", "-i7"]


@pytest.mark.rule("B2")
def test_payments_are_of_different_kinds() -> None:
    state = play(claimed("G* G* H L* Q*"), "+hu -e7")
    assert refused(state, "-f7") == "B2"
    assert legal(state) == ["-h7", "-i7"]


@pytest.mark.rule("B2")
@pytest.mark.parametrize("token", ["-e7", "-g7", "-g8", "-f6"])
def test_only_squares_with_a_resource_can_pay(token: str) -> None:
    assert refused(play(claimed("G G* H L*"), "+hu"), token) == "B2"


@pytest.mark.rule("B2")
def test_resources_of_other_territories_can_not_pay() -> None:
    state = turn("origins-tribe", 4, "G* L* H", 1, others=["J* / H"], cave=CAVE, next_line=(10, 20, 30, 40))
    assert refused(play(state, "g8n =40 +hu"), "-g8") == "B2"


@pytest.mark.rule("B2")
def test_paid_resources_leave_the_game() -> None:
    after = play(claimed("G* L* H"), "+hu -f7 -e7 @e7")
    assert [shown(after, seat) for seat in range(4)] == [". . D / . . D / G[hu] L H", "H", "H", "H"]


@pytest.mark.rule("B2")
def test_resources_placed_in_the_same_turn_may_be_paid() -> None:
    state = play(turn("origins-tribe", 4, "H", 19, next_line=(10, 20, 30, 40), cave=CAVE), "g8n =40")
    assert shown(play(state, "+hu -g8 -g9 @g8")) == "L / G[hu] / H"


@pytest.mark.rule("B2")
def test_resources_on_a_claimed_domino_can_not_be_paid() -> None:
    # Domino 21 would bring a mammoth and a flint.
    state = turn("origins-tribe", 4, "G* H", 1, next_line=(21, 22, 30, 40), cave=CAVE)
    after = play(state, "g8n =21")
    assert (after.phase, to_play(after)) == (Phase.PLACE, 1)


@pytest.mark.rule("B2")
def test_a_turn_with_a_discard_may_recruit() -> None:
    territory = FULL.replace("D D", "G* L*", 1)
    state = play(turn("origins-tribe", 4, territory, 16, next_line=(10, 20, 30, 40), cave=CAVE), "x =40")
    assert state.phase is Phase.RECRUIT
    assert shown(play(state, "+hu -e9 -f9 @e9")) == territory.replace("G* L*", "G[hu] L")


@pytest.mark.rule("B2")
@pytest.mark.parametrize("territory", ["H", "G* H", "G* G* H G*", "G+1 L* H"])
def test_fewer_than_two_kinds_can_not_recruit(territory: str) -> None:
    after = claimed(territory)
    assert (after.phase, to_play(after)) == (Phase.PLACE, 1)


@pytest.mark.rule("B2")
def test_two_kinds_can_not_recruit_from_an_empty_row() -> None:
    after = claimed("G* L* H J*", [], ["sh"])
    assert (after.phase, to_play(after)) == (Phase.PLACE, 1)


@pytest.mark.rule("B2")
def test_four_kinds_recruit_from_the_pile_when_the_row_is_empty() -> None:
    assert legal(claimed("G* L* H J* Q*", [], ["sh"])) == ["++sh", "."]


@pytest.mark.rule("B2")
def test_four_kinds_recruit_from_the_row_when_the_pile_is_empty() -> None:
    assert legal(claimed("G* L* H J* Q*", ["hu"], [])) == ["+hu", "."]


@pytest.mark.rule("B2")
def test_an_empty_row_and_pile_leave_nobody_to_recruit() -> None:
    after = claimed("G* L* H J* Q*", [], [])
    assert (after.phase, to_play(after)) == (Phase.PLACE, 1)


@pytest.mark.rule("B2")
def test_opening_claims_are_not_followed_by_recruiting() -> None:
    state = draw(table("origins-tribe", "G* L* H", "H", "H"), "1 2 3", "5 6 7 8", "hu fc ga sc")
    after = play(state, "=5")
    assert (after.phase, to_play(after)) == (Phase.CLAIM, 1)


@pytest.mark.rule("B3")
def test_a_caveman_settles_immediately() -> None:
    state = paid("G* L* H")
    assert (state.phase, to_play(state)) == (Phase.SETTLE, 0)
    assert {token[0] for token in legal(state)} == {"@"}


@pytest.mark.rule("B3")
def test_a_caveman_settles_on_any_bare_terrain() -> None:
    assert legal(paid("G* L* H J Q")) == ["@e7", "@f7", "@h7", "@i7", "@g8", "@g9"]


@pytest.mark.rule("B3")
@pytest.mark.parametrize("square", ["J1", "J+1", "J*", "J[hu]", "V1", "."])
def test_a_caveman_does_not_settle_on_occupied_squares(square: str) -> None:
    # Printed fire, fire token, resource, another caveman, volcano, gap.
    assert refused(paid(f"G* L* H {square}"), "@h7") == "B3"


@pytest.mark.rule("B3")
def test_a_caveman_does_not_settle_on_the_home() -> None:
    assert refused(paid("G* L* H"), "@g7") == "B3"


@pytest.mark.rule("B3")
def test_a_caveman_does_not_settle_in_another_territory() -> None:
    state = turn("origins-tribe", 4, "G* L* H", 1, others=["H D"], next_line=(10, 20, 30, 40), cave=CAVE)
    assert refused(play(state, "g8n =40 +hu -e7 -f7"), "@h7") == "B3"


@pytest.mark.rule("B3")
@pytest.mark.parametrize("cell", ["e7", "f7"])
def test_a_caveman_may_settle_where_a_resource_was_paid(cell: str) -> None:
    territory = play(paid("G* L* H"), f"@{cell}").territories[0]
    assert [square.caveman for square in territory.values() if square.caveman] == ["hu"]


@pytest.mark.rule("B4")
def test_the_last_round_has_no_recruiting() -> None:
    after = play(turn("origins-tribe", 4, "G* L* H", 1, cave=CAVE, last_round=True), "g8n")
    assert (after.phase, to_play(after)) == (Phase.PLACE, 1)


@pytest.mark.rule("B4")
def test_the_round_before_the_last_has_recruiting() -> None:
    state = turn("origins-tribe", 4, "G* L* H", 48, next_line=(10, 20, 30, 40), cave=CAVE)
    state = play(replace(state, unseen=()), "g8n *g8 =40")
    assert state.phase is Phase.RECRUIT
    assert play(state, ".").is_last_round


@pytest.mark.rule("B4")
def test_with_two_players_each_chief_may_recruit_once() -> None:
    state = claimed("G* G* H L* L*", players=2)
    state = play(state, "+hu -e7 -h7 @e7")
    assert (state.phase, to_play(state)) == (Phase.PLACE, 0)
    state = play(state, "g5n =10")
    assert (state.phase, to_play(state)) == (Phase.RECRUIT, 0)
    assert to_play(play(state, "+pa -f7 -i7 @f7")) == 1


@pytest.mark.rule("B5")
def test_fire_destroys_the_caveman_it_lands_on() -> None:
    state = play(turn("origins-tribe", 4, "D[hu] H", 28), "g8n")
    assert CavemanBurnt(0, parse_cell("f7"), "hu") in events_of(state, "*f7")
    assert shown(play(state, "*f7")) == ". V1 / . D / D+1 H"


@pytest.mark.rule("B5")
def test_a_burnt_caveman_leaves_the_game() -> None:
    after = play(turn("origins-tribe", 4, "D[hu] H", 28, cave=["pa"], pile=["sh"]), "g8n *f7")
    assert (after.cave, after.pile) == (("pa",), ("sh",))


@pytest.mark.rule("B6")
def test_a_recruit_may_settle_where_it_was_paid_from() -> None:
    # All other squares are occupied; only the two that paid are free.
    state = turn("origins-tribe", 4, "G* L* H G1 L1", 31, next_line=(10, 20, 30, 40), cave=CAVE)
    state = play(state, "g8n =40 +hu -e7 -f7")
    assert shown(state) == ". . L* . . / . . D1 . . / G L H G1 L1"
    assert legal(state) == ["@e7", "@f7"]


@pytest.mark.rule("B6")
def test_a_recruit_from_the_pile_may_settle_there_too() -> None:
    state = turn("origins-tribe", 4, "G* L* H J* Q*", 46, next_line=(10, 20, 30, 40), cave=CAVE)
    state = play(state, "g8n =40 ++sh -e7 -f7 -h7 -i7")
    assert legal(state) == ["@e7", "@f7", "@h7", "@i7"]
