"""Takes the pictures of the player's guide and the README, of real games: `make pictures`."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.lessons import Learner
from tests.e2e.playing import CLAIM, MOVED, Look, Player, make_table, start_against_bot, wait_for_winner
from tests.e2e.screenshots import visiting
from tests.e2e.visitors import SETTLED, Visitors

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
LESSON_STEPS = 6
TURNS = 13  # after which there is something to see
TIDY = """() => {
  document.querySelectorAll('details.choices').forEach((list) => { list.open = false; });
  document.activeElement?.blur();
  document.querySelectorAll('.others').forEach((column) => { column.scrollTop = 0; });
  scrollTo(0, 0);
}"""


class GoodPlayer(Player):
    """Takes high dominoes, and of the rest what brings most points, from the list of moves."""

    def step(self, seen: Look) -> None:
        if seen.asked == "confirm":
            super().step(seen)
            return
        if seen.asked == "claim":
            self.page.get_by_role("button", name=CLAIM).last.click()
        else:
            self.page.keyboard.press("o")
            self.page.keyboard.press("Enter")
        self.page.wait_for_function(MOVED, arg=seen.mark)


def take(page: Page, name: str, *, whole: bool = False) -> None:
    """Takes a picture from the top of the page, without lists that were opened to play by."""
    page.evaluate(TIDY)
    page.evaluate(SETTLED)
    page.screenshot(path=FOLDER / f"{name}.png", full_page=whole)


def play_until(player: Player, asked: str) -> None:
    """Plays on until something is asked for."""
    while (seen := player.wait()).asked != asked:
        assert seen.asked != "over", f"{asked} never came up"
        player.step(seen)


def photograph(visitors: Visitors) -> None:
    """Everything the guide shows."""
    page = visitors.come("/")
    page.get_by_role("button", name="Kingdomino ").first.click()
    take(page, "start")
    page.goto(f"{visitors.address}/learn/kingdomino")
    learner = Learner(page)
    for _ in range(LESSON_STEPS):
        learner.step()
    learner.look()
    take(page, "lesson")
    page.goto(f"{visitors.address}/rules#C3")
    expect(page.locator("#C3")).to_be_in_viewport()
    take(page, "rules")

    page.goto(f"{visitors.address}/new")
    table = make_table(page, "Ada", "bot", "bot", rules="Origins: Tribe Mode")
    player = GoodPlayer(page)
    player.play(turns=TURNS - 5)
    play_until(player, "place")
    page.mouse.move(0, 0)
    page.wait_for_timeout(8000)  # until no note lies over the page
    take(page, "table")
    player.play()
    wait_for_winner(page)
    page.goto(f"{visitors.address}/replay/{table}?step=90")
    expect(page.get_by_role("heading", name="Game log")).to_be_visible()
    take(page, "replay")
    page.goto(f"{visitors.address}/score/{table}")
    expect(page.get_by_role("table")).to_be_visible()
    take(page, "score", whole=True)

    phone = visitors.come("/", size="phone")
    start_against_bot(phone, "origins-discovery")
    player = GoodPlayer(phone)
    player.play(turns=TURNS)
    play_until(player, "erupt")
    phone.wait_for_timeout(8000)
    take(phone, "phone")


def main() -> None:
    """Takes all of them."""
    with visiting() as visitors:
        photograph(visitors)


if __name__ == "__main__":
    main()
