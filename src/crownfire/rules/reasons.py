"""Reasons why the rules forbid something: a code with parameters, a rule id and an English clause.

Other programs use the code and the parameters. Python and the command line show the clause. Parameters are
plain values in notation, such as the cell "g8" or a seat numbered from 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from crownfire.errors import CrownfireError

__all__ = ["REASONS", "IllegalMoveError", "Reason", "SetupError", "because"]

# By code: the rule id and the clause.
REASONS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        # Placing
        "off_canvas": ("C4", "the domino would leave the canvas at {cell}"),
        "occupied": ("C4", "{cell} is already covered"),
        "turned_double": (
            "N6",
            "both halves of domino {domino} are equal, so its direction is written n or e: {instead}",
        ),
        "not_connected": (
            "C3",
            "neither half of domino {domino} touches the home or a square of its own terrain there",
        ),
        "outside_frame": (
            "C4",
            "the territory would become {width}×{height}, but it must fit in {frame}×{frame}",
        ),
        "must_place": ("C5", "domino {domino} must be placed because it fits, for example {example}"),
        # Fires
        "no_square": ("O8", "{cell} is not a square of the territory"),
        "out_of_reach": (
            "O8",
            "{cell} is {distance} squares from the volcano on {volcano}, whose reach is {reach}",
        ),
        "fire_on_volcano": ("O8", "fire can't land on {cell}, which is a volcano"),
        "fire_on_fire": ("O8", "fire can't land on {cell}, which already has a fire"),
        "no_eruption": ("O7", "no volcano was placed in this turn, so no fire can land"),
        # Totems
        "not_tied_for_most": (
            "T4",
            "the {resource} totem goes to a seat tied for most, and seat {seat} is not",
        ),
        "no_totem_to_give": ("T4", "no totem was lost to several tied players, so there is none to give"),
        # Claiming
        "not_in_line": ("C7", "domino {domino} is not in the line; choose from {free}"),
        "already_claimed": ("C7", "domino {domino} is taken; choose from {free}"),
        "opening_pair": (
            "O6",
            "the first line is claimed in the pairs 1+4 and 2+3, so the next claim must be {domino}",
        ),
        "nothing_to_claim": ("C8", "there is no line to claim from in the last round"),
        # Recruiting
        "not_face_up": ("B2", "no {caveman} is face up"),
        "not_in_pile": ("B2", "no {caveman} is left in the pile"),
        "too_few_kinds": (
            "B2",
            "this recruit costs {price} different kinds of resource, but seat {seat} has {kinds}",
        ),
        "one_recruit": ("B2", "only one caveman can be recruited per turn"),
        "last_round": ("B4", "there is no recruiting in the last round"),
        "no_resource": ("B2", "there is no resource on {cell}"),
        "same_kind": ("B2", "{resource} is already paid; pay a different kind"),
        "settle_no_square": ("B3", "{cell} is not a square of the territory"),
        "settle_on_home": ("B3", "a caveman can't settle on {cell}, which is the home"),
        "settle_on_volcano": ("B3", "a caveman can't settle on {cell}, which is a volcano"),
        "settle_on_fire": ("B3", "a caveman can't settle on {cell}, which has a fire"),
        "settle_on_resource": ("B3", "a caveman can't settle on {cell}, which has a resource"),
        "settle_on_caveman": ("B3", "a caveman can't settle on {cell}, which has a caveman"),
        # Order of play
        "not_now": ("N3", "this move is not due; expected {expected}"),
        "turn_complete": ("N3", "the turn is already complete"),
        "not_in_game": ("N3", "{rules} has no such move"),
        "no_such_action": ("N3", "{action} is not an action; actions run from 0 to {last}"),
        "game_over": ("C8", "the game is over"),
        "chance_due": ("N2", "a chance step is due; expected {expected}"),
        # Chance
        "no_chance_due": ("N2", "this chance step is not due; expected {expected}"),
        "wrong_order": (
            "{rule}",
            "the opening order must follow the pattern {shape}, with a different seat for each letter",
        ),
        "wrong_count": ("N2", "exactly {count} must be turned up, not {found}"),
        "not_ascending": ("N2", "a line must be in ascending order without repeats: {sorted}"),
        "domino_seen": ("N2", "domino {domino} is not one of the unseen dominoes"),
        "caveman_seen": ("N2", "the pile does not have that many {caveman} tiles left"),
        # Territories that the box can't produce
        "box_homes": ("C2", "a territory has one home, but this one has several: {cells}"),
        "box_apart": ("C3", "these squares are not connected to the home: {cells}"),
        "box_kind": (
            "C1",
            "there are {found} squares of {terrain} with {number} {what}, but the box has {printed}",
        ),
        "box_cover": ("C1", "no set of different dominoes covers these squares"),
        "box_unknown_cover": (
            "C1",
            "the search for dominoes that cover these squares gave up after {trials} trials",
        ),
        "box_no_resources": ("T1", "{rules} has no resources, but there is one on {cell}"),
        "box_resource_terrain": ("T1", "there is a resource on {cell}, but {terrain} squares have none"),
        "box_resource_fire": ("T1", "there is a resource on {cell}, but a square with a fire has none"),
        "box_no_fires": ("O7", "{rules} has no fire tokens, but there is one on {cell}"),
        "box_fire_square": (
            "O8",
            "the fire token on {cell} lies on a volcano or a printed fire, where none can land",
        ),
        "box_fire_unthrown": (
            "O8",
            "the fire token on {cell} needs its own volcano with {fires} crater(s) within reach",
        ),
        "box_fire_missing": (
            "O9",
            "there is no fire token for {missing} of the volcanoes with {fires} crater(s)",
        ),
        "box_no_cavemen": ("B2", "{rules} has no cavemen, but there is one on {cell}"),
        "box_cavemen": ("B1", "there are {found} {caveman} tiles, but the box has {copies}"),
        # Records
        "unknown_key": ("N1", "a record has no key {key}"),
        "key_twice": ("N1", "{key} is given twice; give each key once"),
        "header_missing": (
            "N1",
            "the header must begin with crownfire 1, rules: and players:, in this order; {key} is missing",
        ),
        "header_late": ("N1", "{key}: belongs in the header, before the first line of the game"),
        "no_such_game": ("N1", "{why}"),
        "wrong_names": ("N1", "there must be {players} names, none empty, separated by |"),
        "turn_due": ("N2", "no chance step is due; seat {seat} moves next, with {expected}"),
        "line_due": ("N2", "a chance step is due; expected {expected}"),
        "wrong_seat": ("N3", "it is seat {seat}'s turn"),
        "turn_unfinished": ("N3", "the turn is incomplete; expected {expected}"),
        "result_early": ("N4", "the game is not over, so it has no result yet"),
        "wrong_result": ("N4", "the result must equal the scores: {scores}"),
        "after_result": ("N5", "only comments or --- may follow the result"),
        "file_cut": ("N5", "the record ends inside a turn"),
        "other_secret": ("C13", "the secret does not match the commitment"),
        "other_deal": ("C13", "this outcome does not follow from the secret, which gives {expected}"),
        "not_dynasty": ("K6", "these games don't form a Dynasty: {why}"),
    }
)

# By phase, the wording of the parameter `expected`.
_EXPECTED = {
    "order": "the opening order (order:)",
    "line": "a new line (line:)",
    "cave": "cavemen turned up (cave:)",
    "place": "a placement such as g8n, or x",
    "erupt": "a cell for the fire such as *f6",
    "give": "a seat for the totem such as >2",
    "claim": "a claim such as =17",
    "recruit": "a recruit such as +hu, or a full stop",
    "pay": "a payment such as -f6",
    "settle": "a cell to settle on such as @h9",
    "over": "nothing because the game is over",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the rules forbid something: a code of `REASONS` with its parameters. `str` gives the clause."""

    code: str
    params: Mapping[str, str | int]

    @property
    def rule(self) -> str:
        """The id of the rule that forbids it, such as `C4`."""
        return REASONS[self.code][0].format(**self.params)

    def __hash__(self) -> int:
        return hash((self.code, frozenset(self.params.items())))

    def __str__(self) -> str:
        expected = self.params.get("expected", "")
        words = {**self.params, "expected": _EXPECTED.get(str(expected), expected)}
        return REASONS[self.code][1].format(**words)


def because(code: str, **params: str | int) -> Reason:
    """Returns the reason with this code and these parameters."""
    return Reason(code, params)


class IllegalMoveError(CrownfireError):
    """A move or an outcome of chance that the rules forbid in this state. The state stays unchanged."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason} ({reason.rule})")
        self.reason = reason

    def __reduce__(self) -> tuple[type["IllegalMoveError"], tuple[object, ...]]:
        return type(self), (self.reason,)

    @property
    def rule(self) -> str:
        """The id of the rule that forbids it, such as `C4`."""
        return self.reason.rule


class SetupError(CrownfireError):
    """An impossible game, position or setting, such as unknown rules or a wrong number of players."""
