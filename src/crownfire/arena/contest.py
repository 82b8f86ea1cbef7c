"""Contests: which bots play each other, on which deals, in which seats.

Every group of bots plays the same deals, and each deal once per rotation of the seats, so that neither deals
nor seats favour a bot.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations

from crownfire.bots import make_player
from crownfire.game import derive
from crownfire.rules import SetupError, ruleset

__all__ = ["MAX_GAMES", "Contest", "Pairing"]

MAX_GAMES = 10_000_000  # per group


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play: the specs by seat, and the deal."""

    number: int  # of the game in the contest
    seats: tuple[str, ...]
    deal: int
    seed: int  # of the deal

    def bot_seed(self, seat: int) -> int:
        """Returns the seed of a bot's randomness, which depends only on its seat and the game."""
        return next(derive(self.seed, 10_000 + self.number, seat))


@dataclass(frozen=True, slots=True)
class Contest:
    """A match (as many bots as players) or a round robin (more bots than players).

    `games` is the number per group of bots, rounded up to whole deals.
    """

    rules: str
    players: int
    bots: tuple[str, ...]
    games: int
    seed: int = 0

    def __post_init__(self) -> None:
        """Raises `SetupError` for an impossible contest."""
        object.__setattr__(self, "rules", ruleset(self.rules, self.players).text)  # sorts the options
        for spec in dict.fromkeys(self.bots):
            make_player(spec)
        if len(self.bots) < self.players:
            example = ",".join((self.bots + self.bots[-1:] * self.players)[: self.players]) or "fg,tr"
            raise SetupError(
                f"{self.players} players need at least {self.players} bots, not {len(self.bots)}; "
                f"a bot may be repeated, such as {example}"
            )
        if len(set(self.bots)) < len(self.bots) > self.players:
            raise SetupError("a round robin lists every bot once; a match lists as many bots as players")
        if self.games < 1:
            raise SetupError("a contest needs at least one game")
        if self.games > MAX_GAMES:
            raise SetupError(f"every group of bots plays at most {MAX_GAMES:,} games")

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """The groups of bots that play each other."""
        return list(combinations(self.bots, self.players))

    def identity(self) -> dict[str, object]:
        """Returns the settings that distinguish contests. A contest with more games is the same contest."""
        return {
            "rules": self.rules,
            "players": self.players,
            "bots": list(self.bots),
            "seed": self.seed,
        }

    def rotations(self, group: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Returns the distinct rotations of a group over the seats."""
        rotated = [group[shift:] + group[:shift] for shift in range(len(group))]
        return list(dict.fromkeys(rotated))

    @property
    def seatings(self) -> int:
        """The number of rotations in which each group plays a deal."""
        return len(self.rotations(self.groups[0]))

    @property
    def deals(self) -> int:
        """The number of deals, each played in all rotations."""
        return -(-self.games // self.seatings)

    @property
    def total(self) -> int:
        """The total number of games."""
        return self.deals * sum(len(self.rotations(group)) for group in self.groups)

    def pairings(self) -> Iterator[Pairing]:
        """Yields all games, deal by deal, so that the first games alone are fair too."""
        seatings = [self.rotations(group) for group in self.groups]
        number = 0
        for deal in range(self.deals):
            seed = self.deal_seed(deal)
            for seats in chain(*seatings):
                yield Pairing(number, seats, deal, seed)
                number += 1

    def deal_seed(self, deal: int) -> int:
        """Returns the seed of a deal."""
        return next(derive(self.seed, deal))
