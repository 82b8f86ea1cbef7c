"""Several servers on one database behind a balancer."""

import contextlib
import itertools
import selectors
import socket
import threading
from collections.abc import Sequence
from types import TracebackType

import httpx

from tests.server.running import LONGEST_WAIT_S, Json, RunningServer, free_port


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
        self.port, self.url = self.balancer.port, self.balancer.url

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
        answer = httpx.post(f"{self.url}{path}", json=body, timeout=LONGEST_WAIT_S)
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
