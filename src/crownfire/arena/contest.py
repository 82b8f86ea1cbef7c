"""Who plays whom, on which deals, in which seats.

Every group of bots plays the same deals, and each deal once in every rotation of its seats, so neither luck
of the deal nor of the seat favours anybody.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations

from crownfire.bots import make_player
from crownfire.game import derive
from crownfire.rules import SetupError, ruleset

MOST_GAMES = 10_000_000  # of a group


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played: the specs by seat, and the deal."""

    number: int  # of the game in its contest
    seats: tuple[str, ...]
    deal: int
    seed: int  # of the deal

    def bot_seed(self, seat: int) -> int:
        """What a bot's randomness comes from: its seat and the game, nothing else."""
        return next(derive(self.seed, 10_000 + self.number, seat))


@dataclass(frozen=True, slots=True)
class Contest:
    """A match (as many bots as players) or a round robin (more bots than players).

    `games` are played by every group of bots; they are rounded up to whole deals.
    """

    rules: str
    players: int
    bots: tuple[str, ...]
    games: int
    seed: int = 0

    def __post_init__(self) -> None:
        """Raises `SetupError` for what can't be played."""
        object.__setattr__(self, "rules", ruleset(self.rules, self.players).text)  # options in one order
        for spec in dict.fromkeys(self.bots):
            make_player(spec)
        if len(self.bots) < self.players:
            example = ",".join((self.bots + self.bots[-1:] * self.players)[: self.players]) or "fg,tr"
            raise SetupError(
                f"{self.players} players need at least {self.players} bots, not {len(self.bots)}; "
                f"one may stand several times, such as {example}"
            )
        if len(set(self.bots)) < len(self.bots) > self.players:
            raise SetupError("in a round robin every bot stands once; a match has as many bots as players")
        if self.games < 1:
            raise SetupError("at least one game must be played")
        if self.games > MOST_GAMES:
            raise SetupError(f"every group of bots plays at most {MOST_GAMES:,} games")

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """The bots that play each other."""
        return list(combinations(self.bots, self.players))

    def identity(self) -> dict[str, object]:
        """What tells it from other contests; more games are the same contest gone on with."""
        return {
            "rules": self.rules,
            "players": self.players,
            "bots": list(self.bots),
            "seed": self.seed,
        }

    def rotations(self, group: tuple[str, ...]) -> list[tuple[str, ...]]:
        """The different seatings of a group, each bot in every seat."""
        turned = [group[shift:] + group[:shift] for shift in range(len(group))]
        return list(dict.fromkeys(turned))

    @property
    def seatings(self) -> int:
        """In how many rotations of its seats each deal is played, by every group."""
        return len(self.rotations(self.groups[0]))

    @property
    def deals(self) -> int:
        """How many deals are played, each in all seatings."""
        return -(-self.games // self.seatings)

    @property
    def total(self) -> int:
        """How many games are played in all."""
        return self.deals * sum(len(self.rotations(group)) for group in self.groups)

    def pairings(self) -> Iterator[Pairing]:
        """All games, deal by deal, so that a part of them is fair as well."""
        seatings = [self.rotations(group) for group in self.groups]
        number = 0
        for deal in range(self.deals):
            seed = self.deal_seed(deal)
            for seats in chain(*seatings):
                yield Pairing(number, seats, deal, seed)
                number += 1

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal."""
        return next(derive(self.seed, deal))
