"""The table server under load on loopback, compared with a durable echo in the same run.

    python -m benchmarks.server_load [--tables 500] [--seconds 120] [--peak-seconds 10]

First measures the latency until all sockets have an action, with many tables of four sockets and one action
per table every three seconds. Then measures the peak rate of actions and of `durable_echo`, which only stores
a row and answers: with one socket per table (people around one device) and with four.
Starts and stops everything itself and listens only on loopback.
"""

import argparse
import asyncio
import itertools
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.progress import Progress
from tests.server.running import free_port
from websockets.asyncio.client import ClientConnection, connect

from crownfire.server.protocol import PROTOCOL

SEATS = 4
_VIEW = '"view":{"number":'
_MOVER = '"mover":'
EVERY_S = 3.0

Json = dict[str, Any]


@dataclass
class Figures:
    """The figures of a load."""

    latencies: list[float] = field(default_factory=list)  # seconds until all sockets have the action
    actions: int = 0
    errors: int = 0


class Process:
    """A server in a process of its own."""

    def __init__(self, command: list[str], port: int, **variables: str) -> None:
        self.port = port
        environment = {**os.environ, **variables}
        self._process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        for _ in range(200):
            try:
                httpx.get(f"http://127.0.0.1:{port}/readyz").raise_for_status()
                return
            except httpx.HTTPError:
                time.sleep(0.05)
        raise SystemExit("the server doesn't start")

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def memory_kb(self) -> int:
        """The resident memory in kB."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1])

    def stop(self) -> None:
        """Stops the process gracefully."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(20)


class LoadedTable:
    """A table with several sockets."""

    def __init__(self, ports: Sequence[int], made: Json, figures: Figures, sockets: int) -> None:
        self._addresses = [
            f"ws://127.0.0.1:{ports[index % len(ports)]}/api/tables/{made['table']}/socket"
            for index in range(sockets)
        ]
        tokens = [seat["token"] for seat in made["seats"]]
        self._tokens = [tokens[index::sockets] for index in range(sockets)]  # of each socket
        self._figures = figures
        self._sockets: list[ClientConnection] = []
        self._readers: list[asyncio.Task[None]] = []
        self._seen = [0] * sockets  # the last event of each
        self._awaited = 0
        self._everybody = asyncio.Event()
        self._view: Json = {"number": 0}
        self.is_over = False

    async def open(self) -> None:
        """Connects all sockets."""
        for index, tokens in enumerate(self._tokens):
            socket = await connect(self._addresses[index], max_size=2**22, compression=None)
            self._sockets.append(socket)
            await socket.send(
                json.dumps({"type": "hello", "protocol": PROTOCOL, "tokens": tokens, "last": 0})
            )
            self._readers.append(asyncio.create_task(self._read(index, socket)))
        await self._wait_for(1)

    async def close(self) -> None:
        """Closes all sockets."""
        for reader in self._readers:
            reader.cancel()
        for socket in self._sockets:
            await socket.close()

    async def _read(self, index: int, socket: ClientConnection) -> None:
        """Parses as little of each message as possible, to measure the server and not the client."""
        async for text in socket:
            assert isinstance(text, str)
            if text.startswith(('{"type":"news"', '{"type":"welcome"')):
                start = text.index(_VIEW) + len(_VIEW)
                number = int(text[start : text.index(",", start)])
                mover = text.index(_MOVER, start) + len(_MOVER)
                if int(text[mover : text.index(",", mover)]) % len(self._sockets) in (index, -1):
                    self._view = json.loads(text)["view"]
                self._seen[index] = number
                if min(self._seen) >= self._awaited:
                    self._everybody.set()
            elif text.startswith('{"type":"refused"'):
                self._figures.errors += 1

    async def _wait_for(self, number: int) -> None:
        """Waits until all sockets have an event."""
        self._awaited = number
        self._everybody.clear()
        if min(self._seen) < number:
            await self._everybody.wait()

    async def act(self) -> None:
        """Plays one action of the seat to play and measures the time until all sockets have it."""
        view = self._view
        if view["phase"] == "over" and not view["is_complete"]:
            self.is_over = True
            return
        command = (
            {"type": "confirm"}
            if view["is_complete"]
            else {"type": "act", "action": view["options"][0]["action"]}
        )
        command |= {"id": f"c{view['number']}", "seat": view["mover"], "position": view["position"]}
        begin = time.perf_counter()
        await self._sockets[view["mover"] % len(self._sockets)].send(json.dumps(command))
        await self._wait_for(view["number"] + 1)
        self._figures.latencies.append(time.perf_counter() - begin)
        self._figures.actions += 1


async def open_tables(
    ports: Sequence[int], count: int, figures: Figures, sockets: int, *, is_spread: bool = True
) -> list[LoadedTable]:
    """Creates tables and connects their sockets, to all servers in turn or per table to one."""
    body = {"rules": "kingdomino", "seats": [{"kind": "here", "name": f"P{n}"} for n in range(SEATS)]}
    tables = []
    async with httpx.AsyncClient() as client:
        for index in range(count):
            first = index % len(ports)
            answer = await client.post(f"http://127.0.0.1:{ports[first]}/api/tables", json=body)
            answer.raise_for_status()
            used = [*ports[first:], *ports[:first]] if is_spread else [ports[first]]
            tables.append(LoadedTable(used, answer.json(), figures, sockets))
    for table in tables:
        await table.open()
    return tables


async def steady(
    ports: Sequence[int],
    count: int,
    seconds: float,
    figures: Figures,
    progress: Progress,
    *,
    is_spread: bool = True,
) -> None:
    """Plays one action per table every three seconds."""
    tables = await open_tables(ports, count, figures, SEATS, is_spread=is_spread)
    task = progress.add_task(f"{count} tables", total=seconds)
    end = time.perf_counter() + seconds

    async def play(index: int) -> None:
        await asyncio.sleep(EVERY_S * index / count)
        while time.perf_counter() < end and not tables[index].is_over:
            begin = time.perf_counter()
            await tables[index].act()
            await asyncio.sleep(max(0.0, EVERY_S - (time.perf_counter() - begin)))

    async def show() -> None:
        while time.perf_counter() < end:
            progress.update(task, completed=seconds - (end - time.perf_counter()))
            await asyncio.sleep(0.5)

    await asyncio.gather(show(), *(play(index) for index in range(count)))
    progress.remove_task(task)
    await asyncio.gather(*(table.close() for table in tables))


async def peak_tables(
    ports: Sequence[int], count: int, seconds: float, sockets: int, *, is_spread: bool = True
) -> float:
    """Returns the actions per second if every table acts as soon as all sockets have the last action."""
    figures = Figures()
    tables = await open_tables(ports, count, figures, sockets, is_spread=is_spread)
    end = time.perf_counter() + seconds

    async def play(table: LoadedTable) -> None:
        while time.perf_counter() < end and not table.is_over:
            await table.act()

    begin = time.perf_counter()
    await asyncio.gather(*map(play, tables))
    rate = figures.actions / (time.perf_counter() - begin)
    await asyncio.gather(*(table.close() for table in tables))
    return rate


async def peak_echo(ports: Sequence[int], count: int, seconds: float, sockets: int, name: str) -> float:
    """Returns the messages per second of the durable echo with the same number of sockets."""
    done = 0
    command = {"type": "act", "id": "c100", "seat": 0, "position": 100, "action": 1200}
    text = json.dumps(command)

    async def come(index: int) -> list[ClientConnection]:
        address = f"ws://127.0.0.1:{ports[index % len(ports)]}/echo/{name}{index}"
        return [await connect(address, compression=None) for _ in range(sockets)]

    async def talk(group: list[ClientConnection]) -> None:
        nonlocal done
        while time.perf_counter() < end:
            await group[done % sockets].send(text)
            for socket in group:
                await socket.recv()
            done += 1

    groups = [await come(index) for index in range(count)]
    begin = time.perf_counter()
    end = begin + seconds
    await asyncio.gather(*map(talk, groups))
    rate = done / (time.perf_counter() - begin)
    await asyncio.gather(*(socket.close() for group in groups for socket in group))
    return rate


@dataclass
class Peaks:
    """The peak actions and echoes per second of each round."""

    sockets: int
    actions: list[float] = field(default_factory=list)
    echoes: list[float] = field(default_factory=list)

    @property
    def ratios(self) -> list[float]:
        """Actions per echo."""
        return [action / echo for action, echo in zip(self.actions, self.echoes, strict=True)]


def main() -> None:
    """Runs everything and prints the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=500, help="tables in play (default 500)")
    parser.add_argument("--seconds", type=float, default=120, help="duration in play (default 120)")
    parser.add_argument("--peak-tables", type=int, default=500, help="tables at the peak (default 500)")
    parser.add_argument("--peak-seconds", type=float, default=10, help="duration of each peak (default 10)")
    parser.add_argument("--rounds", type=int, default=3, help="peaks to measure (default 3)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run(chosen, Path(folder))


def start_server(port: int, url: str) -> Process:
    """Starts `crownfire serve` without rate limits."""
    limits = {"CROWNFIRE_REQUESTS_PER_S": "100000", "CROWNFIRE_MESSAGES_PER_S": "100000"}
    limits |= {"CROWNFIRE_LOG_LEVEL": "warning"}
    command = [sys.executable, "-c", "from crownfire.cli import main; main()", "serve", "--port", str(port)]
    return Process([*command, "--database-url", url], port, **limits)


def start_echo(port: int, url: str) -> Process:
    """Starts the durable echo."""
    return Process([sys.executable, "-m", "benchmarks.durable_echo", str(port), url], port)


def run(chosen: argparse.Namespace, folder: Path) -> None:
    """Runs the load with its own servers and databases."""
    port, echo_port = free_port(), free_port()
    url = f"sqlite+aiosqlite:///{folder}/tables.sqlite"
    echo_url = f"sqlite+aiosqlite:///{folder}/echo.sqlite"
    server, echo = start_server(port, url), start_echo(echo_port, echo_url)
    console = Console()
    figures = Figures()
    try:
        empty_kb = server.memory_kb
        with Progress(console=Console(stderr=True), transient=True) as progress:
            asyncio.run(steady([port], chosen.tables, chosen.seconds, figures, progress))
        full_kb = server.memory_kb
        peaks = [Peaks(1), Peaks(SEATS)]
        for number, peak in itertools.product(range(chosen.rounds), peaks):
            count, seconds, sockets = chosen.peak_tables, chosen.peak_seconds, peak.sockets
            name = f"r{number}s{sockets}-"
            peak.echoes.append(asyncio.run(peak_echo([echo_port], count, seconds, sockets, name)))
            peak.actions.append(asyncio.run(peak_tables([port], count, seconds, sockets)))
    finally:
        server.stop()
        echo.stop()
    ms = sorted(1000 * latency for latency in figures.latencies)
    console.print(
        f"{chosen.tables} tables × {SEATS} sockets, an action every {EVERY_S:g} s, for {chosen.seconds:g} s"
    )
    console.print(f"  actions {figures.actions:,}, errors {figures.errors}")
    console.print(
        f"  action → on all sockets: p50 {statistics.median(ms):.1f} ms, "
        f"p99 {ms[int(0.99 * len(ms))]:.1f} ms, maximum {ms[-1]:.1f} ms"
    )
    console.print(
        f"  memory: {empty_kb / 1024:.0f} MB empty, {(full_kb - empty_kb) / chosen.tables:.0f} kB per table"
    )
    for peak in peaks:
        shown = ", ".join(
            f"{action:,.0f} and {echo:,.0f}" for action, echo in zip(peak.actions, peak.echoes, strict=True)
        )
        console.print(
            f"Peak actions/s and echoes/s, {peak.sockets} socket(s) per table: {shown}; "
            f"ratio {statistics.median(peak.ratios):.0%}"
        )


if __name__ == "__main__":
    main()
