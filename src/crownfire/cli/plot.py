"""Ratings as an SVG picture: a panel per ruleset, a dot with its interval per bot.

The code writes the SVG directly, so it needs no library and the result is the same everywhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import ceil, floor, isinf

from crownfire.arena import Rating

__all__ = ["draw"]

_NAMES, _SCALE, _ROW, _HEAD, _GAP, _COLUMNS = 170, 260, 22, 44, 24, 2  # sizes of a panel, in pixels
_STYLE = """\
text { font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 13px; fill: #222; }
.rules { font-weight: bold; font-size: 15px; } .bot { text-anchor: end; } .tick { font-size: 11px; fill: #555; text-anchor: middle; }
.grid { stroke: #ddd; } .zero { stroke: #888; } .interval { stroke: #2a6f97; stroke-width: 3; } .dot { fill: #c1440e; }
.open { stroke: #2a6f97; stroke-width: 3; stroke-dasharray: 2 4; }"""  # noqa: E501 - CSS, a line for each group


def draw(found: Mapping[str, Sequence[Rating]], anchor: str) -> str:
    """Returns an SVG of ratings by ruleset. All panels share a scale; open ends of intervals are dashed."""
    low, high, step = _range([rating for each in found.values() for rating in each])
    rows = max(len(each) for each in found.values())
    panel_width, panel_height = _NAMES + _SCALE + _GAP, _HEAD + rows * _ROW + _GAP
    columns = min(_COLUMNS, len(found))
    width, height = _GAP + columns * panel_width, 2 * _GAP + ceil(len(found) / columns) * panel_height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="Ratings of bots with 95 % intervals, by rules">',
        f"<style>\n{_STYLE}\n</style>",
        f'<rect width="{width}" height="{height}" fill="#fffdf6"/>',
    ]
    for number, (rules, each) in enumerate(found.items()):
        x, y = _GAP / 2 + number % columns * panel_width, _GAP / 2 + number // columns * panel_height
        parts.append(f'<g transform="translate({x:g} {y:g})">')
        parts += _panel(rules, each, low, high, step)
        parts.append("</g>")
    note = f"Elo points above {anchor}, with 95 % intervals; a dashed end is open"
    parts.append(f'<text x="{_GAP}" y="{height - _GAP / 2:g}">{escape(note)}</text>\n</svg>\n')
    return "\n".join(parts)


def _range(all_ratings: Sequence[Rating]) -> tuple[int, int, int]:
    """Returns the ends of the scale and the step between its grid lines."""
    ends = [end for each in all_ratings for end in (each.low, each.elo, each.high) if not isinf(end)]
    step = next((step for step in (50, 100, 200, 500) if max(ends) - min(ends) <= 6 * step), 1000)
    low, high = floor(min(ends) / step) * step, ceil(max(ends) / step) * step
    return low, max(high, low + step), step


def _panel(rules: str, each: Sequence[Rating], low: int, high: int, step: int) -> Iterator[str]:
    def across(elo: float) -> float:
        return round(_NAMES + _SCALE * (min(max(elo, low), high) - low) / (high - low), 1)

    bottom = _HEAD + len(each) * _ROW
    yield f'<text x="{_NAMES}" y="20" class="rules">{escape(rules)}</text>'
    for tick in range(low, high + 1, step):
        kind = "grid" if tick else "zero"
        yield f'<path d="M{across(tick):g} {_HEAD}V{bottom}" class="{kind}"/>'
        yield f'<text x="{across(tick):g}" y="{_HEAD - 5}" class="tick">{tick}</text>'
    for row, rating in enumerate(each):
        y = _HEAD + (row + 0.5) * _ROW
        start, dot, end = across(rating.low), across(rating.elo), across(rating.high)
        yield f'<text x="{_NAMES - 10}" y="{y + 4:g}" class="bot">{escape(rating.bot)}</text>'
        yield f'<path d="M{start:g} {y:g}H{dot:g}" class="{"open" if isinf(rating.low) else "interval"}"/>'
        yield f'<path d="M{dot:g} {y:g}H{end:g}" class="{"open" if isinf(rating.high) else "interval"}"/>'
        yield f'<circle cx="{dot:g}" cy="{y:g}" r="5" class="dot"/>'
