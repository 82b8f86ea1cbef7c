"""Dealers: the source of all randomness in a game.

A dealer is stateless. An outcome depends only on the dealer's seed, secret or script, on the kind and index
of the chance step, and on its pool. So undo, replays and other servers repeat the same deal.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from crownfire.game.generator import derive, draw
from crownfire.rules.chance import Chance, Outcome
from crownfire.rules.state import Phase

__all__ = ["SECRET_BYTES", "Dealer", "ScriptedDealer", "SecretDealer", "SeededDealer"]

_KIND_NUMBERS = {Phase.ORDER: 0, Phase.LINE: 1, Phase.CAVE: 2}
SECRET_BYTES = 32


class Dealer(Protocol):
    """The interface of a dealer."""

    def deal(self, chance: Chance) -> Outcome:
        """Returns the outcome of a chance step; equal steps have equal outcomes."""
        ...


@dataclass(frozen=True, slots=True)
class SeededDealer:
    """Deals from the documented generator with the stream (seed, kind, index). For research and tests."""

    seed: int

    def deal(self, chance: Chance) -> Outcome:
        words = derive(self.seed, _KIND_NUMBERS[chance.kind], chance.index)
        return chance.arrange(draw(words, chance.pool, chance.count))


@dataclass(frozen=True, slots=True)
class ScriptedDealer:
    """Deals the outcomes of a script by (kind, index).

    The dealer `beyond` deals the steps for which the script has no possible outcome.
    """

    script: Mapping[tuple[Phase, int], Outcome]
    beyond: Dealer

    def deal(self, chance: Chance) -> Outcome:
        outcome = self.script.get((chance.kind, chance.index))
        return outcome if outcome is not None and chance.fits(outcome) else self.beyond.deal(chance)


@dataclass(frozen=True, slots=True)
class SecretDealer:
    """Deals from a secret that is revealed after the game; `commit` is published before it.

    The words of a step are HMAC-SHA256(secret, "kind index block") for block 0, 1, …, each split into four
    big-endian 64-bit words. They are used like the words of the seeded generator.
    """

    secret: bytes

    @classmethod
    def fresh(cls) -> "SecretDealer":
        """Returns a dealer with a new random 256-bit secret."""
        return cls(secrets.token_bytes(SECRET_BYTES))

    @property
    def commit(self) -> str:
        """The SHA-256 of the secret in hexadecimal."""
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
