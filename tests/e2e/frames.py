"""What a page and its server say to each other, as it goes over the wire."""

import json
import time
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Page, WebSocket

Json = dict[str, Any]
LONGEST_WAIT_S = 60


class Frames:
    """Messages of one page over its sockets, in order; what a table sends again is taken in once."""

    def __init__(self, page: Page) -> None:
        self.sent: list[Json] = []
        self.events: list[Json] = []  # without those of before the page came to its table
        self.view: Json = {}
        self.turns = 0  # that became final with a choice of somebody at this page
        self._page = page
        self._seats: list[int] = []  # of this page
        self._known: dict[str, int] = {}  # the last event of each table
        self._choosing: set[int] = set()  # seats that chose something in the turn under way
        page.on("websocket", self._opened)

    @property
    def commands(self) -> list[Json]:
        """What was sent to change the game, in order."""
        return [sent for sent in self.sent if sent["type"] in ("act", "undo", "confirm")]

    def wait_for(self, count: int) -> None:
        """Waits until so many commands were sent, and the server has carried them out."""
        end = time.monotonic() + LONGEST_WAIT_S
        while len(self.commands) < count or self.view["position"] <= self.commands[-1]["position"]:
            assert time.monotonic() < end, f"only {self.commands} is sent"
            self._page.wait_for_timeout(20)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda data: self.sent.append(json.loads(data)))
        socket.on("framereceived", lambda data: self._received(socket.url, json.loads(data)))

    def _received(self, table: str, message: Json) -> None:
        if message["type"] not in ("welcome", "news"):
            return
        self._seats = message.get("seats", self._seats)
        self.view = message["view"]
        is_first = table not in self._known
        known = self._known.setdefault(table, 0)
        for numbered in message["events"]:
            if numbered["number"] <= known:
                continue
            self._known[table] = numbered["number"]
            self._take_in(numbered["event"], is_news=not is_first)

    def _take_in(self, event: Json, *, is_news: bool) -> None:
        if is_news:
            self.events.append(event)
        if event["type"] == "stepped" and event["by"] == "player" and event["seat"] in self._seats:
            self._choosing.add(event["seat"])
        if event["type"] == "confirmed" and event["seat"] in self._choosing:
            self._choosing.discard(event["seat"])
            self.turns += is_news


_FRAMES: WeakKeyDictionary[Page, Frames] = WeakKeyDictionary()


def frames_of(page: Page) -> Frames:
    """Those of a page, from the first time that it is asked for: before the page opens a table."""
    if page not in _FRAMES:
        _FRAMES[page] = Frames(page)
    return _FRAMES[page]
