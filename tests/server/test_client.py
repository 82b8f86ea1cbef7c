"""The built client as the server gives it away."""

import gzip
import json
import re
import struct
from pathlib import Path

import httpx
import pytest

from crownfire.server.client import _PAGES, FOLDER
from tests.server.running import RunningServer

MOST_KB = 150
ROUTER = Path(__file__).parents[2] / "web" / "src" / "lib" / "router.svelte.ts"


def test_the_server_has_the_pages_of_the_router() -> None:
    (table,) = re.findall(r"const ADDRESSES = \[\n(.*?)\n\];", ROUTER.read_text(encoding="utf-8"), re.DOTALL)
    assert sorted(re.findall(r"'(/[^']*)'", table)) == sorted(_PAGES)


def test_the_first_load_is_small() -> None:
    """JavaScript and CSS that the page asks for, compressed."""
    page = (FOLDER / "index.html").read_text(encoding="utf-8")
    files = re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', page)
    assert files
    size = sum(len(gzip.compress((FOLDER / name).read_bytes())) for name in files)
    assert size < MOST_KB * 1000


def test_pages_are_fresh_and_assets_are_kept(tmp_path: Path) -> None:
    with RunningServer(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}") as server:
        for path in (
            "/",
            "/new",
            "/lobby",
            "/table/abc",
            "/replay",
            "/replay/abc",
            "/score",
            "/score/abc",
            "/rules",
            "/learn",
            "/learn/kingdomino",
        ):
            page = httpx.get(f"{server.url}{path}")
            assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
        asset = re.findall(r'src="(/assets/[^"]+)"', page.text)[0]
        kept = httpx.get(f"{server.url}{asset}")
        assert "immutable" in kept.headers["cache-control"]
        assert kept.headers["content-encoding"] == "gzip"


def test_what_makes_it_installable(tmp_path: Path) -> None:
    with RunningServer(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}") as server:
        worker = httpx.get(f"{server.url}/worker.js")
        assert worker.status_code == 200
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["cache-control"] == "no-cache"
        policy = worker.headers["content-security-policy"]
        assert "worker-src 'self'" in policy
        assert "manifest-src 'self'" in policy

        for language in ("en", "nl", "de", "es", "fr"):
            found = httpx.get(f"{server.url}/manifest-{language}.webmanifest")
            assert found.headers["content-type"].startswith("application/manifest+json")
            assert found.headers["cache-control"] == "no-cache"
            manifest = found.json()
            assert (manifest["lang"], manifest["start_url"], manifest["display"]) == (
                language,
                "/",
                "standalone",
            )
            assert all(shortcut["name"] for shortcut in manifest["shortcuts"])
        for icon in manifest["icons"]:
            image = httpx.get(f"{server.url}{icon['src']}")
            assert image.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                assert icon["sizes"] == "{}x{}".format(*struct.unpack(">II", image.content[16:24]))
        assert {icon.get("purpose") for icon in manifest["icons"]} == {None, "maskable"}


def test_the_worker_keeps_the_whole_client() -> None:
    first = (FOLDER / "worker.js").read_text(encoding="utf-8").splitlines()[0]
    listed = json.loads(first.removeprefix("self.BUILT=").removesuffix(";"))
    there = {
        f"/{path.relative_to(FOLDER).as_posix()}"
        for path in FOLDER.rglob("*")
        if path.is_file() and path.name != "worker.js"
    }
    assert set(listed["files"]) == there - {"/index.html"} | {"/"}
    assert re.fullmatch("[0-9a-f]{12}", listed["version"])


@pytest.mark.parametrize(("accept", "kind"), [("text/html", "text/html"), ("*/*", "application/json")])
def test_an_address_without_a_page(tmp_path: Path, accept: str, kind: str) -> None:
    with RunningServer(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}") as server:
        found = httpx.get(f"{server.url}/nowhere/at/all", headers={"accept": accept})
        assert found.status_code == 404
        assert found.headers["content-type"].startswith(kind)
        in_api = httpx.get(f"{server.url}/api/nothing", headers={"accept": "text/html"})
        assert (in_api.status_code, in_api.json()["code"]) == (404, "no_such_page")
