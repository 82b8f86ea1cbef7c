"""The client folds the events of a log into pictures that equal the board of the server after every event."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE, STDOUT

from crownfire.server.catalogue import catalogue
from crownfire.server.protocol import EVENT, Confirmed, Event, Started, Stepped, Undone
from crownfire.server.replays import replay_json
from crownfire.server.table import Table
from crownfire.server.view import board_json
from tests.games import ALL
from tests.server.tables import SECRET, new_table, play_on

WEB = Path(__file__).parents[2] / "web"
GAMES_EACH = 50  # per ruleset × player count: at least 200 per ruleset


def test_pictures_follow_from_events() -> None:
    node = shutil.which("node")
    assert node is not None, "Node is missing"
    command = [node, "scripts/fold.mjs"]
    with subprocess.Popen(command, cwd=WEB, text=True, stdin=PIPE, stdout=PIPE, stderr=STDOUT) as client:
        assert client.stdin is not None
        assert client.stdout is not None
        compared = 0
        with suppress(BrokenPipeError), client.stdin as pipe:  # it ends at the first difference
            print(json.dumps({"catalogue": catalogue().model_dump()}), file=pipe)
            for rules, players in ALL:
                for seed in range(GAMES_EACH):
                    print(json.dumps({"rules": rules, "players": players, "seed": seed}), file=pipe)
                    for line in boards(play_on(new_table(rules, "hhhh"[:players]), seed)):
                        print(line, file=pipe)
                        compared += 1
        assert client.stdout.read() == f"{compared}\n"


def boards(events: list[Event]) -> Iterator[str]:
    """Yields the events that change the table, as they are sent, each with the server's board after it."""
    table = Table("test", SECRET)
    for event in events:
        table.apply(event, 0)
        if isinstance(event, Started | Stepped | Undone | Confirmed):
            board = board_json(table.board, table.native.scores())
            yield f'{{"event":{EVENT.dump_json(event).decode()},"board":{{{board}}}}}'


def test_a_replay_has_the_events_of_the_log() -> None:
    """A replay of a record and the log of the same game differ only in who chose what, and why."""
    for rules, players in ALL:
        table = new_table(rules, "hhhh"[:players])
        log = [
            each for each in play_on(table, 3, undos=False) if isinstance(each, Started | Stepped | Confirmed)
        ]
        replayed = json.loads(replay_json(table.game))["events"]
        assert [bare(each) for each in replayed] == [bare(json.loads(EVENT.dump_json(each))) for each in log]


def bare(event: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in event.items() if key not in ("by", "why")}
