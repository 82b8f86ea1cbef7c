"""The greedy bot: the best immediate gain on its own score sheet, without randomness.

* Place: the most points after placing, including the best fire of a volcano; then the fewest one-square
  holes, then the most sides that touch their own terrain.
* Fire: the most points; then a fire that destroys nothing. Give: to the seat with the fewest points.
* Claim: the domino whose best placement scores the most points; then the most symbols or craters, then the
  most resources.
* Recruit: the caveman with the most points after subtracting one per resource paid; none if no caveman gains
  a point. It settles where it scores most, and the cheapest resources pay for it.

The lowest action number breaks ties.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from crownfire.bots.budget import Budget
from crownfire.bots.recruiting import pay_value, recruit_value, settle_value
from crownfire.rules import Phase, State, Territory, apply, legal_actions, score, to_move
from crownfire.rules.actions import Claim, Fire, Give, Place
from crownfire.rules.canvas import NEIGHBOURS, NEXT, cell_at, file_of, rank_of
from crownfire.rules.state import Slot, mover

__all__ = ["GreedyBot", "Value", "count_holes", "place_value", "points_when_placed"]

Value = tuple[int, ...]


class GreedyBot:
    """A bot that takes the largest immediate gain by the Python rules."""

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        if len(legal) == 1:
            return legal[0]
        value = _VALUES[state.phase]
        return max(legal, key=lambda action: (value(state, action), -action))


def _points(state: State, seat: int) -> int:
    return score(state, seat).total


def place_value(state: State, action: int) -> Value:
    """Returns points with the best fire, minus the holes, and matching sides; only points for a discard."""
    seat = mover(state)
    placed = apply(state, action)
    points = _points_after_fire(placed, seat)
    move = to_move(action)
    if not isinstance(move, Place):
        return (points,)
    territory = placed.territories[seat]
    other = NEXT[move.cell][move.direction]
    assert other is not None
    sides = _matching_sides(territory, move.cell) + _matching_sides(territory, other)
    return points, -count_holes(territory, state.ruleset.setup.frame), sides


def _points_after_fire(state: State, seat: int) -> int:
    if state.phase is not Phase.ERUPT:
        return _points(state, seat)
    return max(_points(apply(state, action), seat) for action in legal_actions(state))


def _matching_sides(territory: Territory, cell: int) -> int:
    terrain = territory[cell].terrain
    return sum(territory[n].terrain == terrain for n in NEIGHBOURS[cell] if n in territory)


def count_holes(territory: Territory, frame: int) -> int:
    """Counts the empty cells within the frame's reach that no domino can cover: all neighbours are closed."""
    west, east, south, north = territory.box
    files = range(east - frame + 1, west + frame)
    ranks = range(north - frame + 1, south + frame)

    def is_open(cell: int) -> bool:
        return cell not in territory and file_of(cell) in files and rank_of(cell) in ranks

    cells = (cell_at(file, rank) for file in files for rank in ranks)
    return sum(
        cell is not None and is_open(cell) and not any(map(is_open, NEIGHBOURS[cell])) for cell in cells
    )


def _fire_value(state: State, action: int) -> Value:
    seat, move = mover(state), to_move(action)
    assert isinstance(move, Fire)
    square = state.territories[seat][move.cell]
    harmless = not square.resource and square.caveman is None
    return _points(apply(state, action), seat), harmless


def _give_value(state: State, action: int) -> Value:
    move = to_move(action)
    assert isinstance(move, Give)
    return (-_points(state, move.seat),)


def points_when_placed(state: State, number: int) -> int:
    """Returns the mover's points if the domino were placed next in the best way, with the best fire."""
    seat = mover(state)
    turn = (Slot(number, seat),)
    later = replace(state, phase=Phase.PLACE, opening=(), turn=0, current=turn, next=())
    return max(_points_after_fire(apply(later, place), seat) for place in legal_actions(later))


def _claim_value(state: State, action: int) -> Value:
    """Returns the points with the domino placed next, its symbols or craters, and its resources."""
    move = to_move(action)
    assert isinstance(move, Claim)
    points = points_when_placed(state, move.number)
    halves = state.ruleset.domino(move.number).halves
    symbols = sum(half.symbols + half.craters for half in halves)
    resources = sum(half.terrain in state.ruleset.resources and not half.symbols for half in halves)
    return points, symbols, resources


_VALUES: dict[Phase, Callable[[State, int], Value]] = {
    Phase.PLACE: place_value,
    Phase.ERUPT: _fire_value,
    Phase.GIVE: _give_value,
    Phase.CLAIM: _claim_value,
    Phase.RECRUIT: recruit_value,
    Phase.PAY: pay_value,
    Phase.SETTLE: settle_value,
}
