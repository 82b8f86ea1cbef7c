"""Matches: a Dynasty is three games in a row with the same players, whose points are added (K6)."""

from collections.abc import Sequence

from crownfire.data import tables
from crownfire.game.game import Game
from crownfire.game.replay import replay
from crownfire.notation import Record, RecordError
from crownfire.rules import rank, scores
from crownfire.rules.reasons import because
from crownfire.rules.ruleset import DYNASTY, options_of

__all__ = ["Match", "replay_match"]


class Match:
    """A Dynasty with its games so far. Each game has its own deal and opening order."""

    def __init__(self, games: Sequence[Game] = ()) -> None:
        self.games = list(games)

    @property
    def length(self) -> int:
        """The number of games in a whole match."""
        return tables().constants["dynasty_games"]

    @property
    def is_over(self) -> bool:
        return len(self.games) == self.length and self.games[-1].is_over

    @property
    def totals(self) -> tuple[int, ...]:
        """The total points of every seat so far."""
        return tuple(map(sum, zip(*(scores(game.state) for game in self.games), strict=True)))

    @property
    def ranking(self) -> list[list[int]]:
        """The seats from most points to fewest; equal totals share a place."""
        return rank([(total,) for total in self.totals])

    def records(self) -> list[Record]:
        return [game.record() for game in self.games]


def replay_match(records: Sequence[Record]) -> Match:
    """Returns the match of several records.

    Raises `RecordError` if a record is not a legal game or the games don't form a Dynasty (K6).
    """
    match = Match()
    for record in records:
        first = records[0]
        if DYNASTY not in [option.name for option in options_of(record.ruleset.name)]:
            raise _no_dynasty(record, f"{record.ruleset.name} has no Dynasty")
        if len(match.games) == match.length:
            raise _no_dynasty(record, f"a Dynasty has {match.length} games")
        if record.ruleset != first.ruleset:
            raise _no_dynasty(
                record, f"all games must have the rules {first.ruleset.text} and the same players"
            )
        earlier = next((game.names for game in match.games if game.names), record.names)
        if record.names and record.names != earlier:
            raise _no_dynasty(record, "all games must have the same players")
        if match.games and not match.games[-1].is_over:
            raise _no_dynasty(record, "a game must be over before the next begins")
        match.games.append(replay(record))
    return match


def _no_dynasty(record: Record, why: str) -> RecordError:
    return RecordError(record.where, because("not_dynasty", why=why))
