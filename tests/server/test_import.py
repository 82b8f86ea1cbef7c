"""Reading an export in: whatever no server has written is refused with its place, and nothing is read in."""

import asyncio
import copy
import json
import random
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from crownfire.cli.transfer import export_to, import_from
from crownfire.rules import SetupError
from crownfire.server.protocol import EVENT, Event
from crownfire.server.settings import Settings
from crownfire.server.store import Store
from crownfire.server.table import Table
from crownfire.server.transfer import import_tables
from crownfire.server.view import view_of
from tests.server.local import LocalServer
from tests.server.running import Json, play_to_the_end
from tests.server.test_consent import leaves, seated, stood_in_for, take_turn, until_event

UNSEEN = {"stand_in_asked", "stand_in_answered", "question_ended"}  # events that this export has not
MUTATIONS = 120  # times --games
Change = Callable[[Json], object]


def settings(folder: Path) -> Settings:
    return Settings(database_url=f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}")


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """An export in which everything has happened that can happen at a table."""
    folder = tmp_path_factory.mktemp("origin")
    dice = random.Random(18)
    with pytest.MonkeyPatch.context() as patch, LocalServer(settings(folder).database_url) as server:
        patch.setattr("secrets.token_bytes", dice.randbytes)  # the same deals in every run
        patch.setattr("secrets.token_urlsafe", lambda size: urlsafe_b64encode(dice.randbytes(size)).decode())
        patch.setattr("secrets.randbits", dice.getrandbits)
        _play_with_friends(server)
        _play_with_bots(server)
        _wait(server)
    export_to(folder / "tables.jsonl", settings(folder))
    return (folder / "tables.jsonl").read_text(encoding="utf-8").splitlines()


def _play_with_friends(server: LocalServer) -> None:
    ann, bo = seated(server, "oo")
    for _ in range(3):
        take_turn(ann, bo)
    for agrees in (False, True):
        mover = take_turn(ann, bo)
        other = bo if mover is ann else ann
        assert mover.command("ask_takeback")["type"] == "accepted"
        until_event(other, "takeback_asked", 1 + agrees)
        assert other.command("answer", agrees=agrees)["type"] == "accepted"
        mover.reach(other.view["number"])
    leaves(bo, ann)
    stood_in_for(server, bo, ann)
    bo.come()
    until_event(ann, "returned")
    bo.reach(ann.view["number"])
    play_to_the_end([ann, bo])
    for player in (ann, bo):
        assert player.command("offer_rematch")["type"] == "accepted"
    until_event(ann, "rematched")


def _play_with_bots(server: LocalServer) -> None:
    made = server.make_table("origins-tribe+empire_of_fire", "hb", turn_s=10)
    person = server.client(made["table"], made["seats"][0]["token"])
    person.until(lambda view: view["mover"] == 0)
    while not person.view["is_complete"]:
        person.command("act", action=person.view["options"][0]["action"])
    assert person.command("undo")["type"] == "accepted"
    person.until(lambda view: not view["is_complete"])
    number = person.view["number"]
    server.later(10)
    person.until(lambda view: view["number"] > number and view["mover"] == 0)
    server.post(f"/api/tables/{made['table']}/move", {"token": made["seats"][0]["token"]})
    server.post("/api/lessons/origins-totem", {"name": "Cy"})


def _wait(server: LocalServer) -> None:
    made = server.make_table("kingdomino+dynasty", "hoo", is_public=True)
    token = server.join(made, "Bo")
    server.post(f"/api/tables/{made['table']}/leave", {"token": token})
    server.join(made, "Cy")
    made = server.make_table("kingdomino", "ho")
    server.post(f"/api/tables/{made['table']}/cancel", {"token": made["host"]})


@pytest.fixture(scope="module")
def tables(lines: list[str]) -> dict[str, Json]:
    """A few tables of the export by what they are."""
    found = [json.loads(line) for line in lines[1:]]

    def first(kind: str) -> Json:
        return next(table for table in found if any(each[3]["type"] == kind for each in table["events"]))

    return {
        "friends": first("finished"),
        "bots": first("seat_moved"),
        "lesson": next(table for table in found if table["events"][0][3]["lesson"]),
        "waiting": first("left"),
    }


def fold(line: Json) -> Json:
    """What a table comes to, without names and times, which people and clocks choose."""
    table = Table(line["id"], bytes.fromhex(line["secret"]))
    for _, at_ms, _, event in line["events"]:
        table.apply(EVENT.validate_python(event), at_ms)
    view = view_of(table).model_dump(exclude={"turn_ends_ms"})
    names = {seat.pop("name") for seat in view["seats"]}
    return {
        **view,
        "rematch": table.rematch_table,
        "commits": [g.commit for g in table.match.games],
        "": len(names),
    }


@pytest.fixture
def target(tmp_path: Path) -> Settings:
    """An empty database."""
    return settings(tmp_path)


def stored(where: Settings) -> list[str]:
    """The tables of a database."""

    async def ids() -> list[str]:
        store = Store(where.database_url)
        await store.open()
        try:
            return await store.table_ids()
        finally:
            await store.close()

    return asyncio.run(ids())


def refusal(lines: list[str], where: Settings, folder: Path) -> str:
    """Why an export is not read in; then nothing of it is there."""
    path = folder / "export.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(SetupError) as caught:
        import_from(str(path), where)
    assert stored(where) == []
    return str(caught.value)


def test_what_a_server_has_written_is_read_in_as_it_was(
    lines: list[str], target: Settings, tmp_path: Path
) -> None:
    kinds = {each[3]["type"] for line in lines[1:] for each in json.loads(line)["events"]}
    assert kinds >= {event.model_fields["type"].default for event in get_args(get_args(Event)[0])} - UNSEEN
    path, again = tmp_path / "export.jsonl", tmp_path / "again.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    import_from(str(path), target)
    import_from(str(path), target)  # they are there already, and left alone
    export_to(again, target)
    assert again.read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


def token(table: Json, kind: str) -> list[Any]:
    """The first token of a kind: its hash, the kind, and a seat."""
    found: list[list[Any]] = [each for each in table["tokens"] if each[1] == kind]
    return found[0]


def event(table: Json, kind: str, index: int = 0) -> list[Any]:
    """An event of a log: its number, its time, its command, and itself."""
    found: list[list[Any]] = [each for each in table["events"] if each[3]["type"] == kind]
    return found[index]


def put(kind: str, field: str, value: object, index: int = 0) -> Change:
    """Changes a field of an event of a kind."""
    return lambda table: event(table, kind, index)[3].update({field: value})


def put_plan(seat: int, field: str, value: object) -> Change:
    return lambda table: event(table, "created")[3]["seats"][seat].update({field: value})


def put_step(by: str, field: str, value: object) -> Change:
    """Changes a field of the first step of a kind."""
    return lambda table: next(e[3] for e in table["events"] if e[3].get("by") == by).update({field: value})


def put_command(kind: str, value: str) -> Change:
    return lambda table: event(table, kind).__setitem__(2, value)


def put_time(kind: str, ms: int) -> Change:
    return lambda table: event(table, kind).__setitem__(1, ms)


def a_moment_later(kind: str) -> Change:
    return lambda table: event(table, kind).__setitem__(1, event(table, kind)[1] + 1)


def put_token(kind: str, place: int, value: object) -> Change:
    return lambda table: token(table, kind).__setitem__(place, value)


def drop(kind: str, index: int = 0) -> Change:
    """Takes an event out, and numbers the others anew."""

    def change(table: Json) -> None:
        table["events"].remove(event(table, kind, index))
        renumber(table)

    return change


def renumber(table: Json) -> None:
    for number, each in enumerate(table["events"], start=1):
        each[0] = number


def again(kind: str) -> Change:
    """Lets an event stand twice, one after the other."""

    def change(table: Json) -> None:
        at = table["events"].index(event(table, kind))
        table["events"].insert(at, copy.deepcopy(table["events"][at]))
        renumber(table)

    return change


def swap(table: Json) -> None:
    table["events"][4], table["events"][5] = table["events"][5], table["events"][4]
    renumber(table)


def repeat_a_command(table: Json) -> None:
    commands = [each for each in table["events"] if each[3].get("by") == "player"]
    own = [each for each in commands if each[3]["seat"] == commands[0][3]["seat"]]
    own[-1][2] = own[0][2]


def forget_the_last_deal(table: Json) -> None:
    [each[3] for each in table["events"] if each[3]["type"] == "confirmed" and each[3]["facts"]][-1][
        "facts"
    ].clear()


CASES: list[tuple[str, Change, str]] = [
    # The table itself
    ("waiting", lambda table: table.update(id='a"b'), "id: string should match pattern"),
    ("waiting", lambda table: table.update(id=""), "id: string should match pattern"),
    ("waiting", lambda table: table.update(id=7), "id: input should be a valid string"),
    ("waiting", lambda table: table.update(extra=1), "extra: extra inputs are not permitted"),
    ("waiting", lambda table: table.pop("secret"), "secret: field required"),
    ("waiting", lambda table: table.update(secret="00"), "secret: string should match pattern"),
    ("bots", lambda table: table.update(secret="00" * 32), "event 2: `commit` is not what it should be"),
    ("waiting", lambda table: table.update(is_public=False), "its is_public is not what its log says"),
    ("waiting", lambda table: table.update(is_open=False), "its is_open is not what its log says"),
    ("friends", lambda table: table.update(is_over=False), "its is_over is not what its log says"),
    ("friends", lambda table: table.update(made_ms=1), "its made_ms is not what its log says"),
    ("friends", lambda table: table.update(made_ms="1"), "made_ms: input should be a valid integer"),
    ("friends", lambda table: table.update(changed_ms=1), "its changed_ms is the time of none of its events"),
    # The log as such
    ("waiting", lambda table: table.update(events=[]), "events: list should have at least 1 item"),
    ("bots", lambda table: table["events"].pop(5), "event 6 is missing"),
    ("bots", lambda table: table["events"].pop(0), "event 1 is missing"),
    ("bots", drop("created"), "a log begins with `created`"),
    ("bots", again("created"), "event 2: `started` should stand here"),
    ("friends", swap, "event 5: "),
    ("friends", again("joined"), "event 3: this seat is taken"),
    ("friends", put_time("joined", -1), "event 2: input should be greater"),
    ("friends", put_time("finished", 5), "happened long before the one before"),
    ("friends", a_moment_later("started"), "event 4: its time and command should be those of 3"),
    ("friends", lambda table: event(table, "started").pop(), "event 4: field required"),
    ("friends", put("joined", "type", "conquered"), "event 2: there is no event 'conquered'"),
    ("friends", put("joined", "more", 1), "event 2: more: extra inputs are not permitted"),
    # Commands
    ("friends", put_command("takeback_asked", 'x"'), "string should match pattern"),
    ("friends", put_command("takeback_asked", "3:a"), "the command 3:a can't have led to it"),
    ("friends", put_command("joined", "0:a"), "event 2: the command 0:a can't have led to it"),
    ("friends", repeat_a_command, "was carried out before"),
    # How the table was made
    ("bots", put("created", "rules", "chess"), "event 1: "),
    ("bots", put("created", "rules", "kingdomino"), "event 1: "),
    ("bots", put("created", "turn_s", 1), "event 1: turn_s: input should be greater than or equal to 10"),
    ("bots", put("created", "seats", []), "event 1: seats: list should have at least 2 items"),
    ("bots", put("created", "lesson", "chess"), "event 1: there is no such lesson"),
    ("lesson", put("created", "lesson", "kingdomino"), "event 1: `rules` is not what it should be"),
    ("bots", put_plan(1, "bot", "engine(cmd='x')"), "event 1: a bot has one of the levels"),
    ("bots", put_plan(1, "bot", "fg"), "event 1: a bot has one of the levels"),
    ("bots", put_plan(1, "name", "Bo"), "event 1: `seats` is not what it should be"),
    ("bots", put_plan(0, "colour", "red"), "event 1: `seats` is not what it should be"),
    ("bots", put_plan(0, "name", "A\u202enn"), "event 1: `seats` is not what it should be"),
    ("bots", put_plan(0, "name", "A" * 30), "event 1: name: string should have at most 24"),
    ("bots", put_plan(0, "kind", "online"), "event 1: `seats` is not what it should be"),
    # Who sits there
    ("friends", put("joined", "name", "A\u200bnn"), "event 2: 'A\\u200bnn' can't be a name"),
    ("friends", put("joined", "name", "A|B"), "event 2: 'A|B' can't be a name"),
    ("friends", put("joined", "seat", 2), "event 2: there is no seat 3"),
    ("friends", put("joined", "seat", 7), "event 2: seat: input should be less than or equal to 3"),
    ("waiting", put("left", "seat", 2), "event 4: this seat is taken"),
    ("bots", again("seat_moved"), "`seat_moved` is not possible here"),
    # What was dealt
    ("friends", put("started", "commit", "00" * 32), "event 4: `commit` is not what it should be"),
    ("friends", put("started", "game", 1), "event 4: `game` is not what it should be"),
    ("friends", lambda table: event(table, "started")[3]["facts"].reverse(), "event 4: `facts` is not"),
    ("friends", forget_the_last_deal, "`facts` is not what it should be"),
    ("friends", drop("started"), "event 4: `started` should stand here"),
    # What was played
    ("friends", put_step("player", "action", 0), "event 5: "),
    ("friends", put_step("player", "action", -1), "event 5: "),
    ("friends", put_step("player", "action", 10**30), "event 5: "),
    ("friends", put_step("player", "move", "x"), "event 5: `move` is not what it should be"),
    ("friends", put_step("player", "facts", []), "event 5: `facts` is not what it should be"),
    ("friends", put_step("player", "facts", [{"type": "moved"}]), "event 5: "),
    ("friends", put_step("player", "points", [9, 9, 9]), "event 5: `points` is not what it should be"),
    ("friends", put_step("player", "by", "bot"), "event 5: "),
    ("friends", put_step("player", "by", "rule"), "can't have led to it"),
    ("bots", put_step("bot", "by", "player"), "`stepped` is not possible here"),
    ("bots", put_step("rule", "why", None), "`why` is not what it should be"),
    ("bots", put("undone", "steps", 2), "`steps` is not what it should be"),
    ("bots", put("undone", "seat", 1), "can't have led to it"),
    ("friends", drop("confirmed"), ": it is the turn of seat"),
    ("friends", again("confirmed"), "was carried out before"),
    ("friends", put("confirmed", "seat", 2), "there is no seat 3"),
    # What was asked
    ("friends", put("takeback_asked", "asked", []), "`asked` is not what it should be"),
    ("friends", put("takeback_answered", "agrees", True), "`taken_back` should stand here"),
    ("friends", put("takeback_answered", "agrees", False, 1), "can't have led to it"),
    ("friends", drop("takeback_asked"), "nothing is being asked of this seat"),
    ("friends", put("taken_back", "steps", 1), "`steps` is not what it should be"),
    ("friends", put("stood_in", "bot", "expert"), "`bot` is not what it should be"),
    ("friends", put("stood_in", "bot", "engine(cmd='x')"), "`bot` is not what it should be"),
    ("friends", again("returned"), "`returned` is not possible here"),
    # The end
    ("friends", put("finished", "scores", [99, 0]), "`scores` is not what it should be"),
    ("friends", put("finished", "ranking", [[0, 1]]), "`ranking` is not what it should be"),
    ("friends", put("finished", "secret", "00" * 32), "`secret` is not what it should be"),
    ("friends", drop("finished"), "`finished` should stand here"),
    ("friends", again("rematch_offered"), ": "),
    ("friends", put("rematched", "table", "elsewhere"), "`rematched` is not possible here"),
    # Tokens
    ("friends", put_token("seat", 0, "00"), ": string should match pattern"),
    ("friends", put_token("seat", 1, "king"), ": input should be 'seat'"),
    ("friends", put_token("seat", 2, 4), ": input should be less than or equal to 3"),
    ("friends", put_token("seat", 2, 3), "the kind seat can't be for seat 4"),
    ("bots", put_token("seat", 2, 1), "the kind seat can't be for seat 2"),
    ("friends", put_token("watch", 2, 1), "the kind watch can't be for seat 2"),
    ("friends", lambda table: token(table, "seat").append(1), ": tuple should have at most 3 items"),
    ("friends", lambda table: table["tokens"].remove(token(table, "seat")), "one token, not 0"),
    ("friends", lambda table: table["tokens"].append(["ab" * 32, "seat", 0]), "one token, not 2"),
    ("friends", lambda table: table["tokens"].append(token(table, "watch")), "two of its tokens are"),
]  # fmt: skip


@pytest.mark.parametrize(("which", "change", "why"), CASES, ids=range(len(CASES)))
def test_what_no_server_has_written_is_refused_with_its_place(
    lines: list[str],
    tables: dict[str, Json],
    target: Settings,
    tmp_path: Path,
    which: str,
    change: Change,
    why: str,
) -> None:
    table = copy.deepcopy(tables[which])
    change(table)
    told = refusal([lines[0], lines[-1], json.dumps(table)], target, tmp_path)
    assert told.startswith("line 3: ")
    assert why in told
    assert len(told) < 300
    assert "\n" not in told


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1: not an export of tables"),
        ("{}\n", "line 1: not an export of tables"),
        ("a poem\n", "line 1: not an export of tables"),
        ('{"format": "crownfire tables 2"}\n', "line 1: not an export of tables"),
        ('{"format": "crownfire tables 1"}\n{"id": 1\n', "line 2: invalid JSON"),
        ('{"format": "crownfire tables 1"}\n{"made_ms": 1e999}\n', "line 2: id: field required"),
        ('{"format": "crownfire tables 1"}\n[]\n', "line 2: input should be an object"),
        ('{"format": "crownfire tables 1"}\n' + "[" * 100_000, "line 2: invalid JSON"),
        ('{"format": "crownfire tables 1"}\n\n', "line 2: invalid JSON"),
    ],
)
def test_what_is_no_export_is_refused(text: str, why: str, target: Settings, tmp_path: Path) -> None:
    assert refusal(text.splitlines(), target, tmp_path).startswith(why)


def test_a_table_that_stands_twice_is_refused(lines: list[str], target: Settings, tmp_path: Path) -> None:
    assert "line 3: table " in refusal([*lines[:2], lines[1]], target, tmp_path)


def leaves_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where single values stand in a line."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    inner = [leaf for key, each in items for leaf in leaves_of(each, (*path, key))]
    yield from inner or [path]


def test_whatever_is_changed_is_refused_or_makes_no_difference(
    lines: list[str], tables: dict[str, Json], target: Settings, games: int
) -> None:
    """Single values of real tables become others, of the same table or of none."""
    dice = random.Random(29)
    junk: list[Any] = [None, True, False, -1, 0, 1, 2, 3, 10**9, 1.5, "", "0", "bot", "player", [], {}, [1]]

    async def test() -> None:
        store = Store(target.database_url)
        await store.open()
        accepted = 0
        for _ in range(MUTATIONS * games):
            table = tables[dice.choice(sorted(tables))]
            paths = list(leaves_of(table))
            changed, path = copy.deepcopy(table), dice.choice(paths)
            place, other = changed, table
            for key in path[:-1]:
                place = place[key]
            for key in dice.choice(paths):
                other = other[key]
            place[path[-1]] = dice.choice([other, dice.choice(junk)])
            try:
                await import_tables(store, [lines[0], json.dumps(changed)])
            except SetupError as error:
                assert str(error).startswith("line 2: "), (path, error)
                assert await store.table_ids() == [], path
                continue
            assert fold(changed) == fold(table), path
            accepted += 1
            await store.forget_before(2**60)
        assert accepted < MUTATIONS * games / 4
        await store.close()

    asyncio.run(test())
