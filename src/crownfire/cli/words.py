"""Events, score terms and turns as English sentences."""

from collections.abc import Sequence

from crownfire.data import tables
from crownfire.rules import Ruleset, ScoreSheet, Term
from crownfire.rules.canvas import cell_name
from crownfire.rules.events import (
    CavemanBurnt,
    CavemenRevealed,
    Claimed,
    Discarded,
    Event,
    FireLanded,
    FireLost,
    GameOver,
    LeftOver,
    LineRevealed,
    NobodyRecruited,
    OrderDrawn,
    Placed,
    Recruited,
    ResourceBurnt,
    ResourcePaid,
    Settled,
    TotemMoved,
)

__all__ = [
    "EXAMPLES",
    "KINDS",
    "RULES_NAMES",
    "SYMBOLS",
    "TASKS",
    "caveman_worth",
    "describe",
    "explain",
    "explain_ranking",
    "label_words",
    "plural",
    "sentences",
]

KINDS = {kind.code: kind.kind.replace("_", " ") for kind in tables().cavemen}
SYMBOLS = {"kingdomino": "crown", "origins": "fire"}
RULES_NAMES = {
    "kingdomino": "Kingdomino",
    "origins-discovery": "Origins, Discovery",
    "origins-totem": "Origins, Totem",
    "origins-tribe": "Origins, Tribe",
}

# Examples of input, by phase.
EXAMPLES = {
    "place": "a placement such as g8n",
    "erupt": "a cell for the fire such as *f6",
    "give": "a seat such as >2",
    "claim": "the number of a free domino",
    "recruit": "a recruit such as +hu, or a full stop to pass",
    "pay": "a payment such as -f6",
    "settle": "a cell such as @h9",
}

# What a player has to do, by phase.
TASKS = {
    "place": "place domino {domino}",
    "erupt": "choose where the fire lands",
    "give": "choose who gets the totem",
    "claim": "choose a domino from the {line} line",
    "recruit": "recruit a caveman or pass",
    "pay": "pay a resource for the {caveman}",
    "settle": "settle the {caveman}",
}


def describe(event: Event, names: Sequence[str]) -> str:
    """Returns an event as a clause without a full stop."""
    match event:
        case OrderDrawn(order):
            return f"opening order: {', '.join(names[seat] for seat in order)}"
        case LineRevealed(numbers):
            return f"new line: {', '.join(map(str, numbers))}"
        case CavemenRevealed(kinds):
            return f"new in the cave: {', '.join(KINDS[kind] for kind in kinds)}"
        case Placed(seat, domino, cells):
            return f"{names[seat]} places domino {domino} on {cell_name(cells[0])} and {cell_name(cells[1])}"
        case Discarded(seat, domino):
            return f"{names[seat]} discards domino {domino}, which fits nowhere"
        case FireLanded(_, volcano, cell, fires):
            source = f"{plural(fires, 'fire')} from the volcano on {cell_name(volcano)}"
            return f"{source} {'lands' if fires == 1 else 'land'} on {cell_name(cell)}"
        case FireLost(_, volcano, _):
            return f"no square can take the fire of the volcano on {cell_name(volcano)}"
        case ResourceBurnt(_, cell, resource):
            return f"the {resource} on {cell_name(cell)} burns"
        case CavemanBurnt(_, cell, kind):
            return f"the {KINDS[kind]} on {cell_name(cell)} burns"
        case TotemMoved(resource, source, target):
            return _describe_totem(resource, source, target, names)
        case Claimed(seat, domino):
            return f"{names[seat]} chooses domino {domino}"
        case LeftOver(domino):
            return f"nobody chose domino {domino}, which leaves the game"
        case Recruited(seat, kind, from_pile):
            origin = " from the pile" if from_pile else ""
            return f"{names[seat]} recruits {_with_article(KINDS[kind])}{origin}"
        case NobodyRecruited(seat):
            return f"{names[seat]} passes"
        case ResourcePaid(seat, cell, resource):
            return f"{names[seat]} pays the {resource} on {cell_name(cell)}"
        case Settled(_, cell, kind):
            return f"the {KINDS[kind]} settles on {cell_name(cell)}"
        case GameOver():
            return "the game is over"


def _describe_totem(resource: str, source: int | None, target: int | None, names: Sequence[str]) -> str:
    if target is None:
        return f"the {resource} totem goes back to the middle"
    if source is None:
        return f"{names[target]} takes the {resource} totem"
    return f"the {resource} totem goes from {names[source]} to {names[target]}"


def _with_article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def plural(count: int, word: str, many: str = "") -> str:
    """Returns a count with its noun, such as `1 square` or `2 squares`."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {many or word + 's'}"


def sentences(events: Sequence[Event], names: Sequence[str]) -> str:
    """Returns a sentence for each event, joined by spaces."""
    clauses = [describe(event, names) for event in events]
    return " ".join(f"{clause[:1].upper()}{clause[1:]}." for clause in clauses)


def caveman_worth(code: str) -> str:
    """Returns what a kind of caveman scores, such as `3 points per mammoth around it`."""
    kind = next(kind for kind in tables().cavemen if kind.code == code)
    if kind.is_warrior:
        return f"warrior of power {kind.power}; a group scores its size × its total power"
    return f"{plural(kind.points, 'point')} per {kind.per} around it"


def label_words(label: str) -> str:
    """Returns a label in words: `Fire lady` for `fire_lady`."""
    return label.replace("_", " ").capitalize()


def explain(term: Term, ruleset: Ruleset) -> str:
    """Returns the calculation of a score term, such as `4 squares × 2 crowns`."""
    if term.label in [terrain.name for terrain in ruleset.terrains]:
        return f"{plural(term.count, 'square')} × {plural(term.each, SYMBOLS[ruleset.game])}"
    if term.label == "warriors":
        return f"{plural(term.count, 'warrior')} × power {term.each}"
    if term.count == 1:
        return plural(term.each, "point")
    return f"{term.count} × {plural(term.each, 'point')}"


def explain_ranking(
    ranking: Sequence[Sequence[int]], sheets: Sequence[ScoreSheet], names: Sequence[str]
) -> str:
    """Returns the winner or winners and, if points are equal, the tie-break (C10)."""
    winners = ranking[0]
    who = " and ".join(names[seat] for seat in winners)
    best = sheets[winners[0]]
    if len(winners) > 1:
        return f"{who} share the victory with {plural(best.total, 'point')}"
    tied = [sheet for sheet in sheets if sheet.total == best.total]
    if len(tied) == 1:
        return f"{who} wins with {plural(best.total, 'point')}"
    tie = f"{who} wins the tie at {best.total} points"
    if [sheet.largest_region for sheet in tied].count(best.largest_region) == 1:
        return f"{tie} with the largest region ({best.largest_region} squares)"
    return f"{tie} with the most symbols ({best.symbols})"
