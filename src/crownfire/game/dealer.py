"""Dealers own all randomness. A dealer is stateless: an outcome depends only on what it deals with
(a seed, a secret, a script), on the kind and index of the chance step, and on what is left. So undo,
replays and several servers agree."""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from crownfire.game.generator import derive, draw
from crownfire.rules.chance import Chance, Outcome
from crownfire.rules.state import Phase

_KIND_NUMBERS = {Phase.ORDER: 0, Phase.LINE: 1, Phase.CAVE: 2}
SECRET_BYTES = 32


class Dealer(Protocol):
    """Whoever decides what chance brings."""

    def deal(self, chance: Chance) -> Outcome:
        """The outcome of a chance step; equal questions get equal answers."""
        ...


@dataclass(frozen=True, slots=True)
class SeededDealer:
    """Deals by the documented generator: stream (seed, kind of step, index). For research and tests."""

    seed: int

    def deal(self, chance: Chance) -> Outcome:
        words = derive(self.seed, _KIND_NUMBERS[chance.kind], chance.index)
        return chance.arrange(draw(words, chance.pool, chance.count))


@dataclass(frozen=True, slots=True)
class ScriptedDealer:
    """Deals what a script says for (kind, index), and asks another dealer where it says nothing that fits."""

    script: Mapping[tuple[Phase, int], Outcome]
    beyond: Dealer

    def deal(self, chance: Chance) -> Outcome:
        outcome = self.script.get((chance.kind, chance.index))
        return outcome if outcome is not None and chance.fits(outcome) else self.beyond.deal(chance)


@dataclass(frozen=True, slots=True)
class SecretDealer:
    """Deals from a secret nobody knows before the end; `commit` binds it before the first line.

    The words of a step are HMAC-SHA256(secret, "kind index block") for block 0, 1, …, each cut into four
    big-endian 64-bit words; they are used exactly like those of the seeded generator.
    """

    secret: bytes

    @classmethod
    def fresh(cls) -> "SecretDealer":
        """A dealer with a new 256-bit secret."""
        return cls(secrets.token_bytes(SECRET_BYTES))

    @property
    def commit(self) -> str:
        """The SHA-256 of the secret in hex, to be published before the game."""
        return hashlib.sha256(self.secret).hexdigest()

    def deal(self, chance: Chance) -> Outcome:
        return chance.arrange(draw(self._words(chance), chance.pool, chance.count))

    def _words(self, chance: Chance) -> Iterator[int]:
        block = 0
        while True:
            message = f"{chance.kind.value} {chance.index} {block}".encode()
            digest = hmac.digest(self.secret, message, "sha256")
            for start in range(0, len(digest), 8):
                yield int.from_bytes(digest[start : start + 8])
            block += 1
