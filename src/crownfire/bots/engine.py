"""A bot that runs as an external program and plays over the line protocol (docs/engine.md)."""

import weakref
from collections import defaultdict
from collections.abc import Iterator, Sequence

from crownfire.bots.budget import Budget, Limit
from crownfire.bots.messages import Go, format_go, format_new_game, format_position_line, parse_answer
from crownfire.bots.program import Program, ProgramError
from crownfire.errors import CrownfireError
from crownfire.notation import format_action
from crownfire.notation.errors import shorten
from crownfire.rules import Ruleset, SetupError, State
from crownfire.rules.state import mover

__all__ = ["EngineBot", "end_idle_programs"]

# Running programs without a game, by command. Bots take a program from here and return it, so each process
# starts a program once instead of once per game.
_IDLE: defaultdict[str, list[Program]] = defaultdict(list)


class EngineBot:
    """Requests every decision from a program.

    Raises `ProgramError` for a missing, unreadable or illegal answer. After any error the program is killed,
    and started again for the next decision.
    """

    def __init__(self, cmd: str = "", patience: float = 30) -> None:
        """`patience`: the seconds an answer may take beyond the milliseconds left in the turn."""
        if not patience > 0:
            raise SetupError("patience must be more than 0 seconds")
        self._command = cmd
        self._patience_s = patience
        self._program: Program | None = None
        # Rules, seat and number of unseen dominoes at the last decision.
        self._game: tuple[Ruleset, int, int] | None = None
        self._budget: Budget | None = None  # of the current turn
        self._seed = 0  # of the current turn
        self._take_program()

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        if budget is not self._budget:
            self._budget, self._seed = budget, next(rng)
        program = self._program or self._take_program()
        try:
            return self._request(program, state, legal, budget)
        except BaseException:
            self._drop_program()
            raise

    def _request(self, program: Program, state: State, legal: Sequence[int], budget: Budget) -> int:
        self._announce_new_game(program, state)
        left = Limit(budget.ms_left, budget.nodes_left)
        program.send(format_position_line(state, legal), format_go(Go(left, self._seed)))
        line = program.receive("bestmove", patience_s=self._patience_s + (left.ms or 0) / 1000)
        return _chosen(line, legal, budget)

    def _announce_new_game(self, program: Program, state: State) -> None:
        """Sends `newgame` if rules or seat differ from the last decision, or if more dominoes are unseen."""
        seat, unseen = mover(state), len(state.unseen)
        if self._game is None or self._game[:2] != (state.ruleset, seat) or self._game[2] < unseen:
            program.send(format_new_game(state.ruleset, seat))
        self._game = (state.ruleset, seat, unseen)

    def _take_program(self) -> Program:
        idle = _IDLE[self._command]
        while idle and not idle[-1].is_running:
            idle.pop().end()
        self._program = idle.pop() if idle else Program(self._command)
        self._return = weakref.finalize(self, _return_program, self._program)
        self._return.atexit = False
        return self._program

    def _drop_program(self) -> None:
        if self._program is not None:
            self._return.detach()
            self._program.end()
            self._program = self._game = None


def _return_program(program: Program) -> None:
    _IDLE[program.command].append(program)


def end_idle_programs() -> None:
    """Ends all running programs that play no game."""
    _IDLE.clear()


def _chosen(line: str, legal: Sequence[int], budget: Budget) -> int:
    try:
        answer = parse_answer(line.removeprefix("bestmove"))
    except CrownfireError:
        raise ProgramError(f"its answer can't be read: {shorten(line)}") from None
    if answer.action not in legal:
        raise ProgramError(f"its move {format_action(answer.action)} is not legal")
    budget.spend(answer.nodes)
    return answer.action
