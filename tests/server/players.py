"""People who play on whatever happens to servers, and what must be true of their table afterwards."""

import itertools
import threading
import time
from collections.abc import Sequence

import httpx
from websockets.exceptions import WebSocketException

from crownfire.game import replay, verify
from crownfire.notation import parse_record
from crownfire.server.protocol import EVENT, Finished, Stepped
from crownfire.server.table import Table
from tests.server.running import LONGEST_WAIT_S, Client, Json, RunningServer
from tests.server.several import Site

LOST = (WebSocketException, EOFError, OSError)  # whatever a dying server leaves behind


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
                    self.client.reach(number)
                    return
                assert answer["code"] == "unavailable", answer
                time.sleep(0.05)
            except LOST:
                self._come_back()

    def _come_back(self) -> None:
        end = time.monotonic() + LONGEST_WAIT_S
        while time.monotonic() < end:
            try:
                self.client.come()
                return
            except (*LOST, AssertionError):
                time.sleep(0.05)
        raise AssertionError("nobody lets this player in any more")


def check_table(where: Site | RunningServer, table: str, players: Sequence[Player]) -> list[Json]:
    """Nothing that was acknowledged or heard is lost, everybody moved in turn, the game is over and fair."""
    for player in players:
        player.join(5 * LONGEST_WAIT_S)
        assert player.failure is None, player.failure
        assert not player.is_alive(), "the game does not end"
    again = Client(where.port, table, players[0]._tokens)
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
    record = parse_record(httpx.get(f"{where.url}/api/tables/{table}/record").text)
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
