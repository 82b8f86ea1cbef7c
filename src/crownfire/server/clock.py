"""The time that tables go by. Tests move a clock of their own."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that is due later."""

    def cancel(self) -> None:
        """Calls it off."""
        ...


class Clock:
    """The clock of the machine."""

    def time(self) -> float:
        """Seconds since 1970; the clock may be set back."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds since some moment; never goes back."""
        return time.monotonic()

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Calls something after so many seconds."""
        return asyncio.get_running_loop().call_later(seconds, callback)
