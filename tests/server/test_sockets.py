"""Playing over real websockets: reconnecting, bad messages, and nobody acting for another."""

import contextlib
import json
import socket
import time
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import CloseCode
from websockets.sync.client import connect
from websockets.typing import Origin

from crownfire.game import replay, verify
from crownfire.notation import parse_record
from crownfire.rules import RULESETS, scores
from crownfire.server.protocol import PROTOCOL
from tests.server.local import LocalServer
from tests.server.running import LONGEST_WAIT_S, Client, RunningServer, play_to_the_end

ONLINE = {"kind": "online"}


def _two(server: RunningServer, rules: str = "kingdomino") -> tuple[dict[str, Any], Client, Client]:
    """A table of two people who came by link."""
    made = server.make_table(rules, "oo")
    tokens = [server.join(made, name) for name in ("Ann", "Bo")]
    first, second = (server.client(made["table"], token) for token in tokens)
    return made, first, second


def _mover(*clients: Client) -> tuple[Client, Client]:
    """Whose turn it is, and somebody else."""
    (mover,) = (client for client in clients if client.view["mover"] in client.seats)
    return mover, next(client for client in clients if client is not mover)


@pytest.mark.parametrize("rules", ["kingdomino", "origins-tribe"])
def test_a_whole_game_by_link_and_its_record(server: RunningServer, rules: str) -> None:
    made, ann, bo = _two(server, rules)
    play_to_the_end([ann, bo])
    text = httpx.get(f"{server.url}/api/tables/{made['table']}/record").text
    record = parse_record(text)
    assert verify(record).is_fair
    assert list(scores(replay(record).state)) == ann.view["points"]
    assert record.names == ("Ann", "Bo")


def test_people_and_bots_and_hot_seat_at_one_table(server: RunningServer) -> None:
    made = server.make_table("origins-discovery", "hhbo")
    guest = server.join(made, "Guest")
    here = server.client(made["table"], *(seat["token"] for seat in made["seats"]))
    assert here.seats == [0, 1]
    play_to_the_end([here, server.client(made["table"], guest)])


def test_coming_back_equals_never_having_left(server: RunningServer) -> None:
    made, ann, bo = _two(server)
    stayer = server.client(made["table"], made["watch_link"].split("=")[1])
    for turn in range(12):
        mover, other = _mover(ann, bo)
        mover.act()
        other.reach(mover.view["number"])
        if turn % 3 == 0:
            other.leave()
            other.come()
    stayer.reach(ann.view["number"])
    assert ann.events == bo.events == stayer.events
    assert list(ann.events) == list(range(1, len(ann.events) + 1))
    fresh = server.client(made["table"], made["watch_link"].split("=")[1])
    assert fresh.events == stayer.events
    assert {**fresh.view, "seats": 0} == {**stayer.view, "seats": 0}
    assert fresh.view["options"] == []  # only whoever is to choose is told


def test_a_repeated_command_is_carried_out_once(server: RunningServer) -> None:
    _, ann, bo = _two(server)
    mover, _ = _mover(ann, bo)
    command = {
        "type": "act",
        "id": "same",
        "seat": mover.view["mover"],
        "position": mover.view["position"],
        "action": mover.view["options"][0]["action"],
    }
    answers = []
    for _ in range(3):
        mover.send(command)
        answers.append(mover.answer_to("same"))
    assert answers[0]["type"] == "accepted"
    assert answers[0] == answers[1] == answers[2]
    mover.leave()
    mover.come()
    mover.send(command)
    assert mover.answer_to("same") == answers[0]
    assert sum(event["event"]["type"] == "stepped" for event in mover.events.values()) == 1


def _refused(client: Client, message: dict[str, Any] | str, code: str) -> None:
    client.send(message)
    answer = client.wait_for("refused")
    assert answer["code"] == code, answer
    assert answer["text"]


def test_what_must_not_be_is_refused_and_harms_nobody(server: RunningServer) -> None:
    made, ann, bo = _two(server)
    watcher = server.client(made["table"], made["watch_link"].split("=")[1])
    mover, other = _mover(ann, bo)
    seat, position = mover.view["mover"], mover.view["position"]
    action = mover.view["options"][0]["action"]
    act = {"type": "act", "id": "x", "seat": seat, "position": position, "action": action}
    _refused(other, act, "not_your_seat")
    _refused(watcher, act, "not_your_seat")
    _refused(other, {**act, "seat": other.seats[0]}, "not_your_turn")
    _refused(mover, {**act, "position": position - 1}, "stale")
    _refused(mover, {**act, "position": position + 1}, "stale")
    _refused(mover, {**act, "action": 0}, "illegal")
    _refused(mover, {**act, "action": -1}, "malformed")
    _refused(mover, {**act, "extra": 1}, "malformed")
    _refused(mover, {**act, "id": "x" * 100}, "malformed")
    _refused(mover, {"type": "conquer"}, "malformed")
    _refused(mover, {"no": "type"}, "malformed")
    _refused(mover, "[]", "malformed")
    _refused(mover, "{", "malformed")
    _refused(mover, "", "malformed")
    _refused(mover, "x" * 5000, "too_long")
    _refused(mover, {"type": "hello", "protocol": PROTOCOL, "tokens": []}, "hello_first")
    mover.socket.send(b"\x00\x01")
    assert mover.wait_for("refused")["code"] == "malformed"
    for client in (ann, bo, watcher):
        client.send({"type": "ping"})
        assert client.wait_for("pong")
    assert ann.view["number"] == bo.view["number"] == watcher.view["number"] == max(ann.events)
    mover.act()


def test_why_something_is_not_possible(server: RunningServer) -> None:
    _, ann, bo = _two(server)
    mover, _ = _mover(ann, bo)
    mover.send({"type": "ask_why", "id": "w", "action": 0})
    why = mover.wait_for("reason")["why"]
    assert (why["code"], bool(why["text"])) == ("not_now", True)
    mover.send({"type": "ask_why", "id": "v", "action": mover.view["options"][0]["action"]})
    assert mover.wait_for("reason")["why"] is None


def test_a_flood_is_slowed_down_and_others_are_served(database_url: str) -> None:
    with LocalServer(database_url, messages_per_s=10) as server:
        _, ann, bo = _two(server)
        for _ in range(25):
            ann.send({"type": "ping"})
        bo.send({"type": "ping"})
        assert bo.wait_for("pong")
        assert [ann.wait_for("refused")["code"] for _ in range(5)] == ["too_fast"] * 5
        assert [message["type"] for message in ann.heard].count("pong") == 20
        server.later(1)
        ann.send({"type": "ping"})
        assert ann.wait_for("pong")


@pytest.mark.parametrize("token", ["forged", "A" * 24])
def test_a_forged_token_opens_nothing(server: RunningServer, token: str) -> None:
    made = server.make_table("kingdomino", "ob")
    with pytest.raises(AssertionError, match="bad_token"):
        server.client(made["table"], token)
    with pytest.raises(AssertionError, match="bad_token"):
        server.client(made["table"])  # a private table without any token
    for body in ({"token": token, "name": "Eve"}, {"name": "Eve"}):
        answer = httpx.post(f"{server.url}/api/tables/{made['table']}/join", json=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_token")


def test_an_invitation_is_not_a_seat(server: RunningServer) -> None:
    made = server.make_table("kingdomino", "oo")
    client = server.client(made["table"], made["invite"])
    assert client.seats == []


def test_a_table_that_is_not_there(server: RunningServer) -> None:
    with pytest.raises(AssertionError, match="no_such_table"):
        server.client("nothing", "token")
    assert httpx.get(f"{server.url}/api/tables/nothing").status_code == 404


def test_the_first_message_must_be_a_hello_of_this_protocol(server: RunningServer) -> None:
    made = server.make_table("kingdomino", "hb")
    address = f"ws://127.0.0.1:{server.port}/api/tables/{made['table']}/socket"
    for first, code in (
        ({"type": "ping"}, "hello_first"),
        ({"type": "hello", "protocol": 99, "tokens": []}, "wrong_protocol"),
        ("nonsense", "malformed"),
    ):
        with connect(address) as socket:
            socket.send(first if isinstance(first, str) else json.dumps(first))
            assert json.loads(socket.recv())["code"] == code
            with pytest.raises(ConnectionClosed):
                socket.recv()


def test_pages_of_others_open_no_socket(server: RunningServer) -> None:
    made = server.make_table("kingdomino", "hb")
    address = f"ws://127.0.0.1:{server.port}/api/tables/{made['table']}/socket"
    for origin in ("http://evil.example", "http://["):
        with pytest.raises(InvalidStatus, match="403"), connect(address, origin=Origin(origin)):
            pass
    with connect(address, origin=Origin(f"http://127.0.0.1:{server.port}")):
        pass


@pytest.mark.parametrize("has_said_hello", [False, True])
def test_text_that_is_not_utf_8_ends_the_socket_without_a_trace(
    own_server: RunningServer, has_said_hello: bool
) -> None:
    server = own_server
    made = server.make_table("kingdomino", "hb")
    if has_said_hello:
        sender = server.client(made["table"], made["watch_link"].split("=")[1]).socket
    else:
        sender = connect(f"ws://127.0.0.1:{server.port}/api/tables/{made['table']}/socket", legacy=True)
    sender.send(b'{"type": "\xff"}', text=True)
    with contextlib.suppress(ConnectionClosed):
        while True:
            sender.recv()
    assert sender.close_code == CloseCode.INVALID_DATA
    play_to_the_end([server.client(made["table"], made["seats"][0]["token"])])
    log = server.stop()
    assert "Invalid UTF-8" in log
    assert "Traceback" not in log


def test_a_page_without_an_address_opens_no_socket(server: RunningServer) -> None:
    """Not even with a request that names no host either."""
    request = (
        "GET /api/tables/any/socket HTTP/1.1\r\nHost:\r\nOrigin: null\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(request.encode())
        assert raw.makefile().readline().split()[1] == "403"


def test_a_seat_moves_to_another_device(server: RunningServer) -> None:
    made = server.make_table("kingdomino", "hb")
    old = made["seats"][0]["token"]
    first = server.client(made["table"], old)
    moved = server.post(f"/api/tables/{made['table']}/move", {"token": old})
    assert first.wait_for("bye")["why"] == "elsewhere"
    with pytest.raises(AssertionError, match="bad_token"):
        server.client(made["table"], old)
    second = server.client(made["table"], moved["token"])
    assert second.seats == [0]
    play_to_the_end([second])


def test_one_of_several_seats_of_a_device_moves(server: RunningServer) -> None:
    made = server.make_table("kingdomino", "hbh")
    tokens = [seat["token"] for seat in reversed(made["seats"])]
    first = server.client(made["table"], tokens[0], "nothing", tokens[1])
    assert first.heard[0]["held"] == [2, -1, 0]
    server.post(f"/api/tables/{made['table']}/move", {"token": tokens[0]})
    assert first.wait_for("bye")["why"] == "elsewhere"
    again = server.client(made["table"], *tokens)
    assert (again.heard[0]["held"], again.seats) == ([-1, 0], [0])


def test_undo_and_takeback_against_a_bot(server: RunningServer) -> None:
    made = server.make_table("kingdomino", "hb")
    person = server.client(made["table"], made["seats"][0]["token"])
    person.until(lambda view: view["mover"] == 0)
    person.command("act", action=person.view["options"][0]["action"])
    person.until(lambda view: view["is_complete"])
    assert person.command("undo")["type"] == "accepted"
    person.until(lambda view: not view["is_complete"])
    person.act()
    person.act()
    person.until(lambda view: view["mover"] == 0 and not view["is_complete"])
    number = person.view["number"]
    assert person.command("ask_takeback")["type"] == "accepted"
    person.until(lambda view: view["number"] > number)
    assert any(event["event"]["type"] == "taken_back" for event in person.events.values())
    play_to_the_end([person])


def test_a_killed_server_has_forgotten_nothing(own_server: RunningServer) -> None:
    server = own_server
    made, ann, bo = _two(server)
    for _ in range(7):
        mover, other = _mover(ann, bo)
        mover.act()
        other.reach(mover.view["number"])
    before, view = dict(ann.events), ann.view
    server.kill()
    server.start()
    ann.come(last=0)
    bo.come()
    assert ann.events == before == bo.events
    assert {**ann.view, "seats": 0} == {**view, "seats": 0}
    play_to_the_end([ann, bo])
    assert httpx.get(f"{server.url}/api/tables/{made['table']}/record").is_success


def test_a_server_that_goes_says_so(own_server: RunningServer) -> None:
    server = own_server
    made = server.make_table("kingdomino", "hb")
    client = server.client(made["table"], made["seats"][0]["token"])
    server.stop()
    assert client.wait_for("bye")["why"] == "restart"
    server.start()
    client.come()
    play_to_the_end([client])


def test_a_rematch_with_the_same_people(server: RunningServer) -> None:
    made, ann, bo = _two(server)
    play_to_the_end([ann, bo])
    assert ann.command("offer_rematch")["type"] == "accepted"
    bo.reach(ann.view["number"])
    assert bo.command("offer_rematch")["type"] == "accepted"
    while not any(event["event"]["type"] == "rematched" for event in ann.events.values()):
        ann.receive()
    again = next(e["event"]["table"] for e in ann.events.values() if e["event"]["type"] == "rematched")
    assert again != made["table"]
    clients = [server.client(again, *client._tokens) for client in (ann, bo)]
    assert [client.seats for client in clients] == [ann.seats, bo.seats]
    play_to_the_end(clients)


@pytest.mark.parametrize("rules", RULESETS)
def test_no_message_gives_the_secret_or_the_order_of_the_pile_away(server: RunningServer, rules: str) -> None:
    _, ann, bo = _two(server, rules)
    play_to_the_end([ann, bo])
    finished = next(e["event"] for e in ann.events.values() if e["event"]["type"] == "finished")
    for message in ann.heard:
        text = json.dumps(message)
        if finished["secret"] in text:
            assert message["view"]["phase"] == "over"
        if message["type"] in ("news", "welcome") and message["view"]["unseen"]:
            unseen, pile = message["view"]["unseen"], message["view"]["pile"]
            assert unseen == sorted(unseen)
            assert pile == sorted(
                pile, key=["hu", "fc", "ga", "sc", "pa", "fl", "sh", "w1", "w2", "w3"].index
            )


def test_public_tables_are_in_the_lobby_until_they_are_full(server: RunningServer) -> None:
    made = server.make_table("kingdomino", "ob", is_public=True)
    hidden = server.make_table("kingdomino", "ob")

    def lobby() -> set[str]:
        return {table["table"] for table in httpx.get(f"{server.url}/api/tables").json()}

    assert made["table"] in lobby()
    assert hidden["table"] not in lobby()
    seat = server.post(f"/api/tables/{made['table']}/join", {"name": "Ann"})  # without an invitation
    assert made["table"] not in lobby()
    assert server.client(made["table"], seat["token"]).seats == [0]
    assert server.client(made["table"]).seats == []  # anybody may watch


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"rules": "chess", "seats": [{"kind": "here", "name": "A"}] * 2}, "bad_rules"),
        ({"rules": "kingdomino", "seats": [{"kind": "here", "name": "A"}]}, "malformed"),
        ({"rules": "kingdomino", "seats": [{"kind": "bot", "level": "easy"}] * 2}, "bad_seats"),
        ({"rules": "kingdomino", "seats": [{"kind": "bot", "level": "tr"}, ONLINE]}, "bad_seats"),
        ({"rules": "kingdomino", "seats": [{"kind": "bot", "level": "engine"}, ONLINE]}, "bad_seats"),
        (
            {"rules": "kingdomino", "seats": [{"kind": "bot", "level": "engine(cmd='w')"}, ONLINE]},
            "bad_seats",
        ),
        ({"rules": "kingdomino", "seats": [{"kind": "here", "name": "A|B"}, ONLINE]}, "bad_name"),
        ({"rules": "kingdomino", "seats": [{"kind": "here", "name": " "}, ONLINE]}, "bad_name"),
        ({"rules": "kingdomino", "seats": [{"kind": "king"}] * 2}, "malformed"),
    ],
)
def test_tables_that_cannot_be_made(server: RunningServer, body: dict[str, Any], code: str) -> None:
    answer = httpx.post(f"{server.url}/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422 if code == "malformed" else 409, code)
    assert answer.json()["text"]


def test_pages_and_headers(server: RunningServer) -> None:
    page = httpx.get(server.url)
    assert "Crownfire" in page.text
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in page.headers
    assert "Make a table" in httpx.get(f"{server.url}/api").text
    assert httpx.get(f"{server.url}/healthz").json()["status"] == "ok"
    answer = httpx.post(f"{server.url}/api/tables", content=b"x" * 100_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_long")


def test_how_points_come_about(server: RunningServer) -> None:
    made = server.make_table("origins-totem+homo_habilis", "hb")
    person = server.client(made["table"], made["seats"][0]["token"])
    play_to_the_end([person])
    person.send({"type": "ask_sheets", "id": "s"})
    answer = person.wait_for("sheets")
    assert [sheet["total"] for sheet in answer["sheets"]] == person.view["points"]
    for sheet in answer["sheets"]:
        assert sum(term["count"] * term["each"] for term in sheet["terms"]) == sheet["total"]
    finished = next(e["event"] for e in person.events.values() if e["event"]["type"] == "finished")
    assert answer["ranking"] == finished["ranking"]


def test_a_replay_says_whose_seats_are_bots_whatever_people_call_themselves(server: RunningServer) -> None:
    seats = [{"kind": "here", "name": "easy"}, {"kind": "bot", "level": "easy"}]
    made = server.post("/api/tables", {"rules": "kingdomino", "seats": seats})
    play_to_the_end([server.client(made["table"], made["seats"][0]["token"])])
    replay = httpx.get(f"{server.url}/api/tables/{made['table']}/replay").json()
    assert (replay["names"], replay["bots"]) == (["easy", "easy"], ["", "easy"])
    record = httpx.get(f"{server.url}/api/tables/{made['table']}/record").text
    assert httpx.post(f"{server.url}/api/replay", json={"record": record}).json()[0]["bots"] == []


def test_a_slow_reader_has_to_come_back_and_stalls_nobody(database_url: str) -> None:
    """Somebody asks and asks without reading the answers; the server lets go and the others don't notice."""
    with RunningServer(database_url, messages_per_s=100_000) as server:
        made = server.make_table("kingdomino", "hhhh")
        tokens = [seat["token"] for seat in made["seats"]]
        player = server.client(made["table"], *tokens)
        for _ in range(80):  # so that there is something to tell
            player.act()
        slow = socket.create_connection(("127.0.0.1", server.port))
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        address = f"ws://127.0.0.1:{server.port}/api/tables/{made['table']}/socket"
        sleeper = connect(address, sock=slow, max_queue=1, compression=None, legacy=True, ping_interval=None)
        hello = {"type": "hello", "protocol": PROTOCOL, "tokens": [tokens[0]], "last": 0}
        sleeper.send(json.dumps(hello))
        sleeper.recv()
        turns, end = 0, time.monotonic() + LONGEST_WAIT_S
        while httpx.get(f"{server.url}/healthz").json()["connections"] == 2:
            assert time.monotonic() < end, "the slow reader is still there"
            with contextlib.suppress(ConnectionClosed):
                for _ in range(100):
                    sleeper.send(json.dumps({"type": "ask_sheets", "id": "s"}))
            if turns < 60:  # of about 70 that are left
                player.act()  # who waits for the sleeper would wait for ever
                turns += 1
        assert turns > 5
        slow.close()
        play_to_the_end([player])
