"""Mouse, fingers and keys on a board.

What is lit is in a picture, so pointers press it by its place on the screen; keys use the grid over it.
"""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Locator, Page, expect

BOARD = ".mine .territory"
LIT = f"{BOARD} rect.lit"  # where the domino in hand fits
TARGET = f"{BOARD} .target"  # where a fire, a payment or a caveman can go
LAID = f"{BOARD} .laid"  # the domino that was placed last and can still be turned
GHOST = f"{BOARD} .ghost"  # how it would lie

LONGEST_WAIT_S = 60

REST_MS = 410  # for which a square that was played takes no tap, and a little more

Point = tuple[float, float]
_PRESSED: WeakKeyDictionary[Page, float] = WeakKeyDictionary()  # when a board was pressed last

# The middle of something in a territory, if a pointer there would reach that territory.
REACHED = """(node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const territory = node.closest('.territory');
  return document.elementFromPoint(x, y)?.closest('.territory') === territory ? [x, y] : null;
}"""
# The cells under something on the large board, as the grid names them.
UNDER = """(what) => {
  const box = document.querySelector(what)?.getBoundingClientRect();
  const middle = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const isUnder = ([x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom;
  return box ? [...document.querySelectorAll('.mine [data-at]')].filter((node) => isUnder(middle(node)))
    .map((node) => node.dataset.at) : [];
}"""


def middle(what: Locator) -> Point:
    """Where the middle of something is."""
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def reach(what: Locator) -> Point:
    """Brings something of a board into view, with nothing over it; where its middle is."""
    what.scroll_into_view_if_needed()
    end = time.monotonic() + LONGEST_WAIT_S
    while (found := what.evaluate(REACHED)) is None:
        assert time.monotonic() < end, f"something lies over {what}"
        what.evaluate("(node) => node.scrollIntoView({ block: 'center' })")
        what.page.wait_for_timeout(50)
    x, y = found
    return x, y


@contextmanager
def rested(page: Page) -> Iterator[None]:
    """Does something on a board, not sooner after the last time than boards allow."""
    since_ms = 1000 * (time.monotonic() - _PRESSED.get(page, -math.inf))
    if since_ms < REST_MS:
        page.wait_for_timeout(REST_MS - since_ms)
    yield
    _PRESSED[page] = time.monotonic()


def press_on_board(what: Locator, *, touch: bool) -> None:
    """Taps or clicks something that is lit on a board."""
    page, at = what.page, reach(what)
    with rested(page):
        if touch:
            page.touchscreen.tap(*at)
        else:
            page.mouse.click(*at)


def laid_cells(page: Page) -> list[str]:
    """The cells of the domino that can still be turned, from the north-west; none if there is none."""
    return _cells_under(page, LAID)


def aimed_cells(page: Page) -> list[str]:
    """The cells where the domino would go."""
    return _cells_under(page, f"{GHOST} .edge")


def squares_of(page: Page) -> set[str]:
    """The cells on the large board where something lies."""
    found: list[str] = page.evaluate(
        "(board) => [...document.querySelectorAll(`${board} g[data-cell]`)].map((node) => node.dataset.cell)",
        BOARD,
    )
    return set(found)


def on_square(page: Page, cell: str) -> Point:
    """Where a square of the large board is on the screen."""
    return reach(page.locator(f".mine [data-at={cell}]"))


def _cells_under(page: Page, what: str) -> list[str]:
    found: list[str] = page.evaluate(UNDER, what)
    return found


def walk_to(page: Page, cell: str) -> None:
    """From one square to another by arrow keys."""
    here = page.evaluate("() => document.activeElement.dataset.at")
    across, up = ord(cell[0]) - ord(here[0]), int(cell[1:]) - int(here[1:])
    for key, count in (("ArrowRight", across), ("ArrowLeft", -across), ("ArrowUp", up), ("ArrowDown", -up)):
        for _ in range(count):
            page.keyboard.press(key)
    expect(page.locator(f".mine [data-at={cell}]")).to_be_focused()


class Fingers:
    """Several fingers on the screen of a page, each with a number; all are lifted at the end."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._down: dict[int, Point] = {}

    def __enter__(self) -> "Fingers":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._down:
            self.lift(*self._down)
        self._session.detach()

    def put(self, at: Point, finger: int = 0) -> None:
        """A finger touches the screen."""
        self._down[finger] = at
        self._send("touchStart")

    def move(self, to: Point, finger: int = 0, steps: int = 8) -> None:
        """It moves along the screen."""
        x, y = self._down[finger]
        for step in range(1, steps + 1):
            self._down[finger] = (x + (to[0] - x) * step / steps, y + (to[1] - y) * step / steps)
            self._send("touchMove")

    def lift(self, *fingers: int) -> None:
        """Fingers leave the screen."""
        for finger in fingers or (0,):
            del self._down[finger]
        self._send("touchEnd")

    def tap(self, at: Point, when_s: float) -> None:
        """A tap at a moment, in seconds since 1970: so says its event, however busy the machine is."""
        self._down[0] = at
        self._send("touchStart", when_s)
        del self._down[0]
        self._send("touchEnd", when_s + 0.02)

    def _send(self, kind: str, when_s: float | None = None) -> None:
        points: list[dict[str, Any]] = [{"x": x, "y": y, "id": id_} for id_, (x, y) in self._down.items()]
        moment = {} if when_s is None else {"timestamp": when_s}
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, **moment})
