"""Why a message or a request has no effect: a code with parameters, and the English sentence."""

from crownfire.errors import CrownfireError

REFUSALS = {
    # The table
    "not_started": "the game has not begun; seats are still free",
    "started": "the game has begun",
    "cancelled": "the table was cancelled",
    "game_over": "the game is over",
    "not_over": "the game is not over",
    "no_next_game": "there is no further game in this match",
    "not_your_turn": "it is the turn of seat {mover}",
    "turn_complete": "the turn is complete; confirm it or undo",
    "turn_incomplete": "the turn is not complete",
    "nothing_to_undo": "there is nothing to undo in this turn",
    "no_turn_yet": "this seat has no final turn in this game",
    "question_open": "another question is still open",
    "no_question": "nothing is being asked of this seat",
    "not_away": "seat {seat} is not away",
    "not_away_long": "seat {seat} has only just gone; ask again in {seconds} s",
    "not_a_person": "seat {seat} is played by a bot",
    "seat_taken": "this seat is taken",
    "no_free_seat": "no seat is free",
    "illegal": "{reason}",
    "stale": "the command was made for position {position}, but it is {now}",
    # The connection
    "no_such_page": "there is nothing at this address",
    "wrong_method": "this address takes {allowed}, not {method}",
    "no_such_table": "there is no such table",
    "bad_token": "the link is not valid here",
    "not_your_seat": "this connection does not hold seat {seat}",
    "hello_first": "the first message must be a hello, and the only one",
    "wrong_protocol": "this server speaks protocol {protocol}; load the page again",
    "malformed": "the message can't be read: {what}",
    "too_long": "a message has at most {most} bytes",
    "too_fast": "too many messages; wait a moment",
    "unavailable": "the table can't be reached right now; try again in a moment",
    "failed": "the server failed at this request; its log says why",
    # Making tables
    "bad_rules": "{reason}",
    "bad_seats": "{reason}",
    "bad_name": "{reason}",
    "no_such_lesson": "there is no such lesson",
    # Replays
    "bad_record": "{reason}",
    "too_many_games": "a text may hold at most {most} games here",
    "no_such_game": "there is no finished game {game} at this table",
}


class RefusalError(CrownfireError):
    """Something without effect: a code with parameters."""

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(REFUSALS[code].format(**params))
        self.code = code
        self.params = params
