"""Playing a record again: every line is checked, and the first thing wrong is named with its rule."""

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

_NO_MORE = SeededDealer(0)  # deals beyond the end of a record when nobody else is named


def replay(record: Record, beyond: Dealer = _NO_MORE) -> Game:
    """The game of a record; raises `RecordError` at the first line that is not legal.

    The game deals the lines of the record again after an undo, and goes on with the dealer `beyond`.
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
    """Whether the file ends with this line."""
    return record.is_last_in_file and index == len(record.lines) - 1 and record.result is None


def _script(game: Game) -> dict[tuple[Phase, int], Outcome]:
    dealt = [(chance(entry.before), entry.outcome) for entry in game.history]
    return {(due.kind, due.index): outcome for due, outcome in dealt if due is not None}


def _reveal(game: Game, line: ChanceLine) -> None:
    """N2: chance lines stand where the rules call for them, with what can be drawn."""
    state = game.state
    seat = to_play(state)
    if seat is not None:
        raise RecordError(line.where, because("turn_due", seat=seat + 1, expected=state.phase.value))
    if line.kind is not state.phase:
        raise RecordError(line.where, because("no_chance_due", expected=state.phase.value))
    try:
        game.reveal(line.kind, line.outcome)
    except IllegalMoveError as error:
        raise RecordError(line.blamed(error.reason), error.reason) from None


def _play_turn(game: Game, line: TurnLine, is_end: bool) -> None:
    """N3: a turn belongs to the seat whose turn it is and has exactly the tokens of its phases."""
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
    """N4: the result stands after the last turn and equals the scores."""
    if not game.is_over:
        raise RecordError(record.result_where, because("result_early"))
    if record.result != scores(game.state):
        shown = " ".join(map(str, scores(game.state)))
        raise RecordError(record.result_where, because("wrong_result", scores=shown))
