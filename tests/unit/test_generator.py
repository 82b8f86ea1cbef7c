"""The documented generator: published outputs, exact bounds, fair draws."""

from collections import Counter
from itertools import islice, permutations

import pytest

from crownfire.game import Generator, below, derive, draw, starting_with
from crownfire.game.generator import mix


def test_it_is_splitmix64() -> None:
    # The first outputs of SplitMix64 from state 1234567, as published with the algorithm.
    assert list(islice(Generator(1234567), 5)) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_derived_streams_differ_by_every_key() -> None:
    streams = [derive(1), derive(2), derive(1, 0), derive(1, 1), derive(1, 0, 1), derive(1, 1, 0)]
    assert len({next(stream) for stream in streams}) == len(streams)


def test_derive_mixes_the_seed_and_each_key() -> None:
    assert next(derive(5, 7)) == mix(mix(mix(5) + 7))


@pytest.mark.parametrize("state", [0, 1, 2**63, 2**64 - 1, 1234567])
def test_a_stream_can_be_resumed_from_its_first_word(state: int) -> None:
    words = list(islice(Generator(state), 5))
    assert list(islice(starting_with(words[0]), 5)) == words


@pytest.mark.parametrize("n", [1, 2, 3, 48, 2**63 + 1, 2**64 - 1])
def test_below_stays_below_its_bound(n: int) -> None:
    words = Generator(3)
    assert all(0 <= below(words, n) < n for _ in range(200))


def test_below_rejects_words_that_would_bias_the_result() -> None:
    # For n = 3, 2^64 mod 3 = 1, so only the lower half 0 must be rejected.
    assert below(iter([0, 2**63]), 3) == 1


def test_draw_reaches_every_order_equally() -> None:
    words = Generator(11)
    counts = Counter(tuple(draw(words, "abc", 3)) for _ in range(6000))
    assert set(counts) == set(permutations("abc"))
    assert all(850 < count < 1150 for count in counts.values())


def test_draw_does_not_change_the_pool() -> None:
    pool = [1, 2, 3, 4]
    assert len(set(draw(Generator(1), pool, 2))) == 2
    assert pool == [1, 2, 3, 4]
