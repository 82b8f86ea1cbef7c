"""Played by keyboard and ear alone: nothing here looks at the page other than by roles and names."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from crownfire.rules.canvas import cell_name
from tests.e2e.listening import LISTEN, Listener
from tests.e2e.playing import GAMES, open_menu, start_against_bot
from tests.e2e.test_replays import drop, record_of
from tests.e2e.visitors import Visitors
from tests.games import random_game

KINGDOMINO = "W wheat field, F forest, L lake, G grassland, S swamp, M mine, H castle"
ORIGINS = "G grassland, L lake, J jungle, Q quarry, D desert, V volcano, H hut"
MOST_GAMES = 4  # that together must ask for everything
ASKED_IN_TRIBE = {"confirm", "squares", "Place", "claim", "Choose", "Recruit", "pay", "choose"}


def sit_down(visitors: Visitors, rules: str, seed: int = 1, speed: str = "off") -> Listener:
    """Somebody against a bot, by keyboard from the start page on."""
    page = visitors.come("/", script=LISTEN, speed=speed)
    listener = Listener(page, seed)
    start_against_bot(page, rules)
    return listener


def tree(page: Page) -> list[dict[str, Any]]:
    """The accessibility tree as Chromium gives it to screen readers."""
    session = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [node for node in nodes if not node["ignored"]]


def names(nodes: list[dict[str, Any]], role: str) -> list[str]:
    """The names of all nodes with a role."""
    return [
        node.get("name", {}).get("value", "") for node in nodes if node.get("role", {}).get("value") == role
    ]


def assert_squares(listener: Listener, rules: str, seat: int) -> None:
    """The grid says of every cell what lies there."""
    spoken = names(tree(listener.page), "gridcell")
    by_cell = {name.split(",")[0]: name for name in spoken}
    assert len(by_cell) == len(spoken)
    terrains = KINGDOMINO if rules == "kingdomino" else ORIGINS
    words = {each[0]: each[2:] for each in terrains.split(", ")}
    squares = {cell_name(square["cell"]): square for square in listener.view["territories"][seat]}
    for cell, name in by_cell.items():
        if cell not in squares:
            assert name.startswith(f"{cell}, empty"), name
            continue
        square = squares[cell]
        assert name.startswith(f"{cell}, {words[square['terrain']]}"), name
        assert bool(re.search(r" with \d (crown|fire)", name)) == bool(
            square.get("symbols") or square.get("token")
        ), name
        assert bool(re.search(r"\b(mammoth|fish|mushroom|flint)\b", name)) == bool(square.get("resource")), (
            name
        )
    assert squares.keys() <= by_cell.keys()


def ask_why(listener: Listener, asked: str) -> None:
    """Enter on a square where nothing can be done says why."""
    cell, why = "g7", "There is no resource on g7."
    if "settle" in asked:
        why = "No caveman can settle on the hut."
    elif "fire" in asked:
        squares = listener.view["territories"][0]
        cell = next(cell_name(square["cell"]) for square in squares if square.get("craters"))
        why = f"{cell} is a volcano. No fire can land there."
    listener.go_to(cell)
    listener.press("Enter")
    listener.expect_said(f"^{re.escape(why)}$", "alert")


def test_games_of_tribe(visitors: Visitors) -> None:
    """Until everything was asked; seldom somebody gets no volcano in a whole game."""
    asked: set[str] = set()
    explained: set[str] = set()
    for seed in range(4, 4 + MOST_GAMES):
        listener = sit_down(visitors, "origins-tribe", seed=seed)
        play_tribe(listener, explained)
        assert_told_of_the_end(listener)
        asked |= listener.asked
        if asked >= ASKED_IN_TRIBE and explained == {"fire lands", "pay", "settle"}:
            return
    raise AssertionError(f"only {asked} was asked, {explained} explained")


def play_tribe(listener: Listener, explained: set[str]) -> None:
    """A whole game; asks why not wherever that was not explained yet, and undoes a step once."""
    is_undone = False
    for _ in range(400):
        asked = listener.listen()
        if asked == "The game is over.":
            break
        kind = next((kind for kind in ("fire lands", "pay", "settle") if kind in asked), "")
        if kind and kind not in explained:
            explained.add(kind)
            ask_why(listener, asked)
        if asked.startswith("Your turn is complete") and not is_undone:
            is_undone = True
            listener.choose("^Undo the last step")
            listener.expect_said("^Player 1 undoes the last step.$")
            listener.expect_focus()
            continue
        if kind == "" and asked.startswith("Your turn. Place") and listener.turns in (6, 16):
            assert_squares(listener, "origins-tribe", 0)
        listener.step(asked)


def assert_told_of_the_end(listener: Listener) -> None:
    """The end is shown and said, and so was everything before it."""
    page = listener.page
    end = page.get_by_role("region", name="The game is over")
    expect(end.get_by_role("status")).to_have_text(re.compile("wins|victory"))
    expect(end.get_by_role("grid")).to_have_count(2)
    listener.expect_focus()
    listener.assert_all_was_said()
    finished = listener.events[-1]
    said = [text for _, text in listener.heard()]
    assert f"Player 1: {finished['scores'][0]} points, Easy bot: {finished['scores'][1]} points." in said
    assert sum(text.startswith("Your turn. ") for text in said) == listener.turns


@pytest.mark.parametrize("rules", [rules for rules in GAMES if rules != "origins-tribe"])
def test_some_turns_of_other_games(rules: str, visitors: Visitors) -> None:
    # The turns of the bot are shown for a while, where one could hear of them a second time.
    listener = sit_down(visitors, rules, seed=2, speed="fast" if rules == "kingdomino" else "off")
    listener.play(turns=4)
    listener.listen()
    assert_squares(listener, rules, 0)

    # The territory of somebody else, made large, can be gone over too.
    ground = "kingdom" if rules == "kingdomino" else "territory"
    listener.page.get_by_role("button", name=f"Enlarge Easy bot’s {ground}").press("Enter")
    expect(listener.page.get_by_role("grid", name="Easy bot’s squares")).to_be_attached()
    assert_squares(listener, rules, 1)
    listener.assert_all_was_said()


def test_keys_and_what_they_say(visitors: Visitors) -> None:
    listener = sit_down(visitors, "origins-totem")
    page = listener.page
    asked = listener.listen()
    assert names(tree(page), "heading").count("Origins: Totem Mode") == 1

    listener.press("s")
    todo = re.escape(asked.removeprefix("Your turn. "))
    lines = f"{listener.view['lines_left']} more lines to come."
    listener.expect_said(
        rf"^{todo} Player 1: \d points?, Easy bot: \d points?\. .*Domino .* {lines} .*has the totem: flint\.$"
    )
    listener.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog.get_by_role("row")).to_have_count(11)
    dialog.get_by_role("checkbox", name="Use single-letter shortcuts").press("Space")
    listener.press("Escape")
    expect(dialog).to_have_count(0)
    before = len(listener.heard())
    listener.press("s", "o", "?")
    expect(dialog).to_have_count(0)
    assert len(listener.heard()) == before, "letters are switched off"
    open_menu(page, "Describe the table")
    expect(page.get_by_role("dialog", name="Describe the table")).to_contain_text(lines)
    listener.press("Escape")
    open_menu(page, "Keys")
    dialog.get_by_role("checkbox", name="Use single-letter shortcuts").press("Space")
    listener.press("Escape")

    # Without letters: the first two stops of the Tab key lead to the list and to the squares.
    listener.reload()
    assert listener.listen() == asked
    listener.press("Tab", "Enter")
    listener.expect_focus("button")
    assert re.match("Choose domino|Place: ", listener.focus()[1])

    # A connection that breaks and comes back: said once each, and nothing of the game is said again.
    visitors.expect_complaints(page)
    page.context.set_offline(True)
    listener.expect_said("^Connection lost", "alert")
    page.context.set_offline(False)
    listener.expect_said("^Reconnected.$")
    assert [text for region, text in listener.heard() if region == "log"] == [asked, "Reconnected."]


def test_a_replay(visitors: Visitors) -> None:
    game = random_game("origins-tribe", 2, 3)
    game.names = ("Ada", "Bo")
    page = visitors.come("/replay", script=LISTEN)
    listener = Listener(page)
    drop(page, "a.record", record_of(game))
    slider = page.get_by_role("slider", name="Position in the game")
    expect(slider).to_have_value("0")

    # Every step is said, and what it says can be found on the squares.
    for step in range(1, 60):
        listener.press("ArrowRight")
        expect(slider).to_have_value(str(step))
    said = [text for region, text in listener.heard() if region == "live"]
    assert any(
        re.search(r" pays the resource on \w+: (mammoth|fish|mushroom|flint)\.$", text) for text in said
    )
    place = r"(Ada|Bo) places domino \d+ on (\w+) and (\w+)\."
    step, found = next((step, found) for step, text in enumerate(said, 1) if (found := re.match(place, text)))
    slider.fill(str(step))
    grid = page.get_by_role("grid", name=f"{found[1]}’s squares")
    for cell in found.groups()[1:]:
        expect(grid.get_by_role("gridcell", name=re.compile(rf"^{cell}, (?!empty)"))).to_have_count(1)

    # Arrow keys on the squares move there, not through the game, which stops for whoever goes over them.
    page.get_by_role("button", name="Play", exact=True).press("Enter")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.get_by_role("gridcell", name="g7, hut").focus()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    at = slider.input_value()
    listener.press("ArrowRight")
    assert listener.focus()[1].startswith("h7, ")
    assert slider.input_value() == at

    page.get_by_role("button", name="Go to the end").press("Enter")
    expect(page.get_by_role("gridcell", name=re.compile("region of")).first).to_be_attached()
    [owner] = names(tree(page), "grid")
    seat = game.names.index(owner.removesuffix("’s squares"))
    cells = {name.split(",")[0] for name in names(tree(page), "gridcell") if ", empty" not in name}
    assert cells == {cell_name(cell) for cell in game.state.territories[seat]}
