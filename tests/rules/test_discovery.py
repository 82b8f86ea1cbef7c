"""O1 to O6: the set-up and rounds of Kingdomino Origins."""

from collections import Counter
from itertools import permutations

import pytest

from crownfire.rules import Phase, SetupError, ruleset, to_play
from crownfire.rules.events import LeftOver, LineRevealed
from crownfire.rules.state import State
from tests.scenes import draw, events_of, legal, play, play_out, refused, refused_draw, shown, table, turn

MODES = ["origins-discovery", "origins-totem", "origins-tribe"]


def paired(order: str = "1 1 2 2") -> State:
    """The state after the first line of a two-player game."""
    return draw(table("origins-discovery", players=2), order, "6 19 41 42")


def known_numbers(state: State) -> set[int]:
    """The dominoes still in the game, outside the territories."""
    return {*state.unseen, *(slot.number for slot in (*state.current, *state.next))}


@pytest.mark.rule("O1")
@pytest.mark.parametrize("rules", MODES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players(rules: str, players: int) -> None:
    assert len(table(rules, players=players).territories) == players


@pytest.mark.rule("O1")
@pytest.mark.parametrize("rules", MODES)
@pytest.mark.parametrize("players", [1, 5])
def test_other_numbers_of_players_are_refused(rules: str, players: int) -> None:
    with pytest.raises(SetupError):
        ruleset(rules, players)


@pytest.mark.rule("O1")
def test_the_terrains_of_origins() -> None:
    terrains = {terrain.name for terrain in ruleset("origins-discovery", 4).terrains}
    assert terrains == {"grassland", "lake", "jungle", "quarry", "desert", "volcano"}


@pytest.mark.rule("O2")
@pytest.mark.parametrize("rules", MODES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_dominoes_are_used_in_twelve_lines_of_four(rules: str, players: int) -> None:
    events = [event for entry in play_out(rules, players).history for event in entry.events]
    lines = [event.numbers for event in events if isinstance(event, LineRevealed)]
    assert [len(line) for line in lines] == [4] * 12
    assert {number for line in lines for number in line} == set(range(1, 49))


@pytest.mark.rule("O3")
def test_three_players_each_claim_one_of_four() -> None:
    state = draw(table("origins-discovery", players=3), "1 2 3", "6 19 41 42")
    assert legal(state) == ["=6", "=19", "=41", "=42"]
    assert legal(play(state, "=42 =41")) == ["=6", "=19"]
    assert play(state, "=42 =41 =6").phase is Phase.LINE


@pytest.mark.rule("O3")
def test_the_unclaimed_domino_is_discarded_once_all_have_claimed() -> None:
    state = play(draw(table("origins-discovery", players=3), "1 2 3", "6 19 41 42"), "=42 =41")
    assert 19 in known_numbers(state)
    assert LeftOver(19) in events_of(state, "=6")
    assert 19 not in known_numbers(play(state, "=6"))


@pytest.mark.rule("O3")
def test_the_unclaimed_domino_of_a_later_line_is_discarded_too() -> None:
    state = turn("origins-discovery", 3, "H", 48, next_line=(10, 20, 30, 40))
    after = play(state, "g8n *g8 =40")
    assert [slot.number for slot in after.current] == [10, 20, 40]
    assert 30 not in known_numbers(after)


@pytest.mark.rule("O3")
def test_the_unclaimed_domino_is_not_drawn_again() -> None:
    state = draw(table("origins-discovery", players=3), "1 2 3", "6 19 41 42")
    assert refused_draw(play(state, "=42 =41 =6"), "1 2 3 19") == "N2"


@pytest.mark.rule("O3")
@pytest.mark.parametrize("rules", ["origins-totem", "origins-tribe"])
def test_the_resources_of_the_unclaimed_domino_leave_the_game(rules: str) -> None:
    # Domino 22 (grassland and quarry) is left over.
    after = play(turn(rules, 3, "H", 48, next_line=(10, 20, 22, 40)), "g8n *g8 =40")
    assert after.phase is Phase.LINE
    assert [shown(after, seat) for seat in range(3)] == ["V3 / Q+3 / H", "H", "H"]


@pytest.mark.rule("O3")
def test_the_unclaimed_domino_does_not_count_as_a_discard() -> None:
    state = draw(table("origins-discovery", players=3), "1 2 3", "6 19 41 42")
    assert play(state, "=42 =41 =6").discards == (0, 0, 0)


@pytest.mark.rule("O4")
@pytest.mark.parametrize("rules", MODES)
def test_two_players_have_two_chiefs_each(rules: str) -> None:
    state = next(entry.before for entry in play_out(rules, 2).history if entry.before.phase is Phase.PLACE)
    assert Counter(slot.seat for slot in state.current) == {0: 2, 1: 2}


@pytest.mark.rule("O4")
def test_each_chief_takes_its_own_turn() -> None:
    state = turn("origins-discovery", 2, "H", 1, next_line=(10, 20, 30, 40))
    state = play(state, "g8n =40")
    assert (state.phase, to_play(state), state.domino_in_turn) == (Phase.PLACE, 0, 2)
    state = play(state, "g5n")
    assert (state.phase, to_play(state)) == (Phase.CLAIM, 0)
    assert to_play(play(state, "=10")) == 1


@pytest.mark.rule("O4")
def test_in_tribe_mode_each_chief_may_recruit() -> None:
    territory = "G* G* H L* L*"
    state = turn("origins-tribe", 2, territory, 1, next_line=(10, 20, 30, 40), cave=["hu", "fc"])
    state = play(state, "g8n =40 +hu -e7 -h7 @e7")
    assert (state.phase, to_play(state)) == (Phase.PLACE, 0)
    state = play(state, "g5n =10 +fc -f7 -i7 @f7")
    assert shown(state).endswith("G[hu] G[fc] H L L / . . D . . / . . D . .")


@pytest.mark.rule("O5")
@pytest.mark.parametrize("rules", MODES)
@pytest.mark.parametrize("players", [3, 4])
def test_three_and_four_players_build_in_5x5(rules: str, players: int) -> None:
    assert "j7e" in legal(turn(rules, players, "H D D", 1))
    assert refused(turn(rules, players, "H D D D", 1), "k7e") == "C4"


@pytest.mark.rule("O5")
@pytest.mark.parametrize("rules", MODES)
def test_two_players_build_in_7x7(rules: str) -> None:
    assert "l7e" in legal(turn(rules, 2, "H D D D D", 1))
    assert refused(turn(rules, 2, "D H D D D D", 1), "l7e") == "C4"


@pytest.mark.rule("O6")
@pytest.mark.parametrize("players", [3, 4])
def test_three_or_four_players_may_have_any_opening_order(players: int) -> None:
    for seats in permutations(range(players)):
        state = draw(table("origins-discovery", players=players), " ".join(str(seat + 1) for seat in seats))
        assert state.opening == seats


@pytest.mark.rule("O6")
@pytest.mark.parametrize("order", ["1 2 2", "1 2 3 3", "1 2"])
def test_three_players_claim_once_each(order: str) -> None:
    assert refused_draw(table("origins-discovery", players=3), order) == "O6"


@pytest.mark.rule("O6")
@pytest.mark.parametrize(("order", "seats"), [("1 1 2 2", (0, 0, 1, 1)), ("2 2 1 1", (1, 1, 0, 0))])
def test_the_first_of_two_players_claims_twice(order: str, seats: tuple[int, ...]) -> None:
    assert draw(table("origins-discovery", players=2), order).opening == seats


@pytest.mark.rule("O6")
@pytest.mark.parametrize("order", ["1 2 2 1", "1 2 1 2", "1 1 1 2"])
def test_two_players_have_no_other_opening_order(order: str) -> None:
    assert refused_draw(table("origins-discovery", players=2), order) == "O6"


@pytest.mark.rule("O6")
def test_the_first_player_claims_any_of_the_four() -> None:
    assert legal(paired()) == ["=6", "=19", "=41", "=42"]


@pytest.mark.rule("O6")
@pytest.mark.parametrize(
    ("first", "partner", "rest"),
    [("=6", "=42", "=19 =41"), ("=42", "=6", "=19 =41"), ("=19", "=41", "=6 =42"), ("=41", "=19", "=6 =42")],
)
def test_the_other_claims_of_the_opening_are_forced(first: str, partner: str, rest: str) -> None:
    state = play(paired(), first)
    assert (to_play(state), legal(state)) == (0, [partner])
    state = play(state, partner)
    lower, higher = rest.split()
    assert (to_play(state), legal(state)) == (1, [lower])
    assert (to_play(play(state, lower)), legal(play(state, lower))) == (1, [higher])


@pytest.mark.rule("O6")
def test_the_second_domino_of_a_pair_is_fixed() -> None:
    assert refused(play(paired(), "=6"), "=19") == "O6"


@pytest.mark.rule("O6")
def test_the_other_player_claims_the_lower_number_first() -> None:
    assert refused(play(paired(), "=6 =42"), "=41") == "O6"


@pytest.mark.rule("O6")
def test_only_the_first_line_has_pairs() -> None:
    state = draw(play(paired(), "=6 =42 =19 =41"), "1 2 3 4")
    state = play(state, "g8n =1")
    assert to_play(state) == 1
    assert legal(play(state, "g8n")) == ["=2", "=3", "=4"]
