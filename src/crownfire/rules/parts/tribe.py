"""Cavemen: the cave board, recruiting, paying, settling and scoring (B1 to B9)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from crownfire.data import Caveman, tables
from crownfire.rules.actions import (
    FIRST_PAY,
    FIRST_SETTLE,
    PASS,
    Claim,
    Discard,
    Fire,
    Give,
    Move,
    Pass,
    Pay,
    Place,
    Recruit,
    Settle,
    to_action,
)
from crownfire.rules.canvas import SURROUNDING, cell_name, connected
from crownfire.rules.chance import Chance, Outcome
from crownfire.rules.events import (
    CavemanBurnt,
    CavemenRevealed,
    Event,
    FireLanded,
    NobodyRecruited,
    Recruited,
    ResourcePaid,
    Settled,
)
from crownfire.rules.part import Part, Step, Term
from crownfire.rules.reasons import Reason, because
from crownfire.rules.state import Phase, Recruiting, State, mover
from crownfire.rules.territory import VOLCANO, Square, Territory

__all__ = ["Tribe", "kinds_held", "price", "why_not_settle"]


@dataclass(frozen=True)
class Tribe(Part):
    """After claiming, a player may recruit one caveman; cavemen score at the end."""

    cavemen: tuple[Caveman, ...]

    phases: ClassVar = {
        Phase.CAVE: (),
        Phase.RECRUIT: (Recruit, Pass),
        Phase.PAY: (Pay,),
        Phase.SETTLE: (Settle,),
    }

    # The cave board (B1)

    def set_up(self, state: State) -> State:
        return replace(state, pile=tuple(c.code for c in self.cavemen for _ in range(c.copies)))

    def begin_round(self, state: State) -> State:
        """B1: after a line is revealed, the row is refilled while the pile lasts."""
        if state.next and self._missing(state):
            return replace(state, phase=Phase.CAVE)
        return state

    def _missing(self, state: State) -> int:
        return min(tables().constants["cave_row"] - len(state.cave), len(state.pile))

    def chance(self, state: State) -> Chance:
        return Chance(Phase.CAVE, state.lines_drawn - 1, state.pile, self._missing(state))

    def why_not_outcome(self, state: State, outcome: Outcome) -> Reason | None:
        if len(outcome) != self._missing(state):
            return because("wrong_count", found=len(outcome), count=self._missing(state))
        for kind in outcome:
            if outcome.count(kind) > state.pile.count(str(kind)):
                return because("caveman_seen", caveman=kind)
        return None

    def reveal(self, state: State, outcome: Outcome) -> Step:
        kinds = tuple(str(kind) for kind in outcome)
        pile = state.pile
        for kind in kinds:
            pile = _without(pile, kind)
        cave = self._sorted((*state.cave, *kinds))
        revealed = replace(state, phase=Phase.BETWEEN, cave=cave, pile=pile)
        return Step(revealed, (CavemenRevealed(kinds),))

    def _sorted(self, kinds: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(kinds, key=[c.code for c in self.cavemen].index))

    # Recruiting (B2, B4, B6)

    def begin(self, state: State) -> Step:
        if state.is_opening or state.is_last_round or not self._recruits(state):  # B4
            return Step(state)
        return Step(replace(state, phase=Phase.RECRUIT))

    def _recruits(self, state: State) -> list[Recruit]:
        """B2: the recruits that the mover can pay for, face-up ones first, each kind once."""
        kinds = len(kinds_held(state, mover(state)))
        face_up = state.cave if kinds >= price(from_pile=False) else ()
        face_down = state.pile if kinds >= price(from_pile=True) else ()
        return [
            *(Recruit(kind, False) for kind in dict.fromkeys(face_up)),
            *(Recruit(kind, True) for kind in dict.fromkeys(face_down)),
        ]

    def legal(self, state: State) -> list[int]:
        if state.phase is Phase.RECRUIT:
            return [*(to_action(recruit) for recruit in self._recruits(state)), PASS]
        territory = state.territories[mover(state)]
        if state.phase is Phase.PAY:
            cells = (c for c in territory if self._why_not_pay(state, c) is None)
            return sorted(FIRST_PAY + cell for cell in cells)
        cells = (c for c in territory if why_not_settle(territory, c) is None)
        return sorted(FIRST_SETTLE + cell for cell in cells)

    def why_not(self, state: State, move: Move) -> Reason | None:
        territory = state.territories[mover(state)]
        match move:
            case Recruit():
                return self._why_not_recruit(state, move)
            case Pass():
                return None
            case Pay(cell):
                return self._why_not_pay(state, cell)
            case Settle(cell):
                return why_not_settle(territory, cell)
            case Place() | Discard() | Fire() | Give() | Claim():
                return super().why_not(state, move)

    def why_not_asked(self, state: State, move: Move) -> Reason | None:
        if not isinstance(move, Recruit):
            return None
        if state.is_last_round:
            return because("last_round")  # B4
        if state.phase is Phase.SETTLE:
            return because("one_recruit")
        return self._why_not_recruit(state, move)

    def _why_not_recruit(self, state: State, move: Recruit) -> Reason | None:
        kinds, cost = len(kinds_held(state, mover(state))), price(move.from_pile)
        if kinds < cost:
            return because("too_few_kinds", price=cost, kinds=kinds, seat=mover(state) + 1)
        if move.kind not in (state.pile if move.from_pile else state.cave):
            code = "not_in_pile" if move.from_pile else "not_face_up"
            return because(code, caveman=move.kind)
        return None

    def _why_not_pay(self, state: State, cell: int) -> Reason | None:
        assert state.recruiting is not None
        territory = state.territories[mover(state)]
        if cell not in territory or not territory[cell].resource:
            return because("no_resource", cell=cell_name(cell))
        resource = state.ruleset.resource_on(territory[cell])
        if resource in state.recruiting.paid:  # B2: different kinds
            return because("same_kind", resource=resource)
        return None

    def play(self, state: State, move: Move) -> Step:
        match move:
            case Recruit():
                return self._recruit(state, move)
            case Pass():
                return Step(replace(state, phase=Phase.BETWEEN), (NobodyRecruited(mover(state)),))
            case Pay(cell):
                return self._pay(state, cell)
            case Settle(cell):
                return self._settle(state, cell)
            case Place() | Discard() | Fire() | Give() | Claim():
                return super().play(state, move)

    def _recruit(self, state: State, move: Recruit) -> Step:
        recruiting = replace(
            state,
            phase=Phase.PAY,
            recruiting=Recruiting(move.kind, move.from_pile),
            cave=state.cave if move.from_pile else _without(state.cave, move.kind),
            pile=_without(state.pile, move.kind) if move.from_pile else state.pile,
        )
        return Step(recruiting, (Recruited(mover(state), move.kind, move.from_pile),))

    def _pay(self, state: State, cell: int) -> Step:
        assert state.recruiting is not None
        seat, recruit = mover(state), state.recruiting
        territory = state.territories[seat]
        resource = state.ruleset.resource_on(territory[cell])
        order = list(state.ruleset.resources.values())
        paid = tuple(sorted((*recruit.paid, resource), key=order.index))
        is_paid = len(paid) == price(recruit.from_pile)
        emptied = territory.with_square(cell, replace(territory[cell], resource=False))
        after = replace(
            state.with_territory(seat, emptied),
            phase=Phase.SETTLE if is_paid else Phase.PAY,
            recruiting=recruit._replace(paid=paid),
        )
        return Step(after, (ResourcePaid(seat, cell, resource),))

    # Settling and burning (B3, B5)

    def _settle(self, state: State, cell: int) -> Step:
        assert state.recruiting is not None
        seat, kind = mover(state), state.recruiting.kind
        territory = state.territories[seat]
        settled = territory.with_square(cell, replace(territory[cell], caveman=kind))
        after = replace(state.with_territory(seat, settled), phase=Phase.BETWEEN, recruiting=None)
        return Step(after, (Settled(seat, cell, kind),))

    def react(self, state: State, event: Event) -> Step:
        if not isinstance(event, FireLanded):
            return Step(state)
        territory = state.territories[event.seat]
        kind = territory[event.cell].caveman
        if kind is None:
            return Step(state)
        burnt = territory.with_square(event.cell, replace(territory[event.cell], caveman=None))
        return Step(  # B5
            state.with_territory(event.seat, burnt), (CavemanBurnt(event.seat, event.cell, kind),)
        )

    # Scoring (B7, B8, B9)

    def terms(self, state: State, seat: int) -> list[Term]:
        territory = state.territories[seat]
        by_code = {caveman.code: caveman for caveman in self.cavemen}
        settled = {
            cell: by_code[square.caveman]
            for cell, square in sorted(territory.items())
            if square.caveman is not None
        }
        hunters = [
            _hunter_term(state, territory, cell, caveman)
            for cell, caveman in settled.items()
            if not caveman.is_warrior
        ]
        warriors = {cell: c.power for cell, c in settled.items() if c.is_warrior}
        return hunters + _warrior_terms(warriors)


def price(from_pile: bool) -> int:
    """B2: returns the number of different kinds of resource that a recruit costs."""
    return tables().constants["price_pile" if from_pile else "price_face_up"]


def kinds_held(state: State, seat: int) -> set[str]:
    """Returns the kinds of resource in a seat's territory."""
    squares = state.territories[seat].values()
    return {state.ruleset.resource_on(square) for square in squares if square.resource}


def why_not_settle(territory: Territory, cell: int) -> Reason | None:
    """B3: returns why a caveman can't settle on a cell, or None if it can."""
    if cell not in territory:
        return because("settle_no_square", cell=cell_name(cell))
    square = territory[cell]
    obstacles = {
        "settle_on_home": square.is_home,
        "settle_on_volcano": square.terrain == VOLCANO,
        "settle_on_fire": square.all_symbols > 0,
        "settle_on_resource": square.resource,
        "settle_on_caveman": square.caveman is not None,
    }
    for code, is_present in obstacles.items():
        if is_present:
            return because(code, cell=cell_name(cell))
    return None


def _hunter_term(state: State, territory: Territory, cell: int, caveman: Caveman) -> Term:
    """B7: the score of a hunter-gatherer for the eight squares around it."""
    counts = {
        around: _matches(state, caveman.per, territory[around])
        for around in SURROUNDING[cell]
        if around in territory
    }
    counted = tuple(around for around, count in counts.items() if count)
    return Term(caveman.kind, (cell, *counted), sum(counts.values()), caveman.points)


def _matches(state: State, per: str, square: Square) -> int:
    """The number of things on a square for which a hunter-gatherer scores: fires, cavemen or resources."""
    match per:
        case "fire":
            return square.all_symbols
        case "caveman":
            return square.caveman is not None
        case "resource":
            return square.resource
        case _:  # one kind of resource
            return square.resource and state.ruleset.resource_on(square) == per


def _warrior_terms(powers: dict[int, int]) -> list[Term]:
    """B8: a term per group of connected warriors, worth their number × the sum of their powers."""
    terms = []
    left = set(powers)
    while left:
        group = connected(min(left), left)
        left -= group
        cells = tuple(sorted(group))
        terms.append(Term("warriors", cells, len(cells), sum(powers[cell] for cell in cells)))
    return terms


def _without(kinds: tuple[str, ...], kind: str) -> tuple[str, ...]:
    index = kinds.index(kind)
    return kinds[:index] + kinds[index + 1 :]
