"""What people at a table have to agree to, as its log says: takebacks, stand-ins, a rematch."""

from dataclasses import dataclass, field

from crownfire.server.protocol import (
    Cancelled,
    Confirmed,
    Created,
    Event,
    Finished,
    Joined,
    Left,
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


@dataclass(slots=True)
class Question:
    """A takeback or a stand-in that others have to agree to."""

    asked: TakebackAsked | StandInAsked
    agreed: set[int] = field(default_factory=set)

    @property
    def unanswered(self) -> set[int]:
        """The seats whose answer it waits for."""
        return set(self.asked.asked) - self.agreed

    @property
    def is_about_takeback(self) -> bool:
        return isinstance(self.asked, TakebackAsked)


class Questions:
    """The open question, and who wants a rematch."""

    def __init__(self) -> None:
        self.open: Question | None = None
        self.rematch: set[int] = set()
        self.asked_ms = 0  # when the last of them was asked or offered

    @property
    def absentee(self) -> int | None:
        """The seat that a stand-in is asked for."""
        asked = None if self.open is None else self.open.asked
        return asked.absent if isinstance(asked, StandInAsked) else None

    def apply(self, event: Event, at_ms: int) -> None:
        """Takes an event of the log in."""
        match event:
            case TakebackAsked() | StandInAsked():
                self.open, self.asked_ms = Question(event), at_ms
            case TakebackAnswered() | StandInAnswered():
                self._take_answer(event.seat, agrees=event.agrees)
            case RematchOffered():
                self.rematch.add(event.seat)
                self.asked_ms = at_ms
            case QuestionEnded():
                self.open, self.rematch = None, set()
            case Confirmed() if self.open is not None and self.open.is_about_takeback:
                self.open = None  # it was about another turn
            case StoodIn() if event.seat == self.absentee:
                self.open = None
            case Started() | TakenBack() | Finished():
                self.open = None
            case Created() | Joined() | Left() | Cancelled() | Rematched():
                pass  # no question is open then
            case Stepped() | Undone() | Confirmed() | StoodIn() | Returned() | SeatMoved():
                pass  # an open question stays open

    def _take_answer(self, seat: int, *, agrees: bool) -> None:
        if agrees and self.open is not None:
            self.open.agreed.add(seat)
        else:
            self.open = None
