"""A game as the events of a table's log: its start, its steps and the ends of its turns."""

from collections.abc import Sequence
from typing import Literal

from crownfire.game import Game
from crownfire.game.game import turn_key
from crownfire.notation import format_action
from crownfire.rules import scores
from crownfire.rules.events import Event as RulesEvent
from crownfire.server.facts import at_turn_end, to_facts, within_turn
from crownfire.server.protocol import Confirmed, Started, Stepped, Why

By = Literal["player", "bot", "rule"]


def stepped(
    seat: int,
    action: int,
    events: Sequence[RulesEvent],
    points: Sequence[int],
    by: By = "player",
    why: Why | None = None,
) -> Stepped:
    """Returns the event of a decision, with what it changed and everybody's points after it."""
    return Stepped.model_construct(
        seat=seat,
        action=action,
        move=format_action(action),
        facts=within_turn(events),
        points=list(points),
        by=by,
        why=why,
    )


def tape(game: Game) -> list[Started | Stepped | Confirmed]:
    """Returns a game as events. The last turn is confirmed if it is complete."""
    found: list[Started | Stepped | Confirmed] = []
    pending: list[RulesEvent] = []  # what belongs to the start or to the end of the turn
    turn: object = None
    states = [*(entry.before for entry in game.history[1:]), game.state]

    def close(seat: int, points: Sequence[int]) -> None:
        facts = to_facts(pending)
        pending.clear()
        if found:
            found.append(Confirmed(seat=seat, facts=facts))
        else:
            found.append(Started(game=0, commit=game.commit, facts=facts, points=list(points)))

    seat = 0
    for entry, after in zip(game.history, states, strict=True):
        if entry.action is None or entry.seat is None:
            pending.extend(entry.events)
            continue
        if turn_key(entry.before) != turn:
            close(seat, scores(entry.before))
            turn = turn_key(entry.before)
        seat = entry.seat
        found.append(stepped(seat, entry.action, entry.events, scores(after)))
        pending.extend(event for event in entry.events if at_turn_end([event]))
    if turn_key(game.state) != turn or game.is_over or not found:
        close(seat, scores(game.state))
    return found
