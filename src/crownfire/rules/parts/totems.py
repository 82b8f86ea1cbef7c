"""Totems go to whoever has most of their resource (T3, T4), and score with the resources (T5)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from crownfire.data import Totem, tables
from crownfire.rules.actions import FIRST_GIVE, Give, Move
from crownfire.rules.events import Event, TotemMoved
from crownfire.rules.part import Part, Step, Term
from crownfire.rules.reasons import Reason, because
from crownfire.rules.state import Phase, State, mover, replaced


@dataclass(frozen=True)
class Totems(Part):
    """After placing and fire, majorities are compared once: totems are taken and lost."""

    totems: tuple[Totem, ...]

    phases: ClassVar = {Phase.GIVE: (Give,)}

    def set_up(self, state: State) -> State:
        return replace(state, totems=(None,) * len(self.totems))

    def begin(self, state: State) -> Step:
        events: list[Event] = []
        to_give = False
        for index, totem in enumerate(self.totems):
            holder, heirs = state.totems[index], self._heirs(state, index)
            if len(heirs) > 1:
                to_give = True
            elif heirs[0] != holder:
                events.append(TotemMoved(totem.resource, holder, heirs[0]))
                state = replace(state, totems=replaced(state.totems, index, heirs[0]))
        if to_give:
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
        """Who may hold a totem after the mover's turn: one, or several tied for most to choose from."""
        seat, holder = mover(state), state.totems[index]
        counts = [t.count_resources(self.totems[index].terrain) for t in state.territories]
        most = max(count for other, count in enumerate(counts) if other != seat)
        if counts[seat] > most:  # T3: strictly more than every other player
            return [seat]
        if holder != seat or counts[seat] == most > 0:  # T4: whoever is merely equalled keeps it
            return [holder]
        if most == 0:  # T4: nobody has any, so it goes back to the middle
            return [None]
        return [other for other, count in enumerate(counts) if count == most]  # T4

    def _lost(self, state: State) -> tuple[int, list[int | None]]:
        """The totem the mover has to give away, and the seats tied for most of its resource (or none)."""
        for index in range(len(self.totems)):
            heirs = self._heirs(state, index)
            if len(heirs) > 1:
                return index, heirs
        return 0, []
