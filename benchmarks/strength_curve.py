"""Strength by time: the gain per doubling, and a picture with a line for each ruleset.

Writes the SVG by hand, like the package's other pictures.
"""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from math import log2, sqrt

import numpy as np

from crownfire.arena import Standing
from crownfire.arena.statistics import Estimate

_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 720, 380, 56, 34, 200, 52  # in pixels
_COLOURS = ("#2a6f97", "#c1440e", "#5a7d2a", "#7b4fa3", "#b08900")
_APART = 16  # minimum distance of names
_ASIDE = 3  # offset of the intervals of different rules
_STYLE = """\
text { font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 13px; fill: #222; }
.tick { font-size: 11px; fill: #555; } .grid { stroke: #ddd; } .curve { fill: none; stroke-width: 2.5; }
.interval { stroke-width: 1.5; }"""

Points = Sequence[tuple[int, Standing]]  # milliseconds per turn, and the result


def doubling(found: Sequence[tuple[int, Estimate]]) -> Estimate:
    """Returns the gain per doubling of time: the slope of a line through all points, by precision."""
    times = [log2(ms) for ms, _ in found]
    means = [own.mean for _, own in found]
    precision = [2 / (own.high - own.low) for _, own in found]
    (slope, _), covariance = np.polyfit(times, means, 1, w=precision, cov="unscaled")
    error = sqrt(covariance[0, 0])
    return Estimate(slope, slope - error, slope + error)


def draw(found: Mapping[str, Points], opponent: str) -> str:
    """Returns an SVG of the win rates against one opponent, by rules and time."""
    budgets = sorted({ms for points in found.values() for ms, _ in points})
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM

    def x(ms: int) -> float:
        return _LEFT + 20 + (right - _LEFT - 40) * log2(ms / budgets[0]) / log2(budgets[-1] / budgets[0])

    def y(rate: float) -> float:
        return bottom - (bottom - _TOP) * rate

    title = f"Win rate of expert(ms=…) against {opponent}, two players, with 95 % intervals"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">',
        f"<style>\n{_STYLE}\n</style>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fffdf6"/>',
        f'<text x="{_LEFT}" y="20">{escape(title)}</text>',
        f'<text x="{_LEFT}" y="{_HEIGHT - 12}">Milliseconds per turn</text>',
    ]
    for percent in range(0, 101, 25):
        height = y(percent / 100)
        parts.append(f'<path d="M{_LEFT} {height:.1f}H{right}" class="grid"/>')
        where = f'x="{_LEFT - 8}" y="{height + 4:.1f}"'
        parts.append(f'<text {where} text-anchor="end" class="tick">{percent} %</text>')
    for ms in budgets:
        where = f'x="{x(ms):.1f}" y="{bottom + 16}"'
        parts.append(f'<text {where} text-anchor="middle" class="tick">{ms:,}</text>')
    names = _spread({rules: y(points[-1][1].win_rate.mean) + 4 for rules, points in found.items()})
    for number, (colour, (rules, points)) in enumerate(zip(_COLOURS, found.items(), strict=False)):
        aside = _ASIDE * (number - (len(found) - 1) / 2)
        line = " ".join(f"{x(ms) + aside:.1f},{y(own.win_rate.mean):.1f}" for ms, own in points)
        parts.append(f'<polyline points="{line}" class="curve" stroke="{colour}"/>')
        for ms, own in points:
            bar = f"M{x(ms) + aside:.1f} {y(own.win_rate.low):.1f}V{y(own.win_rate.high):.1f}"
            parts.append(f'<path d="{bar}" class="interval" stroke="{colour}"/>')
        where = f'x="{right + 8}" y="{names[rules]:.1f}"'
        parts.append(f'<text {where} style="fill: {colour}">{escape(rules)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _spread(heights: Mapping[str, float]) -> dict[str, float]:
    """Returns the heights of names from top to bottom: beside their lines, without overlap."""
    found = dict(sorted(heights.items(), key=lambda item: item[1]))
    for above, name in pairwise(found):
        found[name] = max(found[name], found[above] + _APART)
    return found
