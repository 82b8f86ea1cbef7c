"""Several servers on one PostgreSQL under load on loopback, compared with a durable echo in the same run.

    python -m benchmarks.several_servers [--processes 1 2 3] [--tables 300] [--seconds 30] [--rounds 3]

For each number of processes it measures the latency with an action per table every three seconds, then the
peak rate. The sockets of a table are spread over all servers (any load balancer) or together on one (a load
balancer that routes by table). The echo has as many processes on the same PostgreSQL. The table also shows
the processor time of the servers, PostgreSQL and the load generator, which share the cores.
"""

import argparse
import asyncio
import os
import statistics
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from tests.server.postgres import Cluster
from tests.server.running import free_port

from benchmarks.server_load import (
    SEATS,
    Figures,
    Process,
    peak_echo,
    peak_tables,
    start_echo,
    start_server,
    steady,
)

_TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Row:
    """The figures of a number of processes."""

    processes: int
    is_spread: bool
    figures: Figures
    peaks: list[float]
    echoes: list[float]
    busy: list[float]  # cores used at the peak: servers, PostgreSQL, load generator


def cpu_s(pid: int) -> float:
    """Returns the processor time of a process in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def measure(chosen: argparse.Namespace, processes: int, cluster: Cluster, progress: Progress) -> list[Row]:
    """Measures a number of processes."""
    ports, echo_ports = ([free_port() for _ in range(processes)] for _ in range(2))
    url, echo_url = cluster.new_database(), cluster.new_database()
    rows = []
    with ExitStack() as running:

        def kept(process: Process) -> Process:
            running.callback(process.stop)
            return process

        pids = [kept(start_server(port, url)).pid for port in ports]
        for port in echo_ports:
            kept(start_echo(port, echo_url))
        for is_spread in (True, False) if processes > 1 else (True,):
            row = Row(processes, is_spread, Figures(), [], [], [])
            asyncio.run(
                steady(ports, chosen.tables, chosen.seconds, row.figures, progress, is_spread=is_spread)
            )
            for number in range(chosen.rounds):
                name = f"r{number}{'s' if is_spread else 't'}-"
                count, seconds = chosen.peak_tables, chosen.peak_seconds
                row.echoes.append(asyncio.run(peak_echo(echo_ports, count, seconds, SEATS, name)))
                begin, before = time.perf_counter(), _busy(pids, cluster)
                row.peaks.append(asyncio.run(peak_tables(ports, count, seconds, SEATS, is_spread=is_spread)))
                took = time.perf_counter() - begin
                after = _busy(pids, cluster)
                row.busy = [(b - a) / took for a, b in zip(before, after, strict=True)]
            rows.append(row)
    return rows


def _busy(pids: list[int], cluster: Cluster) -> tuple[float, float, float]:
    return sum(map(cpu_s, pids)), sum(map(cpu_s, cluster.processes())), time.process_time()


def show(rows: list[Row], chosen: argparse.Namespace) -> None:
    """Prints the figures as a table."""
    shown = Table(
        title=f"{chosen.tables} tables × {SEATS} sockets in play; at the peak {chosen.peak_tables} tables"
    )
    for name in ("servers", "sockets", "actions", "errors", "p50 ms", "p99 ms", "peak actions/s"):
        shown.add_column(name)
    for name in ("echoes/s", "ratio", "busy: servers", "PostgreSQL", "load"):
        shown.add_column(name)
    for row in rows:
        ms = sorted(1000 * latency for latency in row.figures.latencies)
        ratio = statistics.median(a / b for a, b in zip(row.peaks, row.echoes, strict=True))
        shown.add_row(
            str(row.processes),
            "spread" if row.is_spread else "together",
            f"{row.figures.actions:,}",
            str(row.figures.errors),
            f"{statistics.median(ms):.1f}",
            f"{ms[int(0.99 * len(ms))]:.1f}",
            " · ".join(f"{peak:,.0f}" for peak in row.peaks),
            " · ".join(f"{echo:,.0f}" for echo in row.echoes),
            f"{ratio:.0%}",
            *(f"{cores:.2f}" for cores in row.busy),
        )
    Console(width=160).print(shown)


def main() -> None:
    """Runs everything and prints the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--processes", type=int, nargs="+", default=[1, 2, 3], help="numbers of servers (default 1 2 3)"
    )
    parser.add_argument("--tables", type=int, default=300, help="tables in play (default 300)")
    parser.add_argument("--seconds", type=float, default=30, help="duration in play (default 30)")
    parser.add_argument("--peak-tables", type=int, default=300, help="tables at the peak (default 300)")
    parser.add_argument("--peak-seconds", type=float, default=10, help="duration of each peak (default 10)")
    parser.add_argument("--rounds", type=int, default=3, help="peaks to measure (default 3)")
    chosen = parser.parse_args()
    rows = []
    with Cluster.create() as cluster, Progress(console=Console(stderr=True), transient=True) as progress:
        for processes in chosen.processes:
            rows += measure(chosen, processes, cluster, progress)
    show(rows, chosen)


if __name__ == "__main__":
    main()
