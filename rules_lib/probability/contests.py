"""Two independent sums that meet: how often each reaches its mark, and which is higher.

>>> first = by_mark([(3, True, 1), (1, False, 2)])  # 3 comes once and is enough, 1 twice and is not
>>> contests(first, by_mark([(2, True, 1)]))
{(True, True, 1): 1, (False, True, -1): 2}
"""

from collections.abc import Iterable, Mapping
from itertools import accumulate
from operator import mul
from typing import TypeAlias

Shown: TypeAlias = tuple[int, bool, int]
"""The total that is compared, whether it reaches its mark, how often both come."""

Contest: TypeAlias = tuple[bool, bool, int]
"""Whether each roll reaches its mark; 1, 0 or -1 as the first is higher, equal or lower."""


class Sums:
    """The weights of consecutive sums, from a lowest one up that is kept apart from them.

    Attributes:
        weights: of the lowest sum and of each one above it.
        below: for each place the weight of all places before it; the last entry is the whole.
    """

    __slots__ = ("below", "weights")

    def __init__(self, weights: list[int]) -> None:
        self.weights = weights
        self.below = [0, *accumulate(weights)]


Placed: TypeAlias = tuple[int, Sums]
"""Sums with the lowest one that they are about."""

Marked: TypeAlias = Mapping[bool, Placed]
"""The sums that reach their mark, and those that do not."""


def contests(first: Marked, second: Marked) -> dict[Contest, int]:
    """Return how often each contest comes."""
    return {
        (own, other, order): weight
        for other, cases in second.items()
        for own, shown in first.items()
        for order, weight in zip((1, 0, -1), compared(shown, cases), strict=True)
        if weight
    }


def by_mark(shown: Iterable[Shown]) -> Marked:
    """Return all that is shown, as sums."""
    found: dict[bool, dict[int, int]] = {}
    for total, reached, weight in shown:
        cases = found.setdefault(reached, {})
        cases[total] = cases.get(total, 0) + weight
    return {
        reached: (min(cases), Sums([cases.get(x, 0) for x in range(min(cases), max(cases) + 1)]))
        for reached, cases in found.items()
    }


def compared(first: Placed, second: Placed) -> tuple[int, int, int]:
    """Weights of the first sum being higher, of equal sums, and of the second one being higher."""
    (start, a), (other, b) = first, second
    shift, all_a, all_b = start - other, a.below[-1], b.below[-1]
    low = max(0, -shift)
    high = min(max(low, len(b.weights) - shift), len(a.weights))
    inside = a.weights[low:high]
    equal = sum(map(mul, inside, b.weights[low + shift :]))
    higher = sum(map(mul, inside, b.below[low + shift :])) + (all_a - a.below[high]) * all_b
    return higher, equal, all_a * all_b - higher - equal
