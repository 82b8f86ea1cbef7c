"""Territories that can't have come out of the box."""

import pytest

from crownfire.notation import parse_territory
from crownfire.rules import ruleset
from crownfire.rules.box import box_faults

RIGHT = "J D D1 L L1 / J1 G G L1 Q / J V2 H D Q1 / J+2 D D Q Q1 / G G G+1 G V1"


def _codes(rules: str, territory: str, players: int = 2) -> list[str]:
    return [fault.code for fault in box_faults(ruleset(rules, players), parse_territory(territory))]


def test_the_rulebooks_example_is_from_the_box() -> None:
    assert _codes("origins-discovery", RIGHT) == []


@pytest.mark.parametrize(
    ("rules", "territory", "code"),
    [
        ("kingdomino", "H M3 W / W . M3", "box_kind"),
        ("kingdomino", "H W4", "box_kind"),
        ("kingdomino", "H W", "box_cover"),  # half a domino
        ("kingdomino", "H M M1", "box_cover"),  # no domino has two mines
        ("kingdomino", "W W . / W W H / W W .", "box_cover"),  # three dominoes wheat-wheat, there are two
        ("kingdomino", "H W W H", "box_homes"),
        ("kingdomino", "H . W W", "box_apart"),
        ("kingdomino", "H W W+1", "box_no_fires"),
        ("kingdomino", "H G* G", "box_no_resources"),
        ("kingdomino", "H W W[hu]", "box_no_cavemen"),
        ("origins-totem", "H D D*", "box_resource_terrain"),
        ("origins-totem", "H* D D", "box_resource_terrain"),
        ("origins-totem", "H D L1*", "box_resource_fire"),
        ("origins-discovery", "H D G*", "box_no_resources"),
        ("origins-discovery", "H D D+1", "box_fire_unthrown"),
        ("origins-discovery", "H D V1", "box_fire_missing"),
        ("origins-discovery", "H D+2 V1", "box_fire_unthrown"),
        ("origins-discovery", "H+1 D D D D V1", "box_fire_unthrown"),  # five squares away
        ("origins-discovery", "H D V1+1", "box_fire_square"),
        ("origins-discovery", "H D1+1 V1", "box_fire_square"),
        ("origins-discovery", "H D+1 D+1 V1 . .", "box_fire_unthrown"),
        ("origins-tribe", "H D[fl] D[fl] / . D[fl] D", "box_cavemen"),
        ("origins-tribe", "H D D[hu] / . Q V1[hu]", "settle_on_volcano"),
        ("origins-tribe", "H G*[hu] G*", "settle_on_resource"),
        ("origins-tribe", "H[hu] G* G*", "settle_on_home"),
    ],
)
def test_a_slip_is_found(rules: str, territory: str, code: str) -> None:
    assert code in _codes(rules, territory)


def test_one_volcano_does_not_throw_two_tokens() -> None:
    """Each token could be the near volcano's, but the other one must have thrown one and can't reach."""
    near, far = "H+1 D+1 V1 . . .", ". . D D D V1"
    assert "box_fire_unthrown" in _codes("origins-discovery", f"{near} / . . D . . . / . . D . . . / {far}")


def test_tokens_are_shared_out_among_the_volcanoes() -> None:
    """The token on f7 lies in reach of both volcanoes, the one on h7 only of the first one looked at."""
    assert "box_fire_unthrown" not in _codes("origins-discovery", "V1 . D+1 H D+1 V1")
    assert "box_fire_unthrown" not in _codes("origins-discovery", "D+1 V1 D+1 H D V1")


def test_a_hard_territory_is_decided() -> None:
    """Twelve squares each of wheat, forest and lake, mixed: many partners everywhere, yet no covering."""
    rows = ["W F L W F L", "F L W F L W", "L W F L W F", "W F H L W F", "F L W F L W", "L W F L W F"]
    assert _codes("kingdomino+mighty_duel", " / ".join(rows)) == ["box_cover"]
