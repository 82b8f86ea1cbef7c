"""Pages whose text is outside docs/, and links that work on GitHub and in the site.

On GitHub, a page such as docs/contributing.md points to CONTRIBUTING.md. In the site it has that file's text.
"""

import os
import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

DOCS = Path(__file__).resolve().parent.parent
ROOT = DOCS.parent

SOURCES = {
    "overview": ROOT / "README.md",
    "contributing": ROOT / "CONTRIBUTING.md",
    "changes": ROOT / "CHANGELOG.md",
    "security": ROOT / "SECURITY.md",
    "benchmarks/index": ROOT / "benchmarks/README.md",
    "benchmarks/results": ROOT / "benchmarks/results.md",
}
PAGES = {source: DOCS / f"{page}.md" for page, source in SOURCES.items()}
PAGES[DOCS / "adr"] = DOCS / "decisions.md"

LINK = re.compile(r"\]\(([^)#:\s]+)(#[^)]*)?\)")
WHOLE_LINK = re.compile(r"\[([^\[\]]*)\]\(([^)#:\s]+)\)")


def read_source(app: Sphinx, page: str, content: list[str]) -> None:
    """Replaces a pointer by the text of its file, and paths of the repository by paths of the site."""
    place = DOCS / f"{page}.md"
    source = SOURCES.get(page, place)
    if source != place:
        app.env.note_dependency(str(source))
        content[0] = source.read_text(encoding="utf-8")

    def target(path: str) -> Path:
        found = Path(os.path.normpath(source.parent / path))
        return PAGES.get(found, found)

    def unlink_folder(link: re.Match[str]) -> str:
        return link[1] if target(link[2]).is_dir() else link[0]

    def rewrite(link: re.Match[str]) -> str:
        return f"]({os.path.relpath(target(link[1]), place.parent)}{link[2] or ''})"

    content[0] = LINK.sub(rewrite, WHOLE_LINK.sub(unlink_folder, content[0]))


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers the extension."""
    app.connect("source-read", read_source)
    return {"parallel_read_safe": True}
