"""The start page and the ways from there: one's own tables, a new table, the score table."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import play_together, start_against_bot
from tests.e2e.test_settings import CUT
from tests.e2e.test_together import two_people
from tests.e2e.visitors import Size, Visitors


def top(page: Page, heading: str) -> float:
    box: Any = page.get_by_role("heading", name=heading).bounding_box()
    return float(box["y"])


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_game_under_way_stands_above_new_ones(visitors: Visitors, size: Size) -> None:
    page = visitors.come("/", size=size)
    start_against_bot(page, "kingdomino")
    page.goto(visitors.address)
    expect(page.get_by_role("heading", name="My tables")).to_be_in_viewport()
    assert top(page, "My tables") < top(page, "Play now against a bot")


def test_my_tables_say_where_it_is_my_turn(visitors: Visitors) -> None:
    players = two_people(visitors)
    play_together(*players, turns=2)
    is_mine = [bool(player.look().asked) for player in players]
    assert sorted(is_mine) == [False, True]
    for player, mine in zip(players, is_mine, strict=True):
        with player.page.expect_response("**/api/tables/*"):
            player.page.goto(visitors.address)
        expect(player.page.get_by_role("listitem").get_by_text("Your turn")).to_have_count(int(mine))


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_table_is_created_without_scrolling(visitors: Visitors, size: Size) -> None:
    page = visitors.come("/new", size=size)
    expect(page.get_by_role("button", name="Create the table")).to_be_in_viewport(ratio=1)


def test_the_score_address_alone_leads_to_the_games(visitors: Visitors) -> None:
    page = visitors.come("/score")
    expect(page.get_by_role("heading", name="Score table")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("link", name="Open the replays").click()
    expect(page.get_by_text("Drop a record file on this page")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/new", "/learn", "/rules"])
def test_dutch_words_break_at_their_joints_on_the_smallest_screen(visitors: Visitors, path: str) -> None:
    page = visitors.come(path, size="phone", locale="nl-NL")
    page.set_viewport_size({"width": 320, "height": 568})
    expect(page.get_by_role("main")).to_contain_text("modus")
    assert page.evaluate(CUT) == []
