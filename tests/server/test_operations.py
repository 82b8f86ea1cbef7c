"""Running it for real: figures, logs, settings, back-up and restore, and the files to deploy it with."""

import asyncio
import contextlib
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from crownfire.cli.transfer import export_to, import_from
from crownfire.errors import CrownfireError
from crownfire.rules import SetupError
from crownfire.server.logs import JsonFormatter, TextFormatter, request_id
from crownfire.server.settings import Settings, read_settings, reference
from crownfire.server.store import Store
from crownfire.server.tasks import end
from tests.server.postgres import Cluster
from tests.server.running import RunningServer, play_to_the_end

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"


def _figures(server: RunningServer, token: str) -> dict[str, float]:
    """All samples by name and labels."""
    answer = httpx.get(f"{server.url}/metrics", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    return {
        "/".join([sample.name, *(value for _, value in sorted(sample.labels.items()))]): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_figures_count_what_happened(database_url: str) -> None:
    with RunningServer(database_url, metrics_token="watcher") as server:
        made = server.make_table("kingdomino", "hb")
        person = server.client(made["table"], made["seats"][0]["token"])
        play_to_the_end([person])
        assert person.command("undo", 0)["code"] == "game_over"
        found = _figures(server, "watcher")
    done = sum(value for name, value in found.items() if re.match("crownfire_commands_total/done/", name))
    commands = {event["command"] for event in person.events.values() if event["command"]}
    assert done == len(commands)
    assert found["crownfire_commands_total/game_over/undo"] == 1
    assert found["crownfire_command_seconds_count"] == done + 1
    assert (found["crownfire_tables"], found["crownfire_sockets"]) == (1, 1)
    assert (found["crownfire_seats/connected"], found["crownfire_seats/bot"]) == (1, 1)
    assert (found["crownfire_tables_made_total"], found["crownfire_games_over_total"]) == (1, 1)
    assert found["crownfire_tables_run"] == 1
    assert found["crownfire_bot_seconds_count/easy"] > 5
    assert found["crownfire_store_seconds_count/commit"] > 10
    assert found["crownfire_request_seconds_count/POST//api/tables/201"] == 1
    assert found["process_resident_memory_bytes"] > 0


@pytest.mark.parametrize(
    ("token", "shown", "status"),
    [
        ("", "", 404),
        ("", "Bearer x", 404),
        ("right", "", 403),
        ("right", "Bearer wrong", 403),
        ("right", "right", 403),
        ("right", "Bearer right", 200),
    ],
)
def test_figures_are_for_whoever_has_the_token(
    servers: dict[str, RunningServer], token: str, shown: str, status: int
) -> None:
    headers = {"Authorization": shown} if shown else {}
    answer = httpx.get(f"{servers[token].url}/metrics", headers=headers)
    assert answer.status_code == status
    assert ("crownfire_tables" in answer.text) == (status == 200)


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, RunningServer]]:
    """A server for each token."""
    folder = tmp_path_factory.mktemp("metrics")
    with (
        RunningServer(f"sqlite+aiosqlite:///{folder / 'a.sqlite'}") as closed,
        RunningServer(f"sqlite+aiosqlite:///{folder / 'b.sqlite'}", metrics_token="right") as shown,
    ):
        yield {"": closed, "right": shown}


def test_the_dashboard_shows_figures_that_there_are(servers: dict[str, RunningServer]) -> None:
    dashboard = json.loads((DEPLOY / "dashboard.json").read_text(encoding="utf-8"))
    answer = httpx.get(f"{servers['right'].url}/metrics", headers={"Authorization": "Bearer right"})
    families = {family.name for family in text_string_to_metric_families(answer.text)}
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]
    assert len(asked) >= 10
    for text in asked:
        for name in re.findall(r"(?:crownfire|process)_[a-z_]+", text):
            assert re.sub("_(total|bucket|count|sum)$", "", name) in families, name
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])


def test_logs_carry_the_request() -> None:
    token = request_id.set("r-1")
    try:
        record = logging.makeLogRecord(
            {"name": "crownfire.x", "levelname": "INFO", "msg": "hello", "table": "t", "_of_a_library": 1}
        )
        assert json.loads(JsonFormatter().format(record)) | {"at": 0} == {
            "at": 0,
            "level": "info",
            "logger": "crownfire.x",
            "message": "hello",
            "request": "r-1",
            "table": "t",
        }
        assert TextFormatter().format(record).endswith(" info    hello request=r-1 table=t")
    finally:
        request_id.reset(token)


def test_the_reference_of_settings_is_that_of_the_program() -> None:
    page = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    assert reference() in page, "write it again: python -m crownfire.server.settings"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "many", "the setting CROWNFIRE_PORT can't be 'many': input should be a valid integer"),
        ("LEASE_S", "0", "the setting CROWNFIRE_LEASE_S can't be '0': input should be greater than"),
        ("LOG_FORMAT", "xml", "the setting CROWNFIRE_LOG_FORMAT can't be 'xml': input should be 'json' or"),
        *(
            ("PUBLIC_URL", url, f"the setting CROWNFIRE_PUBLIC_URL can't be '{url}': it should begin with")
            for url in (
                "games.example",
                "games.example:8000",
                "//games.example",
                "ftp://games.example",
                "https://",
                "https:games.example",
                "https://[games",
                "https://games.example:many",
                "https://me@games.example",
                "https://games.example/?table",
            )
        ),
    ],
)
def test_a_bad_setting_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv(f"CROWNFIRE_{name}", value)
    with pytest.raises(SetupError) as caught:
        read_settings()
    assert str(caught.value).startswith(sentence)


def test_tables_go_to_postgresql_and_back(tmp_path: Path, cluster: Cluster) -> None:
    """A family's games move to a site, are played on there, and come back; nobody needs a new link."""
    home, site = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}", cluster.new_database()
    back = f"sqlite+aiosqlite:///{tmp_path / 'back.sqlite'}"
    with RunningServer(home) as server:
        over, going = (server.make_table("kingdomino", "hb") for _ in range(2))
        play_to_the_end([server.client(over["table"], over["seats"][0]["token"])])
        person = server.client(going["table"], going["seats"][0]["token"])
        person.until(lambda view: view["mover"] == 0)
        person.act()
        before = httpx.get(f"{server.url}/api/tables/{over['table']}/record").text
    copies = [tmp_path / f"{name}.jsonl" for name in "abcd"]
    _copy(home, site, copies[0], copies[1])
    with RunningServer(site) as server:
        assert httpx.get(f"{server.url}/api/tables/{over['table']}/record").text == before
        play_to_the_end([server.client(going["table"], going["seats"][0]["token"])])
        after = httpx.get(f"{server.url}/api/tables/{going['table']}/record").text
    _copy(site, back, copies[2], copies[3])
    with RunningServer(back) as server:
        assert httpx.get(f"{server.url}/api/tables/{over['table']}/record").text == before
        assert httpx.get(f"{server.url}/api/tables/{going['table']}/record").text == after


def _copy(source: str, target: str, first: Path, second: Path) -> None:
    """Exports, imports elsewhere, and exports there: the same text."""
    export_to(first, Settings(database_url=source))
    import_from(str(first), Settings(database_url=target))
    export_to(second, Settings(database_url=target))
    assert first.read_text(encoding="utf-8") == second.read_text(encoding="utf-8")
    assert first.stat().st_mode & 0o077 == 0  # it holds secrets
    assert len(asyncio.run(_ids(target))) == 2


def test_an_export_that_fails_leaves_the_last_one(tmp_path: Path) -> None:
    """And one that succeeds is private, whatever was there before."""
    path = tmp_path / "tables.jsonl"
    path.write_text("yesterday's", encoding="utf-8")
    path.chmod(0o644)
    nowhere = path / "tables.sqlite"  # no folder
    with pytest.raises(CrownfireError):
        export_to(path, Settings(database_url=f"sqlite+aiosqlite:///{nowhere}"))
    assert path.read_text(encoding="utf-8") == "yesterday's"
    export_to(path, Settings(database_url=f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"))
    assert path.read_text(encoding="utf-8").startswith("{")
    assert path.stat().st_mode & 0o077 == 0


async def _ids(url: str) -> list[str]:
    store = Store(url)
    await store.open()
    try:
        return await store.table_ids()
    finally:
        await store.close()


def test_the_compose_file_has_what_the_docs_say() -> None:
    """It can't be run here; what can be looked at without Docker is."""
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert set(services) == {"balancer", "server-1", "server-2", "database"}
    for name, service in services.items():
        assert ("image" in service) != ("build" in service), name
        assert not service.get("privileged")
        for needed in service.get("depends_on", ()):
            assert needed in services
        for variable in service.get("environment", {}):
            if variable.startswith("CROWNFIRE_"):
                assert variable.removeprefix("CROWNFIRE_").lower() in Settings.model_fields
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert not source.startswith(".") or (DEPLOY / source).exists()
    assert [name for name, service in services.items() if "ports" in service] == ["balancer"]
    balanced = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert "reverse_proxy server-1:8000 server-2:8000" in balanced


def test_the_dockerfile_copies_what_is_there() -> None:
    lines = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    stages = [line.split()[-1] for line in lines if line.startswith("FROM") and " AS " in line]
    copied = [line.split()[1:] for line in lines if line.startswith("COPY")]
    assert copied
    for words in copied:
        if words[0].startswith("--from="):
            assert words[0].removeprefix("--from=") in stages
            continue
        for source in words[:-1]:
            assert (ROOT / source).exists(), source
    assert any(line.startswith("USER ") and line != "USER root" for line in lines)
    assert all(
        ":" in line.split()[1] for line in lines if line.startswith("FROM") and line.split()[1] not in stages
    )


def test_a_task_that_swallows_its_end_is_ended_again() -> None:
    async def test() -> None:
        swallowed = 0

        async def stubborn() -> None:
            nonlocal swallowed
            while swallowed < 2:
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.sleep(60)
                swallowed += 1
            await asyncio.sleep(60)

        task = asyncio.create_task(stubborn())
        await asyncio.sleep(0)
        async with asyncio.timeout(30):
            await end(task, None)
        assert (task.cancelled(), swallowed) == (True, 2)

    asyncio.run(test())
