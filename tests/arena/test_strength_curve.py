"""The strength curve: the gain per doubling of time, and the picture."""

from xml.etree import ElementTree

import pytest
from benchmarks.strength_curve import doubling, draw

from crownfire.arena import Standing
from crownfire.arena.statistics import Estimate


def _standing(rate: float) -> Standing:
    around = Estimate(rate, rate - 0.1, rate + 0.1)
    return Standing("expert", 100, 100 * rate, around, around, around, 1.0, 1.0, 1.0, 0)


def test_the_gain_per_doubling_is_the_slope_over_the_logarithm_of_time() -> None:
    found = doubling([(25, Estimate(10, 9, 11)), (100, Estimate(14, 13, 15))])
    assert found.mean == pytest.approx(2)  # 4 points in two doublings
    assert found.high - found.mean == pytest.approx(
        0.5**0.5
    )  # both points have an error of 1, two doublings apart
    assert found.mean - found.low == pytest.approx(0.5**0.5)


def test_an_uncertain_point_hardly_affects_the_slope() -> None:
    certain = [(25, Estimate(0, -1, 1)), (50, Estimate(1, 0, 2)), (100, Estimate(2, 1, 3))]
    assert doubling([*certain, (200, Estimate(30, -970, 1030))]).mean == pytest.approx(1, abs=0.01)


def test_the_picture_labels_every_line_without_overlap() -> None:
    found = {
        rules: [(25, _standing(0.5)), (2000, _standing(end))]
        for rules, end in (("kingdomino", 0.55), ("origins-totem", 0.56), ("origins-tribe", 0.9))
    }
    picture = ElementTree.fromstring(draw(found, "expert(nodes=250)"))
    texts = {text.text: text for text in picture.iter("{http://www.w3.org/2000/svg}text")}
    heights = [float(texts[rules].attrib["y"]) for rules in ("origins-tribe", "origins-totem", "kingdomino")]
    assert heights == sorted(heights)
    assert heights[2] - heights[1] >= 16
    assert "2,000" in texts
