"""Work spread over a Ray cluster: connecting to it, and one function that maps a task over many items.

Ray is optional (`pip install 'crownfire[cluster]'`) and imported only here. A task is a function of a module
that every node has installed; what it is given and gives back is copied there and back.
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

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"  # the address of a cluster that is started here, for as long as it is needed
_ANSWER_S = 5.0  # how long an address may take to answer
_STORE_BYTES = 100 * 2**20  # what a cluster of our own may keep of results under way; they are small
_TRIES = 3  # how often a task is begun again when its process or node was lost
_AHEAD = 2  # tasks under way for every core, so that none waits for the next


@contextmanager
def connected(address: str, *, cores: int | None = None) -> Iterator[None]:
    """A connection to the cluster at an address: HOST:PORT, ray://HOST:PORT, auto or local.

    `cores` bounds a local one. Raises `MissingExtraError` without Ray, `SetupError` if nobody answers.
    """
    ray = _ray()
    where: dict[str, Any] = {"address": address}
    if address == LOCAL:
        cores = cores or os.cpu_count()
        where |= {"num_cpus": cores, "include_dashboard": False, "object_store_memory": _STORE_BYTES}
    else:
        _check(address)
    try:
        with warnings.catch_warnings(action="ignore"):  # the one sentence below is enough
            ray.init(**where, log_to_driver=False, logging_level="ERROR")
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
    """What the task gives for every item, as soon as it is there, in any order; needs a connection.

    A task whose process or node is lost is begun again elsewhere, so it must be repeatable. An error of ours
    that it raises is raised here. Tasks under way end with the connection.
    """
    ray = _ray()
    remote = ray.remote(max_retries=_TRIES)(_do)
    waiting = iter(items)
    under_way: list[Any] = []
    try:
        most = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        under_way += [remote.remote(__version__, task, item) for item in islice(waiting, most)]
        while under_way:
            (ready, *_), under_way = ray.wait(under_way)
            under_way += [remote.remote(__version__, task, item) for item in islice(waiting, 1)]
            yield ray.get(ready)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, CrownfireError):
            raise error.cause from None
        if isinstance(error.cause, (ImportError, RuntimeError, ray.exceptions.RaySystemError)):
            why = _first_line(error.cause)
            raise SetupError(f"a node can't do it ({why}); it needs the same packages as here") from error
        raise
    except ray.exceptions.RayError as error:
        raise SetupError(f"the Ray cluster gave up: {_first_line(error)}") from error


def _do(version: str, task: Callable[[T], R], item: T) -> R:
    """What a node does; other code than ours could give other results."""
    if version != __version__:
        raise SetupError(f"a node of the cluster has crownfire {__version__}, this is {version}")
    return task(item)


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent to anybody
    if missing := missing_extra("cluster", "ray"):
        raise missing
    return importlib.import_module("ray")


def _check(address: str) -> None:
    """Raises `SetupError` unless somebody listens there; Ray itself would try for a minute."""
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
        socket.create_connection((host, port), _ANSWER_S).close()
    except OSError as error:
        raise SetupError(f"no Ray cluster answers at {address}: {error.strerror or error}") from None


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
