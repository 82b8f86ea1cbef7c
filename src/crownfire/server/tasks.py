"""Ending what runs by itself."""

import asyncio

_AGAIN_S = 1.0


async def end(*tasks: asyncio.Task[None] | None) -> None:
    """Cancels tasks until they have ended: a database that is being talked to may swallow it once."""
    left = {task for task in tasks if task is not None and not task.done()}
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=_AGAIN_S)
