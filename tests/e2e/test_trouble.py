"""What people see when the server is away, or when a link leads nowhere."""

import re

from playwright.sync_api import expect

from tests.e2e.playing import Player, start_against_bot
from tests.e2e.visitors import REFUSAL, Visitors
from tests.e2e.wire import Wire
from tests.server.running import RunningServer

AWAY = "The server isn’t responding. Please check your connection and try again."


def test_server_away_on_the_start_page(own_server: RunningServer, own_visitors: Visitors) -> None:
    page = own_visitors.come("/")
    own_visitors.expect_complaints(page)
    page.get_by_role("button", name="Kingdomino ").first.click()
    own_server.stop()
    page.get_by_role("group").get_by_role("button", name=re.compile("^Easy ")).click()
    expect(page.get_by_role("alert")).to_have_text(AWAY)
    own_server.start()
    page.get_by_role("group").get_by_role("button", name=re.compile("^Easy ")).click()
    expect(page.get_by_role("list", name="Players")).to_be_visible()


def test_server_away_elsewhere(own_server: RunningServer, own_visitors: Visitors) -> None:
    page = own_visitors.come("/")
    own_visitors.expect_complaints(page)
    table = own_visitors.come("/")
    own_visitors.expect_complaints(table)
    start_against_bot(table, "kingdomino")
    player = Player(table)
    player.play(turns=1)
    own_server.stop()

    page.get_by_role("link", name=re.compile("^Open tables")).click()
    expect(page.get_by_role("alert")).to_have_text(AWAY)
    page.go_back()
    page.get_by_role("link", name=re.compile("^Create a table")).click()
    expect(page.get_by_role("alert")).to_have_text(AWAY)
    gone = table.get_by_role("alert").filter(has_text="Connection lost")
    expect(gone).to_be_visible()

    own_server.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Create the table")).to_be_visible()
    expect(gone).to_have_count(0)
    player.play(turns=1)


def test_a_move_made_without_a_connection_is_shown_as_queued_and_sent_later(
    server: RunningServer, visitors: Visitors
) -> None:
    with Wire(server.port) as wire:
        page = visitors.come(wire.url)
        start_against_bot(page, "kingdomino")
        assert Player(page).wait().asked == "claim"
        visitors.expect_complaints(page)
        page.context.set_offline(True)
        wire.cut()
        gone = page.get_by_role("alert").filter(has_text="Connection lost")
        expect(gone).not_to_contain_text("will be sent")
        page.get_by_role("button", name=re.compile("^Choose domino ")).first.click()
        queued = "Your move will be sent when the connection is back: “Choose domino "
        expect(gone).to_contain_text(queued)
        expect(page.get_by_role("button", name=re.compile("^Choose domino "))).to_have_count(0)
        wire.mend()
        page.context.set_offline(False)
        expect(gone).to_have_count(0)
        expect(page.locator(".log")).to_contain_text("Player 1 chooses domino ")


def test_a_table_that_does_not_exist(visitors: Visitors) -> None:
    page = visitors.come("/table/doesnotexist")
    visitors.expect_complaints(page, REFUSAL)
    expect(page.get_by_role("heading", name="This table can’t be opened")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_text(re.compile("^This table doesn’t exist"))
    page.get_by_role("link", name="Home", exact=True).click()
    expect(page.get_by_role("heading", name="Play now against a bot")).to_be_visible()


def test_a_wrong_invitation(visitors: Visitors, server: RunningServer) -> None:
    made = server.make_table("kingdomino", "ho")
    page = visitors.come(f"/table/{made['table']}#invite=wrong")
    visitors.expect_complaints(page, REFUSAL)
    page.get_by_role("textbox", name="Your name").fill("Eve")
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("alert")).to_have_text(re.compile("^This link isn’t valid"))


def test_a_wrong_seat(visitors: Visitors, server: RunningServer) -> None:
    made = server.make_table("kingdomino", "hb")
    page = visitors.come(f"/table/{made['table']}#seat=wrong")
    visitors.expect_complaints(page, REFUSAL)
    expect(page.get_by_role("alert")).to_have_text(re.compile("^This link isn’t valid"))


def test_no_token_at_a_private_table(visitors: Visitors, server: RunningServer) -> None:
    made = server.make_table("kingdomino", "hb")
    page = visitors.come(f"/table/{made['table']}")
    visitors.expect_complaints(page, REFUSAL)
    expect(page.get_by_role("heading", name="This table can’t be opened")).to_be_visible()
    expect(page.get_by_role("alert")).not_to_be_empty()


def test_something_pasted_that_is_no_link(visitors: Visitors) -> None:
    page = visitors.come("/")
    page.get_by_role("textbox", name="Link or table code").fill("what is this?")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_have_text(re.compile("^This is not a table link"))


def test_an_address_that_is_not_ours(visitors: Visitors) -> None:
    page = visitors.come("/nowhere/at/all")
    visitors.expect_complaints(page, REFUSAL)
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("link", name="Home", exact=True).click()
    expect(page.get_by_role("heading", name="Play now against a bot")).to_be_visible()
