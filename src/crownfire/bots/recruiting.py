"""The recruiting of the greedy bot: which caveman, which payments and which square."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from crownfire.rules import State, Territory, apply, score, to_action, to_move
from crownfire.rules.actions import PASS, Pay, Recruit
from crownfire.rules.parts.tribe import price, why_not_settle
from crownfire.rules.state import mover

__all__ = ["Plan", "best_plan", "pay_value", "recruit_value", "settle_value"]


@dataclass(frozen=True, slots=True)
class Plan:
    """The gain of a recruit on its best square with the cheapest payments."""

    gain: int
    payments: tuple[int, ...]  # cells


def recruit_value(state: State, action: int) -> tuple[int]:
    """Returns the points of a recruit, less one for every resource it costs; 0 for passing."""
    if action == PASS:
        return (0,)
    move = to_move(action)
    assert isinstance(move, Recruit)
    cost = price(move.from_pile)
    return (best_plan(state, move.kind, cost, ()).gain - cost,)


def pay_value(state: State, action: int) -> tuple[int]:
    """Returns 1 for a payment of the best plan, 0 for any other."""
    recruit = state.recruiting
    assert recruit is not None
    cost = price(recruit.from_pile) - len(recruit.paid)
    plan = best_plan(state, recruit.kind, cost, recruit.paid)
    return (int(action in [to_action(Pay(cell)) for cell in plan.payments]),)


def settle_value(state: State, action: int) -> tuple[int]:
    """Returns the points after settling there."""
    return (score(apply(state, action), mover(state)).total,)


def best_plan(state: State, kind: str, cost: int, paid: tuple[str, ...]) -> Plan:
    """Returns the plan with the most points, with the lowest cell in a tie; `cost` payments are still due.

    A resource on the cell to settle must be among the payments. Cells are tried in descending order of points
    before payment, so the loop ends when no other cell can be better.
    """
    territory = state.territories[mover(state)]
    before = _cavemen_points(state, territory)
    trials = [
        (_cavemen_points(state, settled), cell, settled)
        for cell, settled in _settlements(state, territory, kind, paid)
    ]
    best = Plan(-before - 1, ())
    for points, cell, settled in sorted(trials, key=lambda trial: (-trial[0], trial[1])):
        if points - before <= best.gain:
            break
        must_pay = (cell,) if territory[cell].resource else ()
        loss, payments = _cheapest_payments(state, settled, cost - len(must_pay), paid, must_pay)
        if points - loss - before > best.gain:
            best = Plan(points - loss - before, must_pay + payments)
    return best


def _settlements(
    state: State, territory: Territory, kind: str, paid: tuple[str, ...]
) -> Iterator[tuple[int, Territory]]:
    """Yields every cell to settle, without its resource if that can be paid, and the resulting territory."""
    for cell, square in territory.items():
        if square.resource and state.ruleset.resource_on(square) in paid:
            continue
        freed = territory.with_square(cell, replace(square, resource=False))
        if why_not_settle(freed, cell) is None:
            yield cell, freed.with_square(cell, replace(freed[cell], caveman=kind))


def _cheapest_payments(
    state: State, settled: Territory, cost: int, paid: tuple[str, ...], must_pay: tuple[int, ...]
) -> tuple[int, tuple[int, ...]]:
    """Returns the points lost and the cells paid from, for `cost` more kinds of resource."""
    territory = state.territories[mover(state)]
    used = {*paid, *(state.ruleset.resource_on(territory[cell]) for cell in must_pay)}
    points = _cavemen_points(state, settled)
    cheapest: dict[str, tuple[int, int]] = {}  # by kind: points lost, cell
    for cell, square in settled.items():
        if square.resource and (resource := state.ruleset.resource_on(square)) not in used:
            without = settled.with_square(cell, replace(square, resource=False))
            loss = points - _cavemen_points(state, without)
            cheapest[resource] = min((loss, cell), cheapest.get(resource, (loss, cell)))
    chosen = sorted(cheapest.values())[:cost]
    return sum(loss for loss, _ in chosen), tuple(cell for _, cell in chosen)


def _cavemen_points(state: State, territory: Territory) -> int:
    """Returns the points that the rule parts, cavemen included, add to the regions of a territory."""
    seat = mover(state)
    changed = state.with_territory(seat, territory)
    return sum(term.points for part in state.ruleset.parts for term in part.terms(changed, seat))
