"""Lessons: the first rounds of a game of two, written down as records.

The learner has the first seat. Chance and the neighbour follow the record as long as the learner does;
beyond it, and off it, the game goes on like any other. What is said meanwhile is the client's business.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import BaseModel

from crownfire.game import Game, replay
from crownfire.game.game import turn_key
from crownfire.notation import format_action, parse_record
from crownfire.rules import Outcome, Phase, chance, legal_actions
from crownfire.server.refusals import RefusalError

__all__ = ["LEARNER", "LESSONS", "NEIGHBOUR", "Lesson", "LessonInfo", "lesson"]

LEARNER = 0
NEIGHBOUR = "easy"  # the bot that plays the other seat off the record
LESSONS = ("kingdomino", "origins-discovery", "origins-totem", "origins-tribe")


class LessonInfo(BaseModel):
    """What a guide has to know of a lesson: its game, and what the learner is to choose, in order."""

    name: str
    rules: str
    moves: list[str]  # without those that there is no choice about
    turns: int  # of the learner, in all


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as its record says."""

    name: str
    game: Game
    deal: Mapping[tuple[Phase, int], Outcome]
    turns: tuple[tuple[int, ...], ...]  # the actions of every turn, of both seats

    def turn_after(self, played: Sequence[int]) -> tuple[int, ...] | None:
        """The turn that follows these actions, or its rest; None off the record and at its end."""
        script: tuple[int, ...] = ()
        for turn in self.turns:
            script += turn
            if len(script) > len(played):
                rest = len(played)
                return script[rest:] if script[:rest] == tuple(played) else None
        return None

    @property
    def info(self) -> LessonInfo:
        own = [entry for entry in self.game.history if entry.seat == LEARNER]
        return LessonInfo(
            name=self.name,
            rules=self.game.ruleset.text,
            moves=[
                format_action(entry.action)
                for entry in own
                if entry.action is not None and len(legal_actions(entry.before)) > 1
            ],
            turns=len({turn_key(entry.before) for entry in own}),
        )


def lesson(name: str) -> Lesson:
    """The lesson of a name; raises `RefusalError` if there is none."""
    if name not in LESSONS:
        raise RefusalError("no_such_lesson")
    return _read(name)


@cache
def _read(name: str) -> Lesson:
    game = replay(parse_record((Path(__file__).parent / f"{name}.record").read_text(encoding="utf-8")))
    deal: dict[tuple[Phase, int], Outcome] = {}
    turns: dict[object, list[int]] = {}
    for entry in game.history:
        due = chance(entry.before)
        if due is not None:
            deal[due.kind, due.index] = entry.outcome
        elif entry.action is not None:
            turns.setdefault(turn_key(entry.before), []).append(entry.action)
    return Lesson(name, game, deal, tuple(tuple(turn) for turn in turns.values()))
