"""Everything that is said over a table's websocket, and everything that its log says.

One file for both sides: the client's types are generated from here. Every message is a JSON object with a
`type`. A change that an old client would misunderstand raises `PROTOCOL`.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from crownfire.server.facts import Fact

PROTOCOL = 2
NAME_LENGTH = 24
MOST_TOKENS = 8

SeatNumber = Annotated[int, Field(ge=0, le=3)]
CommandId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Field(min_length=1, max_length=NAME_LENGTH)]
Token = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class Message(BaseModel):
    """What all messages have in common: unknown fields are refused, values don't change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# The log of a table. Each event is stored, numbered and sent exactly as it is here.


class SeatPlan(Message):
    """A seat when the table is made: a person on the creator's device, one who comes by link, or a bot."""

    kind: Literal["here", "online", "bot"]
    name: str
    bot: str = ""  # the level of a bot
    colour: str
    crest: str


class Created(Message):
    """The first event of every table."""

    type: Literal["created"] = "created"
    rules: str
    seats: list[SeatPlan]
    is_public: bool
    confirm: bool  # a turn is final only when its player says so
    turn_s: int | None  # the turn timer
    stand_in_s: int | None  # after how long a bot may play for somebody who is away without being asked
    lesson: str = ""  # the name of the lesson that the table is for


class Joined(Message):
    """Somebody took an online seat."""

    type: Literal["joined"] = "joined"
    seat: SeatNumber
    name: Name


class Left(Message):
    """Somebody gave their online seat back before the game."""

    type: Literal["left"] = "left"
    seat: SeatNumber


class Cancelled(Message):
    """Whoever made the table closed it before the game."""

    type: Literal["cancelled"] = "cancelled"


class Started(Message):
    """A game began: the fingerprint of its deal, and what was dealt first."""

    type: Literal["started"] = "started"
    game: int  # from 0; a Dynasty has several
    commit: str
    facts: list[Fact]
    points: list[int]  # of every seat


class Why(Message):
    """A code with its parameters and its rule, and the English sentence."""

    code: str
    params: dict[str, str | int] = {}
    rule: str
    text: str


class Stepped(Message):
    """A decision within a turn that is not final yet."""

    type: Literal["stepped"] = "stepped"
    seat: SeatNumber
    action: int
    move: str  # the same as notation
    facts: list[Fact]  # what it changed
    points: list[int]  # of every seat after it, as if the game ended now
    by: Literal["player", "bot", "rule"]  # rule: the only legal move
    why: Why | None = None  # of a step by rule


class Undone(Message):
    """The last steps of the turn were taken back."""

    type: Literal["undone"] = "undone"
    seat: SeatNumber
    steps: int


class Confirmed(Message):
    """A turn became final: what its end changed, and what was dealt then."""

    type: Literal["confirmed"] = "confirmed"
    seat: SeatNumber
    facts: list[Fact]


class TakebackAsked(Message):
    """A player would like the last final turn of a seat back; the others have to agree."""

    type: Literal["takeback_asked"] = "takeback_asked"
    seat: SeatNumber
    asked: list[SeatNumber] = []  # who has to agree, present or not


class TakebackAnswered(Message):
    """An answer; the first no ends the question."""

    type: Literal["takeback_answered"] = "takeback_answered"
    seat: SeatNumber
    agrees: bool


class TakenBack(Message):
    """The game is again where it was before the last final turn of a seat."""

    type: Literal["taken_back"] = "taken_back"
    seat: SeatNumber
    steps: int  # entries of the game's history that are gone


class StandInAsked(Message):
    """A player would like a bot to play for somebody who is away."""

    type: Literal["stand_in_asked"] = "stand_in_asked"
    seat: SeatNumber  # who asks
    absent: SeatNumber
    asked: list[SeatNumber] = []  # who has to agree


class StandInAnswered(Message):
    """An answer; the first no ends the question."""

    type: Literal["stand_in_answered"] = "stand_in_answered"
    seat: SeatNumber
    agrees: bool


class QuestionEnded(Message):
    """The open question, or the offer of a rematch, ended before everybody had answered."""

    type: Literal["question_ended"] = "question_ended"
    why: Literal["lapsed", "left", "back"]  # its time was over; somebody left; the absent player is back
    seat: SeatNumber | None = None  # who left or is back


class StoodIn(Message):
    """A bot plays for a seat until its owner is back."""

    type: Literal["stood_in"] = "stood_in"
    seat: SeatNumber
    bot: str


class Returned(Message):
    """The owner of a seat plays again."""

    type: Literal["returned"] = "returned"
    seat: SeatNumber


class SeatMoved(Message):
    """A seat of the maker's device went to another device."""

    type: Literal["seat_moved"] = "seat_moved"
    seat: SeatNumber


class Finished(Message):
    """A game is over: the secret of its deal, the points, the places."""

    type: Literal["finished"] = "finished"
    secret: str
    scores: list[int]
    ranking: list[list[int]]


class RematchOffered(Message):
    """A player would like to play again; it begins when everybody whose seat is no bot's has said so."""

    type: Literal["rematch_offered"] = "rematch_offered"
    seat: SeatNumber


class Rematched(Message):
    """The same people go on at another table, with the same seat tokens."""

    type: Literal["rematched"] = "rematched"
    table: str


Event = Annotated[
    Created
    | Joined
    | Left
    | Cancelled
    | Started
    | Stepped
    | Undone
    | Confirmed
    | TakebackAsked
    | TakebackAnswered
    | TakenBack
    | StandInAsked
    | StandInAnswered
    | QuestionEnded
    | StoodIn
    | Returned
    | SeatMoved
    | Finished
    | RematchOffered
    | Rematched,
    Field(discriminator="type"),
]
EVENT: TypeAdapter[Event] = TypeAdapter(Event)


# From the client


class Hello(Message):
    """The first message: who is there, and what was last seen (0: nothing)."""

    type: Literal["hello"] = "hello"
    protocol: int
    tokens: Annotated[list[Token], Field(max_length=MOST_TOKENS)]  # of seats, or one to watch
    last: Annotated[int, Field(ge=0)] = 0


class Command(Message):
    """What a seat wants to do, and the position it was made for. Repeating it with its id does nothing."""

    id: CommandId
    seat: SeatNumber
    position: Annotated[int, Field(ge=0)]


class Act(Command):
    """Make a decision of the turn."""

    type: Literal["act"] = "act"
    action: Annotated[int, Field(ge=0, le=4096)]


class Undo(Command):
    """Take the last decision of the turn back."""

    type: Literal["undo"] = "undo"


class Confirm(Command):
    """Make the turn final."""

    type: Literal["confirm"] = "confirm"


class AskTakeback(Command):
    """Ask for the own last final turn back."""

    type: Literal["ask_takeback"] = "ask_takeback"


class AskStandIn(Command):
    """Ask for a bot to play for somebody who is away."""

    type: Literal["ask_stand_in"] = "ask_stand_in"
    absent: SeatNumber


class Answer(Command):
    """Agree, or not, to what was asked."""

    type: Literal["answer"] = "answer"
    agrees: bool


class NextGame(Command):
    """Begin the next game of a Dynasty."""

    type: Literal["next_game"] = "next_game"


class OfferRematch(Command):
    """Offer to play again, or accept it."""

    type: Literal["offer_rematch"] = "offer_rematch"


class AskWhy(Message):
    """Ask why an action is not possible."""

    type: Literal["ask_why"] = "ask_why"
    id: CommandId
    action: Annotated[int, Field(ge=0, le=4096)]


class AskSheets(Message):
    """Ask how everybody's points come about, as things stand."""

    type: Literal["ask_sheets"] = "ask_sheets"
    id: CommandId


class Ping(Message):
    """Is anybody there?"""

    type: Literal["ping"] = "ping"


SeatCommand = Act | Undo | Confirm | AskTakeback | AskStandIn | Answer | NextGame | OfferRematch
ClientMessage = Annotated[SeatCommand | Hello | AskWhy | AskSheets | Ping, Field(discriminator="type")]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


# From the server


class SeatView(Message):
    """A seat as everybody sees it."""

    kind: Literal["here", "online", "bot"]
    name: str
    colour: str
    crest: str
    is_taken: bool
    is_connected: bool
    bot: str  # who plays it: the level of a bot, or nothing


class SquareView(Message):
    """A square: its place on the canvas and what lies on it; what is not said is not there."""

    cell: int
    terrain: str  # a letter of the notation; H is the home
    symbols: int = 0
    craters: int = 0
    token: int = 0
    resource: bool = False
    caveman: str = ""


class SlotView(Message):
    """A domino of a line and who claimed it (−1: nobody)."""

    number: int
    seat: int


class Option(Message):
    """A legal action, its notation, and the mover's points after it.

    A recruit counts with its best payment and settlement: what its tile is worth now.
    """

    action: int
    move: str
    points: int


class RecruitView(Message):
    """A recruit under way: who, from where, and the kinds of resource paid so far."""

    kind: str
    from_pile: bool
    paid: list[str]


class Board(Message):
    """Everything that lies on the table. A turn ends when it is confirmed, and a line with its last turn."""

    territories: list[list[SquareView]]
    points: list[int]  # by seat, as if the game ended now
    current: list[SlotView]
    next: list[SlotView]
    turn: int  # how many turns of the current line, or of the opening, are finished
    opening: list[int]
    unseen: list[int]
    discards: list[int]  # dominoes discarded, by seat
    erupting: int | None  # the cell of the volcano whose fire is to land
    totems: list[int]
    cave: list[str]
    pile: list[str]
    recruiting: RecruitView | None


class View(Board):
    """All of a table that can be seen; the same for everybody, but only the mover gets the options."""

    number: int  # of the last event
    position: int  # commands name it
    phase: str  # what happens next
    mover: int  # whose turn it is, −1: nobody
    is_complete: bool  # the turn waits to be confirmed
    is_undoable: bool
    game: int
    games: int
    frame: int  # a territory fits into so many rows and columns
    lines_left: int  # how many more will be revealed
    seats: list[SeatView]
    options: list[Option]
    question: TakebackAsked | StandInAsked | None
    unanswered: list[int]  # the seats whose answer the question waits for
    turn_ends_ms: int | None  # when the turn timer runs out, in milliseconds since 1970
    totals: list[int]  # of earlier games of a Dynasty


class Numbered(Message):
    """An event with its number in the log, when it happened, and the command it came from.

    The command is written as seat:id. Whoever sent it knows by this that it was carried out and is on disk.
    """

    number: int
    at_ms: int
    command: str  # nothing if it was nobody's command
    event: Event


class TakebackMissed(Message):
    """A takeback by a seat, and the steps that are gone."""

    seat: int
    steps: list[Stepped]


class Missed(Message):
    """What happened to a seat since its player last did something."""

    seat: int
    turns: int  # played by a bot
    taken_back: list[TakebackMissed]  # while a bot stood in


class Welcome(Message):
    """The answer to a hello: the seats the tokens belong to, what was missed, and how things stand."""

    type: Literal["welcome"] = "welcome"
    protocol: int = PROTOCOL
    table: str
    seats: list[int]
    held: list[int]  # the seat of each token of the hello, in its order; -1: of none
    missed: list[Missed]  # of these seats, where a bot has played
    is_whole: bool  # the events are all there are, not only what was missed
    events: list[Numbered]
    view: View


class News(Message):
    """What has just happened, and how things stand."""

    type: Literal["news"] = "news"
    events: list[Numbered]
    view: View


class Accepted(Message):
    """A command has been carried out before, or changes nothing; the event after which it is so."""

    type: Literal["accepted"] = "accepted"
    id: str
    number: int


class Refused(Message):
    """A message had no effect: a code with parameters, and the English sentence."""

    type: Literal["refused"] = "refused"
    id: str
    code: str
    params: dict[str, str | int]
    text: str


class Reason(Message):
    """The answer to `ask_why`; no code: it is possible."""

    type: Literal["reason"] = "reason"
    id: str
    why: Why | None


class TermView(Message):
    """A line of a score sheet: count × each points for some squares."""

    label: str
    squares: list[int]
    count: int
    each: int


class Sheet(Message):
    """How a seat's points come about; the last two break ties."""

    terms: list[TermView]
    total: int
    largest_region: int
    symbols: int


class Sheets(Message):
    """The answer to `ask_sheets`: one for each seat, and the seats from best to worst."""

    type: Literal["sheets"] = "sheets"
    id: str
    sheets: list[Sheet]
    ranking: list[list[int]]


class Pong(Message):
    """Yes."""

    type: Literal["pong"] = "pong"


class Bye(Message):
    """The server closes the connection; come back in a moment."""

    type: Literal["bye"] = "bye"
    why: Literal["restart", "slow", "elsewhere"]


ServerMessage = Annotated[
    Welcome | News | Accepted | Refused | Reason | Sheets | Pong | Bye, Field(discriminator="type")
]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)


def schema() -> dict[str, Any]:
    """Every message as one JSON schema, from which the types of clients are generated."""

    class Protocol(Message):
        """What goes over a table's websocket."""

        version: Literal[PROTOCOL]  # type: ignore[valid-type]  # a constant, which mypy does not follow
        client: ClientMessage
        server: ServerMessage

    return require_types(Protocol.model_json_schema(mode="serialization"))


def require_types(whole: dict[str, Any]) -> dict[str, Any]:
    """A schema in which the `type` of a message is always there, since it tells messages apart."""
    for definition in whole["$defs"].values():
        if "const" in definition.get("properties", {}).get("type", {}):
            definition["required"] = list(dict.fromkeys(["type", *definition.get("required", [])]))
    return whole
