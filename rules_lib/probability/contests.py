"""Two independent rolls that meet: how often each reaches its mark, and which is higher.

>>> first = [(3, True, 1), (1, False, 2)]       # 3 comes once and is enough, 1 twice and is not
>>> contests(first, [(2, True, 1)])
{(True, True, 1): 1, (False, True, -1): 2}
"""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from typing import TypeAlias

Shown: TypeAlias = tuple[int, bool, int]
"""The total that is compared, whether it reaches its mark, how often both come."""

Contest: TypeAlias = tuple[bool, bool, int]
"""Whether each roll reaches its mark; 1, 0 or -1 as the first is higher, equal or lower."""


def contests(first: Iterable[Shown], second: Iterable[Shown]) -> dict[Contest, int]:
    """Return how often each contest comes."""
    found: dict[Contest, int] = {}
    mine, theirs = _by_mark(first), _by_mark(second)
    for other, cases in theirs.items():
        totals = sorted(cases)
        below = [0, *accumulate(cases[total] for total in totals)]
        for own, shown in mine.items():
            higher = equal = 0
            for total, weight in shown.items():
                higher += weight * below[bisect_left(totals, total)]
                equal += weight * cases.get(total, 0)
            lower = sum(shown.values()) * below[-1] - higher - equal
            for order, weight in ((1, higher), (0, equal), (-1, lower)):
                if weight:
                    found[own, other, order] = weight
    return found


def _by_mark(shown: Iterable[Shown]) -> dict[bool, dict[int, int]]:
    found: dict[bool, dict[int, int]] = {}
    for total, reached, weight in shown:
        cases = found.setdefault(reached, {})
        cases[total] = cases.get(total, 0) + weight
    return found
