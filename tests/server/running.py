"""A server in a process of its own, and clients as people have them."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from crownfire.server.protocol import PROTOCOL, SERVER_MESSAGE

Json = dict[str, Any]
LONGEST_WAIT_S = 120.0  # for whatever should happen at once: the machine may be busy


def free_port() -> int:
    """A port of loopback that nobody uses right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class RunningServer:
    """`crownfire serve` on loopback; it can be killed and started again on the same database."""

    def __init__(self, database_url: str, **settings: object) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = {
            "database_url": database_url,
            "requests_per_s": 1000,
            "messages_per_s": 1000,
            **settings,
        }
        self._process: subprocess.Popen[bytes] | None = None
        self._log = Path()

    def __enter__(self) -> "RunningServer":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Starts the process and waits until it serves."""
        variables = {f"CROWNFIRE_{name.upper()}": str(value) for name, value in self._settings.items()}
        command = [sys.executable, "-c", "from crownfire.cli import main; main()", "serve"]
        with tempfile.NamedTemporaryFile(prefix="crownfire-log-", delete=False) as log:
            self._log = Path(log.name)
            self._process = subprocess.Popen(
                [*command, "--port", str(self.port)],
                env={**os.environ, **variables},
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        end = time.monotonic() + LONGEST_WAIT_S
        while time.monotonic() < end:
            try:
                if httpx.get(f"{self.url}/readyz").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            if self._process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError(f"the server does not come up: {self.stop()}")

    def kill(self) -> None:
        """Ends the process without any warning."""
        self._end(signal.SIGKILL)

    def stop(self) -> str:
        """Ends the process in good order; what it wrote to its log."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> str:
        process, self._process = self._process, None
        if process is None:
            return ""
        process.send_signal(how)
        process.wait(LONGEST_WAIT_S)
        written = self._log.read_text(encoding="utf-8")
        self._log.unlink()
        return written

    def post(self, path: str, body: Json) -> Json:
        """The answer to a request that succeeds."""
        answer = httpx.post(f"{self.url}{path}", json=body, timeout=LONGEST_WAIT_S)
        assert answer.is_success, answer.text
        data: Json = answer.json()
        return data

    def make_table(self, rules: str, kinds: str, **more: object) -> Json:
        """A new table; a letter a seat: h here, o online, b an easy bot."""
        plans = {
            "h": {"kind": "here", "name": "Somebody"},
            "o": {"kind": "online"},
            "b": {"kind": "bot", "level": "easy"},
        }
        return self.post("/api/tables", {"rules": rules, "seats": [plans[k] for k in kinds], **more})

    def join(self, made: Json, name: str) -> str:
        """Takes the next free seat; its token."""
        seat = self.post(f"/api/tables/{made['table']}/join", {"token": made["invite"], "name": name})
        token: str = seat["token"]
        return token

    def client(self, table: str, *tokens: str, last: int = 0) -> "Client":
        """Somebody who is connected and has said hello."""
        return Client(self.port, table, tokens, last)


class Client:
    """Somebody connected to a table."""

    def __init__(self, port: int, table: str, tokens: tuple[str, ...], last: int = 0) -> None:
        self._address = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
        self._tokens = list(tokens)
        self._commands = 0
        self.heard: list[Json] = []  # every message
        self.events: dict[int, Json] = {}  # by number
        self.view: Json = {}
        self.seats: list[int] = []
        self.socket: ClientConnection
        self.come(last)

    def come(self, last: int | None = None) -> None:
        """Connects, or connects again."""
        self.socket = connect(self._address, max_size=2**22, legacy=True)
        known = max(self.events, default=0) if last is None else last
        self.send({"type": "hello", "protocol": PROTOCOL, "tokens": self._tokens, "last": known})
        self.wait_for("welcome")

    def leave(self) -> None:
        """Goes without a word."""
        self.socket.close()

    def send(self, message: Json | str) -> None:
        """Sends a message, or any text."""
        self.socket.send(message if isinstance(message, str) else json.dumps(message))

    def receive(self, timeout: float = LONGEST_WAIT_S) -> Json:
        """The next message; what it says is taken in."""
        text = self.socket.recv(timeout)
        SERVER_MESSAGE.validate_json(text)
        message: Json = json.loads(text)
        self.heard.append(message)
        if message["type"] in ("welcome", "news"):
            self.events.update({event["number"]: event for event in message["events"]})
            self.view = message["view"]
            self.seats = message.get("seats", self.seats)
        return message

    def wait_for(self, kind: str) -> Json:
        """The next message of a type."""
        while (message := self.receive())["type"] != kind:
            if message["type"] == "refused" and kind in ("welcome", "accepted"):
                raise AssertionError(message)
        return message

    def reach(self, number: int) -> None:
        """Listens until an event is known, by its number."""
        self.until(lambda view: view["number"] >= number)

    def until(self, holds: Callable[[Json], bool]) -> None:
        """Listens until the view is as it should be."""
        end = time.monotonic() + LONGEST_WAIT_S
        while not holds(self.view):
            self.receive(max(0.1, end - time.monotonic()))

    def command(self, kind: str, seat: int | None = None, **fields: object) -> Json:
        """Sends a command for the position that is seen now; the answer to it."""
        self._commands += 1
        name = f"c{self._commands}-{id(self)}"
        message = {
            "type": kind,
            "id": name,
            "seat": self.seats[0] if seat is None else seat,
            "position": self.view["position"],
            **fields,
        }
        self.send(message)
        return self.answer_to(name)

    def answer_to(self, name: str) -> Json:
        """What the server says to a command: the events that came from it, or a message with its id."""
        while True:
            message = self.receive()
            if message.get("id") == name:
                return message
            own = [e["number"] for e in message.get("events", ()) if e["command"].partition(":")[2] == name]
            if own:
                return {"type": "accepted", "id": name, "number": own[-1]}

    def act(self, choose: Callable[[list[Json]], Json] = lambda options: options[0]) -> None:
        """Plays the turn of a held seat to its end."""
        seat = self.view["mover"]
        assert seat in self.seats
        kind, fields = ("confirm", {}) if self.view["is_complete"] else ("act", {})
        if kind == "act":
            fields = {"action": choose(self.view["options"])["action"]}
        answer = self.command(kind, seat, **fields)
        assert answer["type"] == "accepted", answer
        self.reach(answer["number"])


def play_to_the_end(clients: list[Client], most: int = 2_000) -> None:
    """Everybody plays the first legal action until the game is over."""
    for _ in range(most):
        first = clients[0]
        if first.view["phase"] == "over" and not first.view["is_complete"]:
            return
        mover = next((c for c in clients if first.view["mover"] in c.seats), None)
        if mover is None:
            first.reach(first.view["number"] + 1)
            continue
        mover.reach(first.view["number"])
        mover.act()
        for client in clients:
            client.reach(mover.view["number"])
    raise AssertionError("the game does not end")
