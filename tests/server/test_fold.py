"""The client's pictures, folded from the events of a log alone, equal the server's board after every event."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from crownfire.server.catalogue import catalogue
from crownfire.server.protocol import EVENT, Confirmed, Event, Started, Stepped, Undone
from crownfire.server.replays import replay_json
from crownfire.server.table import Table
from crownfire.server.view import board_json
from tests.games import ALL
from tests.server.tables import SECRET, new_table, play_on

WEB = Path(__file__).parents[2] / "web"
GAMES_EACH = 5  # per ruleset × player count, times --games


def test_pictures_follow_from_events(games: int) -> None:
    """Compares 90 games; `make soak` compares 200 per ruleset and player count."""
    lines = [json.dumps({"catalogue": catalogue().model_dump()})]
    compared = 0
    for rules, players in ALL:
        for seed in range(GAMES_EACH * games):
            lines.append(json.dumps({"rules": rules, "players": players, "seed": seed}))
            found = list(boards(play_on(new_table(rules, "hhhh"[:players]), seed)))
            compared += len(found)
            lines += found
    assert folded("\n".join(lines)) == compared


def boards(events: list[Event]) -> Iterator[str]:
    """Yields the events that change the table, as they are sent, each with the server's board after it."""
    table = Table("test", SECRET)
    for event in events:
        table.apply(event, 0)
        if isinstance(event, Started | Stepped | Undone | Confirmed):
            board = board_json(table.board, table.native.scores())
            yield f'{{"event":{EVENT.dump_json(event).decode()},"board":{{{board}}}}}'


def folded(lines: str) -> int:
    """Returns the number of boards that the client found equal. Fails at the first difference."""
    node = shutil.which("node")
    assert node is not None, "Node is missing"
    command = [node, "scripts/fold.mjs"]
    done = subprocess.run(command, cwd=WEB, input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return int(done.stdout)


def test_a_replay_has_the_events_of_the_log() -> None:
    """A replay of a record and the log of the same game differ only in who chose what, and why."""
    for rules, players in ALL:
        table = new_table(rules, "hhhh"[:players])
        log = [each for each in play_on(table, 3, undos=False) if isinstance(each, Started | Stepped | Confirmed)]
        replayed = json.loads(replay_json(table.game))["events"]
        assert [bare(each) for each in replayed] == [bare(json.loads(EVENT.dump_json(each))) for each in log]


def bare(event: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in event.items() if key not in ("by", "why")}
