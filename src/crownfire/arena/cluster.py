"""Work on a Ray cluster: connecting to it, and mapping a task over many items.

Ray is optional (`pip install 'crownfire[cluster]'`) and imported only here. A task is a function of a module
that is installed on every node. Its argument and result are copied between the nodes.
"""

import importlib
import os
import socket
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar
from urllib.parse import urlsplit

from crownfire import __version__
from crownfire.errors import CrownfireError, missing_extra
from crownfire.rules import SetupError

__all__ = ["LOCAL", "connected", "spread"]

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"  # the address of a temporary cluster on this machine
_CONNECT_S = 5.0  # time limit for a connection to an address
_STORE_BYTES = 100 * 2**20  # object store of a local cluster; results are small
_RETRIES = 3  # of a task whose process or node was lost
_TASKS_PER_CORE = 2  # submitted at once, so that no core is idle


@contextmanager
def connected(address: str, *, cores: int | None = None) -> Iterator[None]:
    """Connects to the cluster at an address: HOST:PORT, ray://HOST:PORT, auto or local.

    `cores` limits a local cluster. Raises `MissingExtraError` without Ray, and `SetupError` if the address is
    invalid or doesn't answer.
    """
    ray = _ray()
    options: dict[str, Any] = {"address": address}
    if address == LOCAL:
        cores = cores or os.cpu_count()
        options |= {"num_cpus": cores, "include_dashboard": False, "object_store_memory": _STORE_BYTES}
    else:
        _check(address)
    try:
        with warnings.catch_warnings(action="ignore"):  # the error below is enough
            ray.init(**options, log_to_driver=False, logging_level="ERROR")
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise SetupError(
            f"can't join the Ray cluster at {address} ({_first_line(error)}); "
            "if it asks for a token, set RAY_AUTH_TOKEN"
        ) from error
    try:
        yield
    finally:
        ray.shutdown()


def spread(task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """Yields the task's result for each item as soon as it is available, in any order.

    Requires a connection; closing it cancels running tasks. A task whose process or node is lost is restarted
    elsewhere, so it must be repeatable. A `CrownfireError` in a task is raised here too.
    """
    ray = _ray()
    remote = ray.remote(max_retries=_RETRIES)(_run_task)
    waiting = iter(items)
    pending: list[Any] = []
    try:
        limit = _TASKS_PER_CORE * max(1, int(ray.cluster_resources().get("CPU", 1)))
        pending += [remote.remote(__version__, task, item) for item in islice(waiting, limit)]
        while pending:
            (ready, *_), pending = ray.wait(pending)
            pending += [remote.remote(__version__, task, item) for item in islice(waiting, 1)]
            yield ray.get(ready)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, CrownfireError):
            raise error.cause from None
        if isinstance(error.cause, (ImportError, RuntimeError, ray.exceptions.RaySystemError)):
            why = _first_line(error.cause)
            raise SetupError(
                f"a node can't run the task ({why}); it needs the same packages as this machine"
            ) from error
        raise
    except ray.exceptions.RayError as error:
        raise SetupError(f"the Ray cluster failed: {_first_line(error)}") from error


def _run_task(version: str, task: Callable[[T], R], item: T) -> R:
    """Runs on a node. Raises `SetupError` if the node has another version, since its results could differ."""
    if version != __version__:
        raise SetupError(f"a node of the cluster has crownfire {__version__}, this machine has {version}")
    return task(item)


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # disables telemetry
    if missing := missing_extra("cluster", "ray"):
        raise missing
    return importlib.import_module("ray")


def _check(address: str) -> None:
    """Raises `SetupError` unless the address accepts connections; Ray itself would try for a minute."""
    if address == "auto":
        return
    try:
        parts = urlsplit(address if "://" in address else f"ray://{address}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise SetupError(f"{address!r} is not an address; write HOST:PORT, ray://HOST:PORT, auto or {LOCAL}")
    try:
        socket.create_connection((host, port), _CONNECT_S).close()
    except OSError as error:
        raise SetupError(f"no Ray cluster answers at {address}: {error.strerror or error}") from None


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
