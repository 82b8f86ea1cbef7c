"""Response times of the web client in Chromium on loopback.

    python -m benchmarks.web_client [--turns 20] [--drags 12]

Measures the time from a tap to the drawn result (including the server and its disk), and the cost of a frame
while a domino is dragged over the territory. Requires the built client (`make web`).
"""

import argparse
import json
import statistics
import tempfile
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright
from rich.console import Console
from tests.e2e.visitors import launch
from tests.server.running import RunningServer

# Records the time from each tap to the first frame after the view has changed.
WATCH = """() => {
  window.taps = []; window.long = [];
  new PerformanceObserver((list) => list.getEntries().forEach((task) => window.long.push(task.duration)))
    .observe({ entryTypes: ['longtask'] });
  addEventListener('click', () => {
    const begin = performance.now();
    const squares = () => document.querySelectorAll('.ground [data-cell]').length;
    const mark = () => document.querySelector('.status')?.textContent + squares();
    const before = mark();
    const look = () => mark() === before ? requestAnimationFrame(look)
      : requestAnimationFrame(() => window.taps.push(performance.now() - begin));
    requestAnimationFrame(look);
  }, true);
}"""


def play(page: Page, turns: int) -> list[float]:
    """Plays turns by taps; returns the milliseconds from each tap to its drawn result."""
    page.evaluate(WATCH)
    for _ in range(turns):
        page.locator(
            "[role=application], button[aria-label^='Choose domino'], button.primary"
        ).first.wait_for()
        if page.get_by_role("button", name="Confirm").count():
            page.get_by_role("button", name="Confirm").click()
        elif page.locator("[role=application] rect.lit").count():
            seen = page.evaluate("taps.length")
            page.locator("[role=application] rect.lit").first.click()
            page.wait_for_function("seen => taps.length > seen", arg=seen)
        else:
            page.locator("button[aria-label^='Choose domino']:enabled").first.click()
        page.wait_for_timeout(120)
    taps: list[float] = page.evaluate("taps")
    return taps


def metrics(session: CDPSession) -> dict[str, float]:
    """Returns Chromium's accumulated times in seconds."""
    found: dict[str, Any] = session.send("Performance.getMetrics")
    return {each["name"]: each["value"] for each in found["metrics"]}


def drag(page: Page, session: CDPSession, times: int) -> tuple[list[float], float]:
    """Drags the domino; returns the milliseconds of script and layout per frame, and the longest task."""
    page.evaluate(
        "window.frames_ = 0; (function count() { window.frames_ += 1; requestAnimationFrame(count) })()"
    )
    hand = page.get_by_role("button", name="in your hand").bounding_box()
    ground = page.locator("[role=application]").bounding_box()
    assert hand is not None
    assert ground is not None
    page.evaluate("long.length = 0")
    costs = []
    for number in range(times):
        page.mouse.move(hand["x"] + hand["width"] / 2, hand["y"] + hand["height"] / 2)
        page.mouse.down()
        before, frames = metrics(session), page.evaluate("frames_")
        for step in range(60):
            share = (step + number) % 60 / 60
            page.mouse.move(
                ground["x"] + share * ground["width"], ground["y"] + (1 - share) * ground["height"]
            )
        after, drawn = metrics(session), page.evaluate("frames_") - frames
        spent = sum(
            after[name] - before[name] for name in ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
        )
        costs.append(1000 * spent / max(1, drawn))
        page.keyboard.press("Escape")
        page.mouse.move(2, 2)
        page.mouse.up()
    longest: float = page.evaluate("Math.max(0, ...long)")
    return costs, longest


def main() -> None:
    """Runs both measurements and prints the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=20, help="taps to measure (default 20)")
    parser.add_argument("--drags", type=int, default=12, help="drags to measure (default 12)")
    chosen = parser.parse_args()
    console = Console()
    with (
        tempfile.TemporaryDirectory() as folder,
        RunningServer(f"sqlite+aiosqlite:///{folder}/tables.sqlite") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.add_init_script("localStorage.setItem('crownfire.settings', '{\"speed\":\"off\"}')")
        made = server.make_table("kingdomino+mighty_duel", "hh")
        page.goto(made["seats"][0]["link"])
        page.evaluate("key => localStorage.setItem('crownfire.tables', key)", _keys(made))
        page.reload()
        taps = sorted(play(page, chosen.turns))
        console.print(
            f"Tap to drawn result, {len(taps)} taps: "
            f"median {statistics.median(taps):.0f} ms, maximum {taps[-1]:.0f} ms"
        )
        while not page.locator("[role=application]").count():
            play(page, 1)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        costs, longest = drag(page, session, chosen.drags)
        console.print(
            f"While dragging, {len(costs)} drags: script and layout per frame, "
            f"median {statistics.median(costs):.1f} ms, maximum {max(costs):.1f} ms; "
            f"longest task {'below 50' if longest == 0 else f'{longest:.0f}'} ms"
        )
        browser.close()


def _keys(made: dict[str, Any]) -> str:
    """Returns the browser's stored data of a table with all seats on one device."""
    tokens = [seat["token"] for seat in made["seats"]]
    key = {
        "table": made["table"],
        "tokens": tokens,
        "isWatching": False,
        "rules": "",
        "names": [],
        "usedMs": 1,
    }
    return json.dumps([key])


if __name__ == "__main__":
    main()
