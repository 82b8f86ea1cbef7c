"""The domino in hand: laid by the first tap, turned where it lies, final with the turn and not before."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from crownfire.data import tables
from tests.e2e.frames import frames_of
from tests.e2e.playing import CONFIRM, TOLD, Player, start_against_bot, wait_until
from tests.e2e.positions import Chair, Choose, cells_of, chair_where, highest, lowest, placements
from tests.e2e.texts import text
from tests.e2e.touching import (
    BOARD,
    GHOST,
    LAID,
    LIT,
    Fingers,
    Point,
    aimed_cells,
    laid_cells,
    middle,
    on_square,
    press_on_board,
    reach,
    rested,
    squares_of,
)
from tests.e2e.visitors import Size, Visitors
from tests.e2e.wire import Wire
from tests.server.running import Json, RunningServer

HAND = "[role=toolbar] .hand"
OFF_BOARD = (30.0, 330.0)  # on the page, beside every board of a computer
TAPPED = "h7"  # beside the home
MOST_TURNS = 8
LIFT_PX = 72  # of a domino above a finger
WHEEL_MS = 200  # between two turns of a wheel that are meant as two


def is_double(view: Json) -> bool:
    """Whether both halves of the domino to be placed are the same."""
    number = view["current"][view["turn"]]["number"]
    first, second = tables().dominoes["kingdomino"][number - 1].halves
    return bool(first == second)


def is_first(view: Json) -> bool:
    """The first domino is to be placed, which fits around the home in every way."""
    return view["phase"] == "place" and len(view["territories"][0]) == 1 and not is_double(view)


def is_first_double(view: Json) -> bool:
    return view["phase"] == "place" and len(view["territories"][0]) == 1 and is_double(view)


def sit_down(
    visitors: Visitors,
    server: RunningServer,
    rules: str = "kingdomino",
    holds: Callable[[Json], bool] = is_first,
    *,
    size: Size = "desktop",
    through: str = "",
    choose: Choose = highest,
    confirm: bool = True,
) -> tuple[Page, Chair]:
    """Somebody at a table in a position, perhaps through a wire."""
    chair = chair_where(server, rules, holds, choose, confirm=confirm)
    page = visitors.come(through + chair.link, size=size)
    expect(page.locator("main[data-phase]")).to_have_attribute("data-phase", chair.view["phase"])
    return page, chair


def rotate_button(page: Page) -> Locator:
    return page.get_by_role("button", name=text("actions.rotate"), exact=True)


def commands(page: Page) -> list[Json]:
    """What this page has sent to change the game, in order."""
    return frames_of(page).commands


def acts(page: Page) -> list[str]:
    """The same by type."""
    return [sent["type"] for sent in commands(page)]


def wait_for_acts(page: Page, count: int) -> None:
    """Waits until the page has sent so much, and the server has answered."""
    frames_of(page).wait_for(count)


def lay(page: Page, *, touch: bool = False) -> list[str]:
    """Lays the domino beside the home by one tap; where it lies."""
    press_on_board(page.locator(f"{LIT}[data-cell={TAPPED}]"), touch=touch)
    expect(page.locator(LAID)).to_be_visible()
    cells = laid_cells(page)
    assert TAPPED in cells
    wait_for_acts(page, 1)
    wait_until(page, TOLD, cells)
    return cells


def lay_where_it_turns(page: Page) -> None:
    """Lays the domino on the first cell where it also fits in another way; it is undone elsewhere."""
    cells = [each.get_attribute("data-cell") for each in page.locator(LIT).all()]
    for cell in cells:
        sent = len(acts(page))
        press_on_board(page.locator(f"{LIT}[data-cell={cell}]"), touch=False)
        wait_for_acts(page, sent + 1)
        expect(page.locator(LAID)).to_be_visible()
        if rotate_button(page).count():
            return
        page.get_by_role("button", name=text("actions.undo"), exact=True).click()
        expect(page.locator(LIT)).to_have_count(len(cells))
    raise AssertionError(f"it fits in one way only on each of {cells}")


def assert_lies(page: Page, chair: Chair, cells: list[str], before: set[str]) -> None:
    """It lies there: on the board, in the log, and for the server."""
    wait_until(page, TOLD, cells)
    assert sorted(laid_cells(page)) == sorted(cells)
    assert squares_of(page) == before | set(cells)
    chair.watcher.reach(frames_of(page).view["number"])
    assert cells_of(chair.watcher.view) == before | set(cells)


@pytest.mark.parametrize("confirm", ["", "always"])
def test_two_taps_are_a_turn(confirm: str, visitors: Visitors) -> None:
    """On a phone with default settings; whoever wants to confirm all turns taps once more."""
    page = visitors.come("/", size="phone", confirm=confirm)
    start_against_bot(page, "kingdomino")
    player = Player(page, touch=True)
    while True:
        seen, line = player.wait(), frames_of(page).view["next"]
        if seen.asked == "place" and sum(slot["seat"] < 0 for slot in line) > 1:
            break
        player.step(seen)
    turns, before = player.turns, len(acts(page))

    press_on_board(page.locator(LIT).first, touch=True)
    expect(page.locator(".slot.free")).not_to_have_count(0)
    page.locator(".slot.free").first.tap()
    if confirm == "always":
        expect(page.locator("main[data-phase=confirm]")).to_be_visible()
        assert player.turns == turns
        page.get_by_role("button", name=CONFIRM, exact=True).tap()
    expect(page.locator("main[data-phase=confirm], .slot.free")).to_have_count(0)
    player.wait()
    assert player.turns == turns + 1
    assert acts(page)[before:] == ["act", "act", *(["confirm"] if confirm == "always" else [])]
    lines = player.log()
    own = next(index for index, line in enumerate(lines) if " chooses domino " in line and "Player 1" in line)
    assert " places domino " in lines[own + 1]


def turn_by_tap(page: Page) -> None:
    press_on_board(page.locator(f"{BOARD} g[data-cell={TAPPED}]"), touch=True)


def turn_by_click(page: Page) -> None:
    press_on_board(page.locator(f"{BOARD} g[data-cell={TAPPED}]"), touch=False)


def turn_by_key(page: Page) -> None:
    page.keyboard.press("r")


def turn_by_enter(page: Page) -> None:
    """On the square of the grid, as keys do it."""
    page.keyboard.press("t")
    page.locator(f".mine [data-at={TAPPED}]").focus()
    with rested(page):
        page.keyboard.press("Enter")


def turn_by_wheel(page: Page) -> None:
    page.wait_for_timeout(WHEEL_MS)
    page.mouse.move(*on_square(page, "g7"))
    page.mouse.wheel(0, 100)


def turn_by_button(page: Page) -> None:
    rotate_button(page).click()


def turn_by_right_click(page: Page) -> None:
    page.mouse.click(*on_square(page, "g7"), button="right")


def turn_by_second_finger(page: Page) -> None:
    at = on_square(page, "g7")
    with Fingers(page) as fingers:
        fingers.put(at, 0)
        fingers.put((at[0] + 60, at[1] + 30), 1)


WAYS: dict[str, tuple[Size, Callable[[Page], None]]] = {
    "tap": ("phone", turn_by_tap),
    "click": ("desktop", turn_by_click),
    "key": ("desktop", turn_by_key),
    "enter": ("desktop", turn_by_enter),
    "wheel": ("desktop", turn_by_wheel),
    "button": ("desktop", turn_by_button),
    "right click": ("desktop", turn_by_right_click),
    "second finger": ("phone", turn_by_second_finger),
}


def placed(page: Page) -> list[int]:
    """Where each half of the domino that was placed last lies, as the server says."""
    facts = [fact for event in frames_of(page).events for fact in event.get("facts", ())]
    cells: list[int] = [fact["cells"] for fact in facts if fact["type"] == "placed"][-1]
    return cells


def assert_turns_round(page: Page, chair: Chair, size: Size, turn: Callable[[Page], None]) -> None:
    """It comes to lie in every way over the square that was tapped, and then again as at first."""
    before = squares_of(page)
    ways = {frozenset(cells) for cells in placements(chair.view).values() if TAPPED in cells}
    seen = {frozenset(lay(page, touch=size == "phone"))}
    first, turns = placed(page), 0
    while turns == 0 or placed(page) != first:
        assert turns < MOST_TURNS, f"it lies on {seen} and never as at first"
        turn(page)
        turns += 1
        wait_for_acts(page, 1 + 2 * turns)
        assert_lies(page, chair, laid_cells(page), before)
        seen.add(frozenset(laid_cells(page)))
    assert seen == ways
    assert acts(page) == ["act", *["undo", "act"] * turns]


@pytest.mark.parametrize("way", WAYS)
def test_a_laid_domino_is_turned(way: str, visitors: Visitors, server: RunningServer) -> None:
    size, turn = WAYS[way]
    page, chair = sit_down(visitors, server, size=size)
    before = squares_of(page)
    assert_turns_round(page, chair, size, turn)

    # It can be thought better of altogether.
    page.keyboard.press("u")
    expect(page.locator(LAID)).to_have_count(0)
    expect(page.locator(HAND)).to_be_visible()
    assert squares_of(page) == before


@pytest.mark.parametrize("way", ["tap", "button"])
def test_a_laid_double_is_turned(way: str, visitors: Visitors, server: RunningServer) -> None:
    """Whose two halves are the same, so that two of the ways are written alike."""
    size, turn = WAYS[way]
    page, chair = sit_down(visitors, server, holds=is_first_double, choose=lowest, size=size)
    assert_turns_round(page, chair, size, turn)


def dark_spot(options: dict[int, list[str]], cells: list[str]) -> list[str]:
    """Another place for the domino, in the direction in which it lies, as far away as there is one."""
    across = cells[0][0] != cells[1][0]
    alike = [each for each in options.values() if (each[0][0] != each[1][0]) == across]
    return max(alike, key=lambda each: (not set(each) & set(cells), distance(each[0], cells[0])))


def distance(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def between(page: Page, cells: list[str]) -> Point:
    """The middle of a place for a domino."""
    (x, y), (other_x, other_y) = (on_square(page, cell) for cell in cells)
    return (x + other_x) / 2, (y + other_y) / 2


def drag_by_mouse(page: Page, start: Point, end: Point) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    page.mouse.up()


def drag_by_finger(page: Page, start: Point, end: Point) -> None:
    with Fingers(page) as fingers:
        fingers.put(start)
        fingers.move((end[0], end[1] + LIFT_PX))


DRAGS: dict[Size, Callable[[Page, Point, Point], None]] = {"desktop": drag_by_mouse, "phone": drag_by_finger}


@pytest.mark.parametrize("size", DRAGS)
def test_a_laid_domino_is_dragged_elsewhere(size: Size, visitors: Visitors, server: RunningServer) -> None:
    page, chair = sit_down(visitors, server, size=size)
    options, before = placements(chair.view), squares_of(page)
    cells = lay(page, touch=size == "phone")
    elsewhere = dark_spot(options, cells)
    scrolled = page.evaluate("() => scrollY")
    DRAGS[size](page, between(page, cells), between(page, elsewhere))
    assert_lies(page, chair, elsewhere, before)
    assert acts(page) == ["act", "undo", "act"]
    assert page.evaluate("() => scrollY") == scrolled, "the page moved with the finger"

    # Let go far from any place, it flies home.
    x, y = between(page, elsewhere)
    DRAGS[size](page, (x, y), (x, 10) if size == "desktop" else (x, 40))
    expect(page.locator(".dragged")).to_have_count(0)
    assert_lies(page, chair, elsewhere, before)
    assert acts(page) == ["act", "undo", "act"]


def test_a_mouse_that_was_let_go_elsewhere_drags_nothing(visitors: Visitors, server: RunningServer) -> None:
    page, _ = sit_down(visitors, server)
    cells = lay(page)
    at = between(page, cells)
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(*OFF_BOARD)  # in one go
    page.mouse.up()
    page.mouse.move(at[0] + 100, at[1] + 100, steps=4)
    expect(page.locator(f"{GHOST}, .dragged")).to_have_count(0)


def test_the_second_of_two_quick_taps_turns_nothing(visitors: Visitors, server: RunningServer) -> None:
    page, chair = sit_down(visitors, server, size="phone")
    before = squares_of(page)
    at, now_s = reach(page.locator(f"{LIT}[data-cell=h7]")), time.time()
    with Fingers(page) as fingers:
        fingers.tap(at, now_s)
        fingers.tap(at, now_s + 0.25)
        expect(page.locator(LAID)).to_be_visible()
        cells = laid_cells(page)
        assert_lies(page, chair, cells, before)
        assert acts(page) == ["act"]
        fingers.tap(at, now_s + 0.8)
    wait_until(page, f"(cells) => !({TOLD})(cells)", cells)
    assert acts(page) == ["act", "undo", "act"]


@pytest.mark.parametrize("begins", ["held", "laid", "offline"])
def test_of_several_quick_turns_the_last_one_holds(
    begins: str, visitors: Visitors, server: RunningServer
) -> None:
    """Also if it is turned before the server has answered where it was laid, or without a connection."""
    with Wire(server.port) as wire:
        page, chair = sit_down(visitors, server, through=wire.url)
        visitors.expect_complaints(page)  # the wire ends before the page
        before = squares_of(page)
        if begins == "laid":
            lay(page)
        if begins == "offline":
            page.context.set_offline(True)
            wire.cut()
            expect(page.get_by_role("alert")).to_be_visible()
        else:
            wire.hold()
        if begins != "laid":
            press_on_board(page.locator(f"{LIT}[data-cell=h7]"), touch=False)
            expect(page.locator(LAID)).to_be_visible()
        shown = [laid_cells(page)]
        # Without a connection that is told over the buttons.
        press = turn_by_key if begins == "offline" else turn_by_button
        for turn in (turn_by_key, press, turn_by_key, turn_by_right_click, press):
            turn(page)
            shown.append(laid_cells(page))
            assert shown[-1] != shown[-2], "it is not turned at once"
            assert squares_of(page) == before | set(shown[-1])
        assert cells_of(chair.watcher.view) <= before | set(shown[0])

        if begins == "offline":
            page.context.set_offline(False)
            wire.mend()
        wire.let_go()
        wait_for_acts(page, 3)
        assert_lies(page, chair, shown[-1], before)
        expect(page.locator("main")).not_to_have_attribute("data-phase", "place")
        assert acts(page) == ["act", "undo", "act"], "not only the last one is sent"
        expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("then", ["claim", "done", "undo"])
def test_what_is_pressed_while_it_turns_comes_after_it(
    then: str, visitors: Visitors, server: RunningServer
) -> None:
    """Also where answers take long, nothing that was pressed is forgotten."""
    with Wire(server.port) as wire:
        holds = is_last_line if then == "done" else is_first
        page, chair = sit_down(visitors, server, holds=holds, through=wire.url)
        visitors.expect_complaints(page)  # the wire ends before the page
        before = squares_of(page)
        lay_where_it_turns(page)
        before_it = len(acts(page)) - 1
        pressed = {
            "claim": page.locator(".slot.free").first,
            "done": page.get_by_role("button", name=CONFIRM, exact=True),
            "undo": page.get_by_role("button", name=text("actions.undo"), exact=True),
        }[then]
        expect(pressed).to_be_visible()
        wire.hold()
        turn_by_key(page)
        cells = laid_cells(page)
        pressed.click()
        wire.let_go()
        last = {"claim": "act", "done": "confirm", "undo": "undo"}[then]
        wait_for_acts(page, before_it + 4)
        assert acts(page)[before_it:] == ["act", "undo", "act", last]
        chair.watcher.reach(commands(page)[-1]["position"] + 1)
        expected = before if then == "undo" else before | set(cells)
        assert cells_of(chair.watcher.view) >= expected


def is_last_line(view: Json) -> bool:
    return view["phase"] == "place" and not view["next"] and not view["lines_left"]


def is_last_to_choose(view: Json) -> bool:
    """One domino is left to choose, and no volcano is placed: nothing else follows."""
    if view["phase"] != "place" or sum(slot["seat"] < 0 for slot in view["next"]) != 1:
        return False
    number = view["current"][view["turn"]]["number"]
    return not any(half.craters for half in tables().dominoes["origins"][number - 1].halves)


def since(chair: Chair, number: int) -> list[Json]:
    """The events of the table after one of them."""
    return [event for each, event in sorted(chair.watcher.events.items()) if each > number]


@pytest.mark.parametrize(
    ("rules", "holds"), [("kingdomino", is_last_line), ("origins-discovery", is_last_to_choose)]
)
def test_a_placement_that_ends_a_turn_waits_for_the_button(
    rules: str, holds: Callable[[Json], bool], visitors: Visitors, server: RunningServer
) -> None:
    """At a table that asks for no confirmation: it could not be turned otherwise."""
    page, chair = sit_down(visitors, server, rules, holds, size="phone", confirm=False)
    start = chair.view["number"]
    before = squares_of(page)
    press_on_board(page.locator(LIT).first, touch=True)
    button = page.get_by_role("button", name=CONFIRM, exact=True)
    expect(button).to_be_visible()
    expect(page.locator("main")).to_have_attribute("data-phase", "confirm")
    first = laid_cells(page)
    assert_lies(page, chair, first, before)
    assert chair.watcher.view["is_complete"]

    if rotate_button(page).count():  # it fits in another way
        rotate_button(page).tap()
        wait_for_acts(page, 3)
    expect(page.locator("main")).to_have_attribute("data-phase", "confirm")
    second = laid_cells(page)
    assert_lies(page, chair, second, before)
    assert chair.watcher.view["is_complete"]
    assert chair.watcher.view["mover"] == 0
    assert "confirm" not in acts(page)

    number = chair.watcher.view["number"]
    assert all(event["event"]["type"] != "confirmed" for event in since(chair, start))
    button.tap()
    chair.watcher.reach(number + 1)
    assert chair.watcher.events[number + 1]["event"]["type"] == "confirmed"
    assert cells_of(chair.watcher.view) >= before | set(second)
    assert acts(page)[-1] == "confirm"


def test_every_place_is_lit_however_it_is_held(visitors: Visitors, server: RunningServer) -> None:
    page, chair = sit_down(
        visitors, server, holds=lambda view: view["phase"] == "place" and len(view["territories"][0]) > 6
    )
    options = placements(chair.view)
    every = {cell for cells in options.values() for cell in cells}
    lit = "(lit) => [...document.querySelectorAll(lit)].map((node) => node.dataset.cell)"
    grid = "() => [...document.querySelectorAll('.mine [data-lit]')].map((node) => node.dataset.at)"
    for _ in range(4):
        assert set(page.evaluate(lit, LIT)) == every
        assert set(page.evaluate(grid)) == every
        page.keyboard.press("r")

    # Over each of them it shows how it would lie, in a way in which it fits.
    for cell in sorted(every):
        page.mouse.move(*on_square(page, cell))
        expect(page.locator(GHOST)).to_be_visible()
        aimed = aimed_cells(page)
        assert cell in aimed
        assert set(aimed) in [set(cells) for cells in options.values()]
    page.mouse.move(*OFF_BOARD)
    expect(page.locator(GHOST)).to_have_count(0)


def is_upright(page: Page) -> bool:
    return page.locator(f"{HAND} .upright").count() > 0


@pytest.mark.parametrize("way", ["key", "wheel", "button", "right click", "hand", "space"])
def test_a_held_domino_is_turned(way: str, visitors: Visitors, server: RunningServer) -> None:
    page, _ = sit_down(visitors, server)
    hand = page.locator(HAND)
    presses: dict[str, Callable[[Page], Any]] = {
        "hand": lambda _page: hand.click(),
        "space": lambda _page: hand.press("Space"),
    }
    turn = presses[way] if way in presses else WAYS[way][1]
    for _ in range(4):
        before = is_upright(page)
        turn(page)
        expect(page.locator(f"{HAND} .upright")).to_have_count(int(not before))
    assert acts(page) == []


@pytest.mark.parametrize("way", ["key", "wheel", "right click"])
def test_an_aimed_domino_is_turned_over_the_mouse(
    way: str, visitors: Visitors, server: RunningServer
) -> None:
    page, _ = sit_down(visitors, server)
    at = on_square(page, "h7")
    turns: dict[str, Callable[[], None]] = {
        "key": lambda: page.keyboard.press("r"),
        "wheel": lambda: page.mouse.wheel(0, 100),
        "right click": lambda: page.mouse.click(*at, button="right"),
    }
    page.mouse.move(*at)
    expect(page.locator(GHOST)).to_be_visible()
    seen = [aimed_cells(page)]
    for _ in range(4):
        page.wait_for_timeout(WHEEL_MS)
        turns[way]()
        page.wait_for_function("(before) => document.querySelector(before)", arg=GHOST)
        seen.append(aimed_cells(page))
        assert "h7" in seen[-1]
    assert len({tuple(cells) for cells in seen}) > 2
    aimed = seen[-1]
    press_on_board(page.locator(f"{LIT}[data-cell=h7]"), touch=False)
    wait_until(page, TOLD, aimed)
    assert laid_cells(page) == aimed
    assert acts(page) == ["act"]


def test_a_finger_drags_the_domino_from_the_hand(visitors: Visitors, server: RunningServer) -> None:
    """It is held above the finger, and lies where it is seen; over no place it flies home."""
    page, chair = sit_down(visitors, server, size="phone")
    before = squares_of(page)
    on_square(page, "g7")
    wanted = ["h7", "i7"] if not is_upright(page) else ["g8", "g9"]
    end = between(page, wanted)
    with Fingers(page) as fingers:
        fingers.put(middle(page.locator(HAND)))
        fingers.move((end[0], 130))
        expect(page.locator(".dragged")).to_be_visible()
        fingers.lift()
        expect(page.locator(".dragged")).to_have_count(0)
        expect(page.locator(HAND)).to_be_visible()
        assert acts(page) == []

        fingers.put(middle(page.locator(HAND)))
        fingers.move((end[0], end[1] + LIFT_PX))
        expect(page.locator(GHOST)).to_be_visible()
        assert sorted(aimed_cells(page)) == sorted(wanted)
        fingers.lift()
    expect(page.locator(LAID)).to_be_visible()
    assert_lies(page, chair, sorted(wanted), before)


def test_the_cheapest_is_paid_at_once(visitors: Visitors, server: RunningServer) -> None:
    """By one button instead of a tap for each resource."""

    def recruits(options: list[Json]) -> Json:
        return next((each for each in options if each["move"].startswith("+")), options[-1])

    page, chair = sit_down(
        visitors,
        server,
        "origins-tribe",
        lambda view: view["phase"] == "pay" and len(view["options"]) > 2,
        choose=recruits,
        size="phone",
    )
    options = chair.view["options"]
    best = max(option["points"] for option in options)
    page.get_by_role("button", name=text("actions.pay"), exact=True).tap()
    expect(page.locator("main")).not_to_have_attribute("data-phase", "pay")
    assert commands(page)[0]["action"] in [option["action"] for option in options if option["points"] == best]
    facts = [fact for event in frames_of(page).events for fact in event.get("facts", ())]
    kinds = [fact["resource"] for fact in facts if fact["type"] == "resource_paid"]
    assert len(kinds) == len(set(kinds)) > 1
    expect(page.get_by_role("button", name=text("actions.pay"), exact=True)).to_have_count(0)
