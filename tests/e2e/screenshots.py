"""Pictures of all main screens, to look at: `python -m tests.e2e.screenshots FOLDER`."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.e2e.lessons import Learner
from tests.e2e.playing import (
    GAMES,
    Player,
    accept_invitation,
    make_table,
    open_menu,
    start_against_bot,
    wait_for_winner,
)
from tests.e2e.visitors import SCHEMES, SIZES, Size, Visitors, launch, wear
from tests.server.running import RunningServer

TURNS = 7  # after which a game is in its middle
LESSON_STEPS = 5  # after which a lesson is


class Camera:
    """Takes pictures in light and in dark."""

    def __init__(self, folder: Path, size: Size) -> None:
        self._folder = folder
        self._size = size

    def take(self, page: Page, name: str, *, whole: bool = True) -> None:
        for scheme in SCHEMES:
            wear(page, scheme)
            page.screenshot(path=self._folder / f"{self._size}-{name}-{scheme}.png", full_page=whole)


@contextmanager
def visiting() -> Iterator[Visitors]:
    """Visitors to a server of their own."""
    with (
        tempfile.TemporaryDirectory() as database,
        RunningServer(f"sqlite+aiosqlite:///{database}/tables.sqlite") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        with Visitors(browser, server.url) as visitors:
            yield visitors
        browser.close()


def photograph(visitors: Visitors, camera: Camera, size: Size) -> None:
    """All main screens at one size."""
    around_the_table(visitors, camera, size)
    learning(visitors, camera, size)
    for rules in GAMES:
        table = playing(visitors, camera, size, rules)
        if rules in ("kingdomino", "origins-tribe"):
            afterwards(visitors, camera, size, f"{rules}-", table)


def around_the_table(visitors: Visitors, camera: Camera, size: Size) -> None:
    page = visitors.come("/", size=size)
    expect(page.get_by_role("heading", name="Play now against a bot")).to_be_visible()
    page.get_by_role("button", name="Kingdomino ").first.click()
    camera.take(page, "start")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    camera.take(page, "settings", whole=False)

    page.goto(f"{visitors.address}/new")
    expect(page.get_by_role("button", name="Create the table")).to_be_visible()
    camera.take(page, "new")
    page.get_by_role("radio", name="Public").check(force=True)
    make_table(page, "Ada", "bot", "link", options=("Harmony",))
    link = page.get_by_role("textbox", name="Link: Invite somebody to play").input_value()
    camera.take(page, "waiting-room")
    guest = visitors.come("/lobby", size=size)
    guest.get_by_role("button", name="Join: Kingdomino").first.wait_for()
    camera.take(guest, "lobby")
    guest.goto(link)
    expect(guest.get_by_role("textbox", name="Your name")).to_be_visible()
    camera.take(guest, "join")
    accept_invitation(guest, "Bob")


def learning(visitors: Visitors, camera: Camera, size: Size) -> None:
    page = visitors.come("/learn", size=size)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    camera.take(page, "learn")
    for rules in GAMES:
        page.goto(f"{visitors.address}/learn/{rules}")
        learner = Learner(page, touch=size == "phone")
        for _ in range(LESSON_STEPS):
            learner.step()
        learner.look()
        camera.take(page, f"lesson-{rules}", whole=False)
    page.goto(f"{visitors.address}/rules?game=origins-tribe")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    camera.take(page, "rules", whole=False)
    page.goto(f"{visitors.address}/rules#B8")
    expect(page.locator("#B8")).to_be_in_viewport()
    camera.take(page, "rules-warriors", whole=False)


def playing(visitors: Visitors, camera: Camera, size: Size, rules: str) -> str:
    """A table from its middle to its end; its name."""
    page = visitors.come("/", size=size)
    start_against_bot(page, rules)
    player = Player(page, seed=11, touch=size == "phone")
    player.play(turns=TURNS)
    taken: set[str] = set()
    for _ in range(8):
        seen = player.wait()
        if seen.asked not in taken:
            camera.take(page, f"{rules}-{seen.asked}", whole=False)
            if not taken:
                camera.take(page, f"{rules}-whole")
        taken.add(seen.asked)
        player.step(seen)
    open_menu(page, "Score breakdown")
    camera.take(page, f"{rules}-sheet", whole=False)
    page.keyboard.press("Escape")
    if rules in ("kingdomino", "origins-tribe"):
        player.play()
        wait_for_winner(page)
        camera.take(page, f"{rules}-end")
    return page.url.rsplit("/", 1)[1]


def afterwards(visitors: Visitors, camera: Camera, size: Size, name: str, table: str) -> None:
    page = visitors.come(f"/replay/{table}?step=40", size=size)
    expect(page.get_by_role("heading", name="Game log")).to_be_visible()
    camera.take(page, f"{name}replay")
    page.goto(f"{visitors.address}/score/{table}")
    expect(page.get_by_role("table")).to_be_visible()
    camera.take(page, f"{name}score")
    page.goto(f"{visitors.address}/replay")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    camera.take(page, "replays")


def main() -> None:
    """Writes all pictures into a folder."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.e2e.screenshots FOLDER")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        with visiting() as visitors:
            photograph(visitors, Camera(folder, size), size)


if __name__ == "__main__":
    main()
