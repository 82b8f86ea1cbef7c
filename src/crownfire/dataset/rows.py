"""The rows of a game. The native core replays its record to get every position."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from crownfire import __version__
from crownfire.arena import Contest, GameResult
from crownfire.native import State as NativeState
from crownfire.notation import ChanceLine, Record, format_move, parse_record
from crownfire.rules import to_action

__all__ = ["Decision", "Played", "decisions_of", "rows_of"]


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is saved until its file is complete: all that its rows need."""

    game: int
    deal: int
    seed: int  # of the deal
    bots: list[str]  # by seat
    faults: list[int]  # the decisions from which the rest of a turn was random
    record: str

    @classmethod
    def of(cls, contest: Contest, result: GameResult) -> "Played":
        """Takes the data to save from a result."""
        faults = [fault.decision for fault in result.faults]
        seed = contest.deal_seed(result.deal)
        return cls(result.number, result.deal, seed, list(result.seats), faults, result.record)


def rows_of(played: Played) -> dict[str, list[dict[str, Any]]]:
    """Returns the rows that a game adds to each table, with the columns of `columns`."""
    record = parse_record(played.record)
    decisions = list(decisions_of(record))
    end = decisions[-1].after
    scores, ranking = end.scores(), end.ranking()
    wins = [(seat in ranking[0]) / len(ranking[0]) for seat in range(end.players)]
    moves = [
        {
            "game": played.game,
            "number": number,
            "seat": decision.seat,
            "bot": played.bots[decision.seat],
            "phase": decision.before.phase,
            "position": decision.before.to_position(),
            "legal": decision.before.legal_actions(),
            "action": decision.action,
            "move": decision.move,
            "at_random": any(
                start <= number and decisions[start].turn == decision.turn for start in played.faults
            ),
            "points": decision.before.scores()[decision.seat],
            "score": scores[decision.seat],
            "margin": scores[decision.seat] - max(_without(scores, decision.seat)),
            "win": wins[decision.seat],
        }
        for number, decision in enumerate(decisions)
    ]
    game = {
        "game": played.game,
        "deal": played.deal,
        "seed": played.seed,
        "rules": record.ruleset.text,
        "players": record.ruleset.players,
        "bots": played.bots,
        "scores": scores,
        "wins": wins,
        "places": [_place(ranking, seat) for seat in range(end.players)],
        "decisions": len(moves),
        "faults": len(played.faults),
        "record": played.record,
        "version": __version__,
    }
    return {"games": [game], "moves": moves}


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a record."""

    turn: int  # its line in the record
    seat: int
    move: str
    action: int
    before: NativeState
    after: NativeState


def decisions_of(record: Record) -> Iterator[Decision]:
    """Yields the decisions of a legal record."""
    state = NativeState.new_game(record.ruleset.text, record.ruleset.players)
    for turn, line in enumerate(record.lines):
        if isinstance(line, ChanceLine):
            state = state.reveal(line.outcome)
            continue
        for move in line.moves:
            action = to_action(move)
            after = state.apply(action)
            yield Decision(turn, line.seat, format_move(move), action, state, after)
            state = after


def _without(scores: Sequence[int], seat: int) -> list[int]:
    return [points for other, points in enumerate(scores) if other != seat]


def _place(ranking: Sequence[Sequence[int]], seat: int) -> int:
    """Returns 1 plus the number of better seats."""
    ahead = 0
    for place in ranking:
        if seat in place:
            break
        ahead += len(place)
    return 1 + ahead
