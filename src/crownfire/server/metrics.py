"""What a server counts and times, for Prometheus.

Every process has its own; Prometheus adds them up. Labels have few values, none of which comes from outside.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_BATCHES = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_LAG_EVERY_S = 1.0

# Its name and that of its label, what it says, and how much by label ("": it has none).
Figure = tuple[str, str, Mapping[str, float]]
Now = Callable[[], Iterable[Figure]]


class Metrics:
    """The figures of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.commands = self._counter("commands", "Commands of players by kind and answer", "kind", "answer")
        self.command_s = self._histogram("command_seconds", "From a command to its answer, once stored")
        self.requests_s = self._histogram(
            "request_seconds", "Requests by method, route and status", "method", "route", "status"
        )
        self.refused_sockets = self._counter("refused_sockets", "Sockets refused before they began", "why")
        self.tables_made = self._counter("tables_made", "Tables that were made")
        self.games_over = self._counter("games_over", "Games that were played to their end")
        self.bot_s = self._histogram("bot_seconds", "How long bots thought about a turn", "level")
        self.bot_wait_s = self._histogram("bot_wait_seconds", "How long a bot's turn waited for a thread")
        self.store_s = self._histogram("store_seconds", "Transactions of the database", "what")
        self.store_failures = self._counter("store_failures", "Transactions that failed", "what")
        self.batch = self._histogram("commit_batch", "Changes of tables in one commit", buckets=_BATCHES)
        self.conflicts = self._counter("conflicts", "Changes that another server was ahead of")
        self.news = self._counter("news", "Tables that another server has written to")
        self.gaps = self._counter("news_gaps", "Times the connection that brings news was lost")
        self.lag_s = Gauge(
            "crownfire_loop_lag_seconds",
            "How late the server's loop was when it was last looked at",
            registry=self.registry,
        )

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"crownfire_{name}", text, labels, registry=self.registry)

    def _histogram(
        self, name: str, text: str, *labels: str, buckets: tuple[float, ...] = _QUICK
    ) -> Histogram:
        return Histogram(f"crownfire_{name}", text, labels, registry=self.registry, buckets=buckets)

    def show(self, now: Now) -> None:
        """Adds what is asked for only when somebody looks."""
        self.registry.register(_Shown(now))

    def text(self) -> bytes:
        """Everything in the format that Prometheus reads."""
        return generate_latest(self.registry)

    @contextlib.contextmanager
    def transaction(self, what: str) -> Iterator[None]:
        """Times a transaction, and counts it if it fails."""
        begin = time.perf_counter()
        try:
            yield
        except BaseException:
            self.store_failures.labels(what).inc()
            raise
        finally:
            self.store_s.labels(what).observe(time.perf_counter() - begin)

    async def watch_lag(self) -> None:
        """Looks again and again how long whoever is ready waits for the processor."""
        while True:
            due = time.perf_counter() + _LAG_EVERY_S
            await asyncio.sleep(_LAG_EVERY_S)
            self.lag_s.set(max(0.0, time.perf_counter() - due))


class _Shown(Collector):
    """Figures that are read off the server itself."""

    def __init__(self, now: Now) -> None:
        self._now = now

    def describe(self) -> Iterable[Metric]:
        return ()

    def collect(self) -> Iterable[Metric]:
        for name, text, values in self._now():
            label, _, key = name.partition("/")
            family = GaugeMetricFamily(f"crownfire_{label}", text, labels=[key] if key else [])
            for value, count in values.items():
                family.add_metric([value] if key else [], count)
            yield family
