"""Several people at a table: by link, on one device, looking on; and what happens when something breaks."""

import re
import time
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.playing import (
    LONGEST_WAIT_MS,
    Look,
    Player,
    accept_invitation,
    make_table,
    open_menu,
    play_together,
    start_against_bot,
)
from tests.e2e.visitors import Visitors
from tests.e2e.wire import Wire
from tests.server.local import LocalServer
from tests.server.running import RunningServer


def invitation(page: Page) -> str:
    """The link that the waiting room shows."""
    return page.get_by_role("textbox", name="Link: Invite somebody to play").input_value()


def two_people(visitors: Visitors, through: str = "") -> tuple[Player, Player]:
    """Ada makes a table, perhaps through a wire; Bob comes by her link."""
    ada = visitors.come(f"{through}/new")
    make_table(ada, "Ada", "link")
    expect(ada.get_by_role("heading", name="Waiting for players")).to_be_visible()
    bob = visitors.come(visitors.address + invitation(ada).removeprefix(through or visitors.address))
    accept_invitation(bob, "Bob")
    assert "#" not in bob.url, "the secret stays in the address"
    expect(ada.get_by_role("list", name="Players")).to_be_visible()
    return Player(ada, seed=3), Player(bob, seed=4)


def same_log(*players: Player) -> list[str]:
    """What happened, when all have seen the same; somebody may be a moment behind."""
    end = time.monotonic() + LONGEST_WAIT_MS / 1000
    while True:
        logs = [player.log() for player in players]
        if all(log == logs[0] for log in logs):
            return logs[0]
        assert time.monotonic() < end, f"they did not see the same: {logs}"


def test_two_people_whatever_breaks(own_server: RunningServer, own_visitors: Visitors) -> None:
    with Wire(own_server.port) as wire:
        play_whatever_breaks(own_server, own_visitors, wire)


def play_whatever_breaks(server: RunningServer, visitors: Visitors, wire: Wire) -> None:
    """A game of Ada, who is on the wire, and Bob."""
    ada, bob = two_people(visitors, wire.url)
    gone = [p.page.get_by_role("alert").filter(has_text="Connection lost") for p in (ada, bob)]
    play_together(ada, bob, turns=4)
    before = same_log(ada, bob)

    # One loads the page anew.
    bob.page.reload()
    expect(bob.page.get_by_role("list", name="Players")).to_be_visible()
    assert same_log(ada, bob) == before
    play_together(ada, bob, turns=3)

    # One loses the network.
    visitors.expect_complaints(ada.page)
    ada.page.context.set_offline(True)
    wire.cut()
    expect(gone[0]).to_be_visible()
    expect(ada.page.get_by_role("banner")).to_contain_text("reconnecting")
    expect(bob.page.get_by_role("list", name="Players")).to_contain_text("away")
    wire.mend()
    ada.page.context.set_offline(False)
    expect(gone[0]).to_have_count(0)
    expect(bob.page.get_by_role("list", name="Players")).not_to_contain_text("away")
    same_log(ada, bob)
    play_together(ada, bob, turns=3)
    before = same_log(ada, bob)

    # The server dies and comes back.
    visitors.expect_complaints(bob.page)
    server.kill()
    for notice in gone:
        expect(notice).to_be_visible()
    server.start()
    for notice in gone:
        expect(notice).to_have_count(0)
    assert same_log(ada, bob) == before
    play_together(ada, bob)

    for player in (ada, bob):
        expect(player.page.get_by_role("region", name="The game is over")).to_be_visible()
    log = same_log(ada, bob)
    assert log[0] == "The game is over."
    # Every domino was taken and placed once: nothing was lost, nothing happened twice.
    assert sum(" chooses domino " in line for line in log) == 24
    assert sum(" places domino " in line or " discards domino " in line for line in log) == 24


def test_hot_seat(visitors: Visitors) -> None:
    page = visitors.come("/new")
    make_table(page, "Carla", "Dirk")
    named: list[str] = []

    def before(seen: Look) -> None:
        name = re.match("Carla|Dirk", seen.status)
        assert name, f"the status does not say who is to play: {seen.status}"
        named.append(name[0])

    player = Player(page, seed=5, before=before)
    for _ in range(30):
        seen = player.wait()
        player.step(seen)
        if seen.asked in ("place", "claim"):
            expect(page.locator(".log li").first).to_have_text(re.compile(f"^{named[-1]}"))
    assert set(named) == {"Carla", "Dirk"}
    assert player.turns >= 8


def test_one_of_two_seats_moves_to_another_device(visitors: Visitors) -> None:
    page = visitors.come("/new")
    make_table(page, "Carla", "easy")  # a person of that name, not a bot
    players = page.get_by_role("list", name="Players")
    expect(players.get_by_text("you", exact=True)).to_have_count(2)
    open_menu(page, "Continue on another device")
    page.get_by_role("dialog").get_by_role("button", name="easy", exact=True).click()
    link = page.get_by_role("textbox", name="Link: Open my seat on another device").input_value()
    other = visitors.come(link)
    expect(other.get_by_role("list", name="Players").get_by_text("you", exact=True)).to_have_count(1)
    page.get_by_role("button", name="Continue with the other seats").click()
    expect(players.get_by_text("you", exact=True)).to_have_count(1)
    play_together(Player(page, seed=6), Player(other, seed=7), turns=4)

    # The first device knew the link, but that is worth nothing any more; the other one is asked.
    kept = page.evaluate("JSON.parse(localStorage.getItem('crownfire.tables'))[0]")
    assert link.endswith(kept["moved"][0])
    answer = httpx.post(
        f"{visitors.address}/api/tables/{kept['table']}/move", json={"token": kept["moved"][0]}
    )
    assert answer.json()["code"] == "bad_token"
    open_menu(page, "Take back my last turn")
    other.get_by_role("alertdialog").get_by_role("button", name="Agree").click()
    expect(page.locator(".log li").first).to_have_text("Carla takes back a turn.")

    page.goto(visitors.address)
    expect(page.get_by_role("listitem").filter(has_text="Kingdomino")).to_contain_text("Carla, easy ·")


def test_a_seat_is_not_lost_with_the_answer_to_its_move(visitors: Visitors, server: RunningServer) -> None:
    made = server.make_table("kingdomino", "ob")
    token = server.join(made, "Ada")
    page = visitors.come("/")
    visitors.expect_complaints(page)

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/api/tables/*/move", lose_the_answer)
    page.goto(f"{visitors.address}/table/{made['table']}#seat={token}")
    Player(page).play(turns=1)
    page.reload()
    Player(page).play(turns=1)
    gone = httpx.post(f"{server.url}/api/tables/{made['table']}/move", json={"token": token})
    assert gone.json()["code"] == "bad_token"


def test_spectator(visitors: Visitors) -> None:
    page = visitors.come("/")
    start_against_bot(page, "kingdomino")
    open_menu(page, "Table links")
    link = page.get_by_role("textbox", name="Link: Let somebody watch").input_value()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    watcher = visitors.come(link)
    expect(watcher.get_by_role("list", name="Players")).to_be_visible()
    player = Player(page)
    for _ in range(3):
        player.play(turns=1)
        player.wait()  # the bot has played too
        same_log(player, Player(watcher))
        assert not Player(watcher).look().asked
        # But for Skip, while the bot's turn is shown.
        expect(watcher.get_by_role("toolbar", name="Your turn").get_by_role("button")).to_have_count(0)
        assert watcher.locator("[data-lit], .lit, .target, .slot.free").count() == 0
        assert watcher.get_by_text(re.compile(r"^(The only move|All \d+ moves)$")).count() == 0
        assert watcher.get_by_role("list", name="Players").get_by_text("you", exact=True).count() == 0
    watcher.get_by_role("button", name="Menu").click()
    expect(watcher.get_by_role("dialog").get_by_role("button", name="Table links")).to_be_visible()
    assert watcher.get_by_role("button", name="Take back my last turn").count() == 0


def test_takeback_against_a_bot(visitors: Visitors) -> None:
    page = visitors.come("/")
    start_against_bot(page, "kingdomino")
    player = Player(page, seed=2)
    player.play(turns=2)
    seen = player.wait()
    before = player.log()
    player.play(turns=1)
    player.wait()
    open_menu(page, "Take back my last turn")
    expect(page.locator(".log li").first).to_have_text("Player 1 takes back a turn.")
    assert player.wait().status == seen.status
    assert player.log()[1:] == before
    player.play(turns=1)


def test_takeback_between_people(visitors: Visitors) -> None:
    players = two_people(visitors)
    play_together(*players, turns=5)
    before = same_log(*players)
    asker, other = players

    # The other declines: nothing happens.
    open_menu(asker.page, "Take back my last turn")
    question = other.page.get_by_role("alertdialog", name="Ada would like to take back their last turn.")
    expect(asker.page.get_by_text("Waiting for an answer from Bob…")).to_be_visible()
    question.get_by_role("button", name="Decline").click()
    for player in players:
        expect(player.page.get_by_role("alertdialog")).to_have_count(0)
        expect(player.page.get_by_text("Bob declines.", exact=True).first).to_be_visible()
    assert same_log(*players) == before

    # The other agrees.
    open_menu(asker.page, "Take back my last turn")
    question.get_by_role("button", name="Agree").click()
    for player in players:
        expect(player.page.locator(".log li").first).to_have_text("Ada takes back a turn.")
    assert len(same_log(*players)) < len(before) + 1
    play_together(*players, turns=2)


def test_a_question_that_nobody_answers_and_somebody_who_comes_back(browser: Browser, tmp_path: Path) -> None:
    """A bot stands in, a takeback waits for whoever is away, and they are told of it later."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"
    with LocalServer(url, away_s=0) as server, Visitors(browser, server.url) as visitors:
        ada, bob = two_people(visitors)
        play_together(ada, bob, turns=3)
        table = bob.page.url
        bob.page.goto("about:blank")
        ada.page.get_by_role("button", name="Let a bot play").click()
        expect(ada.page.get_by_role("list", name="Players")).to_contain_text("a bot plays")
        ada.play(turns=2)
        ada.wait()

        open_menu(ada.page, "Take back my last turn")
        expect(ada.page.get_by_text("Waiting for an answer from Bob…")).to_be_visible()
        server.later(60)
        expect(ada.page.get_by_text("Not everybody answered in time").first).to_be_visible()
        expect(ada.page.get_by_role("alertdialog")).to_have_count(0)

        bob.page.goto(table)
        missed = bob.page.get_by_role("region", name="While you were away")
        expect(missed).to_contain_text(re.compile(r"A bot played (one turn|\d+ turns) for Bob\."))
        missed.get_by_role("button", name="Close").click()
        expect(missed).to_have_count(0)
        play_together(ada, bob, turns=2)
