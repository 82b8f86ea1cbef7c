"""The learning curve as a picture: the network's win rate against each opponent, by round.

The SVG is written directly, so it needs no plotting library and is identical on every machine.
"""

from collections.abc import Sequence
from html import escape

from crownfire.train.run import Measured

__all__ = ["draw"]

_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 640, 340, 56, 30, 90, 52  # in pixels
_COLOURS = ("#2a6f97", "#c1440e", "#5a7d2a")
_STYLE = """\
text { font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 13px; fill: #222; }
.tick { font-size: 11px; fill: #555; } .grid { stroke: #ddd; } .lessons { fill: #f3ecd8; }
.curve { fill: none; stroke-width: 2.5; }"""


def draw(rows: Sequence[Measured], lessons: int, title: str) -> str:
    """Returns an SVG with one curve per opponent; the rounds of imitation are shaded."""
    last = max(rows[-1].rounds, 1)
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM

    def x(rounds: float) -> float:
        return round(_LEFT + (right - _LEFT) * rounds / last, 1)

    def y(rate: float) -> float:
        return round(bottom - (bottom - _TOP) * rate, 1)

    shaded = x(min(lessons, last)) - _LEFT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">',
        f"<style>\n{_STYLE}\n</style>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fffdf6"/>',
        f'<rect x="{_LEFT}" y="{_TOP}" width="{shaded:g}" height="{bottom - _TOP}" class="lessons"/>',
        f'<text x="{_LEFT}" y="19">{escape(title)}</text>',
    ]
    for percent in range(0, 101, 25):
        parts.append(f'<path d="M{_LEFT} {y(percent / 100):g}H{right}" class="grid"/>')
        height = y(percent / 100) + 4
        parts.append(
            f'<text x="{_LEFT - 8}" y="{height:g}" text-anchor="end" class="tick">{percent} %</text>'
        )
    for row in rows if len(rows) <= 6 else rows[:: -(-len(rows) // 6)]:
        label = f"{row.rounds} ({row.minutes:.0f} min)"
        middle = f'x="{x(row.rounds):g}" text-anchor="middle"'
        parts.append(f'<text {middle} y="{bottom + 16}" class="tick">{label}</text>')
    for colour, name in zip(_COLOURS, rows[0].wins, strict=False):
        points = " ".join(f"{x(row.rounds):g},{y(row.wins[name]):g}" for row in rows)
        parts.append(f'<polyline points="{points}" class="curve" stroke="{colour}"/>')
        end = y(rows[-1].wins[name]) + 4
        parts.append(f'<text x="{right + 8}" y="{end:g}" style="fill: {colour}">{escape(name)}</text>')
    note = "Rounds of training (minutes); shaded: lessons from a teacher"
    parts.append(f'<text x="{_LEFT}" y="{_HEIGHT - 14}">{note}</text>\n</svg>\n')
    return "\n".join(parts)
