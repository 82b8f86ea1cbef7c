"""Whether a log is one that a table has written: every command that it tells of is given again.

The table itself says what follows from a command, down to what its secret deals, so nothing else gets in.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from pydantic import ValidationError

from crownfire.errors import CrownfireError
from crownfire.notation.records import clean_name
from crownfire.rules import SetupError
from crownfire.server.api import TableBody, wish_of
from crownfire.server.house import lesson_wish, plan
from crownfire.server.protocol import (
    Cancelled,
    Confirmed,
    Created,
    Event,
    Finished,
    Joined,
    Left,
    Message,
    QuestionEnded,
    Rematched,
    RematchOffered,
    Returned,
    SeatMoved,
    StandInAnswered,
    StandInAsked,
    Started,
    Stepped,
    StoodIn,
    TakebackAnswered,
    TakebackAsked,
    TakenBack,
    Undone,
)
from crownfire.server.table import Table

_SKEW_MS = 3_600_000  # by how much the clocks of servers may differ
_OF_THE_SERVER = (Created, Joined, Left, Cancelled, QuestionEnded, Returned, SeatMoved, Rematched)
_OF_ANYBODY = (Started, StoodIn)


def sentence(error: ValidationError, after: int = 0) -> str:
    """The first error with its field: `turn_s: input should be greater than 9`.

    Leaves out so many parts of the place where it is.
    """
    first = error.errors(include_url=False, include_input=False)[0]
    where = [part for part in first["loc"][after:] if isinstance(part, str)]
    what = f"{first['msg'][0].lower()}{first['msg'][1:]}"
    if first["type"] == "union_tag_invalid":
        what = f"there is no event {first['ctx']['tag']!r}"
    return f"{where[-1]}: {what}" if where else what


class Logged(NamedTuple):
    """An event as a log tells it."""

    number: int
    at_ms: int
    command: str
    event: Event


def audit(table: Table, log: Sequence[Logged]) -> list[Logged]:
    """Gives a new table the commands of a log; the log in this table's words.

    Raises `SetupError` with the event that could not have happened.
    """
    for expected, each in enumerate(log, start=1):
        if each.number != expected:
            raise SetupError(f"event {expected} is missing")
        if each.at_ms < log[max(0, expected - 2)].at_ms - _SKEW_MS:
            raise SetupError(f"event {expected} happened long before the one before it")
    written: list[Logged] = []
    commands: set[str] = set()
    while len(written) < len(log):
        rest = log[len(written) :]
        first = rest[0]
        try:
            _check_command(table, first, commands)
            table.now_ms = first.at_ms
            _do(table, [each.event for each in rest])
        except CrownfireError as error:
            raise SetupError(f"event {first.number}: {error}") from None
        written += _compared(rest, table.take_events())
    return written


def _check_command(table: Table, first: Logged, commands: set[str]) -> None:
    """A command is one of a seat that may give it, and is carried out once."""
    event = first.event
    if isinstance(event, Created) != (first.number == 1):
        raise SetupError("a log begins with `created`, and only there it stands")
    seats = range(len(event.seats if isinstance(event, Created) else table.seats))
    for name in ("seat", "absent"):
        seat = getattr(event, name, None)
        if seat is not None and seat not in seats:
            raise SetupError(f"there is no seat {seat + 1}")
    if not first.command:
        return
    seat = int(first.command.partition(":")[0])
    is_of_server = isinstance(event, _OF_THE_SERVER) or (isinstance(event, Stepped) and event.by != "player")
    is_of_seat = seat in seats if isinstance(event, _OF_ANYBODY) else seat == getattr(event, "seat", None)
    if is_of_server or not is_of_seat:
        raise SetupError(f"the command {first.command} can't have led to it")
    if first.command in commands:
        raise SetupError(f"the command {first.command} was carried out before")
    commands.add(first.command)


def _do(table: Table, events: Sequence[Event]) -> None:
    """Lets the table do what the first of these events tells."""
    _seat_people(table, events[0])
    match events[0]:
        case Created() as created:
            _check_plan(created)
            table.create(created)
        case Joined(seat=seat, name=name):
            if clean_name(name) != name:
                raise SetupError(f"{name!r} can't be a name")
            table.join(name, seat)
        case Left(seat=seat):
            table.leave(seat)
        case Cancelled():
            table.cancel()
        case Started():
            table.next_game(0)
        case Stepped(seat=seat, action=action, by="player") if table.seats[seat].plan.kind != "bot":
            table.act(seat, action)
        case Stepped(seat=seat, by="bot") if table.seats[seat].bot or table.created.turn_s:
            table.play_bot_turn(seat, list(_bot_actions(events, seat)))
        case Undone(seat=seat):
            table.undo(seat)
        case Confirmed(seat=seat):
            table.confirm(seat)
        case TakebackAsked(seat=seat) | TakenBack(seat=seat):
            table.ask_takeback(seat)
        case StandInAsked(seat=seat, absent=absent):
            table.ask_stand_in(seat, absent)
        case TakebackAnswered(seat=seat, agrees=agrees) | StandInAnswered(seat=seat, agrees=agrees):
            table.answer(seat, agrees=agrees)
        case QuestionEnded(why="lapsed", seat=None):
            table.lapse(table.questions.asked_ms)
        case QuestionEnded(why="left", seat=int(seat)):
            table.go_away(seat)
        case QuestionEnded(why="back", seat=int(seat)) | Returned(seat=seat):
            table.come_back(seat)
        case StoodIn(seat=seat):
            table.stand_in(seat)
        case SeatMoved(seat=seat):
            table.move_away(seat)
        case RematchOffered(seat=seat):
            table.offer_rematch(seat)
        case Rematched(table=name) if table.wants_rematch and name == table.next_table:
            table.go_to(name)
        case Stepped() | QuestionEnded() | Rematched() | Finished():
            pass  # no command leads to these by themselves, so the table adds no events


def _seat_people(table: Table, event: Event) -> None:
    """Who was connected is in no log; these must have been."""
    connected = {event.seat, *event.asked} if isinstance(event, StandInAsked) else set()
    for number, seat in enumerate(table.seats):
        seat.is_connected, seat.away_since_ms = number in connected, 0


def _check_plan(created: Created) -> None:
    """Raises an error for a table that nobody could have made."""
    if created.lesson:
        wish = lesson_wish(created.lesson, created.seats[0].name if created.seats else "")
    else:
        seats = [
            {"kind": seat.kind, "name": "" if seat.kind == "bot" else seat.name, "level": seat.bot}
            for seat in created.seats
        ]
        fields = created.model_dump(include={"rules", "is_public", "confirm", "turn_s", "stand_in_s"})
        try:
            wish = wish_of(TableBody.model_validate({**fields, "seats": seats}))
        except ValidationError as error:
            raise SetupError(sentence(error)) from None
    if (made := plan(wish)) != created:
        raise SetupError(_difference(made, created))


def _bot_actions(events: Sequence[Event], seat: int) -> Iterator[int]:
    """What a bot plays in the turn that begins with these events."""
    for event in takewhile(lambda each: isinstance(each, Stepped) and each.seat == seat, events):
        if isinstance(event, Stepped) and event.by == "bot":
            yield event.action


def _compared(log: Sequence[Logged], events: Sequence[Event]) -> Iterator[Logged]:
    """The events that a command led to, if the log begins with them."""
    first = log[0]
    if not events:
        raise SetupError(f"event {first.number}: `{first.event.type}` is not possible here")
    for index, event in enumerate(events):
        if index == len(log):
            raise SetupError(f"after event {log[-1].number}: `{event.type}` is missing")
        each = log[index]
        if _without_words(each.event) != _without_words(event):
            raise SetupError(f"event {each.number}: {_difference(event, each.event)}")
        if (each.at_ms, each.command) != (first.at_ms, first.command):
            raise SetupError(f"event {each.number}: its time and command should be those of {first.number}")
        yield each._replace(event=event)


def _difference(expected: Message, found: Message) -> str:
    if type(expected) is not type(found):
        return f"`{getattr(expected, 'type', '')}` should stand here"
    names = type(expected).model_fields
    wrong = next(name for name in names if getattr(expected, name) != getattr(found, name))
    return f"`{wrong}` is not what it should be"


def _without_words(event: Event) -> Event:
    """The same without the sentence of a reason, which other releases may put differently."""
    if not isinstance(event, Stepped) or event.why is None:
        return event
    return event.model_copy(update={"why": event.why.model_copy(update={"text": ""})})
