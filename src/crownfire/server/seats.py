"""The colours and crests that tell seats apart."""

from crownfire.rules import Ruleset

# The colours of the players in the boxes; the crests are ours.
_SEATS = {
    "kingdomino": (("yellow", "sun"), ("pink", "rose"), ("blue", "wave"), ("green", "oak")),
    "origins": (("pink", "shell"), ("black", "claw"), ("green", "fern"), ("blue", "fish")),
}


def colour_and_crest(ruleset: Ruleset, seat: int) -> tuple[str, str]:
    """How a seat is shown; seats count from 0."""
    return _SEATS[ruleset.setup.game][seat]
