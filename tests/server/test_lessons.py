"""Lessons: their records hold what they promise, and their tables follow them."""

from pathlib import Path

import httpx
import pytest

from crownfire.notation import format_action, parse_action, parse_cell
from crownfire.rules import scores
from crownfire.server.house import lesson_wish, plan
from crownfire.server.lessons import LEARNER, LESSONS, lesson
from crownfire.server.protocol import Event, Started
from crownfire.server.table import Table
from tests.server.running import Client, RunningServer
from tests.server.tables import SECRET, rebuilt

MOST_MOVES = 12  # of the learner: a lesson takes five minutes


def lesson_table(name: str) -> Table:
    table = Table("test", SECRET)
    table.create(plan(lesson_wish(name, "Ann")))
    return table


def play_along(table: Table, moves: list[str]) -> list[Event]:
    """The learner plays these moves, the neighbour as the lesson says; all events."""
    left = list(moves)
    while True:
        seat = table.mover
        if seat != LEARNER:
            turn = table.scripted_turn()
            if seat is None or turn is None:
                break
            table.play_bot_turn(seat, turn)
        elif table.is_complete:
            table.confirm(seat)
        elif left:
            table.act(seat, parse_action(left.pop(0)))
        else:
            break
    return table.take_events()


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_short_and_a_table_follows_it(name: str) -> None:
    told = lesson(name)
    assert (told.info.rules, told.game.is_over) == (name, False)
    assert len(told.info.moves) <= MOST_MOVES
    table = lesson_table(name)
    play_along(table, told.info.moves)
    assert [e.action for e in table.game.history[: len(told.game.history)]] == [
        e.action for e in told.game.history
    ]
    assert [e.outcome for e in table.game.history[: len(told.game.history)]] == [
        e.outcome for e in told.game.history
    ]


def test_kingdomino_grows_two_regions_with_crowns() -> None:
    game = lesson("kingdomino").game
    assert scores(game.state) == (8, 2)
    squares = [(name, len(cells)) for name, cells in game.state.territories[LEARNER].regions]
    assert sorted(squares) == [("grassland", 2), ("wheat", 4)]
    assert game.state.domino_in_turn == 27  # the learner's, to be placed freely
    assert game.state.current[game.state.turn].seat == LEARNER


def test_discovery_throws_two_fires_on_a_jungle_that_grows() -> None:
    game = lesson("origins-discovery").game
    assert game.state.territories[LEARNER][parse_cell("g8")].token == 2
    assert scores(game.state)[LEARNER] == 6
    assert game.state.domino_in_turn == 45  # the learner's second volcano, to be placed freely
    assert game.state.current[game.state.turn].seat == LEARNER


def test_totem_is_lost_taken_and_held_against_an_equal() -> None:
    game = lesson("origins-totem").game
    mammoth = [entry.before.totems[0] for entry in game.history if entry.before.totems]
    assert list(dict.fromkeys(mammoth)) == [None, 1, 0]  # the neighbour's first
    territories = game.state.territories
    assert [each.count_resources("quarry") for each in territories] == [1, 1]
    assert [each.count_resources("jungle") for each in territories] == [0, 0]  # it burned
    assert [each.count_resources("grassland") for each in territories] == [3, 1]  # one of four burned
    assert game.state.totems == (LEARNER, LEARNER, None, LEARNER)


def test_tribe_settles_a_hunter_between_two_mammoths() -> None:
    game = lesson("origins-tribe").game
    assert game.state.territories[LEARNER][parse_cell("h8")].caveman == "hu"
    assert scores(game.state)[LEARNER] == 6
    assert {"w1", "w2"} <= set(game.state.cave)
    assert game.state.domino_in_turn == 23  # mushroom and flint: the learner may recruit again
    assert game.state.current[game.state.turn].seat == LEARNER


def test_the_log_alone_goes_on_in_the_middle_of_a_lesson() -> None:
    table = lesson_table("origins-totem")
    moves = lesson("origins-totem").info.moves
    again = rebuilt(play_along(table, moves[:3]))
    play_along(again, moves[3:])
    assert again.game.state.totems == (LEARNER, LEARNER, None, LEARNER)


def test_off_the_record_the_lesson_has_no_turn_and_the_lines_still_come() -> None:
    table = lesson_table("kingdomino")
    play_along(table, ["=41"])
    other = next(a for a in table.legal_actions() if format_action(a) != "h7e")
    table.act(LEARNER, other)
    assert table.scripted_turn() is None
    table.act(LEARNER, parse_action("=21"))
    table.confirm(LEARNER)
    assert table.scripted_turn() is None
    assert [slot.number for slot in table.game.state.next] == [21, 27, 36, 44]


def test_a_lesson_commits_to_no_deal() -> None:
    started = next(e for e in lesson_table("kingdomino").take_events() if isinstance(e, Started))
    assert started.commit == ""


def test_a_lesson_of_another_release_is_an_ordinary_table() -> None:
    table = Table("test", SECRET)
    table.create(plan(lesson_wish("kingdomino", "Ann")).model_copy(update={"lesson": "gone"}))
    assert table.is_started
    assert table.scripted_turn() is None


def follow(client: Client, move: str) -> None:
    """Plays a move of the lesson when it is the learner's turn, confirming what is complete."""
    while client.view["mover"] != LEARNER or client.view["is_complete"]:
        if client.view["mover"] == LEARNER:
            client.act()
        else:
            client.receive()
    client.act(lambda options: next(each for each in options if each["move"] == move))


def test_a_server_that_is_ended_goes_on_with_the_lesson(tmp_path: Path) -> None:
    with RunningServer(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}") as server:
        made = server.post("/api/lessons/origins-totem", {"name": "Ann"})
        told = httpx.get(f"{server.url}/api/lessons/origins-totem").json()
        client = server.client(made["table"], made["seats"][0]["token"])
        for move in told["moves"][:3]:
            follow(client, move)
        server.kill()
        server.start()
        client = server.client(made["table"], made["seats"][0]["token"])
        for move in told["moves"][3:]:
            follow(client, move)
        assert client.view["totems"] == [0, 0, -1, 0]


def test_what_is_refused(tmp_path: Path) -> None:
    with RunningServer(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}") as server:
        address = f"{server.url}/api/lessons"
        for name in ("chess", "..%2Fsecrets", "kingdomino.record"):
            for answer in (
                httpx.get(f"{address}/{name}"),
                httpx.post(f"{address}/{name}", json={"name": "A"}),
            ):
                assert answer.status_code == 404, name
        unknown = httpx.post(f"{address}/chess", json={"name": "Ann"}).json()
        assert (unknown["code"], unknown["text"]) == ("no_such_lesson", "there is no such lesson")
        assert httpx.post(f"{address}/kingdomino", json={"name": "a|b"}).json()["code"] == "bad_name"
        assert httpx.post(f"{address}/kingdomino", json={}).status_code == 422
