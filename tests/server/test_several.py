"""Two and three servers on one PostgreSQL: any takes any command, and it doesn't matter which of them die."""

import asyncio
import itertools
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import asyncpg
import httpx
import pytest

from tests.server.players import Player, check_table
from tests.server.postgres import Cluster
from tests.server.running import LONGEST_WAIT_S, Client, Json, RunningServer, play_to_the_end
from tests.server.several import Site


@pytest.fixture(scope="module")
def url(cluster: Cluster) -> str:
    """A database for the sites of this file."""
    return cluster.new_database()


@pytest.fixture(scope="module")
def site(url: str) -> Iterator[Site]:
    """Three servers that nobody kills."""
    with Site(url, 3) as running:
        yield running


def _ask(url: str, query: str, *values: object) -> list[Any]:
    """Looks into the database itself."""

    async def ask() -> list[Any]:
        connection = await asyncpg.connect(url.replace("+asyncpg", ""), ssl=False)
        try:
            return list(await connection.fetch(query, *values))
        finally:
            await connection.close()

    return asyncio.run(ask())


def _until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + LONGEST_WAIT_S
    while not holds():
        assert time.monotonic() < end, "it never happens"
        time.sleep(0.02)


def _sit(site: Site, rules: str, kinds: str, **more: object) -> tuple[Json, list[str]]:
    """A table made by one server whose online seats are taken by others in turn; the tokens of its people."""
    made = site.servers[0].make_table(rules, kinds, **more)
    tokens = [seat["token"] for seat in made["seats"]]
    online = [
        site.servers[(number + 1) % len(site.servers)].join(made, f"Guest {number}")
        for number in range(kinds.count("o"))
    ]
    return made, tokens + online


def _clients(site: Site, table: str, tokens: list[str]) -> list[Client]:
    """Everybody on a server of their own."""
    return [site.servers[n % len(site.servers)].client(table, token) for n, token in enumerate(tokens)]


def _everybody_there(client: Client) -> None:
    client.until(lambda view: all(seat["is_connected"] for seat in view["seats"]))


def test_people_on_three_servers_and_a_bot_play_one_game(site: Site) -> None:
    made, tokens = _sit(site, "origins-tribe", "ooob")
    clients = _clients(site, made["table"], tokens)
    for client in clients:
        _everybody_there(client)
    play_to_the_end(clients)
    for client in clients:
        client.until(lambda view: view["phase"] == "over")
    assert clients[0].events == clients[1].events == clients[2].events
    assert list(clients[0].events) == list(range(1, len(clients[0].events) + 1))
    for server in site.servers:
        assert httpx.get(f"{server.url}/api/tables/{made['table']}/record").is_success


def test_who_goes_is_missed_on_other_servers(site: Site) -> None:
    made, tokens = _sit(site, "kingdomino", "oo")
    ann, bo = _clients(site, made["table"], tokens)
    _everybody_there(ann)
    bo.leave()
    ann.until(lambda view: not view["seats"][1]["is_connected"])
    bo.come()
    _everybody_there(ann)


def test_a_command_sent_again_to_another_server_is_carried_out_once(site: Site) -> None:
    made, tokens = _sit(site, "kingdomino", "hh")
    first, second = (site.servers[n].client(made["table"], *tokens) for n in (0, 1))
    view = first.view
    action = {"action": view["options"][0]["action"], "seat": view["mover"], "position": view["position"]}
    command = {"type": "act", "id": "same", **action}
    first.send(command)
    second.send(command)
    answers = [client.answer_to("same") for client in (first, second)]
    assert answers[0] == answers[1]
    second.send({**command, "id": "other"})
    answer = second.answer_to("other")
    assert (answer["type"], answer["code"]) == ("refused", "stale")
    assert sum(event["command"].endswith(":same") for event in second.events.values()) >= 1
    assert httpx.get(f"{site.servers[2].url}/api/tables/{made['table']}").json()["is_started"]


def test_one_seat_is_taken_once_by_any_server(site: Site) -> None:
    made = site.servers[0].make_table("kingdomino", "oooo")
    answers: list[httpx.Response] = []
    path = f"/api/tables/{made['table']}/join"

    def join(server: RunningServer, name: str) -> None:
        answers.append(httpx.post(f"{server.url}{path}", json={"token": made["invite"], "name": name}))

    work = [
        threading.Thread(target=join, args=(site.servers[n % 3], f"G{n}")) for n in range(6)
    ]  # more people than seats
    for each in work:
        each.start()
    for each in work:
        each.join()
    taken = [answer.json() for answer in answers if answer.is_success]
    assert sorted(seat["seat"] for seat in taken) == [0, 1, 2, 3]
    assert {answer.json()["code"] for answer in answers if not answer.is_success} == {"no_free_seat"}
    for seat in taken:  # every token opens exactly its own seat, on any server
        for server in site.servers:
            client = server.client(made["table"], seat["token"])
            assert client.seats == [seat["seat"]]
            client.leave()


def test_a_seat_that_moves_ends_the_old_device_on_another_server(site: Site) -> None:
    made, tokens = _sit(site, "kingdomino", "hb")
    old = site.servers[1].client(made["table"], *tokens)
    moved = site.servers[2].post(f"/api/tables/{made['table']}/move", {"token": tokens[0]})
    assert old.wait_for("bye")["why"] == "elsewhere"
    for server in site.servers:
        with pytest.raises(AssertionError, match="bad_token"):
            server.client(made["table"], tokens[0])
        assert server.client(made["table"], moved["token"]).seats == [0]


def test_a_seat_given_back_on_one_server_is_free_on_the_others(site: Site) -> None:
    made = site.servers[0].make_table("kingdomino", "hoo")
    token = site.servers[0].join(made, "Bo")
    left = site.servers[1].client(made["table"], token)
    site.servers[2].post(f"/api/tables/{made['table']}/leave", {"token": token})
    assert left.wait_for("bye")["why"] == "elsewhere"
    for server in site.servers:
        with pytest.raises(AssertionError, match="bad_token"):
            server.client(made["table"], token)
    again = site.servers[1].join(made, "Cleo")
    assert site.servers[0].client(made["table"], again).seats == [1]


def test_a_rematch_is_one_table_for_people_on_different_servers(site: Site, url: str) -> None:
    made, tokens = _sit(site, "kingdomino+mighty_duel", "oo")
    ann, bo = _clients(site, made["table"], tokens)
    play_to_the_end([ann, bo])
    (before,) = _ask(url, "SELECT count(*) FROM tables")
    for client in (ann, bo):
        assert client.command("offer_rematch")["type"] == "accepted"

    def next_table(client: Client) -> str:
        while True:
            for event in client.events.values():
                if event["event"]["type"] == "rematched":
                    found: str = event["event"]["table"]
                    return found
            client.receive()

    again = next_table(ann)
    assert again == next_table(bo)
    (after,) = _ask(url, "SELECT count(*) FROM tables")
    assert after["count"] == before["count"] + 1
    clients = _clients(site, again, tokens)
    assert [client.seats for client in clients] == [ann.seats, bo.seats]


def _wait_for_actions(players: Sequence[Player], more: int) -> None:
    """Waits until so many more actions of these people have been acknowledged."""
    wanted = sum(len(player.acknowledged) for player in players) + more
    _until(lambda: sum(len(player.acknowledged) for player in players) >= wanted)


def _play(site: Site, tables: Sequence[tuple[Json, list[str]]], pause_s: float) -> list[list[Player]]:
    """People who begin to play at these tables, table by table."""
    players = [
        [Player(site.port, made["table"], token, pause_s=pause_s) for token in tokens]
        for made, tokens in tables
    ]
    for player in itertools.chain(*players):
        player.start()
    return players


def test_what_was_written_while_news_were_lost_is_heard(site: Site, url: str) -> None:
    made, tokens = _sit(site, "origins-totem", "oob")
    [players] = _play(site, [(made, tokens)], pause_s=0.02)
    for more in (6, 10):
        _wait_for_actions(players, more)
        _ask(
            url,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
    check_table(site, made["table"], players)


def test_nobody_is_stood_in_for_who_is_connected_elsewhere(site: Site) -> None:
    """The waiting one, the absent one and whoever runs the table are three servers."""
    made, tokens = _sit(site, "kingdomino", "oo", stand_in_s=5)
    ann, bo = _clients(site, made["table"], tokens)
    _everybody_there(ann)
    mover, other = (ann, bo) if ann.view["mover"] in ann.seats else (bo, ann)
    begin = time.monotonic()
    while time.monotonic() - begin < 6:
        other.send({"type": "ping"})
        other.wait_for("pong")
        time.sleep(0.2)
    assert not any(event["event"]["type"] == "stood_in" for event in other.events.values())
    mover.leave()
    other.until(lambda view: view["seats"][mover.seats[0]]["bot"] != "")
    mover.come()
    mover.until(lambda view: view["seats"][mover.seats[0]]["bot"] == "")
    assert sum(event["event"]["type"] == "stood_in" for event in mover.events.values()) == 1


def _holder(site: Site, url: str, table: str) -> RunningServer | None:
    found = _ask(url, "SELECT server FROM leases WHERE table_id = $1", table)
    return site.server_named(found[0]["server"]) if found else None


def test_kills_of_any_server_cost_nothing(cluster: Cluster, games: int) -> None:
    """Who runs a table's bot is killed, then whoever is next in line, while people play at all of them."""
    url = cluster.new_database()
    with Site(url, 3) as site:
        tables = [_sit(site, "origins-tribe", "oob") for _ in range(3 * games)]
        players = _play(site, tables, pause_s=0.05)
        everybody = [player for table in players for player in table]
        starts: list[threading.Thread] = []
        for kill in range(4):
            _wait_for_actions(everybody, 16)
            assert any(player.is_alive() for player in everybody)
            server = _holder(site, url, tables[kill % len(tables)][0]["table"])
            if server is not None:  # else it was killed just before, and nobody runs the table yet
                server.kill()
                starts.append(threading.Thread(target=server.start))
                starts[-1].start()  # meanwhile the others go on
        assert len(starts) >= 2
        for start in starts:
            start.join()
        for (made, _), seated in zip(tables, players, strict=True):
            events = check_table(site, made["table"], seated)
            assert any(event["event"].get("by") == "bot" for event in events)


def test_a_server_that_never_comes_back_is_replaced_within_seconds(cluster: Cluster) -> None:
    """The one that runs the table dies while its bot should move and a timer runs; both go on, once."""
    url = cluster.new_database()
    with Site(url, 2) as site:
        made, tokens = _sit(site, "kingdomino", "hb", turn_s=10)
        (near,) = _clients(site, made["table"], tokens)
        while not _ask(url, "SELECT 1 FROM leases"):  # until it was the bot's turn
            near.until(lambda view: view["mover"] == 0)
            near.act()
        holder = _holder(site, url, made["table"])
        assert holder is not None
        other = next(server for server in site.servers if server is not holder)
        far = other.client(made["table"], *tokens)
        holder.kill()
        far.until(lambda view: view["mover"] == 0 and not view["is_complete"])
        turn = far.view["turn"]
        far.until(lambda view: view["turn"] != turn or view["mover"] != 0)  # the timer has played
        far.until(lambda view: view["mover"] == 0)
        successor = _ask(url, "SELECT server FROM leases WHERE table_id = $1", made["table"])
        assert site.server_named(successor[0]["server"]) is other
        assert _early_timeouts(far) == []


def _early_timeouts(client: Client) -> list[int]:
    """Turns of seat 0 that a bot ended before their 10 s were over, as if a timer fired twice."""
    early, began, is_played = [], 0, False
    for number, each in sorted(client.events.items()):
        event = each["event"]
        if event["type"] == "stepped" and event["seat"] == 0:
            is_played = is_played or event["by"] == "bot"
        if event["type"] == "confirmed" and is_played and each["at_ms"] - began < 9_900:
            early.append(number)
        if event["type"] in ("started", "confirmed"):
            began, is_played = each["at_ms"], False
    return early


def test_postgresql_killed_under_load_loses_nothing(games: int) -> None:
    with Cluster.create() as own:
        url = own.new_database()
        with Site(url, 2) as site:
            tables = [_sit(site, "origins-tribe", "oob") for _ in range(3 * games)]
            players = _play(site, tables, pause_s=0.02)
            everybody = [player for table in players for player in table]
            for _ in range(2):
                _wait_for_actions(everybody, 21)
                own.kill()
                for server in site.servers:
                    assert httpx.get(f"{server.url}/healthz").status_code == 200
                    assert httpx.get(f"{server.url}/readyz").status_code == 503
                own.start()
            for (made, _), seated in zip(tables, players, strict=True):
                check_table(site, made["table"], seated)
