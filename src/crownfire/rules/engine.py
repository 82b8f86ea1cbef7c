"""The course of a game: states, decisions and chance, moved along through the parts of the ruleset."""

from dataclasses import replace

from crownfire.rules.actions import MOVES, NUM_ACTIONS, Move
from crownfire.rules.chance import Chance, Outcome
from crownfire.rules.part import Part, Step
from crownfire.rules.parts.draft import Draft
from crownfire.rules.reasons import IllegalMoveError, Reason, because
from crownfire.rules.ruleset import Ruleset
from crownfire.rules.state import CHANCE_PHASES, Phase, State
from crownfire.rules.territory import START


def new_game(ruleset: Ruleset) -> State:
    """The table before anything is drawn; it waits for the opening order."""
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
    """The legal actions, ascending and unique; empty exactly when no seat is to decide."""
    if state.phase in CHANCE_PHASES or state.phase is Phase.OVER:
        return []
    return _owner(state).legal(state)


def why_not(state: State, action: int) -> Reason | None:
    """Why an action is not legal now; None if it is."""
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
    """Why the turn under way in `state` has no place for a move of this kind."""
    for part in state.ruleset.parts:
        if any(isinstance(move, moves) for moves in part.phases.values()):
            return part.why_not_asked(state, move) or because("turn_complete")
    return because("not_in_game", rules=state.ruleset.name)


def apply(state: State, action: int) -> State:
    """The state after a legal action; raises `IllegalMoveError`, with the rule, for any other."""
    return step(state, action).state


def step(state: State, action: int) -> Step:
    """Like `apply`, with the events it caused."""
    reason = why_not(state, action)
    if reason is not None:
        raise IllegalMoveError(reason)
    owner = _owner(state)
    return _go_on(_settle(owner.play(state, MOVES[action])), owner)


def chance(state: State) -> Chance | None:
    """What chance has to draw now; None if nothing."""
    return _owner(state).chance(state) if state.phase in CHANCE_PHASES else None


def reveal(state: State, kind: Phase, outcome: Outcome) -> Step:
    """The state after an outcome of chance; raises `IllegalMoveError` if it can't be one."""
    if state.phase is not kind or kind not in CHANCE_PHASES:
        raise IllegalMoveError(because("no_chance_due", expected=state.phase.value))
    owner = _owner(state)
    reason = owner.why_not_outcome(state, outcome)
    if reason is not None:
        raise IllegalMoveError(reason)
    step = _settle(owner.reveal(state, outcome))
    if step.state.phase is not Phase.BETWEEN:
        return step
    return _begin_round(step, owner)


def _owner(state: State) -> Part:
    """The part that answers for the current phase."""
    return next(part for part in state.ruleset.parts if state.phase in part.phases)


def _settle(step: Step) -> Step:
    """Lets every part react to every event, and to the events that follow from it."""
    state, events = step.state, list(step.events)
    for event in events:  # grows while it is walked
        for part in state.ruleset.parts:
            reaction = part.react(state, event)
            state = reaction.state
            events.extend(reaction.events)
    return Step(state, tuple(events))


def _then(before: Step, after: Step) -> Step:
    return Step(after.state, before.events + after.events)


def _go_on(step: Step, done: Part | None) -> Step:
    """C7: the parts after the one that is done have their moment, until one asks for a decision."""
    if step.state.phase is not Phase.BETWEEN:
        return step
    for part in _parts_after(step.state, done):
        step = _then(step, _settle(part.begin(step.state)))
        if step.state.phase is not Phase.BETWEEN:
            return step
    return _end_turn(step)


def _end_turn(step: Step) -> Step:
    """The next turn of the line (or of the opening claims), or the end of the line."""
    state = replace(step.state, turn=step.state.turn + 1)
    if state.turn < len(state.opening or state.current):
        return _go_on(_then(step, Step(state)), None)
    draft = next(part for part in state.ruleset.parts if isinstance(part, Draft))
    step = _then(step, draft.end_line(state))
    return step if step.state.phase is Phase.OVER else _begin_round(step, None)


def _begin_round(step: Step, done: Part | None) -> Step:
    """C7: a line is drawn and what comes with it, then the first turn of the round begins."""
    state = step.state
    for part in _parts_after(state, done):
        state = part.begin_round(state)
        if state.phase is not Phase.BETWEEN:
            return _then(step, Step(state))
    return _go_on(_then(step, Step(state)), None)


def _parts_after(state: State, done: Part | None) -> tuple[Part, ...]:
    parts = state.ruleset.parts
    return parts if done is None else parts[parts.index(done) + 1 :]
