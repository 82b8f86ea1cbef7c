"""The bot's side of the line protocol (docs/engine.md): one line in, at most one line out."""

import secrets
from collections.abc import Iterator

from crownfire.bots.budget import Budget, Limit
from crownfire.bots.messages import (
    Answer,
    MessageError,
    format_answer,
    format_hello,
    parse_go,
    parse_new_game,
    parse_position_line,
)
from crownfire.bots.player import begins_turn
from crownfire.bots.registry import make_player
from crownfire.errors import CrownfireError
from crownfire.game import starting_with
from crownfire.game.game import turn_key
from crownfire.notation.errors import shorten
from crownfire.rules import State, legal_actions, to_play

__all__ = ["Speaker"]

_COMMANDS = "hello, newgame, position, go, quit"


class Speaker:
    """A bot's session over the line protocol. Any fault becomes an `error` line instead of an exception."""

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._player = make_player(spec)
        self._state: State | None = None
        self._turn: object = None
        self._budget = Budget(Limit())
        self._rng: Iterator[int] = iter(())

    def hear(self, line: str) -> str | None:
        """Returns the answer to a line; None if it needs no answer.

        >>> speaker = Speaker("fg")
        >>> speaker.hear("hello crownfire 1")
        'hello crownfire 1 fg'
        >>> speaker.hear("sing")
        "error 'sing' is not understood; there are hello, newgame, position, go, quit"
        """
        try:
            return self._hear(line)
        except CrownfireError as error:
            return f"error {_one_line(error)}"
        except Exception as error:  # third-party bots may raise anything
            return f"error {type(error).__name__}: {_one_line(error)}"

    def _hear(self, line: str) -> str | None:
        word, _, rest = line.strip().partition(" ")
        match word:
            case "":
                return None
            case "hello":
                return format_hello(_one_line(self._spec))
            case "newgame":
                parse_new_game(rest)
                self._player, self._state, self._turn = make_player(self._spec), None, None
                return None
            case "position":
                self._state = None  # an unreadable position must not leave the previous one in place
                self._state = _decision(parse_position_line(rest))
                return None
            case "go":
                return self._go(rest)
            case _:
                raise MessageError(f"{shorten(word)} is not understood; there are {_COMMANDS}")

    def _go(self, rest: str) -> str:
        go, state = parse_go(rest), self._state
        if state is None:
            raise MessageError("there is no position to choose a move in")
        turn = (turn_key(state), go.seed)
        if begins_turn(state) or turn != self._turn:
            self._turn, self._budget = turn, Budget(self._player.limit)
            self._rng = starting_with(secrets.randbits(64) if go.seed is None else go.seed)
        if go.left != Limit():
            self._budget.allow(go.left)
        before, legal = self._budget.nodes, legal_actions(state)
        action = self._player.bot.choose(state, legal, budget=self._budget, rng=self._rng)
        if action not in legal:
            raise MessageError(f"{self._spec} chose an illegal move")
        return format_answer(Answer(action, self._budget.nodes - before))


def _decision(state: State) -> State:
    if to_play(state) is None:
        raise MessageError("there is no decision to make in this position")
    return state


def _one_line(value: object) -> str:
    return " ".join(str(value).split())[:500]
