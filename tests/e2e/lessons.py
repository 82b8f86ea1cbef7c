"""Takes a lesson as a learner does: reads, does what is lit, and knows no moves."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.e2e.playing import FACE_UP, wait_until
from tests.e2e.touching import GHOST, LIT, TARGET, press_on_board, reach, rested, walk_to

MOST_STEPS = 60

# What the guide wants now, and a mark that changes with every step.
SEEN = """() => {
  const isUp = (node) => node.getClientRects().length > 0;
  const up = (selector) => [...document.querySelectorAll(selector)].some(isUp);
  const guide = document.querySelector('.guide');
  const words = guide?.querySelector('p')?.textContent ?? '';
  const step = guide?.dataset.step ?? '';
  const wants = !guide || !words ? ''
    : step === 'end' ? 'end'
    : up('.guide .next') ? 'next'
    : up('.slot.free') ? 'claim'
    : up('.mine .territory .target') ? 'target'
    : up('.mine .territory .lit') ? 'place'
    : up('[data-zone=cave] li > .free:not([aria-expanded])') ? 'recruit'
    : up('[role=toolbar] .primary') ? 'confirm'
    : '';
  const log = document.querySelectorAll('.log li').length;
  return { wants, words, step, mark: [step, wants, log, words].join('|') };
}"""
WANTED = f"(mark) => {{ const now = ({SEEN})(); return now.wants && now.mark !== mark ? now : null; }}"
PRESS = {
    "next": ".guide .next",
    "claim": ".slot.free",
    "recruit": FACE_UP,
    "confirm": "[role=toolbar] .primary",
}
ON_BOARD = {"place": LIT, "target": TARGET}


class Learner:
    """Somebody who takes a lesson, by mouse, by touch, or by keys alone."""

    def __init__(self, page: Page, *, touch: bool = False, keys: bool = False) -> None:
        self.page = page
        self.steps: list[str] = []  # the steps seen, each once in a row
        self._touch = touch
        self._keys = keys
        self._mark = ""

    def look(self) -> dict[str, str]:
        """Waits until the guide wants something, and says what."""
        seen: dict[str, str] = wait_until(self.page, WANTED, self._mark).json_value()
        if self.steps[-1:] != [seen["step"]]:
            self.steps.append(seen["step"])
        return seen

    def follow(self, until: str = "end", at_each: Callable[[str], None] = lambda _step: None) -> None:
        """Does what is wanted up to a step."""
        for _ in range(MOST_STEPS):
            seen = self.look()
            at_each(seen["step"])
            if seen["step"] == until:
                self._mark = ""
                return
            self._mark = seen["mark"]
            self.do(seen["wants"])
        raise AssertionError(f"the lesson does not end: {self.steps}")

    def step(self) -> None:
        """Does the next thing that is wanted."""
        seen = self.look()
        self._mark = seen["mark"]
        self.do(seen["wants"])

    def do(self, wanted: str) -> None:
        """Does the one thing that is lit."""
        if wanted in ON_BOARD:
            self._do_on_board(self.page.locator(ON_BOARD[wanted]).first)
            return
        what = self.page.locator(PRESS[wanted]).first
        expect(what).to_be_in_viewport(ratio=0.9)
        if self._keys:
            self._reach(what)
            self.page.keyboard.press("Enter")
        elif self._touch:
            what.tap()
        else:
            what.click()

    def _do_on_board(self, spot: Locator) -> None:
        expect(spot).to_be_in_viewport(ratio=0.9)
        if self._keys:
            lit = self.page.locator(".mine [role=gridcell][data-lit]").first
            if self.page.locator(
                ".mine [role=gridcell]:focus"
            ).count():  # on the squares one goes on by arrows
                walk_to(self.page, lit.get_attribute("data-at") or "")
            else:
                self._reach(lit)
            with rested(self.page):
                self.page.keyboard.press("Enter")
            return
        if not self._touch and self.page.locator(LIT).count():
            self.page.mouse.move(*reach(spot))
            expect(self.page.locator(GHOST)).to_be_visible()
        press_on_board(spot, touch=self._touch)

    def _reach(self, what: Locator) -> None:
        """The focus is where the lesson goes on; only at its very beginning one has to look for it."""
        if len(self.steps) == 1 and self.page.evaluate("() => document.activeElement === document.body"):
            self.page.keyboard.press("Tab")
            what.focus()
        if what.get_attribute("role") == "gridcell":  # it may already be on another square that is lit
            what = self.page.locator(".mine [role=gridcell][data-lit]:focus")
        expect(what, f"the focus goes along to {self.steps[-1]}").to_be_focused()
