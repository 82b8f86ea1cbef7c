"""Upper bounds of a game's length and points, from the tables of the boxes."""

from crownfire.data import Caveman, tables
from crownfire.data.tables import MAX_SYMBOLS
from crownfire.rules.parts.eruption import Eruption
from crownfire.rules.parts.totems import Totems
from crownfire.rules.parts.tribe import Tribe
from crownfire.rules.ruleset import Ruleset, options_of

__all__ = ["max_decisions", "max_draws", "max_score"]

_NEIGHBOURS = 8  # B7: the squares around a caveman


def max_decisions(ruleset: Ruleset) -> int:
    """Returns an upper bound of the number of decisions in a game."""
    setup = ruleset.setup
    turns = setup.players * setup.kings * setup.lines
    decisions = 2 * turns  # every domino is claimed and placed (or discarded)
    if ruleset.has(Eruption):
        fires = sum(any(half.craters for half in domino.halves) for domino in ruleset.dominoes)
        decisions += 2 * fires if ruleset.has(Totems) else fires  # T4: a fire may lose a totem
    if ruleset.has(Tribe):
        pieces = sum(totem.pieces for totem in tables().totems)
        decisions += turns + pieces + _cavemen()  # B2, B3: recruit or pass, pay, settle
    return decisions


def max_draws(ruleset: Ruleset) -> int:
    """Returns an upper bound of the number of chance nodes in a game."""
    setup = ruleset.setup
    return setup.players + setup.line * setup.lines + (_cavemen() if ruleset.has(Tribe) else 0)


def max_score(ruleset: Ruleset) -> int:
    """Returns an upper bound of a seat's points: as if one territory held the whole box."""
    squares = {terrain.name: 0 for terrain in ruleset.terrains}
    symbols = dict(squares)
    for half in (half for domino in ruleset.dominoes for half in domino.halves):
        squares[half.terrain] += 1
        symbols[half.terrain] += half.symbols
    within = ruleset.setup.frame**2
    points = sum(min(squares[name], within) * symbols[name] for name in squares)  # C9
    fires = sum(half.craters for domino in ruleset.dominoes for half in domino.halves)
    points += fires * min(max(squares.values()), within)  # O10
    if ruleset.has(Totems):
        each = tables().constants["points_per_resource"]
        points += sum(totem.points + each * totem.pieces for totem in tables().totems)  # T5
    if ruleset.has(Tribe):
        points += sum(map(_most_points, tables().cavemen)) + _warriors()
    bonuses = [option.points for option in options_of(ruleset.name) if option.name in ruleset.options]
    return points + sum(bonuses)  # C11, C12


def _most_points(caveman: Caveman) -> int:
    """B7: the most points of all cavemen of a kind; only fires can count several times on a square."""
    each = MAX_SYMBOLS if caveman.per == "fire" else 1
    return caveman.copies * caveman.points * _NEIGHBOURS * each


def _warriors() -> int:
    """B8: the points of all warriors in one group."""
    warriors = [caveman for caveman in tables().cavemen if caveman.is_warrior]
    return sum(w.copies for w in warriors) * sum(w.copies * w.power for w in warriors)


def _cavemen() -> int:
    return sum(caveman.copies for caveman in tables().cavemen)
