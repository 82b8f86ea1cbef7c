"""Pairings: every bot gets the same deals, and every seat equally often."""

from collections import Counter

import pytest

from crownfire.arena import Contest
from crownfire.rules import SetupError


def test_a_match_plays_each_deal_in_every_rotation() -> None:
    pairings = list(Contest("kingdomino", 3, ("tr", "fg", "gprd"), games=6).pairings())
    assert [pairing.seats for pairing in pairings[:3]] == [
        ("tr", "fg", "gprd"),
        ("fg", "gprd", "tr"),
        ("gprd", "tr", "fg"),
    ]
    assert [pairing.deal for pairing in pairings] == [0, 0, 0, 1, 1, 1]
    assert len({pairing.seed for pairing in pairings}) == 2


def test_identical_seatings_are_played_once() -> None:
    pairings = list(Contest("kingdomino", 4, ("tr", "fg", "fg", "fg"), games=8).pairings())
    assert len(pairings) == 8
    assert Counter(pairing.seats.index("tr") for pairing in pairings) == {0: 2, 1: 2, 2: 2, 3: 2}
    same = list(Contest("kingdomino", 4, ("fg",) * 4, games=8).pairings())
    assert len({pairing.seed for pairing in same}) == 8


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert len(list(Contest("kingdomino", 3, ("tr", "fg", "gprd"), games=7).pairings())) == 9


def test_a_round_robin_gives_every_group_the_same_deals() -> None:
    pairings = list(Contest("kingdomino", 2, ("tr", "fg", "gprd"), games=4).pairings())
    groups = Counter(frozenset(pairing.seats) for pairing in pairings)
    assert set(groups.values()) == {4}
    assert len(groups) == 3
    assert len({pairing.seed for pairing in pairings}) == 2
    assert [pairing.number for pairing in pairings] == list(range(12))


def test_a_longer_contest_starts_with_the_same_games() -> None:
    few, many = (list(Contest("kingdomino", 2, ("tr", "fg", "gprd"), n).pairings()) for n in (4, 10))
    assert many[: len(few)] == few


def test_every_game_and_seat_has_its_own_bot_seed() -> None:
    pairings = list(Contest("kingdomino", 2, ("tr", "fg"), games=10).pairings())
    assert len({pairing.bot_seed(seat) for pairing in pairings for seat in (0, 1)}) == 20


@pytest.mark.parametrize(
    ("players", "bots", "games", "sentence"),
    [
        (4, ("fg", "tr"), 4, "4 players need at least 4 bots, not 2; a bot may be repeated, such as"),
        (2, (), 4, "2 players need at least 2 bots, not 0; a bot may be repeated, such as fg,tr"),
        (2, ("fg", "fg", "tr"), 4, "a round robin lists every bot once; a match lists as many"),
        (2, ("fg", "tr"), 0, "a contest needs at least one game"),
        (2, ("fg", "tr"), 10**400, "every group of bots plays at most 10,000,000 games"),
        (2, ("fg", "deep"), 4, "there is no bot 'deep'; the bots are easy"),
        (9, ("fg", "tr"), 4, "kingdomino"),
    ],
)  # fmt: skip
def test_an_impossible_contest_is_refused(
    players: int, bots: tuple[str, ...], games: int, sentence: str
) -> None:
    with pytest.raises(SetupError) as caught:
        Contest("kingdomino", players, bots, games)
    assert str(caught.value).startswith(sentence)
