"""The built client as the server gives it away."""

import gzip
import re
from pathlib import Path

import httpx
import pytest

from crownfire.server.client import FOLDER
from tests.server.running import RunningServer

MOST_KB = 150


def test_the_first_load_is_small() -> None:
    """JavaScript and CSS that the page asks for, compressed."""
    page = (FOLDER / "index.html").read_text(encoding="utf-8")
    files = re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', page)
    assert files
    size = sum(len(gzip.compress((FOLDER / name).read_bytes())) for name in files)
    assert size < MOST_KB * 1000


def test_pages_are_fresh_and_assets_are_kept(tmp_path: Path) -> None:
    with RunningServer(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}") as server:
        for path in ("/", "/new", "/lobby", "/learn", "/learn/kingdomino", "/table/abc", "/replay/abc"):
            page = httpx.get(f"{server.url}{path}")
            assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
        asset = re.findall(r'src="(/assets/[^"]+)"', page.text)[0]
        kept = httpx.get(f"{server.url}{asset}")
        assert "immutable" in kept.headers["cache-control"]
        assert kept.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize(("accept", "kind"), [("text/html", "text/html"), ("*/*", "application/json")])
def test_an_address_without_a_page(tmp_path: Path, accept: str, kind: str) -> None:
    with RunningServer(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}") as server:
        found = httpx.get(f"{server.url}/nowhere/at/all", headers={"accept": accept})
        assert found.status_code == 404
        assert found.headers["content-type"].startswith(kind)
        in_api = httpx.get(f"{server.url}/api/nothing", headers={"accept": "text/html"})
        assert (in_api.status_code, in_api.json()["code"]) == (404, "no_such_page")
