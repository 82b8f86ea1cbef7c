"""The shards of a fitting round, distributed over cores or a cluster."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from crownfire.arena.cluster import spread

__all__ = ["each_shard"]

Task = TypeVar("Task")
Result = TypeVar("Result")


def each_shard(
    run: Callable[[Task], tuple[int, Result]], tasks: Iterable[Task], workers: int, on_cluster: bool
) -> Iterator[tuple[int, Result]]:
    """Yields the number and result of every shard, in any order."""
    if on_cluster:
        yield from spread(run, tasks)
        return
    pool = ThreadPoolExecutor(workers)  # the native core releases the interpreter lock
    try:
        yield from pool.map(run, tasks)
    finally:
        pool.shutdown(cancel_futures=True)
