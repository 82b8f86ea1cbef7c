"""Plays as somebody who sees nothing: hears what is said, presses keys, and knows things by role and name."""

import json
import random
import re
import time
from typing import Any

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLateError

from crownfire.rules.canvas import cell_name
from tests.e2e.frames import frames_of
from tests.e2e.playing import LONGEST_WAIT_MS, wait_until
from tests.e2e.texts import pattern, text

MOST_STEPS = 400

# Writes down what a screen reader would say by itself: whatever comes into a live region, and the name of
# what gets the focus, again if it changes meanwhile.
LISTEN = """
window.heard = [];
window.focused = [];
let named = '';
const look = () => {
  const node = document.activeElement;
  const ids = (node?.getAttribute('aria-describedby') ?? '').split(' ');
  const lines = ids.map((id) => document.getElementById(id)?.textContent ?? '');
  const name = !node || node === document.body ? '' : node.getAttribute('aria-label') ?? node.textContent;
  const said = [name, ...lines].join(' ').trim();
  if (said && said !== named) window.focused.push(said);
  named = said;
};
addEventListener('focusin', () => {
  named = '';
  look();
});
const LIVE = '[role=log], [role=status], [role=alert], [role=alertdialog], [aria-live]';
const hear = (region, text) => {
  const said = text.trim();
  if (said) window.heard.push([region.getAttribute('role') ?? 'live', said]);
};
new MutationObserver((changes) => {
  const whole = new Set(); // regions that are read as a whole, once for each change
  for (const { target, type, addedNodes } of changes) {
    const within = (target.nodeType === 1 ? target : target.parentElement)?.closest(LIVE);
    if (within && within.getAttribute('role') !== 'log') whole.add(within);
    for (const node of type === 'childList' ? addedNodes : []) {
      if (node.nodeType !== 1) continue;
      if (within?.getAttribute('role') === 'log') hear(within, node.textContent);
      const alert = '[role=alert], [role=alertdialog]'; // these are read when they appear
      if (node.matches(alert)) whole.add(node);
      for (const each of node.querySelectorAll(alert)) whole.add(each);
    }
  }
  for (const region of whole) hear(region, region.textContent);
  look();
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
FOCUS = """() => {
  const node = document.activeElement;
  return [node === document.body ? 'body' : node.getAttribute('role') ?? node.localName,
    (node.getAttribute('aria-label') ?? node.textContent).trim().slice(0, 300)];
}"""

WORDS = r"[\w ]+"  # names of people and things
ASKED = {  # what is asked, by what is said then
    kind: re.compile(f"^(?:{pattern(f'status.{kind}.me', WORDS)})")
    for kind in ("place", "erupt", "give", "first", "claim", "recruit", "pay", "settle", "confirm")
}
YOUR_TURN = text("say.your_turn")
PROMPT = re.compile(
    f"^(?:{re.escape(YOUR_TURN)} )?(?:{'|'.join(each.pattern[1:] for each in ASKED.values())})"
)
POINTS = re.compile(rf"^{pattern('say.points', WORDS)}(?:, {pattern('say.points', WORDS)})*\.$")
# Totems that are again where they were, since steps were undone: said besides the events.
TOTEM_BACK = re.compile(f"^(?:{pattern('say.totem', WORDS)}|{pattern('say.totem_free', WORDS)})$")
OVER = text("log.finished")
ENTER = text("say.enter")


class Listener:
    """Somebody at a page who only listens and presses keys."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.asked: set[str] = set()
        self._random = random.Random(seed)
        self._frames = frames_of(page)
        self._confirmed = 0
        self._heard = 0  # how much of what was said has been taken in

    @property
    def events(self) -> list[dict[str, Any]]:
        """As the server sent them, after the first welcome."""
        return self._frames.events

    @property
    def view(self) -> dict[str, Any]:
        """As the server sent it last."""
        return self._frames.view

    @property
    def turns(self) -> int:
        """How many turns of this page became final that were more than forced moves."""
        return self._frames.turns

    @property
    def names(self) -> list[str]:
        """What the players are called."""
        return [
            text("seat.bot", level=text(f"level.{seat['bot']}.name"))
            if seat["kind"] == "bot"
            else seat["name"]
            for seat in self.view["seats"]
        ]

    def heard(self) -> list[tuple[str, str]]:
        """Everything that was said so far: by which kind of region, and what."""
        return [(region, text) for region, text in self.page.evaluate("() => window.heard")]

    def focused(self) -> list[str]:
        """The names of everything that had the focus so far."""
        names: list[str] = self.page.evaluate("() => window.focused")
        return names

    def focus(self) -> tuple[str, str]:
        """Role and name of what has the focus."""
        role, name = self.page.evaluate(FOCUS)
        return role, name

    def reload(self) -> None:
        """Opens the page again; what was said before is forgotten."""
        self.page.reload()
        self._heard = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def listen(self) -> str:
        """Waits until something is asked, or the game is over; what was said."""
        wanted = (
            f"(from) => window.heard.slice(from).some(([, text]) => "
            f"new RegExp({json.dumps(PROMPT.pattern)}).test(text) || text === {json.dumps(OVER)})"
        )
        try:
            wait_until(self.page, wanted, self._heard)
        except TooLateError as error:
            raise AssertionError(f"nothing is asked: {self.heard()[-6:]}, focus {self.focus()}") from error
        heard = self.heard()
        found = next(text for _, text in heard[self._heard :] if PROMPT.match(text) or text == OVER)
        self._heard = len(heard)
        return found

    def expect_said(self, like: str, region: str = "log") -> None:
        """Waits until something is said by a kind of region."""
        said = "([by, how]) => window.heard.some(([role, text]) => role === by && new RegExp(how).test(text))"
        try:
            wait_until(self.page, said, [region, like])
        except TooLateError as error:
            raise AssertionError(f"{like} is not said: {self.heard()[-6:]}") from error

    def expect_focus(self, role: str = "") -> None:
        """The focus is somewhere, or comes there in a moment: never lost."""
        is_there = f"(role) => {{ const [now] = ({FOCUS})(); return role ? now === role : now !== 'body'; }}"
        try:
            wait_until(self.page, is_there, role)
        except TooLateError as error:
            raise AssertionError(f"the focus is at {self.focus()} after {self.heard()[-3:]}") from error

    def choose(self, like: str = "") -> str:
        """Takes an entry of the list of moves: one that is like that, or any of the first few."""
        self.press("o")
        self.expect_focus("button")
        passed = [self.focus()[1]]
        down = self._random.randrange(3) if not like else MOST_STEPS
        for _ in range(down):
            if like and re.search(like, passed[-1]):
                break
            self.press("ArrowDown")
            passed.append(self.focus()[1])
            assert not like or passed[-1] != passed[-2], f"{like} is not among {passed}"
        if not like and passed[-1].startswith(text("choice.undo")):
            self.press("Home")
        self.press("Enter")
        return passed[-1]

    def go_to(self, cell: str) -> str:
        """Goes to a square by arrow keys; its name."""
        self.press("t")
        self.expect_focus("gridcell")
        here = self.focus()[1].split(",")[0]
        across = ord(cell[0]) - ord(here[0])
        up = int(cell[1:]) - int(here[1:])
        self.press(*["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
        self.press(*["ArrowUp" if up > 0 else "ArrowDown"] * abs(up))
        name = self.focus()[1]
        assert name.startswith(cell + ","), f"arrow keys lead to {name}, not to {cell}"
        return name

    def place_on_squares(self) -> None:
        """Places the domino by going over the squares to one where it fits, in whatever way is said there."""
        lit = self.page.locator(".mine [role=gridcell][data-lit]")
        expect(lit.first).to_be_attached()
        cell = self._random.choice([each.get_attribute("data-at") or "" for each in lit.all()])
        name = self.go_to(cell)
        assert re.search(pattern("square.way"), name), f"{name} does not say how the domino fits there"
        told = ""
        for _ in range(self._random.randrange(4)):  # none: as it fits best
            self.press("r")
            self.expect_said(f"{re.escape(ENTER)}$", "status")
            told = self.page.get_by_role("status", name=text("say.hint")).inner_text()
        before = len(self.events)
        self.press("Enter")
        placed = self._placed_after(before)
        assert cell in placed
        assert not told or all(re.search(rf"\b{each}\b", told) for each in placed), f"{told} was {placed}"

    def _placed_after(self, before: int) -> list[str]:
        """Waits until a domino is placed, after so many events; on which cells."""
        end = time.monotonic() + LONGEST_WAIT_MS / 1000
        while time.monotonic() < end:
            for fact in [fact for event in self.events[before:] for fact in event.get("facts", ())]:
                if fact["type"] == "placed":
                    return [cell_name(cell) for cell in fact["cells"]]
            self.page.wait_for_timeout(20)
        raise AssertionError(f"nothing is placed: {self.heard()[-6:]}")

    def play(self, turns: int | None = None) -> None:
        """Plays whole turns, or to the end of the game."""
        for _ in range(MOST_STEPS):
            before = self._heard
            asked = self.listen()
            if turns is not None and self.turns >= turns:
                self._heard = before  # for whoever goes on
                return
            if asked == OVER:
                assert turns is None, "the game ended too early"
                return
            self.step(asked)
        raise AssertionError("the game does not end")

    def step(self, asked: str) -> None:
        kind = self.kind_of(asked)
        if kind == "confirm":
            self._confirmed += 1
            if self._confirmed % 2:
                self.press("c")
            else:
                self.choose(f"^{text('choice.confirm')}")
        elif kind == "place" and self._random.random() < 0.4:
            self.asked.add("squares")
            self.place_on_squares()
        else:
            self.choose()
        self.asked.add(kind)
        self.expect_focus()

    @staticmethod
    def kind_of(asked: str) -> str:
        """What is asked for, as phases are called."""
        words = asked.removeprefix(YOUR_TURN).strip()
        kind = next(kind for kind, how in ASKED.items() if how.match(words))
        return "claim" if kind == "first" else kind

    def assert_all_was_said(self) -> None:
        """Every event was said once, in order, and by the announcements alone."""
        heard = self.heard()
        log = [text for region, text in heard if region == "log"]
        besides = (PROMPT, POINTS, TOTEM_BACK)
        events = [said for said in log if not any(each.match(said) for each in besides)]
        expected = [said for event in self.events for said in sentences(event, self.names)]
        assert events == expected
        elsewhere = [*(said for region, said in heard if region != "log"), *self.focused()]
        told = [said.removesuffix(".") for said in events]
        twice = [said for said in elsewhere if said in log or any(event in said for event in told)]
        assert not twice, f"said twice: {twice}"


def sentences(event: dict[str, Any], names: list[str]) -> list[str]:
    """What is said in English when something happens."""
    name = names[event["seat"]] if "seat" in event else ""
    match event["type"]:
        case "stepped":
            return [" ".join([*_step(event, names), *_why(event)])]
        case "undone":
            return [text("say.undone", name=name)]
        case "confirmed":
            return [said for fact in event["facts"] for said in _revealed(fact)]
        case "finished":
            return [OVER]
        case _:
            return []


def _why(event: dict[str, Any]) -> list[str]:
    why = event.get("why")
    return [text(f"why.{why['code']}", **why.get("params", {}))] if why else []


def _step(event: dict[str, Any], names: list[str]) -> list[str]:
    """A step in sentences: what was done, then what came of it."""
    move = event["move"]
    if move[0] == ">":  # says itself who has the totem now
        return [text("log.give", name=names[event["seat"]], other=names[int(move[1:]) - 1])]
    return [_fact(fact, names) for fact in event["facts"]]


def _fact(fact: dict[str, Any], names: list[str]) -> str:
    name = names[fact["seat"]] if "seat" in fact else ""
    cell = cell_name(fact["cell"]) if "cell" in fact else ""
    match fact["type"]:
        case "placed":
            first, second = map(cell_name, fact["cells"])
            return text("log.place", name=name, domino=fact["domino"], cell=first, second=second)
        case "discarded":
            return text("log.discard", name=name, domino=fact["domino"])
        case "claimed":
            return text("log.claim", name=name, domino=fact["domino"])
        case "fire_landed":
            return text("log.fire", name=name, cell=cell)
        case "resource_burnt":
            return text("log.burns", what=text(f"resource.{fact['resource']}"))
        case "caveman_burnt":
            return text("log.burns", what=text(f"caveman.{fact['kind']}.name"))
        case "totem_moved":
            resource, holder = text(f"resource.{fact['resource']}"), fact["target"]
            if holder is None:
                return text("say.totem_free", resource=resource)
            return text("say.totem", name=names[holder], resource=resource)
        case "recruited":
            key = "log.recruit_pile" if fact["from_pile"] else "log.recruit"
            return text(key, name=name, caveman=text(f"caveman.{fact['kind']}.name"))
        case "resource_paid":
            return text("log.pay_kind", name=name, cell=cell, resource=text(f"resource.{fact['resource']}"))
        case "settled":
            return text("log.settle", name=name, cell=cell)
        case "nobody_recruited":
            return text("log.pass", name=name)
        case kind:
            raise AssertionError(f"a step brings no {kind}")


def _revealed(fact: dict[str, Any]) -> list[str]:
    match fact["type"]:
        case "line_revealed":
            return [text("log.line", dominoes=", ".join(map(str, fact["numbers"])))]
        case "cavemen_revealed":
            cavemen = [text(f"caveman.{code}.name") for code in fact["kinds"]]
            return [text("say.cave", cavemen=", ".join(cavemen))] if cavemen else []
        case "left_over" | "game_over":
            return []
        case kind:
            raise AssertionError(f"the end of a turn brings no {kind}")
