"""Ratings, checked against hand-computed cases and simulations."""

from collections.abc import Sequence
from math import inf, log, log10, sqrt
from pathlib import Path
from random import Random

import pytest

from crownfire.arena import GameResult, Ladder, Rating, Store, ratings
from crownfire.arena.statistics import student
from crownfire.rules import SetupError

ELO_PER_LOG_ODDS = 400 / log(10)


def _game(number: int, deal: int, seats: tuple[str, str], win: float) -> GameResult:
    return GameResult(number, deal, seats, (0, 0), (win, 1 - win), (), ())


def _games(*duels: tuple[str, str, Sequence[float]]) -> list[GameResult]:
    """Returns games of pairs, given the wins of the first bot; every game has its own deal."""
    games = [((first, second), win) for first, second, wins in duels for win in wins]
    return [_game(number, number, seats, win) for number, (seats, win) in enumerate(games)]


def _elo(found: list[Rating]) -> dict[str, float]:
    return {rating.bot: rating.elo for rating in found}


def test_the_rating_of_two_bots() -> None:
    """Three wins of four and half of the prior's shared victory give odds of 3.5 to 1.5."""
    a, b = ratings(_games(("a", "b", [1, 1, 1, 0])), "b")
    assert (a.bot, a.games, a.wins, b.elo, b.low, b.high) == ("a", 4, 3, 0, 0, 0)
    assert a.elo == pytest.approx(400 * log10(3.5 / 1.5))


def test_a_shared_victory_counts_half() -> None:
    shared = ratings(_games(("a", "b", [1, 0.5, 0.5, 1])), "b")
    split = ratings(_games(("a", "b", [1, 0, 1, 1])), "b")
    assert _elo(shared) == pytest.approx(_elo(split))
    assert shared[0].wins == 3


def test_differences_add_up_along_a_row() -> None:
    found = _elo(ratings(_games(("a", "b", [1, 1, 0]), ("b", "c", [1, 1, 1, 0, 0])), "c"))
    assert found["b"] == pytest.approx(400 * log10(3.5 / 2.5))
    assert found["a"] - found["b"] == pytest.approx(400 * log10(2.5 / 1.5))


def test_bots_in_a_ring_are_equally_strong() -> None:
    ring = _games(("a", "b", [1, 1, 0]), ("b", "c", [1, 1, 0]), ("c", "a", [1, 1, 0]))
    assert _elo(ratings(ring, "a")) == pytest.approx({"a": 0, "b": 0, "c": 0}, abs=1e-6)


def test_every_bot_wins_as_often_as_expected() -> None:
    """The maximum-likelihood condition, in a contest that isn't a row."""
    duels = (("a", "b", [1, 1, 1, 0]), ("b", "c", [1, 0, 0.5]), ("a", "c", [1, 1, 1, 1, 0]))
    elo = _elo(ratings(_games(*duels), "b"))
    for bot in "abc":
        surprise = 0.0
        for first, second, wins in duels:
            expected = 1 / (1 + 10 ** ((elo[second] - elo[first]) / 400))
            sign = (bot == first) - (bot == second)
            surprise += sign * (sum(wins) + 0.5 - (len(wins) + 1) * expected)
        assert surprise == pytest.approx(0, abs=1e-7)


def test_the_anchor_only_shifts_the_scale() -> None:
    games = _games(("a", "b", [1, 1, 0]), ("b", "c", [1, 1, 1, 0]))
    from_a, from_c = _elo(ratings(games, "a")), _elo(ratings(games, "c"))
    assert {bot: elo - from_a["c"] for bot, elo in from_a.items()} == pytest.approx(from_c)


def test_an_interval_by_hand() -> None:
    """The information of independent games is 21 × p × (1 − p); the sandwich estimate is a little smaller."""
    a, _ = ratings(_games(("a", "b", [1] * 14 + [0] * 6)), "b")
    p = 14.5 / 21
    half = student(19) * ELO_PER_LOG_ODDS / sqrt(21 * p * (1 - p))
    assert (a.low, a.high) == pytest.approx((a.elo - half, a.elo + half))


def test_games_on_one_deal_with_the_same_result_count_as_one() -> None:
    wins = [1] * 14 + [0] * 6
    once = ratings(_games(("a", "b", wins)), "b")[0]
    twice = [_game(n, n // 4, ("a", "b"), wins[n // 4]) for n in range(80)]
    four_times = ratings(twice, "b")[0]
    apart = ratings(_games(("a", "b", wins * 4)), "b")[0]
    assert four_times.elo == pytest.approx(apart.elo)
    assert four_times.high - four_times.low > 1.8 * (apart.high - apart.low)
    assert four_times.high - four_times.low == pytest.approx(once.high - once.low, rel=0.1)


def test_one_sided_results_have_finite_ratings_and_an_open_interval() -> None:
    games = _games(("c", "b", [1] * 80), ("b", "a", [1] * 40 + [0] * 40), ("a", "z", [1] * 80))
    found = {rating.bot: rating for rating in ratings(games, "a")}
    assert found["c"].elo - found["b"].elo == pytest.approx(400 * log10(80.5 / 0.5))
    assert found["c"].high == inf
    assert 100 < found["c"].low < found["c"].elo
    assert found["z"].low == -inf
    assert -inf < found["z"].elo < found["z"].high < -100
    assert -inf < found["b"].low < found["b"].high < inf
    assert Rating.from_json(found["c"].to_json()).high == inf


def test_bots_that_only_beat_the_same_bot_have_an_open_interval() -> None:
    found = {r.bot: r for r in ratings(_games(("a", "c", [1, 1, 1]), ("b", "c", [1, 1, 1])), "a")}
    assert (found["b"].low, found["b"].high) == (-inf, inf)


def test_a_single_deal_has_no_interval() -> None:
    games = [_game(0, 0, ("a", "b"), 1.0), _game(1, 0, ("b", "a"), 1.0)]
    (other,) = (rating for rating in ratings(games, "b") if rating.bot == "a")
    assert other.elo == pytest.approx(0)
    assert (other.low, other.high) == (-inf, inf)


def test_bots_without_a_chain_of_games_are_refused() -> None:
    games = _games(("a", "b", [1, 0]), ("c", "d", [1, 0]))
    with pytest.raises(SetupError, match="c, d can't be compared with a: no chain of games connects them"):
        ratings(games, "a")
    with pytest.raises(SetupError, match="fg has not played"):
        ratings(games, "fg")


def test_the_intervals_contain_the_true_strengths() -> None:
    """A ladder of six with two neighbours; a deal favours the same bot in both of its games."""
    true = {bot: 120.0 * index for index, bot in enumerate("abcdef")}
    ladder = [(low, high) for low in "abcdef" for high in "abcdef" if 0 < ord(high) - ord(low) <= 2]
    rng = Random(8)
    inside = total = 0
    for _ in range(60):
        results: list[GameResult] = []
        for deal in range(40):
            luck = {pair: rng.gauss(0, 100) for pair in ladder}
            for first, second in ladder * 2:
                lead = true[first] - true[second] + luck[first, second]
                win = float(rng.random() < 1 / (1 + 10 ** (-lead / 400)))
                results.append(_game(len(results), deal, (first, second), win))
        for rating in ratings(results, "c"):
            if rating.bot != "c":
                inside += rating.low <= true[rating.bot] - true["c"] <= rating.high
                total += 1
    assert 0.91 < inside / total < 0.995


def test_only_neighbours_on_a_ladder_meet(tmp_path: Path) -> None:
    ladder = Ladder("kingdomino", 2, ("tr", "gprd", "easy", "fg"), 4, neighbours=2)
    assert ladder.groups == [
        ("tr", "gprd"), ("tr", "easy"), ("gprd", "easy"), ("gprd", "fg"), ("easy", "fg"),
    ]  # fmt: skip
    assert len(list(ladder.pairings())) == 20
    path = tmp_path / "results.jsonl"
    with Store(path, ladder):
        pass
    other = Ladder("kingdomino", 2, ladder.bots, 4, neighbours=1)
    with pytest.raises(SetupError, match="contains another contest"):
        Store(path, other).__enter__()


@pytest.mark.parametrize(
    ("players", "bots", "neighbours", "sentence"),
    [
        (3, ("tr", "fg", "easy"), 1, "a ladder needs games with 2 players"),
        (2, ("tr", "fg", "tr"), 1, "a round robin lists every bot once"),
        (2, ("tr", "tr"), 1, "a ladder lists every bot once"),
        (2, ("tr", "fg"), 0, "a ladder needs at least 1 neighbour per bot"),
        (2, ("tr",), 1, "2 players need at least 2 bots"),
    ],
)
def test_an_impossible_ladder_is_refused(
    players: int, bots: tuple[str, ...], neighbours: int, sentence: str
) -> None:
    with pytest.raises(SetupError, match=sentence):
        Ladder("kingdomino", players, bots, 4, neighbours=neighbours)
