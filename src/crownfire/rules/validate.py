"""Validation of states that come from outside: rejects states that no game can reach.

It checks everything the rules rely on: phases, claims, pieces. It does not check whether the dominoes of the
box can cover a territory; `crownfire.rules.box` does.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from crownfire.data import tables
from crownfire.rules.canvas import HOME, connected
from crownfire.rules.engine import legal_actions
from crownfire.rules.parts.draft import Draft
from crownfire.rules.parts.eruption import Eruption
from crownfire.rules.parts.resources import Resources
from crownfire.rules.parts.totems import Totems
from crownfire.rules.parts.tribe import Tribe, kinds_held, price
from crownfire.rules.reasons import SetupError
from crownfire.rules.state import CHANCE_PHASES, Phase, Slot, State, mover
from crownfire.rules.territory import Territory

__all__ = ["check_state"]

_AFTER_CLAIM = (Phase.RECRUIT, Phase.PAY, Phase.SETTLE)


def check_state(state: State) -> None:
    """Raises `SetupError` with the first fault of a state that no game can reach."""
    for fault in _faults(state):
        raise SetupError(f"impossible position: {fault}")


def _faults(state: State) -> Iterator[str]:
    """Yields the faults, basic ones first; later checks may rely on earlier ones."""
    yield from _phase_faults(state)
    yield from _seat_faults(state)
    yield from _line_faults(state)
    for seat, territory in enumerate(state.territories):
        for fault in _territory_faults(state, territory):
            yield f"the territory of seat {seat + 1} {fault}"
    yield from _turn_faults(state)
    yield from _count_faults(state)
    yield from _totem_faults(state)
    yield from _cave_faults(state)
    yield from _pending_faults(state)
    is_decision = state.phase not in CHANCE_PHASES and state.phase is not Phase.OVER
    if is_decision and not legal_actions(state):
        yield f"there is nothing to {state.phase.value}"


def _phase_faults(state: State) -> Iterator[str]:
    owned = {phase for part in state.ruleset.parts for phase in part.phases}
    if state.phase not in owned | {Phase.OVER}:
        yield f"{state.ruleset.name} has no phase {state.phase.value}"


def _seat_faults(state: State) -> Iterator[str]:
    players = state.ruleset.players
    if len(state.territories) != players or len(state.discards) != players:
        yield f"there must be {players} territories and {players} counts of discards"
    slots = (*state.current, *state.next)
    seats = [*state.opening, *(slot.seat for slot in slots), *state.totems]
    if any(seat is not None and seat >= players for seat in seats):
        yield f"there are only {players} seats"


def _line_faults(state: State) -> Iterator[str]:
    setup = state.ruleset.setup
    numbers = [slot.number for slot in (*state.current, *state.next)] + list(state.unseen)
    if len(set(numbers)) < len(numbers):
        yield "a domino is in two places"
    if any(not 1 <= number <= len(state.ruleset.dominoes) for number in numbers):
        yield f"the dominoes are numbered 1 to {len(state.ruleset.dominoes)}"
    for line in (state.current, state.next):
        if any(a.number >= b.number for a, b in pairwise(line)):
            yield "a line must be ascending"
    drawn = len(state.ruleset.dominoes) - len(state.unseen)
    if drawn % setup.line or drawn // setup.line > setup.lines:
        yield f"the {drawn} dominoes seen are not whole lines of {setup.line}, at most {setup.lines}"
    if state.current and Counter(_seats(state.current)) != _kings(state):
        yield f"every seat must have {setup.kings} of the dominoes in the current line"
    if len(state.next) not in (0, setup.line):
        yield f"the next line must have {setup.line} dominoes"


def _seats(line: tuple[Slot, ...]) -> list[int | None]:
    return [slot.seat for slot in line]


def _kings(state: State) -> Counter[int | None]:
    return Counter(dict.fromkeys(range(state.ruleset.players), state.ruleset.setup.kings))


def _territory_faults(state: State, territory: Territory) -> Iterator[str]:
    west, east, south, north = territory.box
    frame = state.ruleset.setup.frame
    if east - west >= frame or north - south >= frame:  # C4
        yield f"does not fit in {frame}×{frame}"
    if connected(HOME, territory) != set(territory):
        yield "is not connected"
    terrains = {terrain.name for terrain in state.ruleset.terrains}
    for cell, square in territory.items():
        if square.is_home != (cell == HOME):
            yield "has more than one home"
        elif not square.is_home and square.terrain not in terrains:
            yield f"has {square.terrain}, which is no terrain of {state.ruleset.name}"
        elif square.symbols > 3 or square.token > 3:
            yield "has a square with more than 3 symbols"
        elif square.token and (square.symbols or square.craters or not state.ruleset.has(Eruption)):
            yield "has a fire token where none can lie"
        elif square.resource and (
            square.terrain not in state.ruleset.resources
            or square.all_symbols
            or not state.ruleset.has(Resources)
        ):
            yield "has a resource where none can lie"
        elif square.caveman and (
            square.is_home
            or square.craters
            or square.all_symbols
            or square.resource
            or not state.ruleset.has(Tribe)
        ):
            yield "has a caveman where none can settle"


def _turn_faults(state: State) -> Iterator[str]:
    """Each finished turn of a line claimed one domino of the next line for its seat."""
    setup = state.ruleset.setup
    if state.phase is Phase.ORDER:
        if state.lines_drawn or state.opening or state.turn:
            yield "the opening order must be drawn before anything else"
        return
    if state.phase is Phase.OVER:
        if state.current or state.next or state.opening or state.lines_drawn < setup.lines:
            yield "the game is over only when every line has been played"
        return
    if bool(state.opening) == bool(state.current):
        yield "there must be either an opening order or a current line"
        return
    order: list[int | None] = list(state.opening) or _seats(state.current)
    if state.opening:
        yield from _opening_faults(state)
    if state.turn >= len(order):
        yield f"a line has only {len(order)} turns"
        return
    if state.phase is Phase.LINE:
        if state.turn or state.next or state.lines_drawn == setup.lines:
            yield "a line is revealed only between two rounds"
        return
    if not state.next and (state.opening or state.lines_drawn < setup.lines):
        yield "the next line is missing"
    claims = order[: state.turn + (state.phase in _AFTER_CLAIM)]
    claimed = [seat for seat in _seats(state.next) if seat is not None]
    if state.next and Counter(claims) != Counter(claimed):
        yield "the claims in the next line do not match the turns taken"
    if state.opening and state.phase not in (Phase.CAVE, Phase.CLAIM):
        yield "players only claim dominoes during the opening"


def _opening_faults(state: State) -> Iterator[str]:
    """K4, O6: the opening order follows its pattern, and paired claims form pairs."""
    draft = next(part for part in state.ruleset.parts if isinstance(part, Draft))
    reason = draft.why_not_outcome(replace(state, phase=Phase.ORDER), state.opening)
    if reason is not None:
        yield str(reason)
    if state.ruleset.setup.paired and state.turn >= 2:
        first = [place for place, slot in enumerate(state.next) if slot.seat == state.opening[0]]
        second = [place for place in range(len(state.next)) if place not in first]
        if sum(first) != len(state.next) - 1 or (state.turn == 3 and state.next[second[0]].seat is None):
            yield "the first line is claimed in the pairs 1+4 and 2+3, the second pair in ascending order"


def _count_faults(state: State) -> Iterator[str]:
    """Each turn of a seat has placed or discarded one domino."""
    current = state.lines_drawn - bool(state.next)  # the number of the line in play, from 1
    finished = current if state.phase is Phase.OVER else max(current - 1, 0)
    is_placed = state.phase not in (Phase.LINE, Phase.CAVE, Phase.PLACE)
    taken = Counter(_seats(state.current[: state.turn + is_placed]))
    for seat, territory in enumerate(state.territories):
        turns = finished * state.ruleset.setup.kings + taken[seat]
        if len(territory) != 1 + 2 * (turns - state.discards[seat]):
            yield f"the squares and discards of seat {seat + 1} do not match its {turns} turns"


def _totem_faults(state: State) -> Iterator[str]:
    expected = len(tables().totems) if state.ruleset.has(Totems) else 0
    if len(state.totems) != expected:
        yield f"{state.ruleset.name} has {expected} totems, not {len(state.totems)}"


def _cave_faults(state: State) -> Iterator[str]:
    if not state.ruleset.has(Tribe):
        if state.cave or state.pile:
            yield f"{state.ruleset.name} has no cavemen"
        return
    row = tables().constants["cave_row"]
    if len(state.cave) > row:
        yield f"the cave row has room for {row} cavemen"
    order = [kind.code for kind in tables().cavemen]
    if list(state.cave) != sorted(state.cave, key=order.index):
        yield f"the cave row must be in the order {' '.join(order)}"
    used = Counter((*state.cave, *state.pile))
    used.update(s.caveman for t in state.territories for s in t.values() if s.caveman)
    used.update([state.recruiting.kind] if state.recruiting else [])
    for kind in tables().cavemen:
        if used[kind.code] > kind.copies:
            yield f"the box has only {kind.copies} tiles of {kind.code}"
    if state.phase is Phase.CAVE and (not state.pile or len(state.cave) == row or not state.next):
        yield "there is no caveman to turn up"
    if state.phase is Phase.CAVE and (state.turn or any(s.seat is not None for s in state.next)):
        yield "cavemen are turned up only when a line is revealed"


def _pending_faults(state: State) -> Iterator[str]:
    if (state.erupting is not None) != (state.phase is Phase.ERUPT):
        yield "a volcano must be pending in the phase erupt and in no other"
    elif state.erupting is not None:
        territory = state.territories[mover(state)]
        if state.erupting not in territory or not territory[state.erupting].craters:
            yield "the pending volcano must be in the territory of the mover"
    if (state.recruiting is not None) != (state.phase in (Phase.PAY, Phase.SETTLE)):
        yield "a recruit must be pending in the phases pay and settle and in no other"
    elif state.recruiting is not None:
        cost, paid = price(state.recruiting.from_pile), state.recruiting.paid
        order = list(state.ruleset.resources.values())
        if list(paid) != sorted(set(paid), key=order.index):
            yield f"the kinds paid must be different and in the order {' '.join(order)}"
        if (len(paid) == cost) != (state.phase is Phase.SETTLE) or len(paid) > cost:
            yield f"the recruit costs {cost} kinds of resource"
        left = kinds_held(state, mover(state)) - set(paid)
        if len(left) < cost - len(paid):
            yield "the mover can't pay for the recruit"
    if state.phase is Phase.RECRUIT and len(legal_actions(state)) == 1:
        yield "no caveman can be recruited"
    if state.phase in _AFTER_CLAIM and not state.next:
        yield "there is no recruiting in the last round"
