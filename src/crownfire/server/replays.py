"""Finished games: records as JSON, and replays as the events of a log."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import BaseModel, Field

from crownfire.game import Game, replay
from crownfire.notation import ChanceLine, NotationError, Record, RecordError, parse_records
from crownfire.notation.errors import Token
from crownfire.notation.moves import format_move
from crownfire.rules import SetupError, ranking
from crownfire.server.protocol import Confirmed, Sheet, Started, Stepped
from crownfire.server.refusals import RefusalError
from crownfire.server.tape import tape
from crownfire.server.view import sheet_of

MOST_GAMES = 10  # of one text: each is work, and long when it is shown


class RecordLine(BaseModel):
    """A line of a record: an outcome of chance, or the turn of a seat (from 0) with its moves."""

    kind: str  # order, line, cave or turn
    seat: int = -1
    moves: list[str] = []
    outcome: list[int | str] = []


class RecordInfo(BaseModel):
    """A record as JSON."""

    rules: str
    players: int
    names: list[str]
    commit: str
    secret: str
    lines: list[RecordLine]
    result: list[int] | None
    ended_ms: int  # when the game ended


class Replay(BaseModel):
    """A game as a table's log has it: what lay on the table at each step follows from the events."""

    rules: str
    game: str
    names: list[str]
    bots: list[str] = []  # the level of each seat's bot or nothing; empty: unknown, as of a record
    frame: int
    is_over: bool
    events: list[Annotated[Started | Stepped | Confirmed, Field(discriminator="type")]]
    sheets: list[Sheet]
    ranking: list[list[int]]


def record_info(record: Record, ended_ms: int) -> RecordInfo:
    """A record as JSON."""
    return RecordInfo(
        rules=record.ruleset.text,
        players=record.ruleset.players,
        names=list(record.names),
        commit=record.commit,
        secret=record.secret,
        lines=[
            RecordLine(kind=line.kind.value, outcome=list(line.outcome))
            if isinstance(line, ChanceLine)
            else RecordLine(kind="turn", seat=line.seat, moves=[format_move(move) for move in line.moves])
            for line in record.lines
        ],
        result=None if record.result is None else list(record.result),
        ended_ms=ended_ms,
    )


def games_of(text: str) -> list[Game]:
    """The games of a record's text; raises `RefusalError` with the line and the rule."""
    try:
        records = parse_records(text)
        if len(records) > MOST_GAMES:
            raise RefusalError("too_many_games", most=MOST_GAMES)
        return [replay(record) for record in records]
    except RecordError as error:
        raise _refusal(
            error, error.token, error.reason.code, error.reason.rule, error.reason.params
        ) from None
    except NotationError as error:
        raise _refusal(error, error.token, "unreadable", "", {"found": error.found}) from None
    except SetupError as error:  # such as names that nobody may have
        raise _refusal(error, Token(""), "unreadable", "", {"found": ""}) from None


def _refusal(
    error: Exception, token: Token, why: str, rule: str, params: Mapping[str, str | int]
) -> RefusalError:
    where: dict[str, str | int] = {"line": token.line, "column": token.column, "token": token.text[:100]}
    return RefusalError("bad_record", **{**params, "reason": str(error), "why": why, "rule": rule, **where})


def replays_json(text: str) -> str:
    """The replays of a record's text as JSON; raises `RefusalError` with the line and the rule."""
    return f"[{','.join(replay_json(game) for game in games_of(text))}]"


def replay_json(game: Game, bots: Sequence[str] = ()) -> str:
    """A replay as JSON."""
    replayed = Replay(
        rules=game.ruleset.text,
        game=game.ruleset.game,
        names=list(game.names),
        bots=list(bots),
        frame=game.ruleset.setup.frame,
        is_over=game.is_over,
        events=tape(game),
        sheets=[sheet_of(game.state, seat) for seat in range(game.ruleset.players)],
        ranking=ranking(game.state),
    )
    return replayed.model_dump_json()
