"""People with a browser: each has a context of their own; what a page complains about is collected."""

import json
import re
from pathlib import Path
from types import TracebackType
from typing import Literal

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Playwright, ViewportSize

from tests.e2e.frames import frames_of
from tests.e2e.playing import LONGEST_WAIT_MS

CHROMIUM = Path("/usr/bin/chromium")
Size = Literal["desktop", "phone"]
SIZES: dict[Size, ViewportSize] = {
    "desktop": {"width": 1280, "height": 800},
    "phone": {"width": 360, "height": 640},
}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")

# What Chromium itself writes when a request or a socket fails; nothing of the client's own.
CONNECTION = r"^Failed to load resource: net::ERR_|^WebSocket connection to '.*' failed"
# A request that the server refuses, as when a link is wrong.
REFUSAL = r"^Failed to load resource: the server responded with a status of 4\d\d "

# Colours may fade from one scheme to the other: this ends when nothing has moved for some frames.
SETTLED = """async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let still = 0, count = 0; still < 4 && count < 300; count += 1) {
    await frame();
    still = document.getAnimations().some((each) => each instanceof CSSTransition) ? 0 : still + 1;
  }
}"""


def wear(page: Page, scheme: Scheme) -> None:
    """The device becomes light or dark."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate(SETTLED)


def launch(playwright: Playwright) -> Browser:
    """Debian's Chromium where it is, else the one that came with Playwright."""
    path = CHROMIUM if CHROMIUM.exists() else None
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])


class Visitors:
    """Opens pages; at the end of the test none of them may have complained."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self._browser = browser
        self._pages: list[Page] = []
        self._complaints: list[tuple[Page, str]] = []
        self._expected: list[tuple[Page, str]] = []

    def __enter__(self) -> "Visitors":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for page in self._pages:
            page.context.close()
        if kind is None:
            assert not self.complaints(), "\n".join(self.complaints())

    def complaints(self) -> list[str]:
        """Errors and warnings so far, without the expected ones."""
        return [
            text
            for page, text in self._complaints
            if not any(page is which and re.search(pattern, text) for which, pattern in self._expected)
        ]

    def expect_complaints(self, page: Page, pattern: str = CONNECTION) -> None:
        """In this test this page may complain like that, because the test takes something away from it."""
        self._expected.append((page, pattern))

    def come(
        self,
        path: str = "/",
        *,
        size: Size = "desktop",
        locale: str = "en-GB",
        scheme: Scheme = "light",
        calm: bool = False,
        script: str = "",
        **settings: str,
    ) -> Page:
        """A new visitor opens an address (a path of this server, or a whole link).

        They come with the client's default settings, unless a test asks for others (nothing: the default).
        """
        context = self._browser.new_context(
            viewport=SIZES[size],
            has_touch=size == "phone",
            is_mobile=size == "phone",
            locale=locale,
            color_scheme=scheme,
            reduced_motion="reduce" if calm else "no-preference",
        )
        context.set_default_timeout(LONGEST_WAIT_MS)
        if settings := {name: value for name, value in settings.items() if value}:
            context.add_init_script(
                f"const key = 'crownfire.settings';"
                f"localStorage.getItem(key) ?? localStorage.setItem(key, {json.dumps(json.dumps(settings))})"
            )
        if script:
            context.add_init_script(script)
        page = context.new_page()
        self._pages.append(page)
        frames_of(page)

        def on_console(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self._complaints.append((page, message.text))

        def on_error(error: Error) -> None:
            self._complaints.append((page, f"uncaught: {error}"))

        page.on("console", on_console)
        page.on("pageerror", on_error)
        page.goto(path if path.startswith("http") else self.address + path)
        return page
