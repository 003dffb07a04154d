"""How many situations make a chunk: so many that handing them out costs little beside them."""

import os
from math import ceil
from typing import Any

SECONDS = 0.5
"""What a chunk should take: far more than it costs to hand it out, even to a cluster."""

GROWTH = 32
"""A chunk is at most so many times the largest before it: the first answers say little."""

LEAST = 16
"""Towards the end chunks become smaller, so that all workers end together, but no smaller than
this part of one: below that it costs more to hand them out."""

AHEAD, MOST_AHEAD = 3, 64
"""Chunks on their way for each worker, and in all. What is on its way is lost with its worker."""


class Sizes:
    """Sizes of the chunks of one sweep, learnt from what the first of them took."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.in_flight = min(MOST_AHEAD, workers * AHEAD)
        self._largest, self._each = 0, SECONDS

    def learn(self, count: int, seconds: float) -> None:
        """So many situations took so long."""
        weight = count / (count + self._largest)
        self._each += weight * (seconds / count - self._each)
        self._largest = max(self._largest, count)

    def next(self, left: int) -> int:
        """The size of the next chunk, where so many situations are left."""
        wanted = min(int(SECONDS / max(self._each, 1e-9)), GROWTH * self._largest)
        fair = max(ceil(left / (2 * self.workers)), wanted // LEAST)
        return max(1, min(wanted, fair, left))


def workers_of(executor: Any) -> int:
    """Workers of an executor; if it does not say, one for each core here."""
    client: Any = getattr(executor, "_client", None)  # Dask's
    told = sum(client.ncores().values()) if hasattr(client, "ncores") else 0
    told = told or getattr(executor, "_max_workers", 0)
    return told if isinstance(told, int) and told > 0 else os.cpu_count() or 1
