"""A wire between a browser and a server that can be cut, and on which messages can be held up."""

import socket
import threading
from contextlib import suppress
from types import TracebackType


class Wire:
    """Passes on every connection to a port of loopback; while it is cut, all of them are dead."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._is_cut = False
        self._is_open = threading.Event()  # to what comes from the browser
        self._is_open.set()
        self._threads = [threading.Thread(target=self._accept)]
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"

    def __enter__(self) -> "Wire":
        self._threads[0].start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for thread in self._threads:
            thread.join(10)

    def cut(self) -> None:
        """Ends all connections, and from now on every new one."""
        self.let_go()
        with self._lock:
            self._is_cut = True
            for end in self._open:
                _shut(end)

    def mend(self) -> None:
        """Connections come through again."""
        with self._lock:
            self._is_cut = False

    def hold(self) -> None:
        """What comes from the browser stays on the way."""
        self._is_open.clear()

    def let_go(self) -> None:
        """It arrives, in order."""
        self._is_open.set()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return  # the door was closed
            try:
                far = socket.create_connection(("127.0.0.1", self._port))
            except OSError:
                near.close()  # nobody is at home
                continue
            with self._lock:
                if self._is_cut:
                    near.close()
                    far.close()
                    continue
                self._open |= {near, far}
            thread = threading.Thread(target=self._carry, args=(near, far))
            self._threads.append(thread)
            thread.start()

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        """Both ways, until one end is closed."""
        back = threading.Thread(target=_pass_on, args=(far, near))
        back.start()
        _pass_on(near, far, self._is_open)
        back.join()
        with self._lock:
            self._open -= {near, far}
        near.close()
        far.close()


def _pass_on(source: socket.socket, target: socket.socket, gate: threading.Event | None = None) -> None:
    try:
        while data := source.recv(65_536):
            if gate is not None:
                gate.wait()
            target.sendall(data)
    except OSError:
        pass  # cut
    _shut(source)
    _shut(target)


def _shut(end: socket.socket) -> None:
    with suppress(OSError):  # it is already
        end.shutdown(socket.SHUT_RDWR)
