"""Totems: the player with the most of a resource holds its totem (T3, T4); both score (T5)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from crownfire.data import Totem, tables
from crownfire.rules.actions import FIRST_GIVE, Give, Move
from crownfire.rules.events import Event, TotemMoved
from crownfire.rules.part import Part, Step, Term
from crownfire.rules.reasons import Reason, because
from crownfire.rules.state import Phase, State, mover, replaced

__all__ = ["Totems"]


@dataclass(frozen=True)
class Totems(Part):
    """T3: majorities are compared once per turn, after the domino and its fire."""

    totems: tuple[Totem, ...]

    phases: ClassVar = {Phase.GIVE: (Give,)}

    def set_up(self, state: State) -> State:
        return replace(state, totems=(None,) * len(self.totems))

    def begin(self, state: State) -> Step:
        events: list[Event] = []
        must_give = False
        for index, totem in enumerate(self.totems):
            holder, heirs = state.totems[index], self._heirs(state, index)
            if len(heirs) > 1:
                must_give = True
            elif heirs[0] != holder:
                events.append(TotemMoved(totem.resource, holder, heirs[0]))
                state = replace(state, totems=replaced(state.totems, index, heirs[0]))
        if must_give:
            state = replace(state, phase=Phase.GIVE)
        return Step(state, tuple(events))

    def legal(self, state: State) -> list[int]:
        return [FIRST_GIVE + seat for seat in self._lost(state)[1] if seat is not None]

    def why_not(self, state: State, move: Move) -> Reason | None:
        assert isinstance(move, Give)
        index, heirs = self._lost(state)
        if move.seat in heirs:
            return None
        resource = self.totems[index].resource
        return because("not_tied_for_most", seat=move.seat + 1, resource=resource)

    def why_not_asked(self, state: State, move: Move) -> Reason | None:
        return None if state.phase is Phase.GIVE else because("no_totem_to_give")

    def play(self, state: State, move: Move) -> Step:
        assert isinstance(move, Give)
        index, _ = self._lost(state)
        given = TotemMoved(self.totems[index].resource, mover(state), move.seat)
        totems = replaced(state.totems, index, move.seat)
        return Step(replace(state, phase=Phase.BETWEEN, totems=totems), (given,))

    def terms(self, state: State, seat: int) -> list[Term]:
        territory = state.territories[seat]
        kept = tuple(sorted(cell for cell, square in territory.items() if square.resource))
        resources = Term("resources", kept, len(kept), tables().constants["points_per_resource"])
        held = [t for t, holder in zip(self.totems, state.totems, strict=True) if holder == seat]
        return [resources, *(Term(f"totem {t.resource}", (), 1, t.points) for t in held)]  # T5

    def _heirs(self, state: State, index: int) -> list[int | None]:
        """The next holder of a totem, None for the middle, or several seats tied for most (T4)."""
        seat, holder = mover(state), state.totems[index]
        counts = [t.count_resources(self.totems[index].terrain) for t in state.territories]
        most = max(count for other, count in enumerate(counts) if other != seat)
        if counts[seat] > most:  # T3: strictly more than every other player
            return [seat]
        if holder != seat or counts[seat] == most > 0:  # T4: an equalled holder keeps it
            return [holder]
        if most == 0:  # T4: it returns to the middle
            return [None]
        return [other for other, count in enumerate(counts) if count == most]  # T4

    def _lost(self, state: State) -> tuple[int, list[int | None]]:
        """The index of the totem that the mover must give away and the seats tied for most, or no seats."""
        for index in range(len(self.totems)):
            heirs = self._heirs(state, index)
            if len(heirs) > 1:
                return index, heirs
        return 0, []
