"""A bot that is a program in any language, spoken to by the line protocol (docs/engine.md)."""

import weakref
from collections import defaultdict
from collections.abc import Iterator, Sequence

from crownfire.bots.budget import Budget, Limit
from crownfire.bots.messages import Go, format_go, format_new_game, format_question, parse_answer
from crownfire.bots.program import Program, ProgramError
from crownfire.errors import CrownfireError
from crownfire.notation import format_action
from crownfire.notation.errors import shorten
from crownfire.rules import Ruleset, SetupError, State
from crownfire.rules.state import mover

# Programs that play no game just now, by their command. A bot takes one and gives it back, so that a
# program is started once in a process and not for every game.
_IDLE: defaultdict[str, list[Program]] = defaultdict(list)


class EngineBot:
    """Asks a program for every decision. Whatever is wrong with an answer is raised as `ProgramError`.

    After that the program is ended, and started again for the next decision it is asked for.
    """

    def __init__(self, cmd: str = "", patience: float = 30) -> None:
        """`patience`: seconds that an answer may take, beyond the milliseconds left of the turn."""
        if not patience > 0:
            raise SetupError("patience must be more than 0 seconds")
        self._command = cmd
        self._patience_s = patience
        self._program: Program | None = None
        self._game: tuple[Ruleset, int, int] | None = None  # rules, seat, how much was unseen when last asked
        self._budget: Budget | None = None  # of the turn under way
        self._seed = 0  # of the turn under way
        self._take_program()

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        if budget is not self._budget:
            self._budget, self._seed = budget, next(rng)
        program = self._program or self._take_program()
        try:
            return self._ask(program, state, legal, budget)
        except BaseException:
            self._drop_program()
            raise

    def _ask(self, program: Program, state: State, legal: Sequence[int], budget: Budget) -> int:
        self._tell_game(program, state)
        left = Limit(budget.ms_left, budget.nodes_left)
        program.say(format_question(state, legal), format_go(Go(left, self._seed)))
        line = program.hear("bestmove", patience_s=self._patience_s + (left.ms or 0) / 1000)
        return _chosen(line, legal, budget)

    def _tell_game(self, program: Program, state: State) -> None:
        """Says that a game is new: another than the last one, or earlier than it was."""
        seat, unseen = mover(state), len(state.unseen)
        if self._game is None or self._game[:2] != (state.ruleset, seat) or self._game[2] < unseen:
            program.say(format_new_game(state.ruleset, seat))
        self._game = (state.ruleset, seat, unseen)

    def _take_program(self) -> Program:
        idle = _IDLE[self._command]
        while idle and not idle[-1].is_running:
            idle.pop().end()
        self._program = idle.pop() if idle else Program(self._command)
        self._give_back = weakref.finalize(self, _keep, self._program)
        self._give_back.atexit = False
        return self._program

    def _drop_program(self) -> None:
        if self._program is not None:
            self._give_back.detach()
            self._program.end()
            self._program = self._game = None


def _keep(program: Program) -> None:
    _IDLE[program.command].append(program)


def end_idle_programs() -> None:
    """Ends the programs that play no game just now."""
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
