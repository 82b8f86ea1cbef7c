"""The engine: starts games, applies decisions and settles chance through the parts of a ruleset."""

from dataclasses import replace

from crownfire.rules.actions import MOVES, NUM_ACTIONS, Move
from crownfire.rules.chance import Chance, Outcome
from crownfire.rules.part import Part, Step
from crownfire.rules.parts.draft import Draft
from crownfire.rules.reasons import IllegalMoveError, Reason, because
from crownfire.rules.ruleset import Ruleset
from crownfire.rules.state import CHANCE_PHASES, Phase, State
from crownfire.rules.territory import START

__all__ = [
    "apply",
    "chance",
    "legal_actions",
    "new_game",
    "reveal",
    "step",
    "why_not",
    "why_not_asked",
]


def new_game(ruleset: Ruleset) -> State:
    """Returns the state before any draw, in which the opening order is due."""
    state = State(
        ruleset=ruleset,
        phase=Phase.ORDER,
        opening=(),
        turn=0,
        current=(),
        next=(),
        unseen=tuple(domino.number for domino in ruleset.dominoes),
        territories=(START,) * ruleset.players,  # C2
        discards=(0,) * ruleset.players,
    )
    for part in ruleset.parts:
        state = part.set_up(state)
    return state


def legal_actions(state: State) -> list[int]:
    """Returns the legal actions, ascending and unique; empty exactly when no seat has a decision."""
    if state.phase in CHANCE_PHASES or state.phase is Phase.OVER:
        return []
    return _owner(state).legal(state)


def why_not(state: State, action: int) -> Reason | None:
    """Returns why an action is illegal in this state, or None if it is legal."""
    if not 0 <= action < NUM_ACTIONS:
        return because("no_such_action", action=action, last=NUM_ACTIONS - 1)
    if state.phase is Phase.OVER:
        return because("game_over")
    if state.phase in CHANCE_PHASES:
        return because("chance_due", expected=state.phase.value)
    owner, move = _owner(state), MOVES[action]
    if not isinstance(move, owner.phases[state.phase]):
        return because("not_now", expected=state.phase.value)
    return owner.why_not(state, move)


def why_not_asked(state: State, move: Move) -> Reason:
    """Returns why the current turn of `state` has no move of this type."""
    for part in state.ruleset.parts:
        if any(isinstance(move, types) for types in part.phases.values()):
            return part.why_not_asked(state, move) or because("turn_complete")
    return because("not_in_game", rules=state.ruleset.name)


def apply(state: State, action: int) -> State:
    """Returns the state after a legal action. Raises `IllegalMoveError` with the rule for any other."""
    return step(state, action).state


def step(state: State, action: int) -> Step:
    """Like `apply`, but returns the state with the events in order."""
    reason = why_not(state, action)
    if reason is not None:
        raise IllegalMoveError(reason)
    owner = _owner(state)
    return _continue_turn(_with_reactions(owner.play(state, MOVES[action])), owner)


def chance(state: State) -> Chance | None:
    """Returns the chance step that is due, or None if a seat decides or the game is over."""
    return _owner(state).chance(state) if state.phase in CHANCE_PHASES else None


def reveal(state: State, kind: Phase, outcome: Outcome) -> Step:
    """Returns the state after an outcome of chance, with its events.

    Raises `IllegalMoveError` if this kind of step is not due or the outcome is impossible.
    """
    if state.phase is not kind or kind not in CHANCE_PHASES:
        raise IllegalMoveError(because("no_chance_due", expected=state.phase.value))
    owner = _owner(state)
    reason = owner.why_not_outcome(state, outcome)
    if reason is not None:
        raise IllegalMoveError(reason)
    step = _with_reactions(owner.reveal(state, outcome))
    if step.state.phase is not Phase.BETWEEN:
        return step
    return _begin_round(step, owner)


def _owner(state: State) -> Part:
    """The part that owns the current phase."""
    return next(part for part in state.ruleset.parts if state.phase in part.phases)


def _with_reactions(step: Step) -> Step:
    """Applies the reactions of all parts to each event, including the events they add."""
    state, events = step.state, list(step.events)
    for event in events:  # the loop reaches events that reactions append
        for part in state.ruleset.parts:
            reaction = part.react(state, event)
            state = reaction.state
            events.extend(reaction.events)
    return Step(state, tuple(events))


def _joined(before: Step, after: Step) -> Step:
    return Step(after.state, before.events + after.events)


def _continue_turn(step: Step, finished: Part | None) -> Step:
    """C7: begins the parts after the finished one (all if None) until one needs a decision."""
    if step.state.phase is not Phase.BETWEEN:
        return step
    for part in _parts_after(step.state, finished):
        step = _joined(step, _with_reactions(part.begin(step.state)))
        if step.state.phase is not Phase.BETWEEN:
            return step
    return _end_turn(step)


def _end_turn(step: Step) -> Step:
    """Starts the next turn of the line (or of the opening claims), or ends the line."""
    state = replace(step.state, turn=step.state.turn + 1)
    if state.turn < len(state.opening or state.current):
        return _continue_turn(_joined(step, Step(state)), None)
    draft = next(part for part in state.ruleset.parts if isinstance(part, Draft))
    step = _joined(step, draft.end_line(state))
    return step if step.state.phase is Phase.OVER else _begin_round(step, None)


def _begin_round(step: Step, finished: Part | None) -> Step:
    """C7: enters the next draw of the round after the finished part's, or begins its first turn."""
    state = step.state
    for part in _parts_after(state, finished):
        state = part.begin_round(state)
        if state.phase is not Phase.BETWEEN:
            return _joined(step, Step(state))
    return _continue_turn(_joined(step, Step(state)), None)


def _parts_after(state: State, finished: Part | None) -> tuple[Part, ...]:
    parts = state.ruleset.parts
    return parts if finished is None else parts[parts.index(finished) + 1 :]
