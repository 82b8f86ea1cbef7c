"""The engine compared with the reference, an independent and literal implementation of the rules.

The reference plays games and writes records. The engine must allow the same moves at every decision and reach
the same scores, terms, territories and ranking. The reference then adds one fault to each record, and the
engine must refuse it with the right rule and line.
"""

import random

import pytest

from crownfire.game import Game, replay
from crownfire.notation import (
    NotationError,
    RecordError,
    format_action,
    format_record,
    format_territory,
    parse_record,
)
from crownfire.rules import legal_actions, ranking, score, scores
from tests.games import ALL, random_game
from tests.reference.checker import first_fault
from tests.reference.mutations import mutations
from tests.reference.simulator import PlayedGame, play
from tests.reference.styles import STYLES

GAMES_EACH = 1  # per ruleset × player count × options × style, times --games
BROKEN_EACH = 2


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("rules", "players"), ALL)
def test_both_play_the_same_games(rules: str, players: int, style: str, games: int) -> None:
    for seed in range(GAMES_EACH * games):
        _compare(play(rules, players, seed, style))


def _compare(reference: PlayedGame) -> None:
    game = replay(parse_record(reference.record))
    decisions = [entry for entry in game.history if entry.action is not None]
    assert len(decisions) == len(reference.decisions)
    for entry, expected in zip(decisions, reference.decisions, strict=True):
        legal = {format_action(action) for action in legal_actions(entry.before)}
        assert legal == set(expected.legal), f"line {expected.line} of\n{reference.record}"
    _compare_ends(game, reference)


def _compare_ends(game: Game, reference: PlayedGame) -> None:
    assert game.is_over
    assert list(scores(game.state)) == list(reference.scores)
    assert [[seat + 1 for seat in place] for place in ranking(game.state)] == reference.ranking
    assert [format_territory(t) for t in game.state.territories] == [
        territory.replace("\n", " / ") for territory in reference.territories
    ]
    for seat, sheet in enumerate(reference.sheets):
        own = score(game.state, seat)
        assert (own.largest_region, own.symbols) == (sheet.largest_region, sheet.symbols)
        assert _by_terrain(game, seat) == {
            terrain.name: reference.breakdowns[seat].get(terrain.name, 0) for terrain in game.ruleset.terrains
        }


def _by_terrain(game: Game, seat: int) -> dict[str, int]:
    points = {terrain.name: 0 for terrain in game.ruleset.terrains}
    for term in score(game.state, seat).regions:
        points[term.label] += term.points
    return points


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_every_broken_record_is_refused(rules: str, players: int, games: int) -> None:
    for seed in range(BROKEN_EACH * games):
        style = list(STYLES)[seed % len(STYLES)] if games > 1 else ("recruit", "burn")[seed]
        reference = play(rules, players, 1000 + seed, style)
        for mutation in mutations(reference, random.Random(seed)):
            with pytest.raises((RecordError, NotationError)) as caught:
                replay(parse_record(mutation.text))
            error = caught.value
            assert isinstance(error, RecordError), f"{mutation.name}: {error}\n{mutation.text}"
            assert error.rule in mutation.rules, f"{mutation.name}: {error}\n{mutation.text}"
            if mutation.line is not None:
                assert error.token.line == mutation.line, f"{mutation.name}: {error}\n{mutation.text}"


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_the_reference_accepts_the_games_of_the_engine(rules: str, players: int, games: int) -> None:
    for seed in range(2 * games):
        text = format_record(random_game(rules, players, seed).record())
        assert first_fault(text) is None, text
