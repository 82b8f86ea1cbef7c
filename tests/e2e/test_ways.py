"""Other ways to play: by keyboard alone, on a phone, several games in a row."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.playing import (
    CLAIM,
    CONFIRM,
    MOVED,
    TOLD,
    Look,
    Player,
    make_table,
    start_against_bot,
    wait_for_winner,
    wait_until,
)
from tests.e2e.texts import text
from tests.e2e.touching import BOARD, GHOST, LIT, aimed_cells, middle, reach, rested, walk_to
from tests.e2e.visitors import Visitors

MOST_TABS = 60
FOCUS = """() => {
  const node = document.activeElement;
  return node.getAttribute('role') + '|' + (node.getAttribute('aria-label') ?? node.textContent.trim());
}"""


def tab_to(page: Page, pattern: str) -> None:
    """Presses Tab until something is in focus whose role and name are like that."""
    passed: list[str] = []
    for _ in range(MOST_TABS):
        if re.search(pattern, page.evaluate(FOCUS)):
            return
        page.keyboard.press("Tab")
        passed.append(page.evaluate(FOCUS))
    raise AssertionError(f"{pattern} is not reached by the Tab key: {passed}")


def place_by_keys(page: Page) -> int:
    """Goes to a square where the domino fits, aims in every way, lets it be, aims again; in how many ways."""
    tab_to(page, "^gridcell")
    lit = [cell.get_attribute("data-at") or "" for cell in page.locator(".mine [data-lit]").all()]
    walk_to(page, min(lit, key=lambda cell: abs(ord(cell[0]) - ord("g")) + abs(int(cell[1:]) - 7)))
    ghost = page.locator(GHOST)
    ways = set()
    for _ in range(8):
        page.keyboard.press("r")
        expect(ghost).to_be_visible()
        ways.add(tuple(aimed_cells(page)))
    page.keyboard.press("Escape")
    expect(ghost).to_have_count(0)
    page.keyboard.press("r")
    expect(ghost).to_be_visible()
    aimed = aimed_cells(page)
    with rested(page):
        page.keyboard.press("Enter")
    wait_until(page, TOLD, aimed)
    return len(ways)


def test_by_keyboard_alone(visitors: Visitors) -> None:
    page = visitors.come("/", confirm="always")
    tab_to(page, r"\|Kingdomino")
    page.keyboard.press("Enter")
    tab_to(page, r"\|Easy")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    watch = Player(page)  # only looks
    turns = {"placed": 0, "confirmed": 0}
    most_ways = 0
    while turns["confirmed"] < 8 or turns["placed"] < 6:  # now and then a domino fits nowhere
        seen = watch.wait()
        match seen.asked:
            case "confirm" if turns["confirmed"] % 2:
                page.keyboard.press("c")
                turns["confirmed"] += 1
            case "confirm":
                tab_to(page, rf"\|{CONFIRM}$")
                page.keyboard.press("Enter")
                turns["confirmed"] += 1
            case "claim":
                tab_to(page, rf"\|{CLAIM.pattern.strip('^$')}")
                page.keyboard.press("Enter")
            case "place":
                most_ways = max(most_ways, place_by_keys(page))
                turns["placed"] += 1
            case _:
                raise AssertionError(seen)
        page.wait_for_function(MOVED, arg=seen.mark)
        if seen.asked == "place" and turns["placed"] == 1:  # thought better of it
            page.keyboard.press("u")
            page.wait_for_function(f"(mark) => !({MOVED})(mark)", arg=seen.mark)
    assert most_ways > 2, "R aims in no other way"


def test_a_game_on_a_phone(visitors: Visitors) -> None:
    page = visitors.come("/", size="phone")
    wide = "() => [document.documentElement.scrollWidth, innerWidth]"

    def fits() -> None:
        scroll, inner = page.evaluate(wide)
        assert scroll <= inner, f"the page is {scroll} wide on a screen of {inner}"

    def before(seen: Look) -> None:
        fits()
        if seen.asked == "confirm":
            expect(page.get_by_role("button", name=CONFIRM, exact=True)).to_be_in_viewport(ratio=1)

    fits()
    start_against_bot(page, "kingdomino")
    Player(page, seed=6, touch=True, before=before).play()
    wait_for_winner(page)
    fits()


def test_a_phone_held_sideways(visitors: Visitors) -> None:
    """The same as a page enlarged to 200 %: whatever a turn needs is on the screen."""
    page = visitors.come("/", size="phone", confirm="always")
    page.set_viewport_size({"width": 640, "height": 360})
    start_against_bot(page, "kingdomino")
    needs = {
        "confirm": page.get_by_role("button", name=CONFIRM, exact=True),
        "place": page.get_by_role("button", name=text("actions.rotate")),
        "claim": page.get_by_role("button", name=CLAIM).last,
    }

    def before(seen: Look) -> None:
        page.evaluate("() => scrollTo(0, 0)")
        expect(needs[seen.asked]).to_be_in_viewport(ratio=1)

    Player(page, seed=6, touch=True, before=before).play(turns=5)


def test_dynasty(visitors: Visitors) -> None:
    page = visitors.come("/new")
    make_table(page, "Ada", "bot", options=("Dynasty",))
    player = Player(page, seed=8)
    player.play()
    end = wait_for_winner(page)
    heading = end.get_by_role("article").filter(has_text="Ada").locator("tfoot .total")
    points = heading.inner_text()
    end.get_by_role("button", name="Game 2 of 3").click()
    expect(end).to_have_count(0)
    assert "Game 2 begins." in player.log()
    mine = page.get_by_role("list", name="Players").get_by_role("listitem").filter(has_text="Ada")
    expect(mine).to_contain_text(f"{points} point")
    expect(mine).to_contain_text("in total")
    player.play(turns=2)


def at_a_placement(page: Page) -> None:
    """A game against a bot, up to a domino of mine that is to be placed."""
    start_against_bot(page, "kingdomino")
    player = Player(page)
    while (seen := player.wait()).asked != "place":
        player.step(seen)


def test_a_click_leaves_no_frame_around_the_board_but_a_key_does(visitors: Visitors) -> None:
    page = visitors.come("/")
    at_a_placement(page)
    outline = "() => getComputedStyle(document.activeElement).outlineStyle"
    board = page.locator(BOARD)
    board.click(position={"x": 5, "y": 5})
    assert page.evaluate(outline) == "none"
    page.keyboard.press("t")
    expect(page.locator(".mine [data-at=g7]")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".mine [data-at=h7]")).to_be_focused()
    assert page.evaluate(outline) == "solid"
    board.click(position={"x": 5, "y": 5})
    assert page.evaluate(outline) == "none"


def test_a_dragged_domino_leaves_its_points_to_be_seen(visitors: Visitors) -> None:
    page = visitors.come("/")
    at_a_placement(page)
    dragged, points = page.locator(".dragged"), page.locator(f"{GHOST} .badge")
    spot = reach(page.locator(LIT).first)
    page.mouse.move(*middle(page.locator("[role=toolbar] .hand")))
    page.mouse.down()
    page.mouse.move(30, 300, steps=5)
    expect(dragged).to_be_visible()
    expect(points).to_have_count(0)
    page.mouse.move(*spot, steps=5)
    expect(points).to_be_visible()
    badge = points.bounding_box()
    assert badge is not None
    for box in (each.bounding_box() for each in dragged.all()):
        assert box is not None
        beside = box["x"] >= badge["x"] + badge["width"] or box["x"] + box["width"] <= badge["x"]
        above = box["y"] >= badge["y"] + badge["height"] or box["y"] + box["height"] <= badge["y"]
        assert beside or above, "the domino lies over its points"
    page.mouse.up()
