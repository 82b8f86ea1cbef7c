"""The lessons, from the start page to the end, by following what is lit."""

import json
import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.lessons import Learner
from tests.e2e.listening import LISTEN, Listener
from tests.e2e.playing import CONFIRM, GAMES, Player, wait_for_winner
from tests.e2e.test_access import Examiner
from tests.e2e.test_languages import BROWSERS, words
from tests.e2e.texts import text
from tests.e2e.touching import BOARD
from tests.e2e.visitors import Visitors
from tests.server.running import Json, RunningServer

WORDS = Path(__file__).parents[2] / "web" / "src" / "lessons" / "words"
LAST = {
    "kingdomino": "Discovery",
    "origins-discovery": "Totem",
    "origins-totem": "Tribe",
    "origins-tribe": "",
}
# Whether two things lie over each other.
OVERLAP = """([one, other]) => {
  const [a, b] = [one, other].map((selector) => document.querySelector(selector).getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1;
}"""


def assert_in_sight(page: Page, step: str) -> None:
    """The guide does not cover what it speaks of."""
    if page.locator(".pointed").count():
        expect(page.locator(".pointed")).to_be_in_viewport()
        assert not page.evaluate(OVERLAP, [".guide", ".pointed"]), step


def test_kingdomino_from_the_start_page(visitors: Visitors) -> None:
    """With a reload in the middle, a wrong try, and looks by axe."""
    page = visitors.come("/")
    page.get_by_role("link", name="Learn in five minutes").click()
    page.get_by_role("button", name="Start Kingdomino").click()
    page.wait_for_url("**/table/*")
    guide, note = page.get_by_role("region", name="Guide"), page.locator(".guide .note")
    expect(guide).to_contain_text("1 of 16")
    page.locator(".slot").first.click()
    expect(note).to_have_text("Press “Next” first.")
    learner = Learner(page)
    learner.follow(until="first", at_each=lambda step: assert_in_sight(page, step))
    page.locator(".slot").first.click()  # another domino, which is legal too
    expect(note).to_contain_text("please follow the guide")
    expect(page.locator(".slot.free")).to_have_count(1)

    learner.follow(until="place")
    page.locator(BOARD).click(position={"x": 20, "y": 20})
    expect(note).to_contain_text(text("why.not_connected"))
    note.get_by_role("button", name="Rule C3").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.reload()
    expect(guide).to_contain_text("5 of 16")
    learner.follow(until="confirm")
    page.get_by_role("button", name="Undo").click()
    expect(guide).to_contain_text("6 of 16")
    examiner = Examiner()
    examiner.look(page, "a step of a lesson")
    learner.follow(until="score")
    assert_in_sight(page, "score")
    page.goto(f"{visitors.address}/learn")
    examiner.look(page, "lessons")
    examiner.assert_nothing()
    page.get_by_role("button", name="Continue with Kingdomino").click()
    expect(guide).to_contain_text("12 of 16")
    learner.follow()

    expect(guide).to_contain_text("Well done")
    guide.get_by_role("button", name="Keep playing against the bot").click()
    expect(guide).to_have_count(0)
    expect(page.locator(".lit").first).to_be_visible()
    page.goto(f"{visitors.address}/learn")
    expect(page.locator("li", has_text="Kingdomino").get_by_text("Finished")).to_be_visible()
    expect(page.get_by_role("button", name="Start over with Kingdomino")).to_be_visible()


@pytest.mark.parametrize("rules", [each for each in GAMES if each != "kingdomino"])
def test_origins_to_the_end(rules: str, visitors: Visitors) -> None:
    """Totem by touch on a phone, Tribe by keys alone, Discovery by mouse with the bot in motion."""
    is_phone = rules == "origins-totem"
    speed = "fast" if rules == "origins-discovery" else "off"
    page = visitors.come(f"/learn/{rules}", size="phone" if is_phone else "desktop", speed=speed)
    learner = Learner(page, touch=is_phone, keys=rules == "origins-tribe")
    learner.follow(at_each=lambda step: assert_in_sight(page, step))
    spoken = [key.partition(".")[2] for key in _words("en") if key.startswith(f"{rules}.")]
    assert learner.steps == spoken
    following = page.get_by_role("link", name="Next lesson")
    if LAST[rules]:
        following.click()
        expect(page.locator(".guide .name")).to_contain_text(LAST[rules])
    else:
        expect(following).to_have_count(0)


def test_kingdomino_by_keys_and_ear(visitors: Visitors) -> None:
    """The focus is never lost, and each word of the guide is said once."""
    page = visitors.come("/learn/kingdomino", script=LISTEN)
    learner, listener = Learner(page, keys=True), Listener(page)
    guide = {key.partition(".")[2]: text for key, text in _words("en").items() if "kingdomino" in key}
    learner.follow(until="second")
    for key, said in (("s", f"^{re.escape(guide['second'])} .*: 0 points, "), ("o", guide["second"])):
        page.keyboard.press(key)
        listener.expect_said(said)
    learner.follow(until="wrong")
    expect(page.locator(".mine [data-lit]").first).to_be_focused()
    for _ in range(2):
        listener.go_to("g7")
        page.keyboard.press("Enter")
    page.wait_for_function("() => window.heard.filter(([role]) => role === 'alert').length === 2")
    assert len({text for region, text in listener.heard() if region == "alert"}) == 1
    page.keyboard.press("o")
    expect(page.get_by_text("Your move in this lesson")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".guide")).not_to_have_attribute("data-step", "wrong")  # the domino lies there
    learner.follow()
    expect(page.get_by_role("link", name="Next lesson")).to_be_focused()

    heard = [text for _, text in listener.heard()]
    expected = {word: 2 if word == "second" else 1 for word in guide}  # it was asked for again
    assert {word: heard.count(text) for word, text in guide.items()} == expected


def test_undo_by_keys_while_the_guide_talks(visitors: Visitors) -> None:
    page = visitors.come("/learn/origins-discovery")
    learner = Learner(page, keys=True)
    learner.follow(until="reach")
    page.keyboard.press("u")
    expect(page.locator(".guide")).to_have_attribute("data-step", "volcano")
    expect(page.locator(".mine [data-lit]").first).to_be_focused()


def test_a_guide_that_does_not_come(visitors: Visitors) -> None:
    """Its table can be played at; with the guide back, one has gone another way."""
    no_worker = "delete Navigator.prototype.serviceWorker"  # it may have kept the guide already
    page = visitors.come("/learn", script=no_worker)
    visitors.expect_complaints(page)
    page.route("**/assets/Guide-*.js", lambda route: route.abort())
    page.get_by_role("button", name="Start Kingdomino").click()
    expect(page.get_by_role("alert")).to_contain_text("The guide for this lesson couldn’t be loaded.")
    expect(page.locator(".status")).to_contain_text("Choose a domino")
    expect(page.locator(".slot.free")).to_have_count(4)
    page.locator(".slot.free").first.click()
    page.get_by_role("button", name=CONFIRM, exact=True).click()
    expect(page.locator(".log li")).not_to_have_count(0)

    page.unroute("**/assets/Guide-*.js")
    page.get_by_role("button", name="Try again").click()
    guide = page.get_by_role("region", name="Guide")
    expect(guide).to_contain_text("You’ve gone your own way.")
    expect(page.locator(".pointed")).to_have_count(0)
    table = page.url
    guide.get_by_role("button", name="Start over").click()
    expect(guide).to_contain_text("1 of 16")
    assert page.url != table


@pytest.mark.parametrize("language", BROWSERS)
def test_the_first_step_in_every_language(language: str, visitors: Visitors) -> None:
    page = visitors.come("/learn", size="phone", locale=BROWSERS[language])
    expect(page.locator("main li")).to_have_count(len(GAMES))
    words(page)
    for rules in GAMES:
        page.goto(f"{visitors.address}/learn/{rules}")
        expect(page.locator(".guide p")).to_have_text(_words(language)[f"{rules}.hello"])
        words(page)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), rules


def at_its_end(server: RunningServer, rules: str, *, off_script: bool = False) -> str:
    """Returns a link to a finished lesson, or to one left by another first move, on the learner's turn."""
    made = server.post(f"/api/lessons/{rules}", {"name": "Ann"})
    token = made["seats"][0]["token"]
    lesson = httpx.get(f"{server.url}/api/lessons/{rules}").json()
    moves, turns = list(lesson["moves"]), 1 if off_script else lesson["turns"] + 1
    learner = server.client(made["table"], token)

    def choose(options: list[Json]) -> Json:
        planned = [each for each in options if each["move"] == moves[0]] if moves else []
        if off_script:
            return next(each for each in options if each not in planned)
        if planned:
            moves.pop(0)
        return (planned or options)[0]

    while turns or learner.view["mover"] != 0:
        if learner.view["mover"] != 0:
            learner.reach(learner.view["number"] + 1)
        else:
            turns -= learner.view["is_complete"]
            learner.act(choose)
    learner.leave()
    return f"/table/{made['table']}#seat={token}"


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("off_script", [False, True])
def test_the_guide_leaves_when_one_plays_on(
    rules: str, off_script: bool, visitors: Visitors, server: RunningServer
) -> None:
    page = visitors.come(at_its_end(server, rules, off_script=off_script))
    guide = page.get_by_role("region", name="Guide")
    expect(guide).to_contain_text("gone your own way" if off_script else "Well done")
    player = Player(page)
    player.step(player.wait())
    expect(guide).to_have_count(0)
    expect(page.locator(".status")).to_be_visible()


def test_a_game_that_began_as_a_lesson_is_counted_to_the_winner(
    visitors: Visitors, server: RunningServer
) -> None:
    page = visitors.come(at_its_end(server, "kingdomino", off_script=False))
    Player(page, seed=3).play()
    wait_for_winner(page)


@pytest.mark.parametrize("off_script", [False, True])
def test_the_guide_can_be_closed_at_the_end(
    off_script: bool, visitors: Visitors, server: RunningServer
) -> None:
    page = visitors.come(at_its_end(server, "origins-tribe", off_script=off_script), size="phone")
    guide = page.get_by_role("region", name="Guide")
    guide.get_by_role("button", name="Close").tap()
    expect(guide).to_have_count(0)
    page.reload()
    expect(page.locator(".status")).to_be_visible()
    expect(guide).to_have_count(0)


def test_a_lesson_that_is_not_there(visitors: Visitors) -> None:
    page = visitors.come("/learn/chess")
    expect(page.get_by_role("heading", name="Learn to play")).to_be_visible()


def _words(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    return found
