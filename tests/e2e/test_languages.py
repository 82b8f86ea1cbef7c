"""Every language: by the browser, by the switch in the header, and nothing left untranslated."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.visitors import Visitors

LOCALES = Path(__file__).parents[2] / "web" / "src" / "locales"
KEYS = {key for path in LOCALES.glob("en*.json") for key in json.loads(path.read_text(encoding="utf-8"))}
BROWSERS = {"en": "en-GB", "nl": "nl-NL", "de": "de-AT", "es": "es-MX", "fr": "fr-CA"}
# All words on the page, also those that only screen readers say.
WORDS = """() => [document.title, document.body.innerText,
  ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((node) =>
    ['aria-label', 'title', 'placeholder'].map((name) => node.getAttribute(name) ?? '')),
].join('\\n').split('\\n').map((line) => line.trim()).filter(Boolean)"""


def words(page: Page) -> list[str]:
    """What stands on the page; no key, no place for a value, nothing undefined is among it."""
    lines: list[str] = page.evaluate(WORDS)
    for line in lines:
        assert "{" not in line, line
        assert "}" not in line, line
        assert "undefined" not in line, line
        assert "NaN" not in line, line
        assert line not in KEYS, line
        assert not any(key in line.split() for key in KEYS if "." in key), line
    return lines


def to_a_table(page: Page) -> None:
    """Two clicks, whatever the words on the buttons are."""
    page.locator(".games button[aria-expanded]").first.click()
    page.locator(".levels button").first.click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".players")).to_be_visible()
    expect(page.locator(".slot.free").first).to_be_visible()


def alike(lines: list[str], english: list[str]) -> float:
    """The part of the longer lines that are as in English."""
    long = {line for line in lines if len(line) > 12}
    return len(long & set(english)) / len(long)


@pytest.mark.parametrize("language", BROWSERS)
def test_the_language_of_the_browser(language: str, visitors: Visitors) -> None:
    page = visitors.come("/", locale=BROWSERS[language])
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".games button").first).to_be_visible()
    words(page)
    to_a_table(page)
    words(page)
    expect(page.locator("header select").first).to_have_value(language)

    # By choice it becomes another, and stays so.
    other = "nl" if language == "en" else "en"
    page.locator("header select").first.select_option(other)
    expect(page.locator("html")).to_have_attribute("lang", other)
    words(page)
    page.goto(visitors.address)
    expect(page.locator("html")).to_have_attribute("lang", other)
    words(page)


@pytest.mark.parametrize("language", [each for each in BROWSERS if each != "en"])
def test_everything_is_translated(language: str, visitors: Visitors) -> None:
    page = visitors.come("/", locale=BROWSERS[language])
    switch = page.locator("header select").first
    for where in ("/", "/new", "/lobby", "table"):
        if where == "table":
            page.goto(visitors.address)
            to_a_table(page)
        else:
            page.goto(visitors.address + where)
            expect(page.locator("main h1")).to_be_visible()
            expect(page.get_by_role("status").filter(has_text="…")).to_have_count(0)
        switch.select_option("en")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        english = words(page)
        switch.select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert alike(words(page), english) < 0.2, f"{where} is not translated"


def test_a_language_we_do_not_have(visitors: Visitors) -> None:
    page = visitors.come("/", locale="ja-JP")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", name="Play now against a bot")).to_be_visible()
