"""The rows of a game follow the rules."""

from pathlib import Path

import pytest

from crownfire.arena import Contest, play_game
from crownfire.dataset import GAMES, MOVES, game_of, state_of, states_of
from crownfire.dataset.rows import Played, rows_of
from crownfire.notation import format_action, format_position
from crownfire.rules import legal_actions, ranking, score, scores
from tests.arena import faulty
from tests.games import ALL


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_rows_replay_the_game(rules: str, players: int) -> None:
    contest = Contest(rules, players, ("tr", "easy", "tr", "fg")[:players], games=1, seed=3)
    pairing = next(contest.pairings())
    result = play_game(contest, pairing)
    tables = rows_of(Played.of(contest, result))
    (game,), moves = tables["games"], tables["moves"]
    replayed = game_of(game)
    decisions = [entry for entry in replayed.history if entry.action is not None]
    assert [(row["seat"], row["action"]) for row in moves] == [(e.seat, e.action) for e in decisions]
    for number, (row, entry) in enumerate(zip(moves, decisions, strict=True)):
        assert entry.seat is not None
        assert entry.action is not None
        assert (row["game"], row["number"], row["phase"]) == (0, number, entry.before.phase)
        assert row["position"] == format_position(entry.before)
        assert row["legal"] == legal_actions(entry.before)
        assert row["move"] == format_action(entry.action)
        assert row["points"] == score(entry.before, entry.seat).total
        assert row["bot"] == pairing.seats[entry.seat]
        assert not row["at_random"]
    assert state_of(moves[-1]) == decisions[-1].before
    assert [state.to_position() for state in states_of(game)] == [row["position"] for row in moves]
    final = scores(replayed.state)
    assert tuple(game["scores"]) == final == result.scores
    assert tuple(game["wins"]) == result.wins
    for row in moves:
        others = [points for seat, points in enumerate(final) if seat != row["seat"]]
        assert (row["score"], row["margin"]) == (final[row["seat"]], final[row["seat"]] - max(others))
        assert row["win"] == result.wins[row["seat"]]
    places = ranking(replayed.state)
    assert [game["places"][seat] for seat in places[0]] == [1] * len(places[0])
    assert [game["places"][seat] for seat in places[-1]] == [1 + players - len(places[-1])] * len(places[-1])
    assert (game["seed"], game["deal"], game["rules"]) == (pairing.seed, 0, contest.rules)
    assert (game["decisions"], game["faults"]) == (len(moves), 0)


def test_rows_have_the_columns_in_order() -> None:
    contest = Contest("kingdomino", 2, ("tr", "tr"), games=1)
    tables = rows_of(Played.of(contest, play_game(contest, next(contest.pairings()))))
    assert list(tables["games"][0]) == [column.name for column in GAMES]
    assert list(tables["moves"][0]) == [column.name for column in MOVES]


def test_turns_after_a_fault_are_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Marks only decisions made for the bot: not the placement before the fault, nor later turns."""
    faulty.install(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    contest = Contest("kingdomino", 3, ("raises", "tr", "tr"), games=3)
    result = play_game(contest, next(contest.pairings()))
    tables = rows_of(Played.of(contest, result))
    (fault,) = result.faults
    assert [row["number"] for row in tables["moves"] if row["at_random"]] == [fault.decision]
    assert tables["moves"][fault.decision]["phase"] == "claim"
    assert tables["games"][0]["faults"] == 1
