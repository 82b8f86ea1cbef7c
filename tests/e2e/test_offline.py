"""Without a network: pages open after one visit, and say what works; a new version disturbs nobody."""

import json
import re
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from crownfire.server.client import FOLDER
from tests.e2e.playing import start_against_bot
from tests.e2e.visitors import Visitors
from tests.server.running import RunningServer, play_to_the_end

OFFLINE = re.compile("^The server can’t be reached right now")
AWAY = "The server isn’t responding. Please check your connection and try again."
# Waits until something holds that can only be asked for with `await`.
UNTIL = """async () => {{
  const end = Date.now() + 20_000;
  while (!({holds})) {{
    if (Date.now() > end) throw new Error(`never: {holds}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }}
}}"""


def until(page: Page, holds: str) -> None:
    page.evaluate(UNTIL.format(holds=holds))


def wait_for_worker(page: Page) -> None:
    """The client is kept on the device."""
    until(page, "navigator.serviceWorker.controller")


def test_offline_after_one_visit(own_server: RunningServer, own_visitors: Visitors) -> None:
    page = own_visitors.come("/")
    own_visitors.expect_complaints(page)
    note = page.get_by_text(OFFLINE)
    expect(page.get_by_role("heading", name="Play now against a bot")).to_be_visible()
    expect(note).to_have_count(0)
    wait_for_worker(page)
    running, over = (own_server.make_table("kingdomino", "hb") for _ in range(2))
    play_to_the_end([own_server.client(over["table"], over["seats"][0]["token"])])
    own_server.stop()
    page.context.set_offline(True)
    expect(note).to_be_visible()  # at once

    # The start page opens, and says what works.
    page.goto(own_visitors.address)
    expect(note).to_be_visible()
    for name, path in (("Rules", "/rules"), ("Watch a replay", "/replay")):
        page.get_by_role("status").get_by_role("link", name=name).click()
        page.wait_for_url(f"**{path}")
        page.reload()
        expect(page.locator("main h1")).to_be_visible()
        page.goto(own_visitors.address)

    # All languages are there.
    for language, words in (
        ("fr", "Joue tout de suite contre un bot"),
        ("de", "Jetzt gegen einen Bot spielen"),
    ):
        page.locator("header select").first.select_option(language)
        expect(page.get_by_role("heading", name=words)).to_be_visible()
    page.locator("header select").first.select_option("en")
    page.get_by_role("banner").get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    page.keyboard.press("Escape")

    # What the games are made of is kept, for rules and replays; nothing else of the server is.
    assert page.evaluate("async () => (await (await fetch('/api/catalogue')).json()).rulesets.length") == 4
    assert page.evaluate("() => fetch('/api/tables').then(() => 'there', () => 'away')") == "away"

    # What needs the server says that it is away.
    page.goto(f"{own_visitors.address}/new")
    expect(page.get_by_role("alert")).to_have_text(AWAY)
    page.goto(f"{own_visitors.address}/table/abcdef")
    expect(page.get_by_role("heading", name="This table can’t be opened")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_text(AWAY)

    page.goto(f"{own_visitors.address}/table/{running['table']}#seat={running['seats'][0]['token']}")
    expect(page.get_by_role("alert")).to_have_text(AWAY)
    score = page.context.new_page()
    score.goto(f"{own_visitors.address}/score/{over['table']}")
    expect(score.get_by_role("alert")).to_have_text(AWAY)
    score.get_by_role("button", name="Try again").click()
    expect(score.get_by_role("heading", name="This replay can’t be shown")).to_be_focused()
    start = page.context.new_page()
    start.goto(own_visitors.address)
    expect(start.get_by_text(OFFLINE)).to_be_visible()

    # And it comes back, on every page by itself.
    own_server.start()
    page.context.set_offline(False)
    expect(page.get_by_role("list", name="Players")).to_be_visible()
    expect(score.get_by_role("table")).to_be_visible()
    expect(start.get_by_text(OFFLINE)).to_have_count(0)
    start_against_bot(start, "kingdomino")


def test_a_server_that_is_away(own_server: RunningServer, own_visitors: Visitors) -> None:
    """The device has a network, but nobody answers."""
    page = own_visitors.come("/")
    own_visitors.expect_complaints(page)
    wait_for_worker(page)
    own_server.stop()
    page.reload()
    expect(page.get_by_text(OFFLINE)).to_be_visible()


def test_manifest(visitors: Visitors) -> None:
    """Chromium finds nothing wrong with it."""
    page = visitors.come("/", locale="fr-FR")
    expect(page.locator("link[rel=manifest]")).to_have_attribute("href", "/manifest-fr.webmanifest")
    wait_for_worker(page)
    browser = page.context.new_cdp_session(page)
    found = browser.send("Page.getAppManifest")
    assert found["url"] == f"{visitors.address}/manifest-fr.webmanifest"
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert manifest["name"] == "Crownfire"
    assert manifest["shortcuts"][0] | {"icons": []} == {"name": "Créer une table", "url": "/new", "icons": []}
    problems = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in problems if each["errorId"] != "in-incognito"] == []


class ClientServer(ThreadingHTTPServer):
    """Gives away a copy of the client that can be renewed; there are no games."""

    def __init__(self, folder: Path) -> None:
        shutil.copytree(FOLDER, folder)
        self.folder = folder
        super().__init__(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self.server_port}"

    def renew(self) -> None:
        """A newer client, as another build makes it: other names, another list, the old files gone."""
        page, worker = self.folder / "index.html", self.folder / "worker.js"
        for path in sorted((self.folder / "assets").iterdir()):
            fresh = path.with_name(path.name.replace("-", "-new", 1))
            path.rename(fresh)
            for file in (page, worker, *(self.folder / "assets").glob("*.js")):
                text = file.read_text(encoding="utf-8")
                file.write_text(text.replace(path.name, fresh.name), encoding="utf-8")
        listed = worker.read_text(encoding="utf-8")
        worker.write_text(
            re.sub(r'"version":"\w+"', '"version":"renewed"', listed, count=1), encoding="utf-8"
        )


class _Handler(SimpleHTTPRequestHandler):
    """Addresses without a file are pages of the client."""

    def translate_path(self, path: str) -> str:
        is_page = "." not in path and not path.startswith("/api")
        return super().translate_path("/index.html" if is_page else path)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_parts: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def client_server(tmp_path: Path) -> Iterator[ClientServer]:
    with ClientServer(tmp_path / "client") as running:
        Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()


def script_of(page: Page) -> str:
    name: str = page.evaluate("() => document.querySelector('script[type=module]').getAttribute('src')")
    return name


def test_a_new_version(browser: Browser, client_server: ClientServer) -> None:
    """It is there at the next load, and takes nothing away from a page that is open."""
    with Visitors(browser, client_server.url) as visitors:
        old = visitors.come("/")
        visitors.expect_complaints(old, "404")  # there is no catalogue
        wait_for_worker(old)
        before = script_of(old)
        client_server.renew()

        fresh = old.context.new_page()
        fresh.goto(client_server.url)
        assert script_of(fresh) != before
        until(fresh, "(await navigator.serviceWorker.getRegistration()).waiting")
        # The open page still finds its parts, which the server has no longer.
        old.get_by_role("banner").get_by_role("button", name="Settings").click()
        expect(old.get_by_role("dialog", name="Settings")).to_be_visible()
        old.get_by_role("combobox", name="Language").last.select_option("es")
        expect(old.get_by_role("dialog", name="Ajustes")).to_be_visible()
        assert script_of(old) == before
        assert len(fresh.evaluate("() => caches.keys()")) == 2

        # It is closed: the new worker takes over, and what was kept for the old one goes.
        old.close()
        fresh.reload()
        until(fresh, '(await caches.keys()).join() === "crownfire-renewed"')
        fresh.context.set_offline(True)
        fresh.goto(f"{client_server.url}/rules")
        expect(fresh.locator("main h1")).to_be_visible()
