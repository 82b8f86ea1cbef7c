"""Rulesets by name: valid rules, and clear errors for impossible ones."""

import pytest

from crownfire.rules import SetupError, ruleset, split_rules


@pytest.mark.parametrize(
    ("rules", "players", "complaint"),
    [
        ("kingdomino", 5, "kingdomino is for 2 to 4 players, not 5"),
        ("kingdomino", 1, "not 1"),
        ("origins-tribe", 0, "not 0"),
        ("kingdomino+mighty_duel", 3, r"kingdomino\+mighty_duel is for 2 players, not 3"),
        ("kingdomino+homo_habilis", 2, "'homo_habilis' belongs to the other game"),
        ("origins-totem+harmony", 2, "'harmony' belongs to the other game"),
        ("origins-totem+dynasty", 2, "'dynasty' belongs to the other game"),
        ("kingdomino+nonsense", 2, "'nonsense' does not exist; the options of kingdomino are mighty_duel"),
        ("kingdomino+harmony+harmony", 2, "given twice"),
        (
            "queendomino",
            2,
            r"unknown rules 'queendomino' \(did you mean 'kingdomino'\?\); choose from kingdomino",
        ),
        ("", 2, "unknown rules ''"),
        ("kingdomino+dynasty+harmony", 2, "match of three games.*'kingdomino.harmony'"),
    ],
)
def test_an_impossible_game_is_rejected(rules: str, players: int, complaint: str) -> None:
    with pytest.raises(SetupError, match=complaint):
        ruleset(rules, players)


def test_the_order_of_options_does_not_matter() -> None:
    one, other = (
        ruleset("kingdomino+middle_kingdom+harmony", 4),
        ruleset("kingdomino+harmony+middle_kingdom", 4),
    )
    assert one == other
    assert hash(one) == hash(other)
    assert one.text == "kingdomino+harmony+middle_kingdom"


def test_split_rules_accepts_a_dynasty() -> None:
    assert split_rules("kingdomino+dynasty") == ("kingdomino", ("dynasty",))
