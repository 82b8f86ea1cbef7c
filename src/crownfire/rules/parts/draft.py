"""The draft: the opening order, revealed lines and claims (C6, C7, C8, K2 to K4, O3, O6)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from crownfire.rules.actions import FIRST_CLAIM, Claim, Move
from crownfire.rules.chance import Chance, Outcome
from crownfire.rules.events import Claimed, Event, GameOver, LeftOver, LineRevealed, OrderDrawn
from crownfire.rules.part import Part, Step
from crownfire.rules.reasons import Reason, because
from crownfire.rules.state import Phase, Slot, State, mover

__all__ = ["Draft", "free_numbers"]


@dataclass(frozen=True)
class Draft(Part):
    """The opening order, the lines, and the claims of the next line's dominoes."""

    opening_rule: str  # the rule of the opening order: K4 or O6

    phases: ClassVar = {Phase.ORDER: (), Phase.LINE: (), Phase.CLAIM: (Claim,)}

    def begin_round(self, state: State) -> State:
        if state.lines_drawn < state.ruleset.setup.lines:
            return replace(state, phase=Phase.LINE)
        return state  # C8

    def begin(self, state: State) -> Step:
        if not state.next:  # C8: no claims in the last round
            return Step(state)
        return Step(replace(state, phase=Phase.CLAIM))

    def legal(self, state: State) -> list[int]:
        forced = self._paired_claim(state)
        numbers = free_numbers(state) if forced is None else [forced]
        return [FIRST_CLAIM + number - 1 for number in numbers]

    def why_not(self, state: State, move: Move) -> Reason | None:
        assert isinstance(move, Claim)
        free = free_numbers(state)
        if move.number not in free:
            taken = any(slot.number == move.number for slot in state.next)
            code = "already_claimed" if taken else "not_in_line"
            return because(code, domino=move.number, free=", ".join(map(str, free)))
        forced = self._paired_claim(state)
        if forced is not None and move.number != forced:
            return because("opening_pair", domino=forced)
        return None

    def why_not_asked(self, state: State, move: Move) -> Reason | None:
        return because("nothing_to_claim") if state.is_last_round else None

    def play(self, state: State, move: Move) -> Step:
        assert isinstance(move, Claim)
        seat = mover(state)
        line = tuple(Slot(slot.number, seat) if slot.number == move.number else slot for slot in state.next)
        claimed = replace(state, phase=Phase.BETWEEN, next=line)
        return Step(claimed, (Claimed(seat, move.number),))

    def chance(self, state: State) -> Chance:
        setup = state.ruleset.setup
        if state.phase is Phase.ORDER:
            seats = tuple(range(setup.players))
            return Chance(Phase.ORDER, 0, seats, len(seats), self._opening_shape(state))
        # K2: dominoes removed unseen can't be told from the pile, so the pool holds all unseen ones
        return Chance(Phase.LINE, state.lines_drawn, state.unseen, setup.line)

    def why_not_outcome(self, state: State, outcome: Outcome) -> Reason | None:
        if state.phase is Phase.ORDER:
            return self._why_not_order(state, outcome)
        count = state.ruleset.setup.line
        if len(outcome) != count:
            return because("wrong_count", found=len(outcome), count=count)
        for number in outcome:
            if number not in state.unseen:
                return because("domino_seen", domino=number)
        ascending = sorted(set(outcome), key=state.unseen.index)
        if list(outcome) != ascending:
            return because("not_ascending", sorted=" ".join(map(str, ascending)))
        return None

    def reveal(self, state: State, outcome: Outcome) -> Step:
        numbers = tuple(int(number) for number in outcome)
        if state.phase is Phase.ORDER:
            drawn = replace(state, phase=Phase.LINE, opening=numbers)
            return Step(drawn, (OrderDrawn(numbers),))
        unseen = tuple(number for number in state.unseen if number not in numbers)
        line = tuple(Slot(number, None) for number in numbers)
        revealed = replace(state, phase=Phase.BETWEEN, next=line, unseen=unseen)
        return Step(revealed, (LineRevealed(numbers),))

    def end_line(self, state: State) -> Step:
        """C7: the next line becomes the current one; O3: unclaimed dominoes leave the game."""
        claimed = tuple(slot for slot in state.next if slot.seat is not None)
        events: tuple[Event, ...] = tuple(LeftOver(slot.number) for slot in state.next if slot.seat is None)
        ended = replace(state, opening=(), turn=0, current=claimed, next=())
        if claimed:
            return Step(ended, events)
        return Step(replace(ended, phase=Phase.OVER), (*events, GameOver()))

    def _opening_shape(self, state: State) -> tuple[int, ...]:
        """K4, O6: the opening claims as indices into the drawn seats, such as 0 1 1 0."""
        return tuple("ABCD".index(letter) for letter in state.ruleset.setup.opening)

    def _why_not_order(self, state: State, outcome: Outcome) -> Reason | None:
        shape = self._opening_shape(state)
        drawn = list(dict.fromkeys(outcome))
        seats = range(state.ruleset.setup.players)
        has_every_seat = sorted(map(str, drawn)) == sorted(map(str, seats))
        if has_every_seat and outcome == tuple(drawn[place] for place in shape):
            return None
        letters = " ".join(state.ruleset.setup.opening)
        return because("wrong_order", shape=letters, rule=self.opening_rule)

    def _paired_claim(self, state: State) -> int | None:
        """O6: the only domino that may be claimed in a paired opening, or None if there is a choice."""
        if not (state.is_opening and state.ruleset.setup.paired) or state.turn == 0:
            return None
        if state.turn == 1:
            taken = next(i for i, slot in enumerate(state.next) if slot.seat is not None)
            return state.next[len(state.next) - 1 - taken].number
        return free_numbers(state)[0]


def free_numbers(state: State) -> list[int]:
    """Returns the unclaimed dominoes of the next line, ascending."""
    return [slot.number for slot in state.next if slot.seat is None]
