"""Several servers on one database behind a balancer, and people who play on whatever happens to them."""

import contextlib
import itertools
import selectors
import socket
import threading
import time
from collections.abc import Sequence
from types import TracebackType

import httpx
from websockets.exceptions import WebSocketException

from crownfire.game import replay, verify
from crownfire.notation import parse_record
from crownfire.server.protocol import EVENT, Finished, Stepped
from crownfire.server.table import Table
from tests.server.running import Client, Json, RunningServer, free_port

LOST = (WebSocketException, EOFError, OSError)  # whatever a dying server leaves behind


class Balancer:
    """Passes every connection on to the next server that takes it, byte by byte."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._ports = ports
        self._turns = itertools.count()
        self._door = socket.create_server(("127.0.0.1", self.port), backlog=128)
        threading.Thread(target=self._take, daemon=True).start()

    def close(self) -> None:
        """Takes no more connections."""
        self._door.close()

    def _take(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._door.accept()
                threading.Thread(target=self._pass_on, args=(near,), daemon=True).start()

    def _pass_on(self, near: socket.socket) -> None:
        with near, contextlib.suppress(OSError):
            far = self._reach()
            if far is None:
                return
            with far, selectors.DefaultSelector() as ready:
                ready.register(near, selectors.EVENT_READ, far)
                ready.register(far, selectors.EVENT_READ, near)
                while True:
                    for key, _ in ready.select():
                        assert isinstance(key.fileobj, socket.socket)
                        data = key.fileobj.recv(65_536)
                        if not data:
                            return
                        key.data.sendall(data)

    def _reach(self) -> socket.socket | None:
        first = next(self._turns)
        for index in range(len(self._ports)):
            with contextlib.suppress(OSError):
                return socket.create_connection(
                    ("127.0.0.1", self._ports[(first + index) % len(self._ports)])
                )
        return None


class Site:
    """Several servers on one database; what is asked of the site goes to any of them."""

    def __init__(self, database_url: str, count: int, **settings: object) -> None:
        settings = {"lease_s": 1.5, **settings}
        self.servers = [RunningServer(database_url, **settings) for _ in range(count)]
        self.balancer = Balancer([server.port for server in self.servers])
        self.url = self.balancer.url

    def __enter__(self) -> "Site":
        with contextlib.ExitStack() as started:
            started.callback(self.close)
            failures: list[BaseException] = []
            threads = [threading.Thread(target=_try, args=(s.start, failures)) for s in self.servers]
            for thread in threads:  # all at once: each of them finds an empty database
                thread.start()
            for thread in threads:
                thread.join()
            assert not failures, failures
            started.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stops everything."""
        self.balancer.close()
        for server in self.servers:
            server.stop()

    def post(self, path: str, body: Json) -> Json:
        """The answer of any server to a request that succeeds."""
        answer = httpx.post(f"{self.url}{path}", json=body)
        assert answer.is_success, answer.text
        data: Json = answer.json()
        return data

    def server_named(self, name: str) -> RunningServer | None:
        """The running server with this name."""
        for server in self.servers:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{server.url}/healthz").json()["server"] == name:
                    return server
        return None


def _try(work: object, failures: list[BaseException]) -> None:
    assert callable(work)
    try:
        work()
    except BaseException as error:  # shown by whoever started it
        failures.append(error)


class Player(threading.Thread):
    """Somebody who plays a game to its end by the address of the site, whatever happens to servers."""

    def __init__(self, port: int, table: str, *tokens: str, pause_s: float = 0.0) -> None:
        super().__init__(daemon=True)
        self.table = table
        self._port = port
        self._tokens = tokens
        self._pause_s = pause_s
        self.client = Client(port, table, tokens)
        self.acknowledged: dict[int, str] = {}  # the command by the number of its last event
        self.failure: BaseException | None = None

    def run(self) -> None:
        """Plays until the game is over."""
        try:
            while not self._is_over():
                try:
                    if self.client.view["mover"] in self.client.seats:
                        self._act(f"a{self.client.view['position']}-{self.client.view['mover']}")
                        time.sleep(self._pause_s)
                    else:
                        self.client.receive(30)
                except LOST:
                    self._come_back()
        except BaseException as error:  # shown by the test
            self.failure = error

    def _is_over(self) -> bool:
        return self.client.view["phase"] == "over" and not self.client.view["is_complete"]

    def _act(self, name: str) -> None:
        """One command, sent again after every crash until it is answered."""
        view = self.client.view
        command: Json = {"type": "confirm" if view["is_complete"] else "act"}
        if not view["is_complete"]:
            command |= {"action": view["options"][len(view["options"]) // 2]["action"]}
        command |= {"id": name, "seat": view["mover"], "position": view["position"]}
        while True:
            try:
                self.client.send(command)
                answer = self.client.answer_to(name)
                if answer["type"] == "accepted":
                    number = answer["number"]
                    self.acknowledged[number] = name
                    self.client.until(lambda view, number=number: view["number"] >= number)  # type: ignore[misc]
                    return
                assert answer["code"] == "unavailable", answer
                time.sleep(0.05)
            except LOST:
                self._come_back()

    def _come_back(self) -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                self.client.come()
                return
            except (*LOST, AssertionError):
                time.sleep(0.05)
        raise AssertionError("nobody lets this player in any more")


def check_table(site: Site, table: str, players: Sequence[Player]) -> list[Json]:
    """Nothing that was acknowledged or heard is lost, everybody moved in turn, the game is over and fair."""
    for player in players:
        assert player.failure is None, player.failure
    again = Client(site.balancer.port, table, players[0]._tokens)
    numbers = sorted(again.events)
    assert numbers == list(range(1, len(numbers) + 1))
    for player in players:
        for number, name in player.acknowledged.items():
            assert again.events[number]["command"].endswith(f":{name}")
        assert player.client.events.items() <= again.events.items()
    commands = [event["command"] for event in again.events.values() if event["command"]]
    assert len([name for name, _ in itertools.groupby(commands)]) == len(set(commands))  # each once
    events = [again.events[number] for number in numbers]
    _check_turns(events)
    record = parse_record(httpx.get(f"{site.url}/api/tables/{table}/record").text)
    assert verify(record).is_fair
    assert replay(record).is_over
    return events


def _check_turns(events: Sequence[Json]) -> None:
    """Every step was of whoever's turn it was, by a bot only where one sits, and the game ended once."""
    table = Table("checked", bytes(32))
    for each in events:
        event = EVENT.validate_python(each["event"])
        if isinstance(event, Stepped):
            assert event.seat == table.mover
            assert (event.by == "bot") <= bool(table.seats[event.seat].bot or table.created.turn_s)
            assert event.action in table.legal_actions()
        table.apply(event, each["at_ms"])
    assert table.is_over
    assert sum(each["event"]["type"] == Finished.model_fields["type"].default for each in events) == 1
