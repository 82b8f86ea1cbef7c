"""The REST interface of a real server: records, replays, links behind a proxy, logs."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from crownfire.cli.serve import serve
from crownfire.rules import SetupError
from crownfire.server.api import Problem
from crownfire.server.protocol import schema
from crownfire.server.replays import MOST_GAMES
from crownfire.server.settings import Settings
from tests.server.running import Client, RunningServer, play_to_the_end

Finished = tuple[RunningServer, str, Client]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finished]:
    """A server with a game of Tribe that is over."""
    url = f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('requests') / 'tables.sqlite'}"
    with RunningServer(url) as server:
        made = server.make_table("origins-tribe", "hb")
        person = server.client(made["table"], made["seats"][0]["token"])
        play_to_the_end([person])
        yield server, made["table"], person


def test_a_record_is_the_same_as_text_and_as_json(finished: Finished) -> None:
    server, table, person = finished
    text = httpx.get(f"{server.url}/api/tables/{table}/record").text
    (record,) = httpx.get(f"{server.url}/api/tables/{table}/record.json").json()
    assert (record["rules"], record["result"]) == ("origins-tribe", person.view["points"])
    turns = [line for line in text.splitlines() if line[:2] in ("1:", "2:")]
    written = [
        f"{line['seat'] + 1}: {' '.join(line['moves'])}" for line in record["lines"] if line["kind"] == "turn"
    ]
    assert written == turns
    assert f"secret: {record['secret']}" in text
    assert abs(record["ended_ms"] / 1000 - time.time()) < 600


def test_a_replay_by_link_ends_like_the_game(finished: Finished) -> None:
    server, table, person = finished
    replay = httpx.get(f"{server.url}/api/tables/{table}/replay").json()
    steps = [event for event in replay["events"] if event["type"] == "stepped"]
    assert replay["is_over"]
    assert steps[-1]["points"] == person.view["points"] == [sheet["total"] for sheet in replay["sheets"]]
    stepped = [e["event"] for e in person.events.values() if e["event"]["type"] == "stepped"]
    assert [(step["move"], step["facts"]) for step in steps] == [
        (each["move"], each["facts"]) for each in stepped
    ]
    answer = httpx.get(f"{server.url}/api/tables/{table}/replay?game=1")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_game")


def test_a_record_that_is_sent_is_replayed_or_refused_with_its_line(finished: Finished) -> None:
    server, table, _ = finished
    text = httpx.get(f"{server.url}/api/tables/{table}/record").text
    (replay,) = httpx.post(f"{server.url}/api/replay", json={"record": text}).json()
    known = httpx.get(f"{server.url}/api/tables/{table}/replay").json()
    assert known["bots"] == ["", "easy"]
    assert replay == {**known, "bots": []}  # a record has names only
    bad = text.replace("line: ", "line: 99 ", 1)
    answer = httpx.post(f"{server.url}/api/replay", json={"record": bad})
    assert (answer.status_code, answer.json()["code"]) == (409, "bad_record")
    assert answer.json()["params"]["why"] == "wrong_count"
    assert answer.json()["params"]["line"] == 1 + text.splitlines().index(
        next(line for line in text.splitlines() if line.startswith("line: "))
    )


def test_a_record_with_names_that_nobody_may_have_is_refused(finished: Finished) -> None:
    server, _, _ = finished
    text = "crownfire 1\nrules: kingdomino\nplayers: 2\nnames: a\tb | c\n"
    answer = httpx.post(f"{server.url}/api/replay", json={"record": text})
    assert (answer.status_code, answer.json()["code"]) == (409, "bad_record")


def test_a_text_of_many_games_is_refused(finished: Finished) -> None:
    server, _, _ = finished
    game = "crownfire 1\nrules: kingdomino\nplayers: 2\norder: 1 2 2 1\n"
    fine = httpx.post(f"{server.url}/api/replay", json={"record": "---\n".join([game] * MOST_GAMES)})
    assert (fine.status_code, len(fine.json())) == (200, MOST_GAMES)
    answer = httpx.post(f"{server.url}/api/replay", json={"record": "---\n".join([game] * (MOST_GAMES + 1))})
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_games")


def test_a_game_under_way_has_no_record(finished: Finished) -> None:
    server, _, _ = finished
    made = server.make_table("kingdomino", "hb")
    for what in ("record", "record.json", "replay"):
        answer = httpx.get(f"{server.url}/api/tables/{made['table']}/{what}")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_over")


def test_the_catalogue_has_both_boxes(finished: Finished) -> None:
    server, _, _ = finished
    found = httpx.get(f"{server.url}/api/catalogue").json()
    assert [len(game["dominoes"]) for game in found["games"].values()] == [48, 48]
    assert sum(kind["copies"] for kind in found["cavemen"]) == 22  # B1
    duel = next(o for o in found["rulesets"][0]["options"] if o["name"] == "mighty_duel")
    assert duel["players"] == [2]  # K5


def test_the_protocol_is_described_in_one_schema(finished: Finished) -> None:
    server, _, _ = finished
    found = httpx.get(f"{server.url}/api/protocol.json").json()
    assert found == schema()
    for direction in ("client", "server"):
        names = found["properties"][direction]["discriminator"]["mapping"]
        assert all("type" in found["$defs"][name.split("/")[-1]]["required"] for name in names.values())


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("DELETE", "/api/tables", b"", 405, "wrong_method"),
        ("POST", "/", b"", 405, "wrong_method"),
        ("PUT", "/healthz", b"", 405, "wrong_method"),
        ("POST", "/api/tables", b'{"rules": "\xff"}', 400, "malformed"),
        ("POST", "/api/tables", b"[" * 50_000, 400, "malformed"),
        ("POST", "/api/tables", b"{", 422, "malformed"),
        ("GET", "/api/nothing", b"", 404, "no_such_page"),
    ],
)
def test_what_the_framework_refuses_is_a_problem_like_any_other(
    finished: Finished, method: str, path: str, body: bytes, status: int, code: str
) -> None:
    headers = {"Content-Type": "application/json"} if body else {}
    answer = httpx.request(method, f"{finished[0].url}{path}", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    problem = Problem.model_validate(answer.json())
    assert problem.text
    if code == "wrong_method":
        allowed = answer.headers["allow"]
        assert problem.params == {"method": method, "allowed": allowed}


def test_a_body_that_grows_without_saying_so_is_too_long(finished: Finished) -> None:
    parts = (b" " * 10_000 for _ in range(20))
    headers = {"Content-Type": "application/json"}
    answer = httpx.post(f"{finished[0].url}/api/tables", content=parts, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_long")


def test_names_hide_nothing_wherever_they_are_given(finished: Finished) -> None:
    server, _, _ = finished
    hidden = "\u202eAnn\u200b  Le\u0301a\ufe0f"
    seats = [{"kind": "here", "name": hidden}, {"kind": "online"}]
    made = server.post("/api/tables", {"rules": "kingdomino", "seats": seats})
    server.join(made, hidden)
    lesson = server.post("/api/lessons/kingdomino", {"name": hidden})
    for table in (made, lesson):
        shown = httpx.get(f"{server.url}/api/tables/{table['table']}").json()["seats"]
        assert {seat["name"] for seat in shown if seat["kind"] != "bot"} == {"Ann Léa"}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("\u200b\u202e", "a name needs at least one visible character"),
        ("\u0958" * 20, "a name has at most 24 characters"),  # which is written as 40
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(finished: Finished, name: str, why: str) -> None:
    server, _, _ = finished
    made = server.make_table("kingdomino", "ob")
    answer = httpx.post(
        f"{server.url}/api/tables/{made['table']}/join", json={"token": made["invite"], "name": name}
    )
    assert (answer.status_code, answer.json()["code"], answer.json()["text"]) == (409, "bad_name", why)


def test_links_follow_the_address_that_was_used(finished: Finished) -> None:
    server, _, _ = finished
    made = server.make_table("kingdomino", "ob")
    assert made["invite_link"].startswith(f"{server.url}/table/{made['table']}#invite=")


def test_behind_a_proxy_links_origins_and_addresses_follow_it(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('proxy') / 'tables.sqlite'}"
    with RunningServer(url, trust_proxy="true") as server:
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.1", "X-Request-ID": "abc-1"}
        body = {"rules": "kingdomino", "seats": [{"kind": "here", "name": "Ann"}, {"kind": "online"}]}
        made = httpx.post(f"{server.url}/api/tables", json=body, headers={**headers, "Host": "games.example"})
        assert made.headers["x-request-id"] == "abc-1"
        assert made.json()["watch_link"].startswith("https://games.example/table/")
        address = f"ws://127.0.0.1:{server.port}/api/tables/{made.json()['table']}/socket"
        with (
            pytest.raises(InvalidStatus, match="403"),
            connect(address, origin=Origin("https://evil.example"), additional_headers=headers),
        ):
            pass
        log = [json.loads(line) for line in server.stop().splitlines()]
    first = next(line for line in log if line["message"] == "request" and line["path"] == "/api/tables")
    assert (first["request"], first["method"], first["status"]) == ("abc-1", "POST", 201)
    refused = next(line for line in log if line["message"] == "socket refused")
    assert (refused["why"], refused["address"]) == ("origin", "203.0.113.1")


def test_links_follow_the_public_address(tmp_path_factory: pytest.TempPathFactory) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('public') / 'tables.sqlite'}"
    with RunningServer(url, public_url="https://games.example/") as server:
        made = server.make_table("kingdomino", "ob")
        assert made["invite_link"].startswith("https://games.example/table/")


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("sqlite:///tables.sqlite", r"is not async.\); write such as sqlite\+aiosqlite:///tables.sqlite"),
        ("nonsense", "the database 'nonsense' can't be used"),
        ("postgresql+asyncpg://me:hidden@127.0.0.1:1/none", "the database can't be opened"),
        ("sqlite+aiosqlite:///{file}", "the database can't be opened: .*file is not a database"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_a_sentence(url: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear all, " * 200)
    with pytest.raises(SetupError, match=why) as caught:
        serve(Settings(database_url=url.format(file=file), port=0))
    assert "hidden" not in str(caught.value)
