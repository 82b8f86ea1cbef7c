"""What needs the consent of others: takebacks, stand-ins and rematches, as players experience it."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from crownfire.rules import State
from crownfire.server import thinking
from tests.server.local import LocalServer
from tests.server.postgres import Cluster
from tests.server.running import LONGEST_WAIT_S, Client, Json, play_to_the_end


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalServer]:
    """A server whose clock the test moves."""
    with LocalServer(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}") as running:
        yield running


def seated(server: LocalServer, kinds: str, rules: str = "kingdomino", **more: object) -> list[Client]:
    """A client for each person of a new table, whose online seats are taken in turn."""
    made = server.make_table(rules, kinds, **more)
    tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
    for seat, kind in enumerate(kinds):
        if kind == "o":
            tokens[seat] = server.join(made, f"Guest {seat}")
    clients = [server.client(made["table"], tokens[seat]) for seat in sorted(tokens)]
    for client in clients:
        client.until(lambda view: all(seat["is_connected"] for seat in view["seats"]))
    return clients


def of_type(client: Client, kind: str) -> list[Json]:
    """The events of a type that a client knows, in order."""
    return [each for _, each in sorted(client.events.items()) if each["event"]["type"] == kind]


def last_number(client: Client, kind: str) -> int:
    """The number of the last event of a type."""
    return int(of_type(client, kind)[-1]["number"])


def welcome(client: Client) -> Json:
    """The last answer to a hello."""
    return next(message for message in reversed(client.heard) if message["type"] == "welcome")


def until_event(client: Client, kind: str, count: int = 1) -> Json:
    """Waits for the last of so many events of a type."""
    client.until(lambda _: len(of_type(client, kind)) >= count)
    return of_type(client, kind)[-1]["event"]  # type: ignore[no-any-return]  # JSON


def take_turn(*clients: Client) -> Client:
    """Whoever is to move plays a turn to its end; who it was. The others know of it too."""
    mover = next(client for client in clients if client.view["mover"] in client.seats)
    seat, turns = mover.view["mover"], len(of_type(mover, "confirmed"))
    while not any(each["event"]["seat"] == seat for each in of_type(mover, "confirmed")[turns:]):
        mover.act()
    for client in clients:
        client.reach(mover.view["number"])
    return mover


def leaves(gone: Client, *others: Client) -> None:
    """Somebody's connection breaks, and the others see it."""
    gone.leave()
    for other in others:
        other.until(lambda view: not view["seats"][gone.seats[0]]["is_connected"])


def stood_in_for(server: LocalServer, absent: Client, asker: Client) -> None:
    """A bot plays for somebody who has been away for a minute; only the asker is there."""
    server.later(60)
    assert asker.command("ask_stand_in", absent=absent.seats[0])["type"] == "accepted"
    until_event(asker, "stood_in")


def ask(client: Client, kind: str, holds: Callable[[Json], bool] = lambda _: True, **fields: object) -> Json:
    """A command once the view is as it should be, sent again if a bot has moved meanwhile."""
    while True:
        client.until(holds)
        answer = client.command(kind, None, **fields)
        if answer.get("code") != "stale":
            if answer["type"] == "accepted":
                client.reach(answer["number"])
            return answer
        client.receive()


# Stand-ins


def test_a_lost_connection_is_no_reason_for_a_stand_in(server: LocalServer) -> None:
    ann, bo = seated(server, "oo")
    leaves(bo, ann)
    answer = ann.command("ask_stand_in", absent=1)
    assert (answer["type"], answer["code"]) == ("refused", "not_away_long")
    assert answer["params"] == {"seat": 2, "seconds": 60}
    assert of_type(ann, "stood_in") == []


def test_a_bot_stands_in_for_somebody_who_was_away_for_a_minute(server: LocalServer) -> None:
    ann, bo = seated(server, "oo")
    leaves(bo, ann)
    server.later(59)
    assert ann.command("ask_stand_in", absent=1)["params"]["seconds"] == 1
    server.later(1)
    assert ann.command("ask_stand_in", absent=1)["type"] == "accepted"
    assert until_event(ann, "stood_in")["seat"] == 1


def test_coming_back_for_a_moment_starts_the_minute_again(server: LocalServer) -> None:
    ann, bo = seated(server, "oo")
    leaves(bo, ann)
    server.later(40)
    bo.come()
    ann.until(lambda view: view["seats"][1]["is_connected"])
    leaves(bo, ann)
    server.later(40)
    assert ann.command("ask_stand_in", absent=1)["params"]["seconds"] == 20


def test_nobody_counts_as_away_because_the_server_started_again(server: LocalServer) -> None:
    ann, bo = seated(server, "oo")
    server.later(100)
    server.stop()
    server.start()
    ann.come()
    assert ann.command("ask_stand_in", absent=1)["code"] == "not_away_long"
    bo.come()
    ann.until(lambda view: view["seats"][1]["is_connected"])
    assert ann.command("ask_stand_in", absent=1)["code"] == "not_away"


def test_somebody_who_has_just_joined_does_not_count_as_away_since_the_table_was_made(
    server: LocalServer,
) -> None:
    made = server.make_table("kingdomino", "oo")
    ann = server.client(made["table"], server.join(made, "Ann"))
    server.later(100)
    server.join(made, "Bo")
    ann.until(lambda view: view["phase"] != "seats")
    assert ann.command("ask_stand_in", absent=1)["params"]["seconds"] == 60


def test_everybody_else_who_is_there_has_to_agree_to_a_stand_in(server: LocalServer) -> None:
    ann, bo, cy = seated(server, "ooo")
    leaves(bo, ann, cy)
    server.later(60)
    for count, agrees in enumerate((False, True), start=1):
        assert ann.command("ask_stand_in", absent=1)["type"] == "accepted"
        until_event(cy, "stand_in_asked", count)
        assert cy.view["unanswered"] == [2]
        assert of_type(cy, "stood_in") == []
        cy.command("answer", agrees=agrees)
        until_event(ann, "stand_in_answered", count)
        assert len(of_type(ann, "stood_in")) == agrees


def test_somebody_whose_connection_has_just_broken_is_asked_about_a_stand_in_too(server: LocalServer) -> None:
    ann, bo, cy = seated(server, "ooo")
    leaves(bo, ann, cy)
    server.later(59.9)
    leaves(cy, ann)
    server.later(0.1)
    assert ann.command("ask_stand_in", absent=1)["type"] == "accepted"
    until_event(ann, "stand_in_asked")
    assert ann.view["unanswered"] == [2]
    assert of_type(ann, "stood_in") == []


def test_coming_back_ends_the_question_about_a_stand_in(server: LocalServer) -> None:
    ann, bo, cy = seated(server, "ooo")
    leaves(bo, ann, cy)
    server.later(60)
    ann.command("ask_stand_in", absent=1)
    bo.come()
    for client in (ann, bo, cy):
        ended = until_event(client, "question_ended")
        assert (ended["why"], ended["seat"]) == ("back", 1)
        assert client.view["question"] is None
    assert cy.command("answer", agrees=True)["code"] == "no_question"
    assert of_type(cy, "stood_in") == []


# Takebacks


def lines(client: Client) -> int:
    """How many lines have been revealed."""
    facts = (
        fact
        for kind in ("started", "confirmed")
        for e in of_type(client, kind)
        for fact in e["event"]["facts"]
    )
    return sum(fact["type"] == "line_revealed" for fact in facts)


def play_alone_past_a_line(client: Client) -> None:
    """Plays on, the other seat being a bot's, until a line has come after a turn of the client's own."""
    seat, before = client.seats[0], lines(client)
    while lines(client) == before or client.view["mover"] != seat:
        client.until(lambda view: view["mover"] == seat)
        client.act()


def test_nobody_rewinds_a_game_past_a_line_behind_the_back_of_somebody_away(server: LocalServer) -> None:
    ann, bo = seated(server, "oo")
    leaves(bo, ann)
    stood_in_for(server, bo, ann)
    play_alone_past_a_line(ann)
    answer = ask(ann, "ask_takeback", lambda view: view["mover"] == 0)
    assert answer["type"] == "accepted"
    assert of_type(ann, "taken_back") == []
    assert ann.view["unanswered"] == [1]
    position = ann.view["position"]
    server.later(60)
    ended = until_event(ann, "question_ended")
    assert ended["why"] == "lapsed"
    assert (ann.view["question"], ann.view["position"]) == (None, position)


def test_a_takeback_past_a_turn_of_somebody_away_waits_for_them(server: LocalServer) -> None:
    ann, bo = seated(server, "oo")
    while take_turn(ann, bo) is not bo or not any(e["event"]["seat"] == 0 for e in of_type(ann, "confirmed")):
        pass
    leaves(bo, ann)
    stood_in_for(server, bo, ann)
    assert ask(ann, "ask_takeback")["type"] == "accepted"
    assert ann.view["unanswered"] == [1]
    bo.come()
    until_event(bo, "returned")
    assert bo.view["unanswered"] == [1]
    assert bo.command("answer", agrees=True)["type"] == "accepted"
    assert until_event(ann, "taken_back")["seat"] == 0
    assert ann.view["mover"] == 0


def seated_with_ann_first(server: LocalServer) -> tuple[Client, Client]:
    """Ann has the first claim; Bo's two follow before a line comes."""
    while True:
        ann, bo = seated(server, "oo")
        if ann.view["mover"] == 0:
            return ann, bo


def turns_since_a_line(client: Client) -> list[int]:
    """The seats of the turns since the last line."""
    turns: list[int] = []
    for each in of_type(client, "confirmed"):
        turns = [] if each["event"]["facts"] else [*turns, each["event"]["seat"]]
    return turns


def take_back_a_turn_that_a_bot_has_answered(server: LocalServer, ann: Client, bo: Client) -> None:
    """Ann plays first and last in every round against Bo's bot, and takes a turn back before a line comes."""
    leaves(bo, ann)
    stood_in_for(server, bo, ann)
    ann.until(lambda view: view["mover"] == 0)
    while (turns := turns_since_a_line(ann))[-1:] != [1] or 0 not in turns:
        has_first = any(slot["seat"] == 0 for slot in ann.view["next"])
        ann.act(lambda options, index=-1 if has_first else 0: options[index])  # type: ignore[misc]  # bound now
        ann.until(lambda view: view["mover"] == 0)
    answer = ask(ann, "ask_takeback", lambda view: view["mover"] == 0)
    assert answer["type"] == "accepted"
    until_event(ann, "taken_back")


def test_a_takeback_that_only_bots_have_played_after_is_free(server: LocalServer) -> None:
    ann, bo = seated_with_ann_first(server)
    take_back_a_turn_that_a_bot_has_answered(server, ann, bo)
    assert of_type(ann, "takeback_asked") == []


def test_alone_against_bots_every_takeback_is_free(server: LocalServer) -> None:
    (ann,) = seated(server, "hb")
    play_alone_past_a_line(ann)
    assert ask(ann, "ask_takeback", lambda view: view["mover"] == 0)["type"] == "accepted"
    assert until_event(ann, "taken_back")["seat"] == 0


def test_people_at_one_device_take_back_without_asking_each_other(server: LocalServer) -> None:
    made = server.make_table("kingdomino", "hh")
    device = server.client(made["table"], *(seat["token"] for seat in made["seats"]))
    while lines(device) < 3:
        take_turn(device)
    for seat in (0, 1):
        assert device.command("ask_takeback", seat)["type"] == "accepted"
        assert until_event(device, "taken_back", seat + 1)["seat"] == seat


def test_bots_wait_while_a_takeback_is_asked_for(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that played on at once would end the question before anybody can answer."""
    may_think, has_thought = threading.Event(), threading.Event()
    think = thinking.think

    def patiently(spec: str, state: State) -> list[int]:
        has_thought.clear()
        assert may_think.wait(LONGEST_WAIT_S)
        actions = think(spec, state)
        has_thought.set()
        return actions

    monkeypatch.setattr(thinking, "think", patiently)
    ann, bo = seated(server, "oob")
    while ann.view["mover"] != 2 or len(of_type(ann, "confirmed")) < 4:  # the opening may leave no choice
        if ann.view["mover"] == 2:  # the bot has the first turn
            may_think.set()
            ann.until(lambda view: view["mover"] != 2)
            bo.reach(ann.view["number"])
            may_think.clear()
        take_turn(ann, bo)
    asker = next(
        client for client in (ann, bo) if of_type(client, "confirmed")[-1]["event"]["seat"] in client.seats
    )
    other = bo if asker is ann else ann
    assert asker.command("ask_takeback")["type"] == "accepted"
    until_event(other, "takeback_asked")
    may_think.set()
    has_thought.wait(LONGEST_WAIT_S)
    assert other.command("answer", agrees=False)["type"] == "accepted"
    other.until(lambda view: view["mover"] != 2)
    answered = of_type(other, "takeback_answered")[-1]["number"]
    by_bot = [each["number"] for each in of_type(other, "stepped") if each["event"]["seat"] == 2]
    assert by_bot[-1] > answered
    assert not any(of_type(other, "takeback_asked")[-1]["number"] < number < answered for number in by_bot)


# What somebody missed


def test_whoever_comes_back_is_told_of_the_turns_that_a_bot_played_and_that_were_taken_back(
    server: LocalServer,
) -> None:
    ann, bo = seated_with_ann_first(server)
    take_back_a_turn_that_a_bot_has_answered(server, ann, bo)
    bo.come()
    (missed,) = welcome(bo)["missed"]
    bot_turns = {each["number"] for each in of_type(ann, "confirmed") if each["event"]["seat"] == 1}
    assert (missed["seat"], 0 < missed["turns"] <= len(bot_turns)) == (1, True)
    (taken_back,) = missed["taken_back"]
    steps = [each["event"] for each in of_type(ann, "stepped")]
    assert taken_back["seat"] == 0
    assert taken_back["steps"] == steps[-len(taken_back["steps"]) :]
    assert [step["seat"] for step in taken_back["steps"]][:: len(taken_back["steps"]) - 1] == [0, 1]
    while take_turn(ann, bo) is not bo:
        pass
    bo.leave()
    bo.come()
    assert welcome(bo)["missed"] == []  # known by now


def test_whoever_comes_back_is_told_of_turns_whose_time_ran_out(server: LocalServer) -> None:
    ann, bo = seated(server, "oo", turn_s=10)
    while take_turn(ann, bo) is bo or ann.view["mover"] == 0:
        pass
    leaves(bo, ann)
    turns = len(of_type(ann, "confirmed"))
    server.later(10)
    until_event(ann, "confirmed", turns + 1)
    bo.come()
    (missed,) = welcome(bo)["missed"]
    assert (missed["seat"], missed["turns"] > 0, missed["taken_back"]) == (1, True, [])


# Questions end


def asked_for_a_takeback(*clients: Client) -> Client:
    """Whoever has just played asks for the turn back; all know of it."""
    asker = take_turn(*clients)
    assert asker.command("ask_takeback")["type"] == "accepted"
    for client in clients:
        until_event(client, "takeback_asked")
    return asker


def test_a_question_lapses_after_a_minute(server: LocalServer) -> None:
    ann, bo = seated(server, "oo")
    asker = asked_for_a_takeback(ann, bo)
    server.later(59)
    assert asker.command("ask_takeback")["code"] == "question_open"
    server.later(1)
    for client in (ann, bo):
        ended = until_event(client, "question_ended")
        assert (ended["why"], ended["seat"]) == ("lapsed", None)
        assert client.view["question"] is None
    began, end = (of_type(ann, kind)[0]["at_ms"] for kind in ("takeback_asked", "question_ended"))
    assert end - began == 60_000
    assert asker.command("ask_takeback")["type"] == "accepted"


def test_a_setting_says_how_long_a_question_waits_and_how_long_is_away(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"
    with LocalServer(url, question_s=7, away_s=5) as server:
        ann, bo = seated(server, "oo")
        asked_for_a_takeback(ann, bo)
        server.later(7)
        assert until_event(bo, "question_ended")["why"] == "lapsed"
        leaves(bo, ann)
        server.later(5)
        assert ann.command("ask_stand_in", absent=1)["type"] == "accepted"


def test_nothing_is_stuck_when_whoever_asked_and_whoever_was_asked_have_left(server: LocalServer) -> None:
    """Somebody asks, one agrees, the two others leave."""
    clients = seated(server, "ooo")
    asker = asked_for_a_takeback(*clients)
    agrees, silent = (client for client in clients if client is not asker)
    assert agrees.command("answer", agrees=True)["type"] == "accepted"
    asker.leave()
    silent.leave()
    ended = until_event(agrees, "question_ended")
    assert ended["why"] == "left"
    assert ended["seat"] in (asker.seats[0], silent.seats[0])
    agrees.until(lambda view: sum(seat["is_connected"] for seat in view["seats"]) == 1)
    assert agrees.command("ask_takeback").get("code") in (None, "no_turn_yet")


def test_whoever_leaves_without_an_answer_declines(server: LocalServer) -> None:
    clients = seated(server, "ooo")
    asker = asked_for_a_takeback(*clients)
    leaver, other = (client for client in clients if client is not asker)
    leaver.leave()
    for client in (asker, other):
        ended = until_event(client, "question_ended")
        assert (ended["why"], ended["seat"]) == ("left", leaver.seats[0])
    assert of_type(asker, "taken_back") == []


def test_whoever_has_agreed_may_leave(server: LocalServer) -> None:
    clients = seated(server, "ooo")
    asker = asked_for_a_takeback(*clients)
    leaver, other = (client for client in clients if client is not asker)
    leaver.command("answer", agrees=True)
    leaves(leaver, asker, other)
    assert other.command("answer", agrees=True)["type"] == "accepted"
    until_event(asker, "taken_back")


def test_a_question_from_before_a_restart_lapses(server: LocalServer) -> None:
    ann, bo = seated(server, "oo")
    asker = asked_for_a_takeback(ann, bo)
    server.stop()
    server.later(60)
    server.start()
    asker.come()
    assert until_event(asker, "question_ended")["why"] == "lapsed"


def test_whoever_leaves_one_server_declines_on_all_and_a_question_lapses_once(cluster: Cluster) -> None:
    url = cluster.new_database()
    with LocalServer(url) as one, LocalServer(url) as two:
        made = one.make_table("kingdomino", "ooo")
        tokens = [one.join(made, name) for name in ("Ann", "Bo", "Cy")]
        clients = [one.client(made["table"], tokens[0])]
        clients += [two.client(made["table"], token) for token in tokens[1:]]
        for client in clients:
            client.until(lambda view: all(seat["is_connected"] for seat in view["seats"]))
        asked_for_a_takeback(*clients)
        for server in (one, two):
            server.later(60)
        for client in clients:
            assert until_event(client, "question_ended")["why"] == "lapsed"
        asker = asked_for_a_takeback(*clients)
        leaver = next(client for client in clients[1:] if client is not asker)
        leaver.leave()
        for client in clients:
            if client is not leaver:
                ended = until_event(client, "question_ended", 2)
                assert (ended["why"], ended["seat"]) == ("left", leaver.seats[0])
        again = one.client(made["table"], tokens[0])
        assert len(of_type(again, "question_ended")) == 2


def test_nobody_who_is_connected_to_another_server_counts_as_away(cluster: Cluster) -> None:
    url = cluster.new_database()
    with LocalServer(url) as one, LocalServer(url) as two:
        made = one.make_table("kingdomino", "oo")
        tokens = [one.join(made, name) for name in ("Ann", "Bo")]
        ann, bo = one.client(made["table"], tokens[0]), two.client(made["table"], tokens[1])
        ann.until(lambda view: view["seats"][1]["is_connected"])
        for server in (one, two):
            server.later(100)
        assert ann.command("ask_stand_in", absent=1)["code"] == "not_away"
        leaves(bo, ann)
        assert ann.command("ask_stand_in", absent=1)["params"]["seconds"] == 60


# Rematches


def test_an_offer_of_a_rematch_lapses(server: LocalServer) -> None:
    ann, bo = seated(server, "oo", "kingdomino+mighty_duel")
    play_to_the_end([ann, bo])
    assert ann.command("offer_rematch")["type"] == "accepted"
    server.later(60)
    assert until_event(bo, "question_ended")["why"] == "lapsed"
    assert bo.command("offer_rematch")["type"] == "accepted"
    until_event(ann, "rematch_offered", 2)
    assert ann.command("offer_rematch")["type"] == "accepted"
    until_event(ann, "rematched")
    assert last_number(ann, "rematched") > last_number(ann, "rematch_offered")


def test_whoever_offers_a_rematch_and_leaves_takes_it_back(server: LocalServer) -> None:
    ann, bo = seated(server, "oo")
    play_to_the_end([ann, bo])
    assert ann.command("offer_rematch")["type"] == "accepted"
    ann.leave()
    ended = until_event(bo, "question_ended")
    assert (ended["why"], ended["seat"]) == ("left", 0)
    assert bo.command("offer_rematch")["type"] == "accepted"
    ann.come()
    assert ann.command("offer_rematch")["type"] == "accepted"
    until_event(ann, "rematched")
    assert last_number(ann, "rematched") > last_number(ann, "rematch_offered")


def test_a_rematch_needs_whoever_a_bot_has_stood_in_for(server: LocalServer) -> None:
    ann, bo = seated(server, "oo")
    leaves(bo, ann)
    stood_in_for(server, bo, ann)
    while not of_type(ann, "finished"):
        ann.until(lambda view: view["mover"] == 0 or bool(of_type(ann, "finished")))
        if not of_type(ann, "finished"):
            ann.act()
    assert ann.command("offer_rematch")["type"] == "accepted"
    server.later(60)
    assert until_event(ann, "question_ended")["why"] == "lapsed"
    bo.come()
    until_event(bo, "returned")
    for client in (bo, ann):
        assert client.command("offer_rematch")["type"] == "accepted"
    until_event(bo, "rematched")
    assert last_number(bo, "rematched") > last_number(bo, "rematch_offered")


# Devices


def test_a_seat_that_moved_to_another_device_is_asked_about_takebacks(server: LocalServer) -> None:
    made = server.make_table("kingdomino", "hh")
    tokens = [seat["token"] for seat in made["seats"]]
    moved = server.post(f"/api/tables/{made['table']}/move", {"token": tokens[1]})
    ann = server.client(made["table"], *tokens)
    bo = server.client(made["table"], moved["token"])
    assert (ann.seats, bo.seats) == ([0], [1])
    ann.until(lambda view: all(seat["is_connected"] for seat in view["seats"]))
    while take_turn(ann, bo) is bo:
        pass
    assert ann.command("ask_takeback")["type"] == "accepted"
    until_event(bo, "takeback_asked")
    assert bo.view["unanswered"] == [1]
    assert of_type(ann, "taken_back") == []
    assert ann.command("answer", agrees=True)["code"] == "no_question"
    assert bo.command("answer", agrees=True)["type"] == "accepted"
    until_event(ann, "taken_back")


def test_a_seat_that_moved_is_asked_at_the_table_of_a_rematch_too(server: LocalServer) -> None:
    made = server.make_table("kingdomino", "hh")
    tokens = [seat["token"] for seat in made["seats"]]
    moved = server.post(f"/api/tables/{made['table']}/move", {"token": tokens[1]})["token"]
    ann, bo = (server.client(made["table"], token) for token in (tokens[0], moved))
    play_to_the_end([ann, bo])
    for client in (ann, bo):
        assert client.command("offer_rematch")["type"] == "accepted"
    again = until_event(ann, "rematched")["table"]
    ann, bo = (server.client(again, token) for token in (tokens[0], moved))
    assert (ann.seats, bo.seats) == ([0], [1])
    assert [seat["name"] for seat in ann.view["seats"]] == ["Somebody", "Somebody"]
    asker = asked_for_a_takeback(ann, bo)
    assert of_type(asker, "taken_back") == []


def test_a_device_with_several_seats_moves_only_those_it_holds_the_token_of(server: LocalServer) -> None:
    """Bo's device has opened the link it was given, and with that got a token of its own."""
    made = server.make_table("kingdomino", "hh")
    path = f"/api/tables/{made['table']}/move"
    tokens = [seat["token"] for seat in made["seats"]]
    link = server.post(path, {"token": tokens[1]})["token"]
    own = server.post(path, {"token": link})
    assert own["seat"] == 1
    bo = server.client(made["table"], own["token"])
    for token in (tokens[1], link):
        answer = httpx.post(f"{server.url}{path}", json={"token": token})
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_token")
    assert server.post(path, {"token": tokens[0]})["seat"] == 0
    bo.send({"type": "ping"})
    assert bo.wait_for("pong")
