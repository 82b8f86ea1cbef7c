"""A game: a state with its history and a dealer."""

from collections.abc import Sequence
from typing import NamedTuple

from crownfire.game.dealer import Dealer, SecretDealer
from crownfire.notation import ChanceLine, Record, TurnLine, parse_action
from crownfire.notation.records import check_name
from crownfire.rules import (
    Outcome,
    Phase,
    Ruleset,
    SetupError,
    State,
    chance,
    is_over,
    new_game,
    reveal,
    scores,
    step,
    to_move,
    to_play,
)
from crownfire.rules.events import Event
from crownfire.rules.part import Step
from crownfire.rules.state import Slot

__all__ = ["Entry", "Game", "turn_key"]


class Entry(NamedTuple):
    """A step of the history: a decision of a seat or an outcome of chance."""

    before: State
    events: tuple[Event, ...]
    seat: int | None = None  # None for chance
    action: int | None = None
    outcome: Outcome = ()


class Game:
    """A game with its state and history. Steps can be undone.

    Raises `SetupError` if `names` has the wrong length or a name that records can't contain.
    """

    def __init__(self, ruleset: Ruleset, dealer: Dealer, names: Sequence[str] = ()) -> None:
        if names and len(names) != ruleset.players:
            raise SetupError(f"{ruleset.players} players need {ruleset.players} names, not {len(names)}")
        for name in names:
            check_name(name)
        self.ruleset = ruleset
        self.dealer = dealer
        self.names = tuple(names)
        self.commit = dealer.commit if isinstance(dealer, SecretDealer) else ""
        self.secret = dealer.secret.hex() if isinstance(dealer, SecretDealer) else ""
        self.state = new_game(ruleset)
        self.history: list[Entry] = []

    @property
    def is_over(self) -> bool:
        return is_over(self.state)

    def play(self, action: int | str, *, deal: bool = True) -> tuple[Event, ...]:
        """Plays an action or a move token, then deals if `deal`. Returns the events in order.

        Raises `IllegalMoveError` for an illegal move and `NotationError` for an unreadable token. The game
        is unchanged after an error.
        """
        number = parse_action(action) if isinstance(action, str) else action
        played = step(self.state, number)
        self.append(number, played)
        return played.events + (self.deal() if deal else ())

    def append(self, action: int, played: Step) -> None:
        """Appends an action to the history, given its step from the current state."""
        self.history.append(Entry(self.state, played.events, to_play(self.state), action))
        self.state = played.state

    def deal(self) -> tuple[Event, ...]:
        """Deals every chance step that is due. Returns the events in order."""
        events: tuple[Event, ...] = ()
        while (due := chance(self.state)) is not None:
            events += self.reveal(due.kind, self.dealer.deal(due))
        return events

    def reveal(self, kind: Phase, outcome: Outcome) -> tuple[Event, ...]:
        """Settles one chance step with a given outcome. Returns the events in order.

        Raises `IllegalMoveError` if the step is not due or the outcome is impossible.
        """
        revealed = reveal(self.state, kind, outcome)
        self.history.append(Entry(self.state, revealed.events, outcome=outcome))
        self.state = revealed.state
        return revealed.events

    def undo(self) -> bool:
        """Undoes the last decision and the chance steps after it. Returns False if there is no decision."""
        for index in range(len(self.history) - 1, -1, -1):
            if self.history[index].action is not None:
                self.state = self.history[index].before
                del self.history[index:]
                return True
        return False

    def rewind(self, length: int) -> None:
        """Undoes every step after the first `length` entries of the history."""
        if length < len(self.history):
            self.state = self.history[length].before
            del self.history[length:]

    @property
    def turn_under_way(self) -> list[Entry]:
        """The decisions of the current turn so far."""
        now = turn_key(self.state)
        entries: list[Entry] = []
        for entry in reversed(self.history):
            if entry.action is None or turn_key(entry.before) != now:
                break
            entries.append(entry)
        return entries[::-1]

    def record(self) -> Record:
        """Returns the record of the game so far, without an unfinished turn (N5)."""
        return Record(
            ruleset=self.ruleset,
            lines=self._record_lines(),
            names=self.names,
            commit=self.commit,
            secret=self.secret if self.is_over else "",
            result=scores(self.state) if self.is_over else None,
        )

    def _record_lines(self) -> tuple[ChanceLine | TurnLine, ...]:
        lines: list[ChanceLine | TurnLine] = []
        complete = self.history[: len(self.history) - len(self.turn_under_way)]
        turn: tuple[object, ...] | None = None
        for entry in complete:
            if entry.action is None or entry.seat is None:
                lines.append(ChanceLine(entry.before.phase, entry.outcome))
                continue
            key, move = turn_key(entry.before), to_move(entry.action)
            last = lines[-1]
            if key == turn and isinstance(last, TurnLine):
                lines[-1] = TurnLine(entry.seat, (*last.moves, move))
            else:
                lines.append(TurnLine(entry.seat, (move,)))
            turn = key
        return tuple(lines)


def turn_key(state: State) -> tuple[tuple[Slot, ...], int]:
    """Returns a key that identifies the turn of a state within its game."""
    return state.current, state.turn
