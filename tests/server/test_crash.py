"""The server is killed again and again while people play: nothing that was acknowledged is lost."""

import random
import threading
import time

import httpx
from websockets.exceptions import WebSocketException

from crownfire.game import replay, verify
from crownfire.notation import parse_record
from tests.server.postgres import Cluster
from tests.server.running import Client, RunningServer

KILLS = 3  # times --games
TABLES = 3
_LOST = (WebSocketException, EOFError, OSError)  # whatever a dying server leaves behind


class Survivor:
    """Somebody who plays a hot-seat game to its end, whatever happens to the server."""

    def __init__(self, server: RunningServer) -> None:
        self.made = server.make_table("origins-tribe", "hh")
        self._tokens = tuple(seat["token"] for seat in self.made["seats"])
        self.client = Client(server.port, self.made["table"], self._tokens)
        self.acknowledged: dict[int, str] = {}  # number of the last event by command
        self.failure: BaseException | None = None

    def play(self) -> None:
        """Plays until the game is over."""
        try:
            while not self._is_over():
                self._act(f"a{self.client.view['position']}")
        except BaseException as error:  # shown by the test
            self.failure = error

    def _is_over(self) -> bool:
        return self.client.view["phase"] == "over" and not self.client.view["is_complete"]

    def _act(self, name: str) -> None:
        """One command, sent again after every crash until it is answered."""
        view = self.client.view
        command: dict[str, object] = {"type": "confirm" if view["is_complete"] else "act"}
        if not view["is_complete"]:
            command |= {"action": view["options"][len(view["options"]) // 2]["action"]}
        command |= {"id": name, "seat": view["mover"], "position": view["position"]}
        while True:
            try:
                self.client.send(command)
                answer = self.client.answer_to(name)
                if answer["type"] == "accepted":
                    self.acknowledged[answer["number"]] = name
                    number = answer["number"]
                    self.client.until(lambda view, number=number: view["number"] >= number)  # type: ignore[misc]
                    return
                assert answer["code"] == "unavailable", answer
                time.sleep(0.05)
            except _LOST:
                self._come_back()

    def _come_back(self) -> None:
        for _ in range(600):
            try:
                self.client.come()
                return
            except (*_LOST, AssertionError):
                time.sleep(0.05)
        raise AssertionError("the server does not come back")


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(server: RunningServer, games: int) -> None:
    dice = random.Random(1)
    survivors = [Survivor(server) for _ in range(TABLES)]
    threads = [threading.Thread(target=survivor.play) for survivor in survivors]
    for thread in threads:
        thread.start()
    kills = 0
    while any(thread.is_alive() for thread in threads):
        time.sleep(dice.uniform(0.05, 0.4))
        if kills < KILLS * games and any(thread.is_alive() for thread in threads):
            server.kill()
            server.start()
            kills += 1
    for survivor in survivors:
        assert survivor.failure is None, survivor.failure
        _check(server, survivor)
    assert kills >= min(KILLS * games, 1)


def _check(server: RunningServer, survivor: Survivor) -> None:
    """The whole log is there without a gap, and so is everything that was acknowledged."""
    again = Client(server.port, survivor.made["table"], survivor._tokens)
    numbers = sorted(again.events)
    assert numbers == list(range(1, len(numbers) + 1))
    assert set(survivor.acknowledged) <= set(numbers)
    for number, event in survivor.client.events.items():
        assert again.events[number] == event
    record = parse_record(httpx.get(f"{server.url}/api/tables/{survivor.made['table']}/record").text)
    assert verify(record).is_fair
    assert replay(record).is_over


def test_a_database_that_is_away_for_a_while_costs_nothing(cluster: Cluster) -> None:
    """PostgreSQL goes away without warning for ten seconds under load and comes back."""
    with RunningServer(cluster.new_database()) as server:
        survivors = [Survivor(server) for _ in range(TABLES)]
        threads = [threading.Thread(target=survivor.play) for survivor in survivors]
        for thread in threads:
            thread.start()
        time.sleep(0.3)
        assert all(thread.is_alive() for thread in threads)
        cluster.stop("immediate")
        try:
            assert httpx.get(f"{server.url}/healthz").status_code == 200
            assert httpx.get(f"{server.url}/readyz").status_code == 503
            time.sleep(10)
        finally:
            cluster.start()
        for thread in threads:
            thread.join(120)
        for survivor in survivors:
            assert survivor.failure is None, survivor.failure
            _check(server, survivor)
