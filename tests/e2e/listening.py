"""Plays as somebody who sees nothing: hears what is said, presses keys, and knows things by role and name."""

import json
import random
import re
from typing import Any

from playwright.sync_api import Page, WebSocket, expect
from playwright.sync_api import TimeoutError as TooLateError

from tests.e2e.playing import wait_until

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

PROMPT = re.compile(
    r"^(Your turn\. )?(Place domino \d+\.|Choose a domino from the |Choose where the fire lands\."
    r"|Choose who gets |Recruit a caveman or pass\.|[\w ]+: pay |[\w ]+: choose where to settle\."
    r"|Your turn is complete\.)"
)
POINTS = re.compile(r"^[\w ]+: \d+ points?(, [\w ]+: \d+ points?)*\.$")
TOTEM = re.compile(r"has the totem: ")
OVER = "The game is over."


class Listener:
    """Somebody at a page who only listens and presses keys."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.events: list[dict[str, Any]] = []  # as the server sent them, after the first welcome
        self.view: dict[str, Any] = {}
        self.names: list[str] = []
        self.turns = 0
        self.asked: set[str] = set()
        self._random = random.Random(seed)
        self._known = 0  # the last event that was sent
        self._heard = 0  # how much of what was said has been taken in
        page.on("websocket", self._connected)

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self._received(json.loads(data)))

    def _received(self, message: dict[str, Any]) -> None:
        if message["type"] not in ("welcome", "news"):
            return
        is_first = not self._known
        for numbered in message["events"]:
            if numbered["number"] > self._known:
                self._known = numbered["number"]
                if not is_first:
                    self.events.append(numbered["event"])
        self.view = message["view"]
        self.names = [
            f"{seat['bot'].capitalize()} bot" if seat["kind"] == "bot" else seat["name"]
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

    def expect_said(self, pattern: str, region: str = "log") -> None:
        """Waits until something is said by a kind of region."""
        said = "([by, how]) => window.heard.some(([role, text]) => role === by && new RegExp(how).test(text))"
        try:
            wait_until(self.page, said, [region, pattern])
        except TooLateError as error:
            raise AssertionError(f"{pattern} is not said: {self.heard()[-6:]}") from error

    def expect_focus(self, role: str = "") -> None:
        """The focus is somewhere, or comes there in a moment: never lost."""
        is_there = f"(role) => {{ const [now] = ({FOCUS})(); return role ? now === role : now !== 'body'; }}"
        try:
            wait_until(self.page, is_there, role)
        except TooLateError as error:
            raise AssertionError(f"the focus is at {self.focus()} after {self.heard()[-3:]}") from error

    def choose(self, pattern: str = "") -> str:
        """Takes an entry of the list of moves: one that is like that, or any of the first few."""
        self.press("o")
        self.expect_focus("button")
        passed = [self.focus()[1]]
        down = self._random.randrange(3) if not pattern else MOST_STEPS
        for _ in range(down):
            if pattern and re.search(pattern, passed[-1]):
                break
            self.press("ArrowDown")
            passed.append(self.focus()[1])
            assert not pattern or passed[-1] != passed[-2], f"{pattern} is not among {passed}"
        if not pattern and passed[-1].startswith("Undo"):
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
        """Places the domino by going over the squares to one where it fits."""
        fitting = self.page.get_by_role("gridcell", name=re.compile(r"empty; .* here, "))
        expect(fitting.first).to_be_attached()
        names = [each.get_attribute("aria-label") or "" for each in fitting.all()]
        self.go_to(self._random.choice(names).split(",")[0])
        self.press("Enter", "r")  # aims, and aims in another way if there is one
        self.expect_said("Enter places it", "status")
        self.press("Enter")

    def play(self, turns: int | None = None) -> None:
        """Plays whole turns, or to the end of the game."""
        for _ in range(MOST_STEPS):
            asked = self.listen()
            if asked == OVER:
                assert turns is None, "the game ended too early"
                return
            self.step(asked)
            if self.turns == turns:
                return
        raise AssertionError("the game does not end")

    def step(self, asked: str) -> None:
        kind = asked.removeprefix("Your turn. ")
        if kind.startswith("Your turn is complete"):
            self.asked.add("confirm")
            self.turns += 1
            if self.turns % 2:
                self.press("c")
            else:
                self.choose("^Confirm the turn")
        elif kind.startswith("Place ") and self._random.random() < 0.4:
            self.asked.add("squares")
            self.place_on_squares()
        else:
            is_claim = kind.startswith("Choose a domino")
            self.asked.add("claim" if is_claim else re.sub(r"^[\w ]+: (pay|choose)", r"\1", kind).split()[0])
            self.choose()
        self.expect_focus()

    def assert_all_was_said(self) -> None:
        """Every event was said once, in order, and by the announcements alone."""
        heard = self.heard()
        log = [text for region, text in heard if region == "log"]
        events = [
            text for text in log if not (PROMPT.match(text) or POINTS.match(text) or TOTEM.search(text))
        ]
        expected = [text for event in self.events for text in sentences(event, self.names)]
        assert events == expected
        elsewhere = [*(text for region, text in heard if region != "log"), *self.focused()]
        told = [text.removesuffix(".") for text in events]
        twice = [text for text in elsewhere if text in log or any(event in text for event in told)]
        assert not twice, f"said twice: {twice}"


def sentences(event: dict[str, Any], names: list[str]) -> list[str]:
    """What is said in English when something happens."""
    name = names[event["seat"]] if "seat" in event else ""
    match event["type"]:
        case "stepped":
            why = event.get("why") or {}
            because = {
                "only_possibility": " Only legal move.",
                "fits_nowhere": f" Domino {_domino(event)} fits nowhere, so it is discarded.",
            }
            subject = f"{name}’s" if event["move"].startswith("*") else name
            return [f"{subject} {_step(event)}." + because.get(why.get("code", ""), "")]
        case "undone":
            return [f"{name} undoes the last step."]
        case "confirmed":
            return [text for fact in event["facts"] for text in _revealed(fact)]
        case "finished":
            return [OVER]
        case _:
            return []


def _step(event: dict[str, Any]) -> str:
    move = event["move"]
    match move[0]:
        case "x":
            return f"discards domino {_domino(event)}"
        case ".":
            return "passes"
        case "*":
            burnt = [
                LOST[fact.get("kind") or fact["resource"]]
                for fact in event["facts"]
                if fact["type"].endswith("_burnt")
            ]
            return f"fire lands on {move[1:]}" + "".join(f". The fire destroys: {each}" for each in burnt)
        case "-":
            return f"pays the resource on {move[1:]}: {LOST[event['facts'][0]['resource']]}"
        case "@":
            return f"settles the caveman on {move[1:]}"
        case "=":
            return f"chooses domino {move[1:]}"
        case "+":
            whom = CAVEMEN[move.lstrip("+")]
            return f"recruits from the pile: {whom}" if move.startswith("++") else f"recruits: {whom}"
        case _:
            return f"places domino {_domino(event)} on {move[:-1]} and {next_to(move[:-1], move[-1])}"


def next_to(cell: str, direction: str) -> str:
    """The name of the cell beside a cell."""
    across, up = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}[direction]
    return f"{chr(ord(cell[0]) + across)}{int(cell[1:]) + up}"


def _domino(event: dict[str, Any]) -> int:
    return next(fact["domino"] for fact in event["facts"] if "domino" in fact)


def _revealed(fact: dict[str, Any]) -> list[str]:
    if fact["type"] == "line_revealed":
        return [f"New line: {', '.join(map(str, fact['numbers']))}."]
    if fact["type"] == "cavemen_revealed":
        return [f"New on the cave board: {', '.join(CAVEMEN[code] for code in fact['kinds'])}."]
    return []


CAVEMEN = {
    "hu": "Hunter",
    "fc": "Fishing Child",
    "ga": "Gatherer",
    "sc": "Sculptor",
    "pa": "Painter",
    "fl": "Fire Lady",
    "sh": "Shaman",
    "w1": "Small warrior",
    "w2": "Amazon warrior",
    "w3": "Oafish warrior",
}
LOST = {**CAVEMEN, **{name: name for name in ("mammoth", "fish", "mushroom", "flint")}}
