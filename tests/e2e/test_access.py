"""axe-core finds nothing serious on any page, in light and in dark."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import (
    GAMES,
    Player,
    accept_invitation,
    make_table,
    open_menu,
    start_against_bot,
    wait_for_winner,
)
from tests.e2e.texts import text
from tests.e2e.visitors import SCHEMES, Visitors, wear

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (rules) => {
  const found = await axe.run(document, { resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map((node) =>
      `${id} (${help}): ${node.target.join(' ')} ${[...node.any, ...node.all, ...node.none][0]?.message}`));
}"""

ASKED = {
    "kingdomino": {"claim", "place", "confirm"},
    "origins-discovery": {"claim", "place", "confirm", "erupt"},
    "origins-totem": {"claim", "place", "confirm", "erupt"},
    "origins-tribe": {"claim", "place", "confirm", "erupt", "recruit", "pay", "settle"},
}
MOST_GAMES = 4  # of which one must ask for all that is looked at


class Examiner:
    """Looks at pages in both colour schemes and remembers what is wrong where."""

    def __init__(self) -> None:
        self.found: dict[str, None] = {}  # in order, each once

    def look(self, page: Page, where: str) -> None:
        for scheme in SCHEMES:
            wear(page, scheme)
            if not page.evaluate("() => 'axe' in window"):
                page.evaluate(AXE.read_text(encoding="utf-8"))
            only = (
                ["color-contrast", "link-in-text-block"] if scheme == "dark" else None
            )  # the rest is the same
            for violation in page.evaluate(RUN, only):
                self.found[f"{where}, {scheme}: {violation}"] = None

    def assert_nothing(self) -> None:
        assert not self.found, "\n".join(self.found)


def test_pages_around_the_table(visitors: Visitors) -> None:
    examiner = Examiner()
    page = visitors.come("/")
    expect(page.get_by_role("heading", name="Play now against a bot")).to_be_visible()
    page.get_by_role("button", name="Kingdomino ").first.click()
    examiner.look(page, "start page")

    page.goto(f"{visitors.address}/new")
    expect(page.get_by_role("button", name="Create the table")).to_be_visible()
    examiner.look(page, "new table")
    page.get_by_role("radio", name="Public").check(force=True)
    make_table(page, "Ada", "link", "link")
    link = page.get_by_role("textbox", name="Link: Invite somebody to play").input_value()
    examiner.look(page, "waiting room")

    guest = visitors.come("/lobby")
    guest.get_by_role("button", name="Join: Kingdomino").first.wait_for()
    examiner.look(guest, "lobby")
    guest.get_by_role("button", name="Join: Kingdomino").first.click()
    expect(guest.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    examiner.look(guest, "join dialog")
    guest.goto(link)
    expect(guest.get_by_role("textbox", name="Your name")).to_be_visible()
    examiner.look(guest, "join form")
    examiner.assert_nothing()


@pytest.mark.parametrize("rules", GAMES)
def test_tables(rules: str, visitors: Visitors) -> None:
    examiner = Examiner()
    page = visitors.come("/", confirm="always")
    start_against_bot(page, rules)
    player = Player(page, seed=9)
    looked: set[str] = set()
    games = 1
    while not ASKED[rules] <= looked:  # everything that is often asked in this game, once
        seen = player.wait()
        if seen.asked == "over":  # seldom a game ends without a fire
            games += 1
            assert games <= MOST_GAMES, f"only {looked} was asked"
            page.goto(visitors.address)
            start_against_bot(page, rules)
            continue
        if seen.asked not in looked:
            looked.add(seen.asked)
            examiner.look(page, f"{rules}, {seen.asked}")
        player.step(seen)
    if rules == "kingdomino":
        page.get_by_role("button", name="Menu").click()
        examiner.look(page, "menu")
        page.keyboard.press("Escape")
        open_menu(page, "Score breakdown")
        expect(page.get_by_role("dialog", name="Player 1’s points")).to_be_visible()
        examiner.look(page, "score sheet")
        page.keyboard.press("Escape")
        open_menu(page, "Unseen dominoes")
        examiner.look(page, "remaining dominoes")
        page.keyboard.press("Escape")
        open_menu(page, "Table links")
        examiner.look(page, "links")
        page.keyboard.press("Escape")
        player.play()
        wait_for_winner(page)
        examiner.look(page, "end")
    examiner.assert_nothing()


def test_examiner_sees_faults(visitors: Visitors) -> None:
    """A page with a fault is found out."""
    examiner = Examiner()
    page = visitors.come("/")
    expect(page.get_by_role("heading", name="Play now against a bot")).to_be_visible()
    page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
    examiner.look(page, "start page")
    with pytest.raises(AssertionError, match="button-name"):
        examiner.assert_nothing()


def test_joined_table_names_everybody(visitors: Visitors) -> None:
    """Whoever listens hears what is whose: territories, dominoes, points."""
    ada = visitors.come("/new")
    make_table(ada, "Ada", "link")
    bob = visitors.come(ada.get_by_role("textbox", name="Link: Invite somebody to play").input_value())
    accept_invitation(bob, "Bob")
    for name in ("Ada", "Bob"):
        points = text("players.points", name=name, points=0)
        expect(bob.get_by_role("button", name=points, exact=True)).to_be_visible()
        enlarge = text("players.enlarge", name=name, game="kingdomino")
        bob.get_by_role("button", name=enlarge, exact=True).press("Enter")
        squares = bob.get_by_role("grid", name=text("square.grid", name=name), exact=True)
        home = text("square.home", game="kingdomino")
        expect(squares.get_by_role("gridcell", name=f"g7, {home}", exact=True)).to_be_attached()
