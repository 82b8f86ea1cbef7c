"""C6 to C8 and C13: the first line, rounds, the last round and public information."""

from dataclasses import replace

import pytest

from crownfire.game import Game, ScriptedDealer, SeededDealer
from crownfire.notation import format_position, parse_position
from crownfire.rules import Phase, State, apply, chance, is_over, legal_actions, ruleset, to_play
from tests.scenes import draw, legal, play, play_out, refused, refused_draw, table, turn


def opened() -> State:
    """The state after four claims: seat 4 has domino 5, seat 3 has 17, seat 2 has 30, seat 1 has 48."""
    state = draw(table("kingdomino", players=4), "2 4 1 3", "5 17 30 48")
    return play(state, "=30 =5 =48 =17")


def first_moves(state: State, phase: Phase) -> list[tuple[Phase, int | None]]:
    """The phases and seats to play, until a given phase, if everybody plays the first legal move."""
    seen = []
    while state.phase is not phase:
        seen.append((state.phase, to_play(state)))
        state = apply(state, legal_actions(state)[0])
    return seen


@pytest.mark.rule("C6")
def test_the_first_line_is_ascending() -> None:
    due = chance(draw(table("kingdomino", players=4), "1 2 3 4"))
    assert due is not None
    assert due.arrange((41, 3, 15, 14)) == (3, 14, 15, 41)


@pytest.mark.rule("C6")
def test_the_first_line_is_claimed_in_the_opening_order() -> None:
    state = draw(table("kingdomino", players=4), "2 4 1 3", "5 17 30 48")
    assert first_moves(state, Phase.LINE) == [
        (Phase.CLAIM, 1),
        (Phase.CLAIM, 3),
        (Phase.CLAIM, 0),
        (Phase.CLAIM, 2),
    ]


@pytest.mark.rule("C6")
def test_any_free_domino_of_the_first_line_may_be_claimed() -> None:
    state = draw(table("kingdomino", players=4), "2 4 1 3", "5 17 30 48")
    assert legal(state) == ["=5", "=17", "=30", "=48"]
    assert legal(play(state, "=17")) == ["=5", "=30", "=48"]


@pytest.mark.rule("C6")
def test_the_second_line_is_drawn_after_all_have_claimed() -> None:
    state = draw(table("kingdomino", players=4), "2 4 1 3", "5 17 30 48")
    assert play(state, "=30 =5 =48").phase is Phase.CLAIM
    assert opened().phase is Phase.LINE


@pytest.mark.rule("C7")
def test_turns_follow_the_order_of_the_dominoes() -> None:
    state = draw(opened(), "6 18 31 47")
    seats = [seat for phase, seat in first_moves(state, Phase.LINE) if phase is Phase.PLACE]
    assert seats == [3, 2, 1, 0]


@pytest.mark.rule("C7")
def test_each_turn_places_and_then_claims() -> None:
    state = draw(opened(), "6 18 31 47")
    assert [phase for phase, _ in first_moves(state, Phase.LINE)] == [Phase.PLACE, Phase.CLAIM] * 4


@pytest.mark.rule("C7")
def test_a_discard_is_followed_by_claiming_too() -> None:
    full = "W W W W W / W W W W W / W W H W W / W W W W W / W W W W W"
    after = play(turn("kingdomino", 4, full, 1), "x")
    assert (after.phase, to_play(after)) == (Phase.CLAIM, 0)


@pytest.mark.rule("C7")
def test_claiming_before_placing_is_illegal() -> None:
    assert refused(draw(opened(), "6 18 31 47"), "=6") == "N3"


@pytest.mark.rule("C7")
def test_a_claimed_domino_can_not_be_claimed_again() -> None:
    assert refused(play(draw(opened(), "6 18 31 47"), "g8n =18 f7w"), "=18") == "C7"


@pytest.mark.rule("C7")
def test_only_dominoes_of_the_next_line_can_be_claimed() -> None:
    state = play(draw(opened(), "6 18 31 47"), "g8n")
    assert refused(state, "=17") == "C7"
    assert refused(state, "=1") == "C7"


@pytest.mark.rule("C7")
def test_each_king_claims_one_domino_for_its_player() -> None:
    state = draw(table("kingdomino", players=2), "1 2 2 1", "5 17 30 48")
    state = draw(play(state, "=48 =17 =30 =5"), "6 18 31 47")
    state = play(state, "g8n =47 g8n =6 f7w =31 g6s =18")
    assert [(slot.number, slot.seat) for slot in state.current] == [(6, 1), (18, 0), (31, 1), (47, 0)]


@pytest.mark.rule("C7")
def test_the_next_line_becomes_the_current_one_and_a_new_line_is_drawn() -> None:
    state = play(draw(opened(), "6 18 31 47"), "g8n =47 g8n =31 g8n =18 g8n =6")
    assert [(slot.number, slot.seat) for slot in state.current] == [(6, 0), (18, 1), (31, 2), (47, 3)]
    assert state.phase is Phase.LINE
    after = draw(state, "1 2 3 4")
    assert (after.phase, to_play(after)) == (Phase.PLACE, 0)


@pytest.mark.rule("C8")
def test_the_last_round_begins_when_no_line_is_left() -> None:
    state = replace(turn("kingdomino", 4, "H", 48, next_line=(10, 20, 30, 40)), unseen=())
    after = play(state, "g8n =40")
    assert (after.phase, to_play(after), after.is_last_round) == (Phase.PLACE, 1, True)


@pytest.mark.rule("C8")
def test_in_the_last_round_dominoes_are_only_placed() -> None:
    after = play(turn("kingdomino", 4, "H", 1, last_round=True), "g8n")
    assert (after.phase, to_play(after)) == (Phase.PLACE, 1)


@pytest.mark.rule("C8")
def test_in_the_last_round_a_domino_that_fits_nowhere_is_still_discarded() -> None:
    full = "W W W W W / W W W W W / W W H W W / W W W W W / W W W W W"
    after = play(turn("kingdomino", 4, full, 1, last_round=True), "x")
    assert (after.phase, to_play(after), after.discards) == (Phase.PLACE, 1, (1, 0, 0, 0))


@pytest.mark.rule("C8")
def test_after_the_last_domino_the_game_is_over() -> None:
    after = play(turn("kingdomino", 4, "H", 48, last_round=True), "g8n")
    assert is_over(after)
    assert (to_play(after), legal(after)) == (None, [])
    assert refused(after, "g9n") == "C8"


@pytest.mark.rule("C13")
def test_the_future_is_not_in_the_state() -> None:
    script = {(Phase.ORDER, 0): (0, 1, 1, 0), (Phase.LINE, 0): (3, 14, 15, 41)}
    games = [Game(ruleset("kingdomino", 2), ScriptedDealer(script, SeededDealer(seed))) for seed in (1, 2)]
    for game in games:
        game.deal()
    one, other = games
    assert one.state == other.state
    assert one.play("=3") == other.play("=3")


@pytest.mark.rule("C13")
@pytest.mark.parametrize("outcome", ["1 2 3 4", "1 16 32 48", "45 46 47 48"])
def test_any_unseen_dominoes_may_be_the_next_line(outcome: str) -> None:
    state = draw(table("kingdomino", players=4), "1 2 3 4", outcome)
    assert [slot.number for slot in state.next] == [int(number) for number in outcome.split()]


@pytest.mark.rule("C13")
def test_every_unseen_domino_is_equally_likely() -> None:
    due = chance(opened())
    assert due is not None
    assert due.pool == tuple(number for number in range(1, 49) if number not in (5, 17, 30, 48))


@pytest.mark.rule("C13")
def test_a_seen_domino_does_not_come_again() -> None:
    assert refused_draw(opened(), "1 2 3 5") == "N2"


@pytest.mark.rule("C13")
@pytest.mark.parametrize(("players", "removed"), [(2, 24), (3, 12), (4, 0)])
def test_removed_dominoes_look_like_dominoes_of_the_pile(players: int, removed: int) -> None:
    game = play_out("kingdomino", players)
    last_draw = [entry for entry in game.history if entry.before.phase is Phase.LINE][-1]
    due = chance(last_draw.before)
    assert due is not None
    assert len(due.pool) == removed + due.count


@pytest.mark.rule("C13")
def test_any_caveman_of_the_pile_may_be_revealed() -> None:
    state = draw(table("origins-tribe", players=4), "1 2 3 4", "1 2 3 4")
    due = chance(state)
    assert due is not None
    assert due.pool == state.pile


@pytest.mark.rule("C13")
def test_a_position_contains_everything_on_the_table() -> None:
    for entry in play_out("origins-tribe", 3).history:
        assert parse_position(format_position(entry.before)) == entry.before
