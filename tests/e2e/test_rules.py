"""The rules: found by searching, by their address, and from the place at a table where one of them bites."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.playing import Player, open_menu, start_against_bot
from tests.e2e.test_access import Examiner
from tests.e2e.test_languages import BROWSERS, alike, words
from tests.e2e.texts import text
from tests.e2e.touching import BOARD
from tests.e2e.visitors import Visitors

# Whatever is wider than the screen: its words would be cut, or the page could be pushed aside.
TOO_WIDE = """() => [...document.querySelectorAll('body *')]
  .filter((node) => !node.closest('.hidden') && node.getClientRects().length)
  .filter((node) => node.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5
    || (node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflowX === 'hidden'))
  .map((node) => node.outerHTML.slice(0, 120))"""


def titles(page: Page) -> list[str]:
    return page.locator(".rules h3").all_inner_texts()


def test_search_and_choice(visitors: Visitors) -> None:
    page = visitors.come("/")
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.get_by_role("heading", name="Rules", exact=True)).to_be_focused()
    expect(page.get_by_role("region", name="Warriors")).to_be_visible()
    everything = len(titles(page))

    search = page.get_by_role("searchbox", name="Search the rules")
    search.fill("WARRIORS power")
    expect(page.get_by_role("status").filter(has_text="1 section found")).to_be_visible()
    assert titles(page) == ["Warriors"]
    assert {text.lower() for text in page.locator("mark").all_inner_texts()} == {"warriors", "power"}
    search.fill("castle unicorn")
    expect(page.get_by_role("status").filter(has_text="Nothing found")).to_be_visible()
    expect(page.get_by_text("No rule contains all these words.")).to_be_visible()
    search.press("Escape")
    expect(page.locator(".rules h3")).to_have_count(everything)

    page.get_by_role("combobox", name="Which game?").select_option("kingdomino")
    expect(page).to_have_url(re.compile(r"/rules\?game=kingdomino$"))
    expect(page.get_by_role("region", name="Warriors")).to_have_count(0)
    expect(page.get_by_role("region", name="Dynasty")).to_be_visible()
    assert len(titles(page)) < everything
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="The frame").click()
    expect(page.get_by_role("region", name="The frame")).to_be_in_viewport()
    expect(page).to_have_url(re.compile(r"/rules\?game=kingdomino#C4$"))


def test_addresses_of_rules(visitors: Visitors) -> None:
    page = visitors.come("/rules?game=origins-tribe#B8")
    rule = page.get_by_role("region", name="Warriors")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class(re.compile("current"))
    expect(page.get_by_role("combobox", name="Which game?")).to_have_value("origins-tribe")
    expect(page.locator("section#K4")).to_have_count(0)

    # One of several in a section, and of another game than the chosen one: it is shown all the same.
    page.evaluate("() => { location.hash = '#K3'; }")
    rule = page.get_by_role("region", name="Kingdomino: players, kings and dominoes")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class(re.compile("current"))
    expect(page.get_by_role("combobox", name="Which game?")).to_have_value("")

    examiner = Examiner()
    page.get_by_role("searchbox").fill("fire")
    examiner.look(page, "rules")
    examiner.assert_nothing()


def test_from_a_table(visitors: Visitors) -> None:
    page = visitors.come("/", size="phone")
    start_against_bot(page, "kingdomino")
    player = Player(page, seed=3, touch=True)
    player.play(turns=4)
    seen = player.wait()
    while seen.asked != "place":
        player.step(seen)
        seen = player.wait()

    # A place where the domino can't lie: upon the castle.
    page.locator(f"{BOARD} [data-cell=g7]").tap()
    expect(page.get_by_role("alert")).to_have_text(text("why.occupied", cell="g7"))
    page.get_by_role("button", name="Rule C4").tap()
    dialog = page.get_by_role("dialog", name="Rule C4")
    expect(dialog.get_by_role("heading", name="The frame")).to_be_visible()
    examiner = Examiner()
    examiner.look(page, "a rule at the table")
    with page.context.expect_page() as opened:
        dialog.get_by_role("link", name="All rules").click()
    expect(opened.value.get_by_role("region", name="The frame")).to_be_in_viewport()
    opened.value.close()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert player.look().asked == "place"  # nothing has happened to the game

    # From the points, over the sheet, and back to it.
    player.play(turns=4)
    open_menu(page, "Score breakdown")
    sheet = page.get_by_role("dialog", name="Player 1’s points")
    examiner.look(page, "score sheet")
    term = sheet.get_by_role("button", name=re.compile(", Rule C9$")).first
    term.click()
    rule = page.get_by_role("dialog", name="Rule C9")
    expect(rule.get_by_role("heading", name="Regions and their points")).to_be_visible()
    page.keyboard.press("Escape")
    expect(rule).to_have_count(0)
    expect(term).to_be_focused()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    link = page.get_by_role("dialog").get_by_role("link", name="Rules")
    expect(link).to_have_attribute("href", "/rules?game=kingdomino")
    examiner.assert_nothing()


def test_five_languages_on_a_phone(visitors: Visitors) -> None:
    page = visitors.come("/rules", size="phone")
    expect(page.locator("section#C3")).to_be_visible()
    english = words(page)
    for language in BROWSERS:
        page.locator("header select").first.select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.locator("details.contents").evaluate("(node) => { node.open = true; }")
        expect(page.locator("section#C3")).to_be_visible()
        page.wait_for_function("(lang) => document.documentElement.lang === lang", arg=language)
        if language != "en":
            expect(page.locator("section#goal h3")).not_to_have_text("The game in short")
            assert alike(words(page), english) < 0.05, language
        assert page.evaluate(TOO_WIDE) == [], language
