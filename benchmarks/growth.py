"""How the time grows: a battle with ever more dice, a charge with ever more stacks."""

from collections.abc import Iterable, Mapping
from math import exp, log
from statistics import linear_regression
from typing import NamedTuple

from benchmarks.measure import Timing
from benchmarks.spec import CHARGE_GROWTH, GROWTH, OURS


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


class ChargeGrowth(NamedTuple):
    """How our time grows with the stacks of a charge.

    Attributes:
        seconds: median seconds by the number of stacks, fewest first.
        factor: how many times as long one stack more takes, by least squares of the logarithms.
    """

    seconds: Mapping[int, float]
    factor: float


def charge_growth(timings: Iterable[Timing]) -> ChargeGrowth | None:
    """The growth of the charge, if it was measured with two numbers of stacks or more."""
    found = {
        CHARGE_GROWTH[each.task]: each.median
        for each in timings
        if each.task in CHARGE_GROWTH and each.entry.library == OURS
    }
    if len(found) < 2:
        return None
    logarithms = list(map(log, found.values()))
    return ChargeGrowth(
        dict(sorted(found.items())), exp(linear_regression(list(found), logarithms).slope)
    )


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
