"""The table without network, clock or disk: turns as drafts, undo, takebacks, stand-ins, matches."""

from functools import partial

import pytest

from crownfire.game import SecretDealer, below, derive, verify
from crownfire.notation import format_position, format_record, parse_action, parse_record
from crownfire.notation.cells import parse_cell
from crownfire.rules import Phase, scores, to_move
from crownfire.rules.actions import CAVEMAN_CODES, Place
from crownfire.rules.events import GameOver, LeftOver
from crownfire.server.facts import to_events
from crownfire.server.protocol import Confirmed, Finished, Started, Stepped, TakenBack, Undone
from crownfire.server.refusals import RefusalError
from crownfire.server.table import Table
from crownfire.server.view import view_of
from tests.games import ALL
from tests.server.tables import SECRET, created, new_table, play_on, play_turn, rebuilt


def refusal(code: str) -> pytest.RaisesExc[RefusalError]:
    """Expects a refusal with this code."""
    return pytest.raises(RefusalError, check=lambda error: error.code == code)


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_the_log_alone_rebuilds_a_table(rules: str, players: int) -> None:
    table = new_table(rules, "ohhh"[:players])
    events = play_on(table, 3)
    again = rebuilt(events)
    assert table.is_over
    assert again.is_over
    assert format_record(again.game.record()) == format_record(table.game.record())
    assert view_of(again) == view_of(table)
    assert again.native.to_position() == format_position(again.game.state)


@pytest.mark.parametrize("commands", range(1, 60, 7))
def test_a_table_can_be_rebuilt_in_the_middle_of_a_turn(commands: int) -> None:
    table = new_table("origins-tribe", "ooo")
    events = play_on(table, 5, commands)
    assert view_of(rebuilt(events)) == view_of(table)


def test_a_step_tells_what_was_paid_or_burnt() -> None:
    events = play_on(new_table("origins-tribe", "hh"), 3)
    table = Table("test", SECRET)
    seen = set()
    for event in events:
        if isinstance(event, Stepped):
            lost = None
            if event.move[0] in "*-":
                square = table.game.state.territories[event.seat][parse_cell(event.move[1:])]
                lost = table.ruleset.resource_on(square) if square.resource else square.caveman
            told = [
                getattr(each, "kind", None) or getattr(each, "resource", None)
                for each in event.facts
                if each.type in ("resource_burnt", "caveman_burnt", "resource_paid")  # type: ignore[attr-defined]  # a tagged union
            ]
            assert told == ([lost] if lost else [])
            seen.add((event.move[0], "caveman" if lost in CAVEMAN_CODES else "resource" if lost else ""))
        table.apply(event, 0)
    assert {("*", ""), ("*", "resource"), ("*", "caveman"), ("-", "resource")} <= seen


def test_without_confirmation_a_turn_ends_by_itself_unless_its_domino_can_still_be_turned() -> None:
    """A placement that is the last step, or is followed only by forced ones, waits for the player."""
    waited = set()
    for seed in range(5):
        table, rng = new_table("kingdomino", "hh", confirm=False), derive(seed)
        while not table.is_game_over:
            seat, legal = table.mover or 0, table.legal_actions()
            table.take_events()
            table.act(seat, legal[below(rng, len(legal))])
            events = table.take_events()
            chosen = [each for each in events if isinstance(each, Stepped) and each.by == "player"]
            if isinstance(to_move(chosen[-1].action), Place) and table.is_complete:
                assert not any(isinstance(each, Confirmed) for each in events)
                waited.add(len(view_of(table).next))
                table.confirm(seat)
            else:
                assert table.is_game_over or not table.is_complete
    assert waited == {0, 4}  # in the last round, and before a forced claim


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_points_of_steps_are_those_of_the_rules(rules: str, players: int) -> None:
    events = play_on(new_table(rules, "hhhh"[:players]), 6)
    table = Table("test", SECRET)
    for event in events:
        table.apply(event, 0)
        if isinstance(event, Started | Stepped):
            assert event.points == list(scores(table.game.state))


def test_the_end_of_a_turn_is_told_when_it_is_confirmed() -> None:
    """O3: the domino that nobody claimed, and the end of the game (C8), belong to no step."""
    events = play_on(new_table("origins-discovery", "hhh"), 8)
    steps = [fact for event in events if isinstance(event, Stepped) for fact in to_events(event.facts)]
    ends = [fact for event in events if isinstance(event, Confirmed) for fact in to_events(event.facts)]
    assert not any(isinstance(fact, LeftOver | GameOver) for fact in steps)
    assert sum(isinstance(fact, LeftOver) for fact in ends) == 12
    assert isinstance(ends[-1], GameOver)


def test_a_line_stays_on_the_table_until_its_last_turn_is_confirmed() -> None:
    table = new_table("kingdomino", "hh")
    for _ in range(6):  # the opening, whose last claim is forced, and three turns
        play_turn(table)
    line = view_of(table).current
    while not table.is_complete:
        table.act(table.mover or 0, table.legal_actions()[0])
    view = view_of(table)
    assert (view.current, view.turn) == (line, 3)
    assert all(slot.seat >= 0 for slot in view.next)
    table.confirm(table.mover or 0)
    assert view_of(table).current == view.next


def test_a_finished_deal_can_be_verified() -> None:
    table = new_table("origins-tribe", "hh")
    play_on(table, 1)
    record = parse_record(format_record(table.game.record()))
    assert verify(record).is_fair
    assert bytes.fromhex(record.secret) != SECRET  # every game has a secret of its own


def test_nothing_of_the_secret_is_in_the_log_before_the_end() -> None:
    table = new_table("kingdomino", "hh")
    events = play_on(table, 1)
    secret = table.secret_of(0).hex()
    assert isinstance(events[-1], Finished)
    assert not any(secret in event.model_dump_json() for event in events[:-1])
    assert not any(SECRET.hex() in event.model_dump_json() for event in events)
    started = next(event for event in events if isinstance(event, Started))
    assert started.commit == SecretDealer(table.secret_of(0)).commit


def test_a_table_waits_for_its_seats() -> None:
    table = Table("test", SECRET)
    table.create(created("kingdomino", "ohb"))
    assert not table.is_started
    with refusal("not_started"):
        table.act(0, 0)
    assert table.join("Ann") == 0
    assert table.is_started
    with refusal("no_free_seat"):
        table.join("Bo")
    with refusal("seat_taken"):
        table.join("Bo", 0)


def test_a_seat_given_back_before_the_game_is_free_again() -> None:
    table = Table("test", SECRET)
    table.create(created("kingdomino", "hoo"))
    table.join("Ann")
    table.leave(1)
    assert not table.seats[1].is_taken
    assert not table.seats[1].name
    assert table.join("Bo") == 1
    table.join("Cleo")
    assert [seat.name for seat in table.seats] == ["Name 1", "Bo", "Cleo"]
    with refusal("started"):
        table.leave(1)
    assert rebuilt(table.take_events()).seats == table.seats


def test_a_cancelled_table_takes_nobody() -> None:
    table = Table("test", SECRET)
    table.create(created("kingdomino", "hoo"))
    table.join("Ann")
    assert table.is_open
    table.cancel()
    assert not table.is_open
    for change in (table.cancel, partial(table.join, "Bo"), partial(table.leave, 1)):
        with refusal("cancelled"):
            change()
    assert rebuilt(table.take_events()).is_cancelled
    with refusal("started"):
        new_table("kingdomino", "ho").cancel()


def _first_choice(table: Table) -> int:
    seat = table.mover
    assert seat is not None
    table.take_events()
    table.act(seat, table.legal_actions()[0])
    return seat


def test_a_turn_is_a_draft_until_it_is_confirmed() -> None:
    table = new_table("kingdomino", "oo")
    seat = _first_choice(table)
    assert table.is_complete
    assert table.mover == seat
    assert table.legal_actions() == []
    with refusal("turn_complete"):
        table.act(seat, parse_action("=1"))
    table.undo(seat)
    assert not table.is_complete
    with refusal("nothing_to_undo"):
        table.undo(seat)
    with refusal("turn_incomplete"):
        table.confirm(seat)
    table.act(seat, table.legal_actions()[1])
    table.confirm(seat)
    assert table.mover != seat


def test_without_confirmation_the_last_step_is_final() -> None:
    table = new_table("kingdomino", "oo", confirm=False)
    seat = _first_choice(table)
    assert table.mover != seat
    assert isinstance(table.take_events()[-1], Confirmed | Stepped)


def test_nobody_acts_for_another_seat() -> None:
    table = new_table("kingdomino", "oo")
    other = 1 - (table.mover or 0)
    before = view_of(table)
    for command in (table.undo, table.confirm):
        with refusal("not_your_turn"):
            command(other)
    with refusal("not_your_turn"):
        table.act(other, table.legal_actions()[0])
    assert view_of(table) == before
    assert not [event for event in table.take_events() if isinstance(event, Stepped)]


def test_an_illegal_action_names_its_rule() -> None:
    table = new_table("kingdomino", "oo")
    seat = table.mover
    assert seat is not None
    with pytest.raises(RefusalError) as caught:
        table.act(seat, parse_action("g8n"))
    assert caught.value.code == "illegal"
    assert caught.value.params["why"] == "not_now"


def test_steps_without_a_choice_are_played_with_their_reason() -> None:
    table = new_table("kingdomino", "oo")
    forced = [e for e in play_on(table, 2) if isinstance(e, Stepped) and e.by == "rule"]
    assert forced
    assert all(event.why is not None for event in forced)
    discards = [event for event in forced if event.move == "x"]
    assert all(event.why is not None and event.why.rule == "C5" for event in discards)


def test_undo_goes_back_over_what_was_forced() -> None:
    table = new_table("origins-tribe", "oo")
    seen = False
    for _ in range(300):
        seat = table.mover
        if table.is_over or seat is None:
            break
        if table.is_complete:
            table.take_events()
            before = table.position
            table.undo(seat)
            (undone,) = table.take_events()
            assert isinstance(undone, Undone)
            seen |= undone.steps > 1
            assert table.position == before + 1
            legal = table.legal_actions()
            assert len(legal) > 1
            table.act(seat, legal[-1])
            while not table.is_complete and table.mover == seat:
                table.act(seat, table.legal_actions()[0])
            if table.is_complete:
                table.confirm(seat)
        else:
            table.act(seat, table.legal_actions()[0])
    assert seen


def test_takeback_is_free_against_bots_and_brings_the_same_line_again() -> None:
    table = new_table("kingdomino", "hb")
    lines = []
    for _ in range(2):
        while table.mover is not None and not table.is_game_over and len(table.game.state.unseen) > 36:
            seat = table.mover
            if table.is_complete:
                table.confirm(seat)
            elif table.bot_to_play:
                table.play_bot_turn(seat, [table.legal_actions()[0]])
                while table.mover == seat and not table.is_complete and table.legal_actions():
                    table.play_bot_turn(seat, [table.legal_actions()[0]])
            else:
                table.act(seat, table.legal_actions()[0])
        lines.append(table.game.state.next)
        table.ask_takeback(0)
        events = table.take_events()
        assert any(isinstance(event, TakenBack) for event in events)
        assert table.mover == 0
    assert [slot.number for slot in lines[0]] == [slot.number for slot in lines[1]]


def test_takeback_needs_the_consent_of_every_other_person() -> None:
    table = new_table("kingdomino", "ooob")
    play_on_people(table, 3)
    seat = next(s for s in range(3) if table.game.history and any(e.seat == s for e in table.game.history))
    table.ask_takeback(seat)
    assert table.question is not None
    others = [other for other in range(3) if other != seat]
    with refusal("no_question"):
        table.answer(seat, agrees=True)
    with refusal("question_open"):
        table.ask_takeback(others[0])
    table.answer(others[0], agrees=True)
    with refusal("no_question"):
        table.answer(others[0], agrees=True)
    length = len(table.game.history)
    table.answer(others[1], agrees=True)
    assert table.question is None
    assert table.mover == seat
    assert len(table.game.history) < length


def play_on_people(table: Table, turns: int) -> None:
    """Plays so many turns of anybody, bots by their first legal actions."""
    for _ in range(turns):
        seat = table.mover
        assert seat is not None
        while table.mover == seat and not table.is_complete:
            if table.bot_to_play:
                table.play_bot_turn(seat, [table.legal_actions()[0]])
            else:
                table.act(seat, table.legal_actions()[0])
        if table.is_complete:
            table.confirm(seat)


def test_one_no_ends_the_question() -> None:
    table = new_table("kingdomino", "oo")
    play_on_people(table, 2)
    before = format_position(table.game.state)
    asker = next(entry.seat for entry in table.game.history if entry.seat is not None)
    table.ask_takeback(asker)
    table.answer(1 - asker, agrees=False)
    assert table.question is None
    assert format_position(table.game.state) == before


def test_a_bot_plays_for_somebody_who_is_away_until_they_are_back() -> None:
    table = new_table("kingdomino", "ooo")
    table.seats[0].is_connected = table.seats[1].is_connected = True
    with refusal("not_away"):
        table.ask_stand_in(0, 1)
    table.ask_stand_in(0, 2)
    assert table.question is not None
    table.answer(1, agrees=True)
    assert table.seats[2].bot == "normal"
    with refusal("not_a_person"):
        table.ask_stand_in(0, 2)
    table.come_back(2)
    assert table.seats[2].bot == ""


def test_a_dynasty_is_three_games() -> None:
    table = new_table("kingdomino+dynasty", "hh")
    events = play_on(table, 1)
    for game in (1, 2):
        assert table.is_game_over
        assert not table.is_over
        with refusal("not_over"):
            table.offer_rematch(0)
        table.next_game(0)
        events += play_on(table, game)
    assert table.is_over
    with refusal("no_next_game"):
        table.next_game(0)
    assert view_of(table).totals == list(table.match.totals)
    assert view_of(rebuilt(events)) == view_of(table)
    secrets = [event.secret for event in events if isinstance(event, Finished)]
    assert len(set(secrets)) == 3


def test_a_rematch_needs_everybody() -> None:
    table = new_table("kingdomino", "oob")
    while not table.is_over:
        play_on_people(table, 1)
    table.offer_rematch(0)
    assert not table.wants_rematch
    table.offer_rematch(1)
    assert table.wants_rematch
    table.go_to("elsewhere")
    assert not table.wants_rematch


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_the_view_offers_what_is_legal_with_its_points(rules: str, players: int) -> None:
    table = new_table(rules, "hhhh"[:players])
    play_on(table, 4, 25)
    while table.is_complete:
        table.confirm(table.mover or 0)
    view = view_of(table)
    assert [option.action for option in view.options] == table.legal_actions()
    assert [option.points for option in view.options] == table.native.previews()
    assert view.phase == table.game.state.phase.value != Phase.OVER.value
    assert len(view.territories) == players


def test_a_question_about_a_turn_ends_with_the_next_one() -> None:
    table = new_table("kingdomino", "oo")
    first = play_turn(table)
    table.ask_takeback(first)
    play_turn(table)
    assert table.question is None
    with pytest.raises(RefusalError, match="nothing is being asked"):
        table.answer(1 - first, agrees=True)


def test_whoever_asked_may_withdraw() -> None:
    table = new_table("kingdomino", "oo")
    first = play_turn(table)
    table.ask_takeback(first)
    table.answer(first, agrees=False)
    assert table.question is None


def test_nothing_is_taken_back_after_the_end() -> None:
    table = new_table("kingdomino+dynasty", "oo")
    play_on(table, 3)
    with pytest.raises(RefusalError, match="the game is over"):
        table.ask_takeback(0)
    table.next_game(0)
    assert table.question is None


def test_only_who_is_there_is_asked_about_a_stand_in() -> None:
    table = new_table("kingdomino", "ooo")
    table.seats[0].is_connected = True
    table.ask_stand_in(0, 1)  # seat 2 is away too, so nobody has to agree
    assert table.seats[1].stand_in


def test_who_is_back_can_end_the_question_about_a_stand_in() -> None:
    """Whoever asked and was asked has gone; it must not block the table."""
    table = new_table("kingdomino", "ooo")
    table.seats[0].is_connected = table.seats[2].is_connected = True
    table.ask_stand_in(0, 1)
    table.seats[0].is_connected = table.seats[2].is_connected = False
    table.seats[1].is_connected = True
    table.answer(1, agrees=True)
    assert (table.question, table.seats[1].stand_in) == (None, "")
    table.ask_stand_in(1, 0)
    assert table.seats[0].stand_in


def test_who_is_back_keeps_the_seat() -> None:
    table = new_table("kingdomino", "ooo")
    table.seats[0].is_connected = table.seats[2].is_connected = True
    table.ask_stand_in(0, 1)
    table.seats[1].is_connected = True
    table.answer(2, agrees=True)
    assert (table.question, table.seats[1].stand_in) == (None, "")


@pytest.mark.rule("O6")
def test_a_takeback_goes_back_to_the_last_choice_not_to_a_forced_turn() -> None:
    """In the opening for two the partner of a claim is forced; taking back means the claim itself."""
    table = new_table("origins-discovery", "hb")
    while table.mover == 1:
        table.play_bot_turn(1, [table.legal_actions()[0]])
    before = table.game.state
    if before.opening:
        table.act(0, table.legal_actions()[0])
        table.confirm(0)
        table.ask_takeback(0)
        assert table.game.state == before
