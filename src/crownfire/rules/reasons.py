"""Why something is not allowed: a code with parameters, the rule that says so, and an English sentence.

The code and the parameters are what other programs use; the sentence is what Python and the command
line show. Parameters are plain values in notation, such as a cell "g8" or a seat counted from 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from crownfire.errors import CrownfireError

REASONS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        # Placing
        "off_canvas": ("C4", "the domino would leave the canvas at {cell}"),
        "occupied": ("C4", "{cell} is already covered"),
        "turned_double": (
            "N6",
            "both halves of domino {domino} are equal, so it is written with n or e: {instead}",
        ),
        "not_connected": (
            "C3",
            "neither half of domino {domino} touches the home or a square of its own terrain there",
        ),
        "outside_frame": (
            "C4",
            "the territory would become {width}×{height}, but it must fit in {frame}×{frame}",
        ),
        "must_place": ("C5", "domino {domino} can be placed, at {example} for one, so it must be"),
        # Fires
        "no_square": ("O8", "{cell} is not a square of the territory"),
        "out_of_reach": (
            "O8",
            "{cell} is {distance} squares from the volcano on {volcano}, which reaches {reach}",
        ),
        "fire_on_volcano": ("O8", "{cell} is a volcano, and no fire lands on a volcano"),
        "fire_on_fire": ("O8", "{cell} has a fire already"),
        "no_eruption": ("O7", "no volcano was placed, so no fire is thrown"),
        # Totems
        "not_tied_for_most": ("T4", "seat {seat} is not one of those tied for most {resource}"),
        "no_totem_to_give": ("T4", "no totem has to be given to one of several players"),
        # Claiming
        "not_in_line": ("C7", "domino {domino} is not in the line; free are {free}"),
        "already_claimed": ("C7", "domino {domino} is taken; free are {free}"),
        "opening_pair": (
            "O6",
            "the opening dominoes are claimed as pairs 1+4 and 2+3, so this one must be {domino}",
        ),
        "nothing_to_claim": ("C8", "in the last round there is no line to claim from"),
        # Recruiting
        "not_face_up": ("B2", "no {caveman} lies face up"),
        "not_in_pile": ("B2", "no {caveman} is left in the pile"),
        "too_few_kinds": (
            "B2",
            "recruiting this way costs {price} different kinds of resource, seat {seat} has {kinds}",
        ),
        "one_recruit": ("B2", "only one caveman can be recruited in a turn"),
        "last_round": ("B4", "there is no recruiting in the last round"),
        "no_resource": ("B2", "there is no resource on {cell}"),
        "same_kind": ("B2", "{resource} has been paid already; each kind can be paid once"),
        "settle_no_square": ("B3", "{cell} is not a square of the territory"),
        "settle_on_home": ("B3", "{cell} is the home"),
        "settle_on_volcano": ("B3", "{cell} is a volcano"),
        "settle_on_fire": ("B3", "{cell} has a fire"),
        "settle_on_resource": ("B3", "{cell} has a resource on it"),
        "settle_on_caveman": ("B3", "{cell} has a caveman on it"),
        # The order of things
        "not_now": ("N3", "this is not the moment for that; expected: {expected}"),
        "turn_complete": ("N3", "the turn is complete without this"),
        "not_in_game": ("N3", "{rules} has no such move"),
        "no_such_action": ("N3", "{action} is not an action; actions run from 0 to {last}"),
        "game_over": ("C8", "the game is over"),
        "chance_due": ("N2", "first comes {expected}"),
        # Chance
        "no_chance_due": ("N2", "no such chance step is due; expected: {expected}"),
        "wrong_order": ("{rule}", "the opening order must have the shape {shape}, each seat once"),
        "wrong_count": ("N2", "{found} given, but exactly {count} must be turned up"),
        "not_ascending": ("N2", "a line stands in ascending order: {sorted}"),
        "domino_seen": ("N2", "domino {domino} is not among the unseen ones"),
        "caveman_seen": ("N2", "there are not that many {caveman} tiles left unseen"),
        # Territories that can't have come out of the box
        "box_homes": ("C2", "a territory has one home, here are several: {cells}"),
        "box_apart": ("C3", "these squares are not connected with the home: {cells}"),
        "box_kind": (
            "C1",
            "too many squares of {terrain} with {number} {what}: {found}, the box has {printed}",
        ),
        "box_cover": ("C1", "no set of different dominoes covers these squares"),
        "box_unknown_cover": ("C1", "whether dominoes cover these squares took more than {trials} trials"),
        "box_no_resources": ("T1", "{rules} has no resources, but there is one on {cell}"),
        "box_resource_terrain": ("T1", "there is a resource on {cell}, which is {terrain} and has none"),
        "box_resource_fire": ("T1", "there is a resource on {cell}, which has a fire"),
        "box_no_fires": ("O7", "{rules} has no fire tokens, but there is one on {cell}"),
        "box_fire_square": ("O8", "the fire token on {cell} lies on a volcano or on a printed fire"),
        "box_fire_unthrown": (
            "O8",
            "the fire token on {cell} needs a volcano of its own in reach, with {fires} crater(s)",
        ),
        "box_fire_missing": ("O9", "volcanoes that have thrown no fire: {missing} with {fires} crater(s)"),
        "box_no_cavemen": ("B2", "{rules} has no cavemen, but there is one on {cell}"),
        "box_cavemen": ("B1", "{found} cavemen {caveman}, but the box has {copies}"),
        # Records
        "unknown_key": ("N1", "a record has no key {key}"),
        "key_twice": ("N1", "{key} is given twice"),
        "header_missing": (
            "N1",
            "the header is crownfire 1, rules:, players:, then the rest; {key} is missing",
        ),
        "header_late": ("N1", "{key}: belongs to the header, before the first line of the game"),
        "no_such_game": ("N1", "{why}"),
        "wrong_names": ("N1", "there must be {players} names, none empty, separated by |"),
        "turn_due": ("N2", "no chance line belongs here; expected of seat {seat}: {expected}"),
        "line_due": ("N2", "first comes {expected}"),
        "wrong_seat": ("N3", "it is the turn of seat {seat}"),
        "turn_unfinished": ("N3", "the turn is not finished; still missing: {expected}"),
        "result_early": ("N4", "the game is not over yet"),
        "wrong_result": ("N4", "the scores are {scores}"),
        "after_result": ("N5", "after the result come only comments or ---"),
        "file_cut": ("N5", "the record ends inside a turn"),
        "other_secret": ("C13", "the secret is not the one committed to"),
        "other_deal": ("C13", "this was not dealt from the secret, which gives {expected}"),
        "not_dynasty": ("K6", "several games in one record are a Dynasty match: {why}"),
    }
)

# What a phase waits for, in words.
_EXPECTED = {
    "order": "the opening order (order:)",
    "line": "a new line (line:)",
    "cave": "cavemen turned up (cave:)",
    "place": "a placement such as g8n, or x",
    "erupt": "where the fire lands, such as *f6",
    "give": "who gets the totem, such as >2",
    "claim": "a claim such as =17",
    "recruit": "a recruit such as +hu, or a full stop",
    "pay": "a payment such as -f6",
    "settle": "where to settle, such as @h9",
    "over": "nothing, the game is over",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not allowed: a code of `REASONS`, and what fills its sentence."""

    code: str
    params: Mapping[str, str | int]

    @property
    def rule(self) -> str:
        """The id of the rule that forbids it."""
        return REASONS[self.code][0].format(**self.params)

    def __hash__(self) -> int:
        return hash((self.code, frozenset(self.params.items())))

    def __str__(self) -> str:
        expected = self.params.get("expected", "")
        words = {**self.params, "expected": _EXPECTED.get(str(expected), expected)}
        return REASONS[self.code][1].format(**words)


def because(code: str, **params: str | int) -> Reason:
    """The reason with this code."""
    return Reason(code, params)


class IllegalMoveError(CrownfireError):
    """A move, or an outcome of chance, that the rules don't allow here. Nothing was changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason} ({reason.rule})")
        self.reason = reason

    def __reduce__(self) -> tuple[type["IllegalMoveError"], tuple[object, ...]]:
        return type(self), (self.reason,)

    @property
    def rule(self) -> str:
        """The id of the rule that forbids it."""
        return self.reason.rule


class SetupError(CrownfireError):
    """A game that does not exist: unknown rules, an impossible number of players or combination."""
