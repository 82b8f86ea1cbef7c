"""A Dynasty: three games in a row with the same players, points added (K6)."""

from collections.abc import Sequence

from crownfire.data import tables
from crownfire.game.game import Game
from crownfire.game.replay import replay
from crownfire.notation import Record, RecordError
from crownfire.rules import rank, scores
from crownfire.rules.reasons import because
from crownfire.rules.ruleset import DYNASTY, options_of


class Match:
    """The games of a Dynasty so far. Each has its own deal and opening order."""

    def __init__(self, games: Sequence[Game] = ()) -> None:
        self.games = list(games)

    @property
    def length(self) -> int:
        """How many games the match has in all."""
        return tables().constants["dynasty_games"]

    @property
    def is_over(self) -> bool:
        return len(self.games) == self.length and self.games[-1].is_over

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of every seat over the games so far."""
        return tuple(map(sum, zip(*(scores(game.state) for game in self.games), strict=True)))

    @property
    def ranking(self) -> list[list[int]]:
        """Seats from most points to fewest; equal totals share their place."""
        return rank([(total,) for total in self.totals])

    def records(self) -> list[Record]:
        return [game.record() for game in self.games]


def replay_match(records: Sequence[Record]) -> Match:
    """The match of several records; raises `RecordError` for one that is not legal, or not a Dynasty."""
    match = Match()
    for record in records:
        first = records[0]
        if DYNASTY not in [option.name for option in options_of(record.ruleset.name)]:
            raise _no_dynasty(record, f"{record.ruleset.name} has none")
        if len(match.games) == match.length:
            raise _no_dynasty(record, f"it has {match.length} games")
        if record.ruleset != first.ruleset:
            raise _no_dynasty(record, f"all are played as {first.ruleset.text} by the same players")
        earlier = next((game.names for game in match.games if game.names), record.names)
        if record.names and record.names != earlier:
            raise _no_dynasty(record, "all are played by the same players")
        if match.games and not match.games[-1].is_over:
            raise _no_dynasty(record, "a game must be over before the next begins")
        match.games.append(replay(record))
    return match


def _no_dynasty(record: Record, why: str) -> RecordError:
    return RecordError(record.where, because("not_dynasty", why=why))
