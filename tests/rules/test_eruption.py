"""O7 to O10: volcanoes and their fires."""

from dataclasses import replace
from functools import cached_property

import pytest

from crownfire.data import Domino, Half, tables
from crownfire.rules import Phase, Ruleset, score
from crownfire.rules.events import FireLost
from crownfire.rules.state import State
from tests.scenes import events_of, legal, play, points, refused, shown, table, turn


class BurntBox(Ruleset):
    """Origins with a fire printed on every half that is not a volcano."""

    @cached_property
    def dominoes(self) -> tuple[Domino, ...]:
        box = tables().dominoes["origins"]
        return tuple(replace(d, first=_burnt(d.first), second=_burnt(d.second)) for d in box)


def _burnt(half: Half) -> Half:
    return half if half.craters else replace(half, symbols=1)


def with_burnt_box(state: State) -> State:
    rules = state.ruleset
    return replace(state, ruleset=BurntBox(rules.name, rules.options, rules.setup, rules.parts))


@pytest.mark.rule("O7")
@pytest.mark.parametrize(
    ("domino", "territory", "landings"),
    [
        (28, "H D D D D D", ["*j7", "*k7", "*l7", "*l8"]),
        (43, "H J J J J J", ["*k7", "*l7", "*l8"]),
        (48, "H Q Q Q Q Q", ["*l7", "*l8"]),
    ],
)
def test_the_reach_is_four_minus_the_craters(domino: int, territory: str, landings: list[str]) -> None:
    # The other half lies on l8, the volcano on m8.
    assert legal(play(turn("origins-discovery", 2, territory, domino), "l8e")) == landings


@pytest.mark.rule("O7")
@pytest.mark.parametrize(
    ("domino", "burning"), [(28, "V1 / D+1 / H"), (43, "V2 / J+2 / H"), (48, "V3 / Q+3 / H")]
)
def test_the_token_has_one_fire_per_crater(domino: int, burning: str) -> None:
    assert shown(play(turn("origins-discovery", 4, "H", domino), "g8n *g8")) == burning


@pytest.mark.rule("O7")
def test_without_a_volcano_there_is_no_fire() -> None:
    after = play(turn("origins-discovery", 4, "V1 H", 1), "g8n")
    assert after.phase is Phase.CLAIM


@pytest.mark.rule("O7")
def test_a_discarded_volcano_makes_no_fire() -> None:
    full = "L L L L L / L L L L L / L L H L L / L L L L L / L L L L L"
    after = play(turn("origins-discovery", 4, full, 28), "x")
    assert after.phase is Phase.CLAIM
    assert shown(after) == full


@pytest.mark.rule("O8")
def test_rulebook_example_of_a_fire_path() -> None:
    before = ". . D D G / . . J . . / H . . . ."
    after = play(turn("origins-discovery", 4, before, 28), "g8e *k9")
    assert shown(after) == ". . D D G+1 / D V1 J . . / H . . . ."


@pytest.mark.rule("O8")
def test_fire_may_move_diagonally() -> None:
    # The volcano lies on h6, the home north-west of it.
    after = play(turn("origins-discovery", 4, "H", 48), "g6e *g7")
    assert shown(after) == "H+3 . / Q V3"


@pytest.mark.rule("O8")
def test_fire_may_cross_a_gap() -> None:
    # The only path from f8 to h10 in two steps crosses g9, which is empty.
    after = play(turn("origins-discovery", 4, ". D / . D / . D / H D", 43), "f7n *h10")
    assert shown(after) == ". . D+2 / . . D / V2 . D / J H D"


@pytest.mark.rule("O8")
@pytest.mark.parametrize("middle", ["V1", "G1", "G+1"])
def test_fire_may_cross_volcanoes_and_fires(middle: str) -> None:
    after = play(turn("origins-discovery", 4, f". D / {middle} D / . D / H D", 43), "f7n *h10")
    assert shown(after) == f". . D+2 / . {middle} D / V2 . D / J H D"


@pytest.mark.rule("O8")
def test_fire_lands_within_its_reach() -> None:
    state = play(turn("origins-discovery", 2, "H D D D D D", 28), "l8e")
    assert refused(state, "*i7") == "O8"


@pytest.mark.rule("O8")
def test_fire_does_not_land_on_a_gap() -> None:
    assert refused(play(turn("origins-discovery", 4, "H D", 28), "i7e"), "*i8") == "O8"


@pytest.mark.rule("O8")
def test_fire_does_not_land_on_another_territory() -> None:
    state = play(turn("origins-discovery", 4, "H D", 28, others=["D / H"]), "i7e")
    assert refused(state, "*g8") == "O8"


@pytest.mark.rule("O8")
def test_fire_does_not_land_on_its_own_volcano() -> None:
    assert refused(play(turn("origins-discovery", 4, "H", 28), "g8n"), "*g9") == "O8"


@pytest.mark.rule("O8")
def test_fire_does_not_land_on_another_volcano() -> None:
    assert refused(play(turn("origins-discovery", 4, "V2 H", 28), "g8n"), "*f7") == "O8"


@pytest.mark.rule("O8")
def test_fire_does_not_land_on_a_printed_fire() -> None:
    assert refused(play(turn("origins-discovery", 4, "G1 H", 28), "g8n"), "*f7") == "O8"


@pytest.mark.rule("O8")
def test_fire_does_not_land_on_a_fire_token() -> None:
    assert refused(play(turn("origins-discovery", 4, "G+1 H", 28), "g8n"), "*f7") == "O8"


@pytest.mark.rule("O8")
def test_fire_may_land_on_the_home() -> None:
    after = play(turn("origins-discovery", 4, "H", 28), "g8n *g7")
    assert shown(after) == "V1 / D / H+1"


@pytest.mark.rule("O8")
def test_a_fire_on_the_home_scores_in_no_region() -> None:
    assert points("origins-discovery", 4, "D D H+1 D D") == 0


@pytest.mark.rule("O8")
def test_the_home_takes_only_one_fire() -> None:
    assert refused(play(turn("origins-discovery", 4, "H+1", 28), "g8n"), "*g7") == "O8"


@pytest.mark.rule("O8")
def test_fire_may_land_on_the_other_half_of_its_domino() -> None:
    after = play(turn("origins-discovery", 4, "H", 28), "g8n *g8")
    assert shown(after) == "V1 / D+1 / H"


@pytest.mark.rule("O8")
def test_fire_may_land_on_every_terrain_except_volcanoes() -> None:
    state = play(turn("origins-discovery", 4, "Q J H L G", 28), "g8n")
    assert legal(state) == ["*e7", "*f7", "*g7", "*h7", "*i7", "*g8"]


@pytest.mark.rule("O9")
def test_the_player_must_choose_where_the_fire_lands() -> None:
    state = play(turn("origins-discovery", 4, "G H", 28), "g8n")
    assert legal(state) == ["*f7", "*g7", "*g8"]


@pytest.mark.rule("O9")
def test_fire_lands_before_claiming() -> None:
    state = play(turn("origins-discovery", 4, "H", 28), "g8n")
    assert state.phase is Phase.ERUPT
    assert play(state, "*g8").phase is Phase.CLAIM


@pytest.mark.rule("O9")
def test_fire_lands_before_totems_move() -> None:
    # The mammoth on the new grassland would win the totem, but the fire destroys it first.
    state = play(turn("origins-totem", 4, "H", 38), "g8n")
    assert (state.phase, state.totems) == (Phase.ERUPT, (None, None, None, None))
    assert play(state, "*g8").totems == (None, None, None, None)
    assert play(state, "*g7").totems == (0, None, None, None)


@pytest.mark.rule("O9")
def test_fire_lands_in_the_last_round_too() -> None:
    state = play(turn("origins-discovery", 4, "H", 28, last_round=True), "g8n")
    assert state.phase is Phase.ERUPT
    assert play(state, "*g8").phase is Phase.PLACE


@pytest.mark.rule("O9")
def test_a_fire_that_can_land_nowhere_leaves_the_game() -> None:
    state = with_burnt_box(turn("origins-discovery", 4, "H+1", 28))
    lost = [event for event in events_of(state, "g8n") if isinstance(event, FireLost)]
    assert [(event.seat, event.fires) for event in lost] == [(0, 1)]
    after = play(state, "g8n")
    assert shown(after) == "V1 / D1 / H+1"
    assert after.phase is Phase.CLAIM


@pytest.mark.rule("O9")
def test_a_fire_with_one_possible_square_lands_there() -> None:
    state = with_burnt_box(turn("origins-discovery", 4, "H", 28))
    assert legal(play(state, "g8n")) == ["*g7"]


@pytest.mark.rule("O9")
def test_with_the_real_dominoes_fire_always_has_a_square() -> None:
    volcanoes = [domino for domino in tables().dominoes["origins"] if domino.second.craters]
    assert len(volcanoes) == 10
    assert {(domino.first.symbols, domino.first.craters) for domino in volcanoes} == {(0, 0)}


@pytest.mark.rule("O10")
def test_the_fires_of_a_token_are_symbols_of_its_square() -> None:
    assert points("origins-discovery", 4, "G G+2 G1 H") == 9


@pytest.mark.rule("O10")
def test_volcanoes_score_nothing() -> None:
    sheet = score(table("origins-discovery", "V1 V2 V3 H", "H", "H"), 0)
    assert [(term.label, len(term.squares), term.points) for term in sheet.regions] == [("volcano", 3, 0)]
