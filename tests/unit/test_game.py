"""Games with history, and Dynasty matches."""

from dataclasses import replace

import pytest

from crownfire.game import Game, Match, SeededDealer, replay, replay_match
from crownfire.notation import NotationError, RecordError, TurnLine, format_records, parse_records
from crownfire.rules import IllegalMoveError, Phase, SetupError, ruleset, scores, to_play
from tests.games import new_game, play_on, random_game


def test_a_move_may_be_given_as_an_action_or_a_token() -> None:
    by_token, by_number = new_game("kingdomino", 2, 1), new_game("kingdomino", 2, 1)
    number = by_token.state.next[0].number
    by_token.play(f"={number}")
    by_number.play(1188 + number - 1)
    assert by_token.state == by_number.state


@pytest.mark.parametrize(("token", "error"), [("=99", NotationError), ("x", IllegalMoveError)])
def test_a_rejected_move_changes_nothing(token: str, error: type[Exception]) -> None:
    game = new_game("kingdomino", 2, 1)
    before, history = game.state, list(game.history)
    with pytest.raises(error):
        game.play(token)
    assert (game.state, game.history) == (before, history)


def test_chance_can_wait_until_the_turn_is_confirmed() -> None:
    game = random_game("kingdomino", 2, 1, decisions=3)
    (last,) = [slot.number for slot in game.state.next if slot.seat is None]
    game.play(f"={last}", deal=False)
    assert game.state.phase.value == "line"
    assert to_play(game.state) is None
    game.undo()
    game.play(f"={last}")
    assert game.state.phase.value == "place"


def test_an_unfinished_turn_is_not_in_the_record() -> None:
    game = random_game("kingdomino", 2, 1, decisions=5)
    assert game.state.phase is Phase.CLAIM  # the domino is placed, but the turn is unfinished
    assert len(game.turn_under_way) == 1
    turns = [line for line in game.record().lines if isinstance(line, TurnLine)]
    assert len(turns) == 4


def test_two_turns_in_a_row_of_one_seat_are_two_lines() -> None:
    for seed in range(20):
        lines = random_game("kingdomino", 2, seed).record().lines
        turns = [line for line in lines if isinstance(line, TurnLine)]
        assert len(turns) == 4 + 24


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "B|o"), ("Ann", ""), ("Ann", "#1"), ("Ann", "B\no")])
def test_names_that_a_record_cannot_contain_are_rejected(names: tuple[str, ...]) -> None:
    with pytest.raises(SetupError):
        Game(ruleset("kingdomino", 2), SeededDealer(1), names)


def test_a_replayed_game_deals_its_lines_again_after_an_undo() -> None:
    game = random_game("origins-tribe", 3, 4)
    again = replay(game.record())
    while again.undo():
        pass
    again.deal()
    for entry in game.history:
        if entry.action is not None:
            again.play(entry.action)
    assert again.state == game.state


def _dynasty(rules: str = "kingdomino", games: int = 3) -> Match:
    return Match([random_game(rules, 2, seed) for seed in range(games)])


def test_a_dynasty_adds_the_points() -> None:
    match = replay_match(parse_records(format_records(_dynasty().records())))
    assert match.is_over
    assert match.totals == tuple(map(sum, zip(*(scores(g.state) for g in match.games), strict=True)))


def test_equal_totals_share_the_dynasty() -> None:
    match = Match([new_game("kingdomino", 3, 1)])
    assert match.totals == (0, 0, 0)
    assert match.ranking == [[0, 1, 2]]


def test_two_games_are_an_unfinished_dynasty() -> None:
    assert not replay_match(_dynasty(games=2).records()).is_over


def test_games_that_do_not_form_a_dynasty_are_rejected() -> None:
    records = _dynasty(games=4).records()
    unfinished = new_game("kingdomino", 2, 1).record()
    other_rules = random_game("kingdomino+harmony", 2, 1).record()
    origins = random_game("origins-totem", 2, 1).record()
    named = replace(records[1], names=("Ann", "Bo"))
    for wrong in (
        records,
        [unfinished, records[0]],
        [records[0], other_rules],
        [origins, origins],
        [origins],
        [replace(records[0], names=("Bo", "Ann")), named],
    ):
        with pytest.raises(RecordError) as caught:
            replay_match(wrong)
        assert caught.value.rule == "K6"


def test_greedy_beats_random() -> None:
    for rules in ("kingdomino", "origins-discovery", "origins-totem", "origins-tribe"):
        games = [play_on(new_game(rules, 2, seed), seed, greedy_seats=1) for seed in range(4)]
        results = [scores(game.state) for game in games]
        assert sum(greedy for greedy, _ in results) > 1.5 * sum(other for _, other in results)


def test_a_script_that_no_longer_fits_is_ignored() -> None:
    """After an undo, a different recruit may leave a different number of cavemen to turn up."""
    for seed in range(6):
        game = replay(random_game("origins-tribe", 2, seed).record())
        while len(game.history) > 60:
            game.undo()
        play_on(game, seed + 100)
        assert game.is_over


def test_a_match_of_no_records_has_no_games() -> None:
    assert replay_match([]).games == []
