"""Plain pages: what is shown if the client was not built, and the REST interface at a glance."""

from html import escape
from typing import Any

_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
{body}
</html>
"""


def start_page() -> str:
    """Says that the server runs and where its interface is described."""
    body = """\
<h1>Crownfire</h1>
<p>The table server for Kingdomino and Kingdomino Origins is running. Unofficial.</p>
<p>The page to play on was not built: <code>make web</code> does that. Until then, play in the terminal
(<code>crownfire play</code>) or talk to the <a href="/api">interface</a>.</p>"""
    return _PAGE.format(title="Crownfire", body=body)


def api_page(openapi: dict[str, Any]) -> str:
    """The REST interface as a list."""
    rows = []
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            what = escape(f"{operation.get('summary', '')}. {operation.get('description', '')}")
            rows.append(f"<dt><code>{method.upper()} {escape(path)}</code></dt><dd>{what}</dd>")
    body = f"""\
<h1>The interface of Crownfire</h1>
<p>As <a href="/openapi.json">OpenAPI</a>. Games are played over a websocket at
<code>/api/tables/…/socket</code>; its messages are those of <code>crownfire.server.protocol</code>.</p>
<dl>{"".join(rows)}</dl>"""
    return _PAGE.format(title="The interface of Crownfire", body=body)
