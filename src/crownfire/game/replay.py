"""Replays of records. Every line is checked; the first illegal one raises an error with its rule."""

from crownfire.game.dealer import Dealer, ScriptedDealer, SeededDealer
from crownfire.game.game import Game, turn_key
from crownfire.notation import ChanceLine, Record, RecordError, TurnLine
from crownfire.rules import (
    IllegalMoveError,
    Outcome,
    Phase,
    chance,
    scores,
    to_action,
    to_play,
    why_not_asked,
)
from crownfire.rules.reasons import because

__all__ = ["replay"]

_DEFAULT_DEALER = SeededDealer(0)  # for play beyond the end of a record


def replay(record: Record, beyond: Dealer = _DEFAULT_DEALER) -> Game:
    """Returns the game of a record. Raises `RecordError` for the first line that is not legal.

    After an undo, the game deals the record's outcomes again. The dealer `beyond` deals steps after its end.
    """
    game = Game(record.ruleset, beyond, record.names)
    game.commit, game.secret = record.commit, record.secret
    for index, line in enumerate(record.lines):
        if isinstance(line, ChanceLine):
            _reveal(game, line)
        else:
            _play_turn(game, line, is_end=_is_end(record, index))
    if record.result is not None:
        _check_result(game, record)
    game.dealer = ScriptedDealer(_script(game), beyond)
    return game


def _is_end(record: Record, index: int) -> bool:
    """Whether this line is the last one of its file."""
    return record.is_last_in_file and index == len(record.lines) - 1 and record.result is None


def _script(game: Game) -> dict[tuple[Phase, int], Outcome]:
    dealt = [(chance(entry.before), entry.outcome) for entry in game.history]
    return {(due.kind, due.index): outcome for due, outcome in dealt if due is not None}


def _reveal(game: Game, line: ChanceLine) -> None:
    """N2: a chance line must be due, with a possible outcome."""
    state = game.state
    seat = to_play(state)
    if seat is not None:
        raise RecordError(line.where, because("turn_due", seat=seat + 1, expected=state.phase.value))
    if line.kind is not state.phase:
        raise RecordError(line.where, because("no_chance_due", expected=state.phase.value))
    try:
        game.reveal(line.kind, line.outcome)
    except IllegalMoveError as error:
        raise RecordError(line.token_of(error.reason), error.reason) from None


def _play_turn(game: Game, line: TurnLine, is_end: bool) -> None:
    """N3: a turn must be written by the seat whose turn it is, with exactly the tokens of its phases."""
    seat = to_play(game.state)
    if seat is None:
        code = "game_over" if game.is_over else "line_due"
        raise RecordError(line.where, because(code, expected=game.state.phase.value))
    if seat != line.seat:
        raise RecordError(line.where, because("wrong_seat", seat=seat + 1))
    turn = turn_key(game.state)
    before = game.state
    for index, move in enumerate(line.moves):
        if turn_key(game.state) != turn:
            raise RecordError(line.token(index), why_not_asked(before, move))
        before = game.state
        try:
            game.play(to_action(move), deal=False)
        except IllegalMoveError as error:
            raise RecordError(line.token(index), error.reason) from None
    if turn_key(game.state) == turn:
        code = "file_cut" if is_end else "turn_unfinished"  # N5
        where = line.token(-1) if line.moves else line.where
        raise RecordError(where, because(code, expected=game.state.phase.value))


def _check_result(game: Game, record: Record) -> None:
    """N4: the result must follow the last turn and equal the scores."""
    if not game.is_over:
        raise RecordError(record.result_where, because("result_early"))
    if record.result != scores(game.state):
        shown = " ".join(map(str, scores(game.state)))
        raise RecordError(record.result_where, because("wrong_result", scores=shown))
