"""The parts of a round of fitting, spread over cores or a cluster."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from crownfire.arena.cluster import spread

Task = TypeVar("Task")
Found = TypeVar("Found")


def each_shard(
    learn: Callable[[Task], tuple[int, Found]], tasks: Iterable[Task], workers: int, on_cluster: bool
) -> Iterator[tuple[int, Found]]:
    """What every shard has found, with its number, in any order."""
    if on_cluster:
        yield from spread(learn, tasks)
        return
    pool = ThreadPoolExecutor(workers)  # the native core lets go of the interpreter
    try:
        yield from pool.map(learn, tasks)
    finally:
        pool.shutdown(cancel_futures=True)
