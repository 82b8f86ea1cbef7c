"""What players see at the table with the client's default settings: notices, status line, undo, opponents."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.frames import frames_of
from tests.e2e.playing import Look, Player, make_table, start_against_bot, wait_for_winner
from tests.e2e.texts import text
from tests.e2e.touching import BOARD, LAID, LIT, middle, press_on_board
from tests.e2e.visitors import Size, Visitors
from tests.server.running import RunningServer, play_to_the_end

# Remembers every notice, however short it is shown.
NOTICES = """
  window.notices = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        const note = node.nodeType === 1 && (node.matches('.note') ? node : node.querySelector('.note'));
        if (note) window.notices.push(note.textContent.trim());
      }
  }).observe(document, { childList: true, subtree: true });
"""
# Remembers every text of the status line with the crest beside it.
STATUS = """
  window.statuses = [];
  new MutationObserver(() => {
    const status = document.querySelector('.status');
    if (!status) return;
    const crest = status.querySelector('use').getAttribute('href');
    const text = status.querySelector('strong').textContent;
    const last = window.statuses.at(-1);
    if (!last || last[0] !== crest || last[1] !== text) window.statuses.push([crest, text]);
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
"""
CRESTS = """() => [...document.querySelectorAll('.players li')].map((seat) =>
  [seat.querySelector('strong').textContent, seat.querySelector('.crest use').getAttribute('href')])"""


def play_until(player: Player, asked: str) -> Look:
    """Plays until something is asked for."""
    for _ in range(100):
        seen = player.wait()
        if seen.asked == asked:
            return seen
        player.step(seen)
    raise AssertionError(f"{asked} is never asked for: {player.steps}")


def overlap(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


def test_forced_moves_are_in_the_log_and_not_on_top_of_the_controls(visitors: Visitors) -> None:
    """With two players of Origins the second claim follows from the first (O6)."""
    page = visitors.come("/", script=NOTICES)
    start_against_bot(page, "origins-discovery")
    player = Player(page, seed=1)
    player.play(turns=2)
    player.wait()
    assert any("Only legal move" in line for line in player.log())
    assert page.evaluate("() => window.notices") == []


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_notice_covers_nothing_that_is_needed_and_goes_at_the_next_move(
    size: Size, visitors: Visitors
) -> None:
    page = visitors.come("/", size=size)
    start_against_bot(page, "kingdomino")
    player = Player(page, touch=size == "phone")
    play_until(player, "place")
    ground = page.locator("section.mine .ground")
    if size == "phone":
        ground.locator("[data-cell=g7]").tap()
    else:
        ground.locator("[data-at=g7]").press("Enter")
    note = page.locator(".note")
    expect(note).to_have_text(re.compile("g7 is already covered"))
    for what in (page.get_by_role("banner"), page.locator(".status"), page.get_by_role("toolbar")):
        assert not overlap(note, what)
    for lit in ground.locator("rect.lit").all():
        assert not overlap(note, lit)
    player.step(player.look())
    expect(note).to_have_count(0)


def test_undo_leaves_no_frame_where_the_domino_lay(visitors: Visitors) -> None:
    page = visitors.come("/")
    start_against_bot(page, "kingdomino")
    player = Player(page)
    seen = play_until(player, "place")
    player.step(seen)
    squares = page.locator(".players li").first.locator(".mini g")
    framed = page.locator(f"{LAID}, {BOARD} .latest")
    expect(squares).to_have_count(3)
    expect(framed).to_have_count(1)
    page.get_by_role("button", name=text("actions.undo"), exact=True).click()
    expect(squares).to_have_count(1)
    expect(framed).to_have_count(0)
    expect(page.locator(LIT).first).to_be_visible()


def test_the_status_line_wears_the_crest_of_whoever_acts(visitors: Visitors) -> None:
    page = visitors.come("/new", script=STATUS)
    make_table(page, "Ada", "bot", "bot", "bot")
    Player(page).play(
        turns=3
    )  # the first may come after moves that nobody saw; then each bot moves at least once
    crests = dict(page.evaluate(CRESTS))
    assert len(crests) == 4
    statuses: list[tuple[str, str]] = page.evaluate("() => window.statuses")
    told = [  # of several who have acted in the same moment the last one
        (crest, max(crests, key=lambda name, text=text: text.rfind(f"{name} ")))  # type: ignore[misc]  # a default
        for crest, text in statuses
        if any(f"{name} " in text for name in crests)
    ]
    assert {name for _, name in told} >= {name for name in crests if name != "Ada"}
    assert [crest for crest, _ in told] == [crests[name] for _, name in told]


@pytest.mark.parametrize("calm", [False, True])
def test_a_second_tap_does_not_press_the_button_that_takes_the_place_of_the_first(
    calm: bool, visitors: Visitors
) -> None:
    page = visitors.come("/", size="phone", calm=calm)
    start_against_bot(page, "kingdomino")
    player = Player(page, touch=True)
    seen = play_until(player, "place")
    # New buttons sleep as long as an animation lasts: here it stands still.
    animations = page.context.new_cdp_session(page)
    animations.send("Animation.enable")
    animations.send("Animation.setPlaybackRate", {"playbackRate": 0})
    press_on_board(page.locator(LIT).first, touch=True)
    undo, free = page.get_by_role("button", name=text("actions.undo"), exact=True), page.locator(".slot.free")
    expect(undo).to_be_visible()
    for sleeping in (undo, free.first):  # both have just come
        expect(sleeping).to_be_visible()
        for _ in range(2):
            page.touchscreen.tap(*middle(sleeping))
    animations.send("Animation.setPlaybackRate", {"playbackRate": 1})
    assert player.wait(seen.mark).asked == "claim"
    expect(page.locator(LAID)).to_be_visible()
    assert not [sent for sent in frames_of(page).sent if sent["type"] == "undo"]
    undo.tap()
    expect(undo).to_have_count(0)
    assert player.look().asked == "place"


def test_an_opponent_tapped_on_a_phone_is_enlarged_in_view(visitors: Visitors) -> None:
    page = visitors.come("/", size="phone")
    start_against_bot(page, "kingdomino")
    Player(page, touch=True).play(turns=1)
    page.get_by_role("list", name="Players").get_by_role("listitem").nth(1).locator("button.peek").tap()
    expect(page.locator("section.mine .owner")).to_contain_text("Easy bot")
    expect(page.locator("section.mine .ground")).to_be_in_viewport(ratio=0.95)


def test_a_replay_runs_no_faster_with_reduced_motion(visitors: Visitors, server: RunningServer) -> None:
    made = server.make_table("kingdomino", "hb")
    play_to_the_end([server.client(made["table"], made["seats"][0]["token"])])
    page = visitors.come(f"/replay/{made['table']}", calm=True)
    step = page.locator("[aria-current=step]")
    before = step.inner_text()
    page.clock.install()
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(600)
    assert step.inner_text() == before
    page.clock.run_for(600)
    expect(step).not_to_have_text(before)


def test_whoever_has_not_decided_on_a_rematch_reads_who_wants_it(
    visitors: Visitors, server: RunningServer
) -> None:
    made = server.make_table("kingdomino", "oo")
    tokens = [server.join(made, name) for name in ("Ada", "Bob")]
    clients = [server.client(made["table"], token) for token in tokens]
    play_to_the_end(clients)
    pages: list[Page] = [visitors.come(f"/table/{made['table']}#seat={token}") for token in tokens]
    ada, bob = map(wait_for_winner, pages)  # both have come: leaving is a no
    ada.get_by_role("button", name="Play again").click()
    expect(ada).to_contain_text("Waiting for everybody to agree")
    expect(bob).to_contain_text("Ada would like to play again.")
    expect(bob).not_to_contain_text("Waiting for everybody to agree")
