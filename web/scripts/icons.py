"""Makes the icons of the client from `public/icon.svg`: `python web/scripts/icons.py`."""

from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parents[1] / "public"
CHROMIUM = Path("/usr/bin/chromium")
# Each with its size, whether systems cut it into a shape of their own, and how large the crown then is.
ICONS = (
    ("icon-48.png", 48, False, 1.0),
    ("icon-192.png", 192, False, 1.0),
    ("icon-512.png", 512, False, 1.0),
    ("icon-maskable-512.png", 512, True, 0.8),
    ("apple-touch-icon.png", 180, True, 0.84),
)


def main() -> None:
    """Draws the crown in Chromium at every size."""
    drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM if CHROMIUM.exists() else None)
        for name, size, is_cut, scale in ICONS:
            svg = drawing
            if is_cut:  # the ground to all edges, the crown well within
                svg = svg.replace(' rx="22"', "")
                at = 50 * (1 - scale)
                svg = svg.replace('id="crown"', f'transform="translate({at} {at}) scale({scale})"')
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
