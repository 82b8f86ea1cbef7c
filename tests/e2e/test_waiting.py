"""The waiting room: what is played, how others come, and how one goes again."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import make_table
from tests.e2e.test_together import invitation
from tests.e2e.visitors import Size, Visitors


def join(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()


def test_it_names_the_game_and_its_options(visitors: Visitors) -> None:
    host = visitors.come("/new")
    host.get_by_role("combobox", name="Turn timer").select_option("1 minute")
    make_table(host, "Ada", "link", "link", options=("Harmony", "Dynasty"))
    guest = visitors.come(invitation(host), size="phone")
    join(guest, "Bob")
    for page in (host, guest):
        main = page.get_by_role("main")
        expect(main.get_by_role("heading", name="Kingdomino")).to_be_visible()
        for words in (
            "Harmony (+5 points): For never discarding a domino.",
            "Dynasty: Three games in a row. All points are added up.",
            "Turn timer: 1 minute.",
        ):
            expect(main.get_by_role("listitem").filter(has_text=words)).to_be_visible()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_its_link_can_be_seen_whole_and_copied(visitors: Visitors, size: Size) -> None:
    page = visitors.come("/new", size=size)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    make_table(page, "Ada", "link")
    link = page.get_by_role("textbox", name="Link: Invite somebody to play")
    whole = "(field) => field.scrollWidth <= field.clientWidth && field.scrollHeight <= field.clientHeight"
    assert link.evaluate(whole)
    page.get_by_role("button", name="Copy the link").first.click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == link.input_value()


def test_a_guest_leaves_and_the_seat_is_free_again(visitors: Visitors) -> None:
    host = visitors.come("/new")
    make_table(host, "Ada", "link", "link")
    guest = visitors.come(invitation(host))
    join(guest, "Bob")
    seats = host.get_by_role("list", name="Players at the table").get_by_role("listitem")
    expect(seats).to_have_text(["Ada", "Bob", "free"])
    guest.get_by_role("button", name="Leave the table").click()
    guest.wait_for_url("**/")
    expect(guest.get_by_role("heading", name="Play now against a bot")).to_be_visible()
    expect(guest.get_by_role("heading", name="My tables")).to_have_count(0)
    expect(seats).to_have_text(["Ada", "free", "free"])
    other = visitors.come(invitation(host))
    join(other, "Cleo")
    expect(seats).to_have_text(["Ada", "Cleo", "free"])


def test_the_host_cancels_and_everybody_sees_it(visitors: Visitors) -> None:
    host = visitors.come("/new")
    make_table(host, "Ada", "link", "link")
    link = invitation(host)
    guest = visitors.come(link)
    join(guest, "Bob")
    host.get_by_role("button", name="Cancel the table").click()
    host.get_by_role("dialog").get_by_role("button", name="Cancel the table").click()
    for page in (host, guest):
        expect(page.get_by_role("heading", name="This table was cancelled")).to_be_visible()
        page.get_by_role("link", name="Home", exact=True).click()
        expect(page.get_by_role("heading", name="Play now against a bot")).to_be_visible()
        expect(page.get_by_role("heading", name="My tables")).to_have_count(0)
    late = visitors.come(link)
    expect(late.get_by_text("This table was cancelled.")).to_be_visible()
    expect(late.get_by_role("button", name="Take a seat")).to_have_count(0)


def test_whoever_only_watches_the_own_table_can_cancel_it(visitors: Visitors) -> None:
    host = visitors.come("/new")
    make_table(host, "link", "link")
    host.reload()
    host.get_by_role("button", name="Cancel the table").click()
    host.get_by_role("dialog").get_by_role("button", name="Cancel the table").click()
    expect(host.get_by_role("heading", name="This table was cancelled")).to_be_visible()
