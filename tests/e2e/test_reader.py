"""Played by keyboard and ear alone: nothing here looks at the page other than by roles and names."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from crownfire.rules.canvas import cell_name
from tests.e2e.listening import LISTEN, OVER, YOUR_TURN, Listener
from tests.e2e.playing import GAMES, open_menu, start_against_bot
from tests.e2e.test_replays import drop, record_of
from tests.e2e.texts import pattern, text
from tests.e2e.visitors import Visitors
from tests.games import random_game

LETTERS = {"kingdomino": "WFLGSM", "origins": "GLJQDV"}
MOST_GAMES = 4  # that together must ask for everything
ASKED_IN_TRIBE = {"confirm", "squares", "place", "claim", "erupt", "recruit", "pay", "settle"}
EXPLAINED = {"erupt", "pay", "settle"}


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
    game = rules.partition("-")[0]
    words = {letter: text(f"terrain.{game}.{letter}") for letter in LETTERS[game]}
    words["H"] = text("square.home", game=game)
    squares = {cell_name(square["cell"]): square for square in listener.view["territories"][seat]}
    for cell, name in by_cell.items():
        if cell not in squares:
            assert name.startswith(text("square.empty", cell=cell)), name
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


def ask_why(listener: Listener, kind: str) -> None:
    """Enter on a square where nothing can be done says why."""
    cell, why = "g7", "no_resource"
    if kind == "settle":
        why = "settle_on_home"
    elif kind == "erupt":  # a volcano of an earlier turn: Enter turns the domino that was just placed
        squares = listener.view["territories"][0]
        steps = [event["facts"] for event in listener.events if event["type"] == "stepped"]
        placed = next(
            fact["cells"] for facts in reversed(steps) for fact in facts if fact["type"] == "placed"
        )
        craters = [square["cell"] for square in squares if square.get("craters")]
        older = [cell_name(cell) for cell in craters if cell not in placed]
        full = {cell_name(square["cell"]) for square in squares}
        empty = (name.split(",")[0] for name in names(tree(listener.page), "gridcell"))
        cell = older[0] if older else next(cell for cell in empty if cell not in full)
        why = "fire_on_volcano" if older else "no_square"
    listener.go_to(cell)
    listener.press("Enter")
    listener.expect_said(f"^{re.escape(text(f'why.{why}', cell=cell))}$", "alert")


def test_games_of_tribe(visitors: Visitors) -> None:
    """Until everything was asked; seldom somebody gets no volcano in a whole game."""
    asked: set[str] = set()
    explained: set[str] = set()
    for seed in range(4, 4 + MOST_GAMES):
        listener = sit_down(visitors, "origins-tribe", seed=seed)
        play_tribe(listener, explained)
        assert_told_of_the_end(listener)
        asked |= listener.asked
        if asked >= ASKED_IN_TRIBE and explained == EXPLAINED:
            return
    raise AssertionError(f"only {asked} was asked, {explained} explained")


def play_tribe(listener: Listener, explained: set[str]) -> None:
    """A whole game; asks why not wherever that was not explained yet, and undoes a step once."""
    is_undone = False
    for _ in range(400):
        asked = listener.listen()
        if asked == OVER:
            break
        kind = listener.kind_of(asked)
        if kind in EXPLAINED - explained:
            explained.add(kind)
            ask_why(listener, kind)
        if listener.view["is_undoable"] and not is_undone:
            is_undone = True
            listener.choose(f"^{text('choice.undo')}")
            listener.expect_said(f"^{text('say.undone', name='Player 1')}$")
            listener.expect_focus()
            continue
        if kind == "place" and listener.turns in (6, 16):
            assert_squares(listener, "origins-tribe", 0)
        listener.step(asked)


def assert_told_of_the_end(listener: Listener) -> None:
    """The end is shown and said, and so was everything before it."""
    page = listener.page
    end = page.get_by_role("region", name=text("end.title"))
    expect(end.get_by_role("status")).to_have_text(re.compile("wins|victory"))
    expect(end.get_by_role("grid")).to_have_count(2)
    listener.expect_focus()
    listener.assert_all_was_said()
    finished = listener.events[-1]
    said = [words for _, words in listener.heard()]
    points = [
        text("say.points", name=name, points=scored)
        for name, scored in zip(listener.names, finished["scores"], strict=True)
    ]
    assert f"{', '.join(points)}." in said
    assert sum(words.startswith(YOUR_TURN) for words in said) == listener.turns


@pytest.mark.parametrize("rules", [rules for rules in GAMES if rules != "origins-tribe"])
def test_some_turns_of_other_games(rules: str, visitors: Visitors) -> None:
    # The turns of the bot are shown for a while, where one could hear of them a second time.
    listener = sit_down(visitors, rules, seed=2, speed="fast" if rules == "kingdomino" else "off")
    listener.play(turns=4)
    listener.listen()
    assert_squares(listener, rules, 0)

    # The territory of somebody else, made large, can be gone over too.
    bot = listener.names[1]
    enlarge = text("players.enlarge", name=bot, game=rules.partition("-")[0])
    listener.page.get_by_role("button", name=enlarge).press("Enter")
    expect(listener.page.get_by_role("grid", name=text("square.grid", name=bot))).to_be_attached()
    assert_squares(listener, rules, 1)
    listener.assert_all_was_said()


def test_keys_and_what_they_say(visitors: Visitors) -> None:
    listener = sit_down(visitors, "origins-totem")
    page = listener.page
    asked = listener.listen()
    assert names(tree(page), "heading").count(text("rules.origins-totem.name")) == 1

    listener.press("s")
    todo = re.escape(asked.removeprefix(f"{YOUR_TURN} "))
    lines = text("say.lines_left", count=listener.view["lines_left"])
    points, free, totem = pattern("say.points"), pattern("slot.free"), pattern("say.totem")
    listener.expect_said(rf"^{todo} {points}, {points}\. .*{free}.* {re.escape(lines)} .*{totem}$")
    listener.press("?")
    dialog = page.get_by_role("dialog", name=text("keys.title"))
    expect(dialog.get_by_role("row")).to_have_count(11)
    dialog.get_by_role("checkbox", name=text("keys.letters")).press("Space")
    listener.press("Escape")
    expect(dialog).to_have_count(0)
    before = len(listener.heard())
    listener.press("s", "o", "?")
    expect(dialog).to_have_count(0)
    assert len(listener.heard()) == before, "letters are switched off"
    open_menu(page, text("menu.situation"))
    expect(page.get_by_role("dialog", name=text("menu.situation"))).to_contain_text(lines)
    listener.press("Escape")
    open_menu(page, text("keys.title"))
    dialog.get_by_role("checkbox", name=text("keys.letters")).press("Space")
    listener.press("Escape")

    # Without letters: the first two stops of the Tab key lead to the list and to the squares.
    listener.reload()
    assert listener.listen() == asked
    listener.press("Tab", "Enter")
    listener.expect_focus("button")
    assert re.match(f"{pattern('slot.claim')}|{pattern('choice.put')}", listener.focus()[1])

    # A connection that breaks and comes back: said once each, and nothing of the game is said again.
    visitors.expect_complaints(page)
    page.context.set_offline(True)
    listener.expect_said(f"^{re.escape(text('net.lost_text'))}", "alert")
    page.context.set_offline(False)
    back = text("say.back")
    listener.expect_said(f"^{re.escape(back)}$")
    assert [words for region, words in listener.heard() if region == "log"] == [asked, back]


def test_a_replay(visitors: Visitors) -> None:
    game = random_game("origins-tribe", 2, 3)
    game.names = ("Ada", "Bo")
    page = visitors.come("/replay", script=LISTEN)
    listener = Listener(page)
    drop(page, "a.record", record_of(game))
    slider = page.get_by_role("slider", name=text("replay.position"))
    expect(slider).to_have_value("0")

    # Every step is said, and what it says can be found on the squares.
    for step in range(1, 60):
        listener.press("ArrowRight")
        expect(slider).to_have_value(str(step))
    said = [words for region, words in listener.heard() if region == "live"]
    assert any(re.match(f"{pattern('log.pay_kind')}$", words) for words in said)
    place = pattern("log.place", r"(\w+)") + "$"
    step, found = next(
        (step, found) for step, words in enumerate(said, 1) if (found := re.match(place, words))
    )
    slider.fill(str(step))
    name, _, first, second = found.groups()
    grid = page.get_by_role("grid", name=text("square.grid", name=name))
    for cell in (first, second):
        expect(grid.get_by_role("gridcell", name=re.compile(rf"^{cell}, "))).to_have_count(1)
        expect(grid.get_by_role("gridcell", name=text("square.empty", cell=cell))).to_have_count(0)

    # Arrow keys on the squares move there, not through the game, which stops for whoever goes over them.
    page.get_by_role("button", name=text("replay.play"), exact=True).press("Enter")
    expect(page.get_by_role("button", name=text("replay.pause"))).to_be_visible()
    page.get_by_role("gridcell", name=f"g7, {text('square.home', game='origins')}").focus()
    expect(page.get_by_role("button", name=text("replay.play"), exact=True)).to_be_visible()
    at = slider.input_value()
    listener.press("ArrowRight")
    assert listener.focus()[1].startswith("h7, ")
    assert slider.input_value() == at

    page.get_by_role("button", name=text("replay.last")).press("Enter")
    expect(page.get_by_role("gridcell", name=re.compile(pattern("square.region"))).first).to_be_attached()
    [owner] = names(tree(page), "grid")
    seat = next(seat for seat, name in enumerate(game.names) if text("square.grid", name=name) == owner)
    told = names(tree(page), "gridcell")
    cells = {name.split(",")[0] for name in told if text("square.empty", cell=name.split(",")[0]) != name}
    assert cells == {cell_name(cell) for cell in game.state.territories[seat]}
