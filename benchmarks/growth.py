"""How the time grows with the size of the work: the same battle with ever more dice."""

from collections.abc import Iterable, Mapping
from math import log
from statistics import linear_regression
from typing import NamedTuple

from benchmarks.measure import Timing
from benchmarks.spec import GROWTH


class Growth(NamedTuple):
    """How the time of one library grows.

    Attributes:
        library: its name.
        seconds: median seconds by size, smallest size first.
        exponent: the power of the size that fits them best, by least squares of the logarithms.
    """

    library: str
    seconds: Mapping[int, float]
    exponent: float


def growths(timings: Iterable[Timing]) -> list[Growth]:
    """The growth of every library that was measured at two sizes or more."""
    found: dict[str, dict[int, float]] = {}
    for timing in timings:
        if timing.task in GROWTH:
            found.setdefault(timing.entry.library, {})[GROWTH[timing.task]] = timing.median
    return [
        Growth(library, dict(sorted(seconds.items())), _slope(seconds))
        for library, seconds in found.items()
        if len(seconds) > 1
    ]


def _slope(seconds: Mapping[int, float]) -> float:
    return linear_regression(list(map(log, seconds)), list(map(log, seconds.values()))).slope
