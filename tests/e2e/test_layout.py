"""Touch screens from a small phone to a tablet: nothing covers what a player needs to see."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.positions import seat_at
from tests.e2e.test_languages import BROWSERS
from tests.e2e.touching import LAID, LIT, press_on_board
from tests.e2e.visitors import SETTLED, Visitors
from tests.server.running import RunningServer, play_to_the_end

SIZES = [(320, 568), (360, 640), (390, 844), (820, 1180)]
SLACK = 1  # pixels: boxes are rounded
LEAST_DOMINO = 44  # pixels wide: its symbols stay legible
LEAST_PAWN = 15

Box = tuple[float, float, float, float]  # left, top, right, bottom

# The boxes of all elements that a selector matches, without empty ones.
BOXES = """(selector) => [...document.querySelectorAll(selector)]
  .map((node) => node.getBoundingClientRect())
  .filter(({ width, height }) => width && height)
  .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""
DOMINOES = "main ol svg:has(> [clip-path])"
PAWNS = "main ol svg:has(> [href='#king'], > [href='#chief'])"
SQUARES = ".mine .territory :is(rect.empty, rect.lit, [data-cell] use:first-child)"
CONTROLS = "header :is(a, button, select, .dot)"


def boxes(page: Page, selector: str) -> list[Box]:
    found: list[Box] = page.evaluate(BOXES, selector)
    return found


def overlap(one: Box, other: Box) -> bool:
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > SLACK
        and min(one[3], other[3]) - max(one[1], other[1]) > SLACK
    )


def at_every_size(page: Page) -> Iterator[str]:
    """Gives the page each size in turn, and yields its name."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        page.evaluate(SETTLED)  # boards measure themselves once they are drawn
        yield f"{width}x{height}"


def speak(page: Page, language: str) -> None:
    page.locator("header select").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)


def assert_pawns_beside(page: Page) -> None:
    for size in at_every_size(page):
        dominoes, pawns = boxes(page, DOMINOES), boxes(page, PAWNS)
        assert pawns
        assert not [pawn for pawn in pawns if any(overlap(pawn, domino) for domino in dominoes)], size
        assert min(pawn[2] - pawn[0] for pawn in pawns) >= LEAST_PAWN, size
        assert min(domino[2] - domino[0] for domino in dominoes) >= LEAST_DOMINO, size


@pytest.mark.parametrize("rules", ["kingdomino", "origins-tribe"])
def test_no_pawn_lies_over_a_domino(rules: str, visitors: Visitors, server: RunningServer) -> None:
    page = visitors.come(seat_at(server, rules, "claim"), size="phone")
    free = page.locator(".slot.free")
    expect(free.first).to_be_visible()
    assert_pawns_beside(page)
    free.first.tap()
    expect(free).to_have_count(0)
    assert_pawns_beside(page)


def test_no_pawn_lies_over_a_domino_in_a_replay(visitors: Visitors, server: RunningServer) -> None:
    made = server.make_table("kingdomino", "hb")
    play_to_the_end([server.client(made["table"], made["seats"][0]["token"])])
    page = visitors.come(f"/replay/{made['table']}?step=20", size="phone")
    expect(page.get_by_role("slider", name="Position in the game")).to_have_value("20")
    assert_pawns_beside(page)


def assert_board_in_sight(page: Page) -> None:
    """The whole board is visible from the top of the page, between the lines and the actions."""
    for language in BROWSERS:
        speak(page, language)
        for size in at_every_size(page):
            (bar,), (lines,), squares = boxes(page, ".doing"), boxes(page, ".lines"), boxes(page, SQUARES)
            where = f"{size} in {language}"
            assert max(bottom for _, _, _, bottom in squares) <= bar[1] + SLACK, where
            assert min(top for _, top, _, _ in squares) >= lines[3] - SLACK, where
            assert bar[3] <= page.evaluate("() => innerHeight") + SLACK, where


@pytest.mark.parametrize(
    ("rules", "phase"),
    [
        ("kingdomino", "place"),
        ("kingdomino", "claim"),
        ("kingdomino", "confirm"),
        ("origins-discovery", "erupt"),
        ("origins-totem", "place"),
        ("origins-tribe", "recruit"),
    ],
)
def test_the_whole_board_lies_above_the_actions(
    rules: str, phase: str, visitors: Visitors, server: RunningServer
) -> None:
    page = visitors.come(seat_at(server, rules, phase), size="phone")
    expect(page.locator(".doing")).to_be_visible()
    assert_board_in_sight(page)
    if phase == "place":
        press_on_board(page.locator(LIT).first, touch=True)
        expect(page.locator(LAID)).to_be_visible()
        expect(page.locator(LIT)).to_have_count(0)
        assert_board_in_sight(page)


def assert_header_in_order(page: Page, where: str) -> None:
    """No control of the header overlaps another one or leaves the screen."""
    (header,), controls = boxes(page, "header"), boxes(page, CONTROLS)
    assert len(controls) == 5, where  # home, connection, menu, language, settings
    assert not [pair for pair in combinations(controls, 2) if overlap(*pair)], where
    assert all(left >= header[0] and right <= header[2] for left, _, right, _ in controls), where


def test_a_lost_connection_moves_nothing(own_visitors: Visitors, own_server: RunningServer) -> None:
    """The header keeps its height and the board its place, in every language."""
    page = own_visitors.come(seat_at(own_server, "kingdomino", "place"), size="phone")
    own_visitors.expect_complaints(page)
    expect(page.locator(LIT).first).to_be_visible()

    def look() -> dict[str, list[Box]]:
        seen = {}
        for language in BROWSERS:
            speak(page, language)
            for size in at_every_size(page):
                where = f"{size} in {language}"
                assert_header_in_order(page, where)
                seen[where] = boxes(page, "header, .ground")
        return seen

    online = look()
    own_server.stop()
    expect(page.get_by_role("alert")).to_be_visible()
    assert look() == online
    assert len({header[3] for header, _ in online.values()}) == 1
