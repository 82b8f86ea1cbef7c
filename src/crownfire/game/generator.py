"""The random generator of research games, with bounded integers and draws without replacement.

All arithmetic is unsigned 64-bit, so other languages can reproduce the same numbers.

* `mix(z)`: z += 0x9E3779B97F4A7C15; z = (z ^ z >> 30) × 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) × 0x94D049BB133111EB; z ^ z >> 31. This is SplitMix64's step and output.
* A `Generator` with state s returns `mix(s)` and then adds 0x9E3779B97F4A7C15 to s.
* `derive(seed, k1, k2, …)`: s = mix(seed), then s = mix(s + k) for each key; s is the state of the generator.
  Each purpose has its own stream, independent of the words used by other streams.
* `starting_with(word)`: the generator whose first word is `word`. It passes a stream on as one number.
* `below(words, n)`: multiply a word by n. The upper 64 bits of the 128-bit product are the result. If the
  lower 64 bits are less than (2^64 − n) mod n, reject the word and use the next one. All results are equally
  likely.
* `draw(words, pool, count)`: for i = 0 … count − 1, swap item i with item i + below(size − i). The first
  `count` items are the result. With count = size this is a shuffle.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

__all__ = ["Generator", "below", "derive", "draw", "mix", "starting_with"]

T = TypeVar("T")

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_FACTORS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)


def mix(z: int) -> int:
    """Returns a hash of a 64-bit number: SplitMix64's step and output."""
    z = (z + _STEP) & _MASK
    z = ((z ^ (z >> 30)) * _FACTORS[0]) & _MASK
    z = ((z ^ (z >> 27)) * _FACTORS[1]) & _MASK
    return z ^ (z >> 31)


def derive(seed: int, *keys: int) -> "Generator":
    """Returns an independent generator for a seed and keys, all from 0 to 2^64 − 1."""
    state = mix(seed)
    for key in keys:
        state = mix((state + key) & _MASK)
    return Generator(state)


def starting_with(word: int) -> "Generator":
    """Returns the generator whose first word is `word`, from 0 to 2^64 − 1.

    >>> words = derive(7)
    >>> again = starting_with(next(words))
    >>> next(again) > 0, [next(again) for _ in range(9)] == [next(words) for _ in range(9)]
    (True, True)
    """
    z = word ^ (word >> 31) ^ (word >> 62)  # inverts `mix`
    z = z * pow(_FACTORS[1], -1, 1 << 64) & _MASK
    z ^= (z >> 27) ^ (z >> 54)
    z = z * pow(_FACTORS[0], -1, 1 << 64) & _MASK
    z ^= (z >> 30) ^ (z >> 60)
    return Generator(z - _STEP)


class Generator(Iterator[int]):
    """An endless stream of 64-bit words."""

    def __init__(self, state: int) -> None:
        self._state = state & _MASK

    def __next__(self) -> int:
        word = mix(self._state)
        self._state = (self._state + _STEP) & _MASK
        return word


def below(words: Iterator[int], n: int) -> int:
    """Returns a number from 0 to n − 1, all equally likely, for n from 1 to 2^64 − 1."""
    rejected = ((1 << 64) - n) % n
    while True:
        product = next(words) * n
        if product & _MASK >= rejected:
            return product >> 64


def draw(words: Iterator[int], pool: Sequence[T], count: int) -> list[T]:
    """Returns `count` items of the pool in random order, all orders equally likely."""
    items = list(pool)
    for i in range(count):
        j = i + below(words, len(items) - i)
        items[i], items[j] = items[j], items[i]
    return items[:count]
