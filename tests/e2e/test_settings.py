"""Every setting has an effect that is seen at once, in other tabs, and after the page is loaded again."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.frames import frames_of
from tests.e2e.playing import Player, make_table, open_menu, start_against_bot
from tests.e2e.test_access import Examiner
from tests.e2e.texts import text
from tests.e2e.visitors import Visitors

# Counts the tones that are played.
EARS = """
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
"""
LETTERS = "svg text.letter"
# A language that the test chooses, and a size of the text.
LANGUAGES = ("en", "nl", "de", "es", "fr")
FIXED = """localStorage.setItem('crownfire.settings', JSON.stringify(
  { speed: 'off', letters: true, text: '%s', language: sessionStorage.getItem('language') ?? 'en' }))"""


def open_settings(page: Page) -> Locator:
    page.get_by_role("banner").get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog).to_be_visible()
    return dialog


def choose(dialog: Locator, group: str, value: str) -> None:
    dialog.get_by_role("group", name=group).get_by_role("radio", name=value, exact=True).check(force=True)


def size_of_text(page: Page) -> float:
    size: float = page.evaluate(
        "() => parseFloat(getComputedStyle(document.querySelector('main p')).fontSize)"
    )
    return size


def test_settings(visitors: Visitors) -> None:
    page = visitors.come("/", script=EARS)
    small = size_of_text(page)
    paper = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    dialog = open_settings(page)
    other = page.context.new_page()  # another tab of the same device
    other.goto(visitors.address)

    choose(dialog, "Theme", "Dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") != paper
    choose(dialog, "Text size", "Largest")
    assert size_of_text(page) > 1.3 * small
    letters = dialog.get_by_role("checkbox", name="Letters on terrains")
    expect(dialog.locator(LETTERS)).to_have_count(0)
    letters.check()
    expect(dialog.locator(LETTERS)).to_have_text(["G", "F"])
    dialog.get_by_role("textbox", name="Your name").fill("Ada|")
    expect(dialog.get_by_role("alert")).to_have_text(re.compile("^A name has"))
    dialog.get_by_role("textbox", name="Your name").fill("Ada")
    expect(dialog.get_by_role("alert")).to_have_count(0)
    dialog.get_by_role("combobox", name=text("new.confirm")).select_option("never")
    dialog.get_by_role("button", name="Listen").click()
    assert page.evaluate("() => window.tones") == 2
    dialog.get_by_role("checkbox", name="Sound").check()
    assert page.evaluate("() => window.tones") == 4
    dialog.get_by_role("combobox", name="Animations").select_option("fast")
    dialog.get_by_role("combobox", name="Language").select_option("nl")
    expect(page.get_by_role("dialog", name="Instellingen")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("banner").get_by_role("button", name="Instellingen")).to_be_focused()

    # In the other tab, without loading it again.
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    expect(other.locator("html")).to_have_attribute("data-text", "largest")
    expect(other.get_by_role("heading", name="Speel meteen tegen een bot")).to_be_visible()
    other.close()

    is_kept(page)
    at_a_table(page)


def is_kept(page: Page) -> None:
    """After loading the page again, all is as it was set."""
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    page.get_by_role("banner").get_by_role("button", name="Instellingen").click()
    dialog = page.get_by_role("dialog", name="Instellingen")
    expect(dialog.get_by_role("radio", name="Donker")).to_be_checked()
    expect(dialog.get_by_role("radio", name="Grootst")).to_be_checked()
    expect(dialog.get_by_role("checkbox", name="Letters op terreinen")).to_be_checked()
    expect(dialog.locator(LETTERS)).to_have_text(["W", "B"])  # weide, bos
    expect(dialog.get_by_role("combobox", name="Beurten bevestigen")).to_have_value("never")
    expect(dialog.get_by_role("checkbox", name="Geluid")).to_be_checked()
    expect(dialog.get_by_role("textbox", name="Je naam")).to_have_value("Ada")
    expect(dialog.get_by_role("combobox", name="Animaties")).to_have_value("fast")
    dialog.get_by_role("combobox", name="Taal").select_option("en")
    page.keyboard.press("Escape")


def at_a_table(page: Page) -> None:
    """The name, no confirmation, letters on all squares."""
    start_against_bot(page, "kingdomino")
    expect(page.get_by_role("list", name="Players")).to_contain_text("Ada")
    player = Player(page)
    seen = player.wait()
    assert page.locator(f".slot {LETTERS.removeprefix('svg ')}").count() >= 8
    player.step(seen)  # taken at once
    assert "confirm" not in player.steps
    assert player.wait().asked != "confirm"
    assert player.turns
    open_menu(page, "Settings")
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Menu")).to_be_focused()


CONFIRMED = {  # against a bot, and between people
    "people": [False, True],
    "always": [True, True],
    "never": [False, False],
}


def test_with_whom_turns_are_confirmed(visitors: Visitors) -> None:
    """The setting decides for new tables, which can decide otherwise; then that is the setting."""
    page = visitors.come("/new")
    tick = page.get_by_role("checkbox", name=text("new.confirm"))
    other = page.get_by_role("group", name=re.compile(f"^{text('new.seat', number=2)}"))
    kinds = [other.get_by_role("radio", name=text(f"new.seat.{kind}")) for kind in ("bot", "here")]

    def chosen() -> str:
        value: str = open_settings(page).get_by_role("combobox", name=text("new.confirm")).input_value()
        page.keyboard.press("Escape")
        return value

    assert chosen() == "people"
    for way, expected in CONFIRMED.items():
        open_settings(page).get_by_role("combobox", name=text("new.confirm")).select_option(way)
        page.keyboard.press("Escape")
        for kind, is_confirmed in zip(kinds, expected, strict=True):
            kind.check(force=True)
            expect(tick).to_be_checked(checked=is_confirmed)
    bot, here = kinds
    for kind, is_confirmed, way in ((bot, True, "always"), (here, False, "never"), (here, True, "people")):
        kind.check(force=True)
        tick.set_checked(is_confirmed)
        assert chosen() == way
    page.goto(visitors.address)
    start_against_bot(page, "kingdomino")
    assert frames_of(page).view["seats"][1]["kind"] == "bot"
    player = Player(page)
    player.play(turns=1)
    assert "confirm" not in player.steps


def test_install(visitors: Visitors) -> None:
    """The button is there where the browser can install, and asks it to."""
    page = visitors.come("/")
    dialog = open_settings(page)
    expect(dialog.get_by_role("button", name="Install")).to_have_count(0)
    page.evaluate(
        """() => {
          const offer = new Event('beforeinstallprompt', { cancelable: true });
          offer.prompt = async () => { window.asked = true; };
          dispatchEvent(offer);
        }"""
    )
    dialog.get_by_role("button", name="Install").click()
    assert page.evaluate("() => window.asked")
    expect(dialog.get_by_role("button", name="Install")).to_have_count(0)


# What sticks out of the screen, and words that end on another line than they begin; soft hyphens end words.
CUT = """() => {
  const seen = (node) => node.checkVisibility() && !node.closest('.hidden, svg, option');
  const wide = [...document.querySelectorAll('body *')].filter((node) => {
    const box = node.getBoundingClientRect();
    return seen(node) && box.width > 1 && box.right > innerWidth + 1;
  }).map((node) => `wide: ${node.tagName} ${node.textContent.trim().slice(0, 40)}`);
  const broken = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!seen(text.parentElement)) continue;
    const line = (at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return Math.round([...range.getClientRects()].at(-1)?.top ?? 0);
    };
    for (const { 0: word, index } of text.data.matchAll(/[^\\s/·\\u00ad-]+/g)) {
      if (line(index) !== line(index + word.length - 1)) broken.push(`broken: ${word}`);
    }
  }
  return [...wide, ...broken];
}"""


@pytest.mark.parametrize("text", ["normal", "largest"])
def test_text_fits_a_phone(text: str, own_visitors: Visitors) -> None:
    """In every language nothing is wider than the screen, and no word is broken."""
    page = own_visitors.come("/", size="phone", script=FIXED % text)
    cut: list[str] = []

    def look(where: str) -> None:
        cut.extend(f"{where}: {each}" for each in page.evaluate(CUT))

    def visit(path: str, language: str) -> None:
        page.evaluate("(code) => sessionStorage.setItem('language', code)", language)
        page.goto(own_visitors.address + path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("main h1")).to_be_visible()
        expect(page.get_by_role("status").filter(has_text="…")).to_have_count(0)
        look(f"{path} in {language}")

    for language in LANGUAGES:
        for path in ("/new", "/lobby", "/learn", "/rules", "/replay", "/"):
            visit(path, language)
        page.locator("header button.gear").tap()
        expect(page.locator("dialog[open]")).to_be_visible()
        look(f"settings in {language}")
        page.keyboard.press("Escape")
        page.locator(".games button[aria-expanded]").first.tap()
        look(f"levels in {language}")
        page.locator(".levels button").first.tap()
        expect(page.locator(".slot.free").first).to_be_visible()
        look(f"table in {language}")
        page.locator("header button.menu").tap()
        expect(page.locator("dialog[open]")).to_be_visible()
        look(f"menu in {language}")

    host = own_visitors.come("/new")
    host.get_by_role("radio", name="Public").check(force=True)
    make_table(host, "Ada", "link")
    for language in LANGUAGES:
        visit("/lobby", language)  # which is not empty any more
        expect(page.locator("main li.card")).to_have_count(1)
    assert not cut, "\n".join(cut)


def test_settings_are_accessible(visitors: Visitors) -> None:
    page = visitors.come("/")
    open_settings(page)
    examiner = Examiner()
    examiner.look(page, "settings")
    examiner.assert_nothing()
