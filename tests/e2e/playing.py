"""Plays through the page as a person does: looks at what is offered, takes some of it, sees what happens."""

import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import JSHandle, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLateError

from tests.e2e.frames import frames_of
from tests.e2e.texts import pattern, text
from tests.e2e.touching import GHOST, LIT, TARGET, laid_cells, middle, press_on_board, reach, rested

POLLING_MS = 50  # looking at a page in every frame is most of its work
LONGEST_WAIT_MS = 60_000  # for another player's turn, or the count at the end
MOST_STEPS = 600  # no game has as many decisions of one person

CONFIRM = text("actions.confirm")  # the button that ends a turn
PASS = text("actions.pass")
CLAIM = re.compile(f"^{pattern('slot.claim')}$")
FACE_UP = "[data-zone=cave] li > .free:not([aria-expanded])"  # cavemen that can be recruited
PILE = "[data-zone=cave] li > [aria-expanded]"

# What a person sees: what is asked of them, and a mark that changes whenever something happens. A phase asks
# for nothing before something is lit, or can be pressed, that answers it.
LOOK = """() => {
  const isUp = (node) => node.getClientRects().length > 0 && !node.disabled;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isUp);
  const answers = {
    place: '.mine .territory rect.lit',
    erupt: '.mine .territory .target',
    pay: '.mine .territory .target',
    settle: '.mine .territory .target',
    claim: '.slot.free',
    recruit: '[data-zone=cave] .free, [role=toolbar] .pass',
    give: '[role=toolbar] .give',
    confirm: '[role=toolbar] .primary',
  };
  const phase = document.querySelector('main[data-phase]')?.dataset.phase;
  const isAsked = answers[phase] && all(answers[phase]).length;
  const asked = all('section.end').length ? 'over' : isAsked ? phase : '';
  const log = document.querySelectorAll('.log li');
  const status = document.querySelector('.status')?.textContent.trim() ?? '';
  const lit = document.querySelectorAll('.mine .territory :is(.target, .lit)').length;
  return { asked, status, mark: [asked, status, lit, log.length, log[0]?.textContent].join('|') };
}"""
CHANGED = f"(mark) => {{ const now = ({LOOK})(); return now.asked && now.mark !== mark; }}"
MOVED = f"(mark) => ({LOOK})().mark !== mark"
# Whether one of the newest lines of the log, all of the same player, names these cells.
TOLD = """(cells) => {
  const lines = [...document.querySelectorAll('.log li')];
  const others = lines.findIndex((line) => line.className !== lines[0].className);
  const own = lines.slice(0, others < 0 ? undefined : others).map((line) => line.textContent);
  return own.some((line) => cells.every((cell) => new RegExp(`\\\\b${cell}\\\\b`).test(line)));
}"""


def wait_until(page: Page, holds: str, arg: Any) -> JSHandle:
    """Waits until a function of the page returns something true for an argument, and returns it."""
    return page.wait_for_function(holds, arg=arg, polling=POLLING_MS, timeout=LONGEST_WAIT_MS)


@dataclass(frozen=True)
class Look:
    """What a page asks for (nothing: it is not my turn), its status, and a mark of the moment."""

    asked: str
    status: str
    mark: str


class Player:
    """Somebody who plays on a page, by mouse or by touch, at random but the same every time."""

    def __init__(
        self,
        page: Page,
        seed: int = 1,
        *,
        touch: bool = False,
        before: Callable[[Look], None] = lambda _seen: None,  # looks at the page before every step
    ) -> None:
        self.page = page
        self.steps: list[str] = []  # what was done, in order
        self._turns_before = frames_of(page).turns
        self._random = random.Random(seed)
        self._touch = touch
        self._before = before

    @property
    def turns(self) -> int:
        """How many turns of this page became final that were more than forced moves."""
        return frames_of(self.page).turns - self._turns_before

    def look(self) -> Look:
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return Look(**seen)

    def wait(self, mark: str = "") -> Look:
        """Waits until the page asks for something else than at a mark, or the game is over."""
        try:
            wait_until(self.page, CHANGED, mark)
        except TooLateError as error:
            raise AssertionError(
                f"nothing is asked of the player after {self.steps[-3:]}: {self.look()}\n{self.log()[:5]}"
            ) from error
        return self.look()

    def log(self) -> list[str]:
        """What happened, the newest first."""
        return self.page.locator(".log li").all_text_contents()

    def play(self, turns: int | None = None) -> None:
        """Plays whole turns, or to the end of the game."""
        end = None if turns is None else self.turns + turns
        for _ in range(MOST_STEPS):
            if end is not None and self.turns >= end:
                return
            seen = self.wait()
            if end is not None and self.turns >= end:
                return  # its last frame came late
            if seen.asked == "over":
                assert turns is None, "the game ended too early"
                return
            self.step(seen)
        raise AssertionError(f"the game does not end: {self.look()}\n{self.log()[:10]}")

    def step(self, seen: Look) -> None:
        """Does one thing that is asked for, and sees that something happened."""
        self._before(seen)
        match seen.asked:
            case "confirm":
                self._press(self.page.get_by_role("button", name=CONFIRM, exact=True))
            case "place":
                self.steps.append(self._place())
            case "pay" if self.page.locator("[role=toolbar] .pay").count() and self._random.random() < 0.3:
                self._pay_the_cheapest()
            case "erupt" | "pay" | "settle":
                self._press_one_on_board(self.page.locator(TARGET))
            case "claim":
                self._press_one(self.page.get_by_role("button", name=CLAIM))
            case "recruit":
                self._recruit()
            case "give":
                self._press_one(self.page.locator("[role=toolbar] .give"))
            case _:
                raise AssertionError(f"it is not my turn: {seen}")
        self.steps.append(seen.asked)
        try:
            wait_until(self.page, MOVED, seen.mark)
        except TooLateError as error:
            notes = self.page.get_by_role("alert").all_inner_texts()
            raise AssertionError(f"nothing came of {self.steps[-4:]} at {seen}: {notes}") from error
        if seen.asked == "place" and self._random.random() < 0.2:
            self._turn_what_lies()

    def _press(self, what: Locator) -> None:
        if self._touch:
            what.tap()
        else:
            what.click()

    def _press_one(self, among: Locator) -> None:
        among.first.wait_for()
        self._press(among.nth(self._random.randrange(among.count())))

    def _press_one_on_board(self, among: Locator) -> None:
        among.first.wait_for(state="attached")
        press_on_board(among.nth(self._random.randrange(among.count())), touch=self._touch)

    def _recruit(self) -> None:
        from_pile, face_up = self.page.locator(PILE), self.page.locator(FACE_UP)
        if from_pile.count() and self._random.random() < 0.3:
            self._press(from_pile)
            self._press_one(self.page.locator("[data-zone=cave] ul.pile button"))
        elif face_up.count():
            self._press_one(face_up)
        else:
            self._press(self.page.get_by_role("button", name=PASS, exact=True))

    def _pay_the_cheapest(self) -> None:
        """Everything at once; only then something else is asked."""
        self._press(self.page.get_by_role("button", name=text("actions.pay"), exact=True))
        expect(self.page.locator("main[data-phase=pay]")).to_have_count(0)

    def _place(self) -> str:
        hand = self.page.locator("[role=toolbar] .hand")
        if self._random.random() < 0.4:
            self._press(hand)  # turned: every place is lit in whatever direction it is held
        lit = self.page.locator(LIT)
        spot = lit.nth(self._random.randrange(lit.count()))
        if self._touch:
            press_on_board(spot, touch=True)
            return "by tap"
        if self._random.random() < 0.3:
            self._drag(hand, spot)
            return "by drag"
        self.page.mouse.move(*reach(spot))
        expect(self.page.locator(GHOST)).to_be_visible()
        press_on_board(spot, touch=False)
        return "by click"

    def _drag(self, hand: Locator, spot: Locator) -> None:
        end = reach(spot)
        mouse = self.page.mouse
        mouse.move(*middle(hand))
        mouse.down()
        mouse.move(*end, steps=5)
        expect(self.page.locator(GHOST)).to_be_visible()
        with rested(self.page):
            mouse.up()

    def _turn_what_lies(self) -> None:
        """Turns the domino that was just placed, if it fits in another way, and sees it in the log."""
        seen = self.wait()
        turn = self.page.get_by_role("button", name=text("actions.rotate"), exact=True)
        if seen.asked == "over" or not turn.count():
            return
        frames = frames_of(self.page)
        before = len(frames.commands)
        self._press(turn)
        cells = laid_cells(self.page)
        frames.wait_for(before + 2)  # undone, and placed in another way
        wait_until(self.page, TOLD, cells)
        self.steps.append("turned")


def wait_for_any(players: Sequence[Player], looks: Sequence[Look]) -> None:
    """Waits until something happened on any of the pages; nobody knows which is the one that lags behind."""
    end = time.monotonic() + LONGEST_WAIT_MS / 1000
    while all(player.look() == seen for player, seen in zip(players, looks, strict=True)):
        assert time.monotonic() < end, f"nothing happens: {looks}"
        players[0].page.wait_for_timeout(20)


def play_together(*players: Player, turns: int | None = None) -> None:
    """Everybody plays when it is their turn, until some turns are done in all, or to the end of the game."""
    end = None if turns is None else sum(player.turns for player in players) + turns
    for _ in range(MOST_STEPS * len(players)):
        if end is not None and sum(player.turns for player in players) >= end:
            return
        looks = [player.look() for player in players]
        if all(seen.asked == "over" for seen in looks):
            assert end is None, "the game ended too early"
            return
        turn = next((i for i, seen in enumerate(looks) if seen.asked not in ("", "over")), None)
        if turn is not None:
            players[turn].step(looks[turn])
            continue
        wait_for_any(players, looks)
    raise AssertionError(f"the game does not end: {[player.look() for player in players]}")


GAMES = {
    "kingdomino": "Kingdomino",
    "origins-discovery": "Origins: Discovery Mode",
    "origins-totem": "Origins: Totem Mode",
    "origins-tribe": "Origins: Tribe Mode",
}


def start_against_bot(page: Page, rules: str, level: str = "Easy") -> str:
    """Two clicks on the start page; the code of the table."""
    page.get_by_role("button", name=re.compile(f"^{GAMES[rules]} ")).click()
    page.get_by_role("group").get_by_role("button", name=re.compile(f"^{level} ")).click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("list", name="Players")).to_be_visible()
    return page.url.rpartition("/")[2]


def make_table(page: Page, *seats: str, rules: str = "Kingdomino", options: tuple[str, ...] = ()) -> str:
    """Makes a table at /new, each seat a name (somebody here), `link` or `bot`; the code of the table."""
    page.get_by_role("radio", name=rules, exact=True).check()
    page.get_by_role("radio", name=f"{len(seats)} players").check(force=True)
    for number, seat in enumerate(seats, 1):
        chair = page.get_by_role("group", name=re.compile(f"^Seat {number}"))
        kind = {"link": "By link", "bot": "Bot"}.get(seat, "Here")
        chair.get_by_role("radio", name=kind).check(force=True)
        if kind == "Here":
            chair.get_by_role("textbox").fill(seat)
        elif kind == "Bot":
            chair.get_by_role("combobox").select_option("easy")
    for option in options:
        page.get_by_role("checkbox", name=option).check()
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    return page.url.rpartition("/")[2]


def accept_invitation(page: Page, name: str) -> None:
    """Takes a seat, on the page that an invitation opens."""
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("list", name="Players")).to_be_visible()


def wait_for_winner(page: Page) -> Locator:
    """Waits until the points are counted and the winner is announced; the end of the game."""
    end = page.get_by_role("region", name="The game is over")
    expect(end.get_by_role("status")).not_to_be_empty(timeout=LONGEST_WAIT_MS)
    return end


def open_menu(page: Page, entry: str) -> None:
    """Presses an entry of the table's menu."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name=entry).click()
