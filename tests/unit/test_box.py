"""Territories that the pieces of the box can't produce."""

import pytest

from crownfire.notation import parse_territory
from crownfire.rules import ruleset
from crownfire.rules.box import box_faults

EXAMPLE = "J D D1 L L1 / J1 G G L1 Q / J V2 H D Q1 / J+2 D D Q Q1 / G G G+1 G V1"


def _codes(rules: str, territory: str, players: int = 2) -> list[str]:
    return [fault.code for fault in box_faults(ruleset(rules, players), parse_territory(territory))]


def test_the_rulebook_example_has_no_faults() -> None:
    assert _codes("origins-discovery", EXAMPLE) == []


@pytest.mark.parametrize(
    ("rules", "territory", "code"),
    [
        ("kingdomino", "H M3 W / W . M3", "box_kind"),
        ("kingdomino", "H W4", "box_kind"),
        ("kingdomino", "H W", "box_cover"),  # half a domino
        ("kingdomino", "H M M1", "box_cover"),  # no domino has two mines
        (
            "kingdomino",
            "W W . / W W H / W W .",
            "box_cover",
        ),  # three wheat-wheat dominoes
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
def test_a_fault_is_found(rules: str, territory: str, code: str) -> None:
    assert code in _codes(rules, territory)


def test_two_tokens_need_two_volcanoes() -> None:
    """Both tokens are within reach of the near volcano only."""
    near, far = "H+1 D+1 V1 . . .", ". . D D D V1"
    assert "box_fire_unthrown" in _codes("origins-discovery", f"{near} / . . D . . . / . . D . . . / {far}")


def test_each_token_is_matched_to_a_volcano_of_its_own() -> None:
    """A token within reach of both volcanoes must leave the other token's only volcano free."""
    assert "box_fire_unthrown" not in _codes("origins-discovery", "V1 . D+1 H D+1 V1")
    assert "box_fire_unthrown" not in _codes("origins-discovery", "D+1 V1 D+1 H D V1")


def test_the_covering_search_decides_a_hard_territory() -> None:
    """Mixed wheat, forest and lake squares have many partners everywhere, but no covering."""
    rows = ["W F L W F L", "F L W F L W", "L W F L W F", "W F H L W F", "F L W F L W", "L W F L W F"]
    assert _codes("kingdomino+mighty_duel", " / ".join(rows)) == ["box_cover"]
