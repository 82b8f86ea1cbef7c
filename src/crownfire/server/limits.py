"""How fast somebody may talk: a bucket of tokens that fills up again."""

import time
from collections.abc import Callable


class Bucket:
    """Allows so many a second, and a burst after a pause."""

    def __init__(self, per_s: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_s = per_s
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._last = clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._last) * self._per_s)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether nothing has been taken for a while."""
        return self._left + (self._clock() - self._last) * self._per_s >= self._burst


class AddressLimits:
    """One bucket for every address; those that are full again are forgotten."""

    def __init__(self, per_s: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_s = per_s
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        """Whether one more request of an address is allowed now."""
        if len(self._buckets) > 10_000:
            self._buckets = {name: b for name, b in self._buckets.items() if not b.is_full}
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._per_s, self._burst, self._clock)
        return bucket.take()
