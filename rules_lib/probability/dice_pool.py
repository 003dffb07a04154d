"""Sums of dice of which some are taken away, given how many dice fell into each range of faces.

All distributions are weights: how many throws show each sum. Inside, a distribution is one huge
integer in which the weight of a sum stands in a digit of fixed width, so that adding and convolving
is plain integer arithmetic.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import comb, prod
from operator import add
from typing import NamedTuple

from ._polynomial import WORD, digit_width, pack, unpack
from .contests import Placed, Sums
from .errors import check_int


class FaceRange(NamedTuple):
    """Neighbouring faces: the lowest, and how many there are (0: no die can be in this range)."""

    low: int
    faces: int


class Pool:
    """A pool of dice, some of which are taken away; ``cuts`` split the faces into ranges.

    With cuts (5, 6) a die that shows 6 is in range 0, one that shows 5 in range 1, any other in
    range 2: the highest faces come first.

    All weights are numbers of throws within the ranges; sums are counted from the lowest one.
    """

    def __init__(self, size: int, cuts: tuple[int, ...], sides: int = 6) -> None:
        """Take the number of dice and the lowest faces of all ranges but the last, ascending."""
        self.size = check_int("size", size, least=0)
        edges = [1, *cuts, sides + 1]
        self.ranges = [FaceRange(low, high - low) for low, high in pairwise(edges)][::-1]
        # Given the counts, no weight is larger than if all dice were in the widest range.
        most = max(each.faces for each in self.ranges) ** self.size
        self._width = max(WORD, digit_width(most))
        self._kept = cache(self._kept_of)
        self._without_highest = cache(self._without_highest_of)

    def throws(self, counts: tuple[int, ...]) -> int:
        """How many ways there are to share out the dice over the ranges, faces left open."""
        ways, left = 1, self.size
        for count in counts:
            ways *= comb(left, count)
            left -= count
        return ways

    def without_highest(self, counts: tuple[int, ...], lost: int) -> Placed:
        """The sum without the ``lost`` highest dice, given how many dice are in each range.

        Weights count the faces of all dice within their ranges.
        """
        return self._placed(self.ranges, counts, lost, highest=False)

    def without_lowest(self, counts: tuple[int, ...], lost: int) -> Placed:
        """The sum without the ``lost`` lowest dice."""
        return self._placed(self.ranges[::-1], counts[::-1], lost, highest=True)

    def without(self, counts: tuple[int, ...], taken: tuple[int, ...]) -> Placed:
        """The sum when ``taken`` dice, any ones, are gone from each range."""
        left = tuple(count - gone for count, gone in zip(counts, taken, strict=True))
        factor = prod(each.faces**gone for each, gone in zip(self.ranges, taken, strict=True))
        start, distribution = self._placed(self.ranges, left, 0, highest=False)
        return start, distribution if factor == 1 else Sums(
            [factor * weight for weight in distribution.weights]
        )

    def _placed(
        self, ranges: list[FaceRange], counts: tuple[int, ...], lost: int, *, highest: bool
    ) -> Placed:
        """The sum of the dice that are left when so many are taken, from the first ranges first."""
        start, shared = 0, []
        for (low, faces), count in zip(ranges, counts, strict=True):
            gone = min(count, lost)
            lost -= gone
            start += low * (count - gone)
            if faces != 1:  # else they only move the start, so that distributions are shared
                shared.append((faces, count, gone))
        return start, self._kept(tuple(shared), highest)

    def _kept_of(self, shared: tuple[tuple[int, int, int], ...], highest: bool) -> Sums:
        packed = 1
        for faces, count, gone in shared:
            kept = self._without_highest(faces, gone)[count]
            if highest:  # the mirror image of the lowest
                kept = pack(unpack(kept, self._width)[::-1], self._width)
            packed *= kept
        return Sums(unpack(packed, self._width))

    def _without_highest_of(self, faces: int, drop: int) -> list[int]:
        """The packed sums of 0, 1, … dice of which the ``drop`` highest are taken away."""
        # Without a face, there is one throw of no dice; with a single one, one of any number.
        distributions = [1] * (self.size + 1) if faces else [1] + [0] * self.size
        for _ in range(faces - 1):
            # Below the faces so far comes a new one. Of the dice above it, those that are kept
            # count one more than before, ...
            above = distributions[:drop]
            for kept, distribution in enumerate(distributions[drop:]):
                above.append(distribution << 8 * self._width * kept)
            # ... and how many of all dice are above it is a binomial sum, made by Pascal's rule.
            distributions = []
            while above:
                distributions.append(above[0])
                above = list(map(add, above, above[1:]))
        return distributions
