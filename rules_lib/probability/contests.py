"""Two independent sums that meet: how often each reaches its mark, and which is higher.

>>> first = by_mark([(1, False, 2), (2, True, 1)])  # 1 comes twice and misses, 2 once and is enough
>>> contests(first, by_mark([(2, True, 1)]))
{(False, True, -1): 2, (True, True, 0): 1}
"""

from collections.abc import Mapping, Sequence
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


def by_mark(shown: Sequence[Shown]) -> Marked:
    """Return all that is shown as sums; each total is one more than the one before."""
    found: dict[bool, Placed] = {}
    for mark in (False, True):
        weights = [weight if reached == mark else 0 for _, reached, weight in shown]
        if any(weights):
            found[mark] = shown[0][0], Sums(weights)
    return found


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
