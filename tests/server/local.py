"""A server in a thread of the test, whose clock stands still until the test moves it."""

import asyncio
import threading
import time
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from crownfire.server.app import create_app
from crownfire.server.clock import Clock, Timer
from crownfire.server.settings import Settings
from tests.server.running import LONGEST_WAIT_S, RunningServer


class _Call:
    """A call that is due at a moment of a clock that tests move."""

    def __init__(self, at: float, callback: Callable[[], object]) -> None:
        self.at = at
        self.callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        """Calls it off."""
        self.callback = None


class MovedClock(Clock):
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self._now = time.time()
        self._calls: list[_Call] = []

    def time(self) -> float:
        """Seconds since 1970."""
        return self._now

    def monotonic(self) -> float:
        """The same: this clock is never set back."""
        return self._now

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Calls something once the clock has been moved so far, or at once if it is due now."""
        if seconds <= 0:
            return asyncio.get_running_loop().call_soon(callback)
        call = _Call(self._now + seconds, callback)
        self._calls.append(call)
        return call

    def move(self, seconds: float) -> None:
        """Moves the clock, and makes the calls that are due on the way, in order."""
        end = self._now + seconds
        while due := [call for call in self._calls if call.callback is not None and call.at <= end]:
            call = min(due, key=lambda each: each.at)
            self._calls.remove(call)
            self._now = max(self._now, call.at)
            assert call.callback is not None
            call.callback()
        self._now = end


class LocalServer(RunningServer):
    """A server of this process; it can be stopped and started again on the same database."""

    def __init__(self, database_url: str, **settings: object) -> None:
        super().__init__(database_url, **settings)
        self.clock = MovedClock()
        self._loop: asyncio.AbstractEventLoop
        self._app: FastAPI
        self._server: uvicorn.Server
        self._thread: threading.Thread | None = None

    def __enter__(self) -> "LocalServer":
        self.start()
        return self

    def start(self) -> None:
        """Starts the thread and waits until it serves."""
        is_open = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(is_open)), daemon=True)
        self._thread.start()
        assert is_open.wait(LONGEST_WAIT_S), "the server does not come up"

    async def _serve(self, is_open: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        self._app = create_app(Settings.model_validate(self._settings), self.clock)
        config = uvicorn.Config(self._app, port=self.port, log_config=None, ws="websockets-sansio")
        self._server = uvicorn.Server(config)
        serving = asyncio.create_task(self._server.serve())
        while not (self._server.started or serving.done()):
            await asyncio.sleep(0.01)
        is_open.set()
        await serving

    def stop(self) -> str:
        """Ends the server in good order."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._loop.call_soon_threadsafe(self._app.state.house.say_goodbye)
            self._server.should_exit = True
            thread.join(LONGEST_WAIT_S)
        return ""

    def later(self, seconds: float) -> None:
        """Lets time pass, also while the server is stopped."""
        if self._thread is None:
            self.clock.move(seconds)
            return

        async def move() -> None:
            self.clock.move(seconds)

        asyncio.run_coroutine_threadsafe(move(), self._loop).result(LONGEST_WAIT_S)
