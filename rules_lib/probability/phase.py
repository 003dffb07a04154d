"""The arithmetic behind `StepDistribution`: powers of a chain's matrix, in whole numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from . import limits
from .errors import check_work
from .linear import Pivot, Row, accumulate, eliminate, values

Links = list[tuple[int, int]]


class Walk(NamedTuple):
    """The weights after 0, 1, …, t steps of what ends with that step, and of what has ended.

    `alive` are those of the states after the last of them.
    """

    ending: list[int]
    ended: list[int]
    alive: list[int]


class Phase:
    """The part of a chain that can still end, as whole numbers over one denominator.

    After t steps the weights of all states and of "ended" stand over
    `first_denominator * denominator**t`. State `size` is "ended".
    """

    def __init__(
        self, first: list[int], first_denominator: int, rows: list[Row], totals: list[int]
    ) -> None:
        """Take the start weights and the rows with their totals; column `len(rows)` is "ended".

        `first` has one entry more than there are rows: what has ended at once. Weights missing
        from a row, up to its total, never end.
        """
        self.size = len(rows)
        self.rows, self.totals = rows, totals
        self.first, self.first_denominator = first, first_denominator
        self.denominator = math.lcm(*totals)
        self.links = [
            [(j, x * (self.denominator // total)) for j, x in row.items()]
            for row, total in zip(rows, totals, strict=True)
        ]
        # Threads share it: a walk is never changed, a longer one takes its place when it is done.
        self._walked = Walk([first[-1]], [first[-1]], first[:-1])

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle what it is made of."""
        return Phase, (self.first, self.first_denominator, self.rows, self.totals)

    def ended(self, t: int, limit: int | None = None) -> Fraction:
        """Return the probability to have ended within t steps."""
        walked = self._prepare(t, limit)
        ended = walked.ended[t] if walked else self._jump(t)[-1]
        return Fraction(ended, self._scale(t))

    def ending(self, t: int, limit: int | None = None) -> Fraction:
        """Return the probability to end with step t exactly."""
        walked = self._prepare(t, limit)
        if walked:
            return Fraction(walked.ending[t], self._scale(t))
        before = self._jump(t - 1)
        before[-1] = 0
        return Fraction(_step(before, self.links, self.denominator)[-1], self._scale(t))

    def endings(self, count: int, limit: int | None = None) -> list[Fraction]:
        """Return the probabilities to end with step 1, 2, …, count."""
        check_work("head", self._walking_work(count), limit, limits.STEP_WORK, _PRODUCTS)
        scale = self.first_denominator
        result = []
        for ending in self._walk(count).ending[1 : count + 1]:
            scale *= self.denominator
            result.append(Fraction(ending, scale))
        return result

    def first_reaching(self, wanted: Fraction, limit: int | None = None) -> int:
        """Return the smallest t with `ended(t) >= wanted`, which some t must reach.

        Walks on with bounds of limited length, rounded down and rounded up, so that distant
        steps stay cheap; only where the bounds leave a doubt is the exact value asked.
        """
        one = 1 << (128 + 2 * wanted.denominator.bit_length())
        needed = wanted.numerator * one
        low = [x * one // self.first_denominator for x in self.first]
        high = [-(-x * one // self.first_denominator) for x in self.first]
        work = 2 * sum(map(len, self.links)) * (100 + one.bit_length() // 64)
        t = 0
        while True:
            possible = high[-1] * wanted.denominator >= needed
            if possible:
                certain = low[-1] * wanted.denominator >= needed
                if certain or self.ended(t, limit) >= wanted:
                    return t
            t += 1
            check_work("quantile", t * work, limit, limits.STEP_WORK, _PRODUCTS)
            low = [x // self.denominator for x in _step(low, self.links, self.denominator)]
            high = [-(-x // self.denominator) for x in _step(high, self.links, self.denominator)]

    def last(self) -> int | None:
        """Return the last step with which it can end, None if there is none."""
        reached = {i for i, x in enumerate(self.first[:-1]) if x}
        for t in range(self.size + 1):
            if not reached:
                return t
            reached = {j for i in reached for j in self.rows[i] if j < self.size}
        return None

    def moment(self, power: int) -> Fraction:
        """Return the sum of t**power P(T = t) over all t; the power is 1 or 2."""
        # With N = 1 + Q + Q² + … the sum of t Q^(t-1) r is N N r, and with t² it is
        # N (2 N - 1) N r, where N r is the chance to end at all.
        if power == 1:
            return self._average(self._once)
        twice = accumulate(self._pivots, self._once)
        return 2 * self._average(twice) - self._average(self._once)

    @cached_property
    def _pivots(self) -> list[Pivot]:
        rows = [dict(row) for row in self.rows]
        for row, total in zip(rows, self.totals, strict=True):
            if missing := total - sum(row.values()):
                row[self.size + 1] = missing
        return eliminate(rows)

    @cached_property
    def _once(self) -> dict[int, Fraction]:
        if all(self.size + 1 not in pivot.row for pivot in self._pivots):
            chances = dict.fromkeys(range(self.size), Fraction(1))
        else:
            ends = {self.size: Fraction(1), self.size + 1: Fraction(0)}
            chances = values(self._pivots, ends)
        return accumulate(self._pivots, chances)

    def _average(self, of: dict[int, Fraction]) -> Fraction:
        total = sum((x * of[i] for i, x in enumerate(self.first[:-1]) if x), Fraction(0))
        return total / self.first_denominator

    def _scale(self, t: int) -> int:
        return self.first_denominator * int(self.denominator**t)

    def _prepare(self, t: int, limit: int | None) -> Walk | None:
        """Choose the cheaper way to step t, or refuse; None if walking is not the cheaper one."""
        bits = t * self.denominator.bit_length()
        check_work(
            "step distribution", bits, limit, limits.BITS, "bits would be needed for the fraction"
        )
        walking, jumping = self._walking_work(t), self._jumping_work(t)
        check_work("step distribution", min(walking, jumping), limit, limits.STEP_WORK, _PRODUCTS)
        return None if walking > jumping else self._walk(t)

    def _walking_work(self, t: int) -> int:
        """Estimate the products of machine words to walk on to step t, one by one."""
        steps = max(0, t + 1 - len(self._walked.ended))
        links = sum(map(len, self.links))
        return steps * links * (100 + t * self.denominator.bit_length() // 64)

    def _jumping_work(self, t: int) -> int:
        """Estimate the products of machine words to square the matrix up to power t."""
        words = 1 + t * self.denominator.bit_length() // 128
        karatsuba = words * math.isqrt(words)  # a little less than Karatsuba's words**1.585
        return t.bit_length() * self.size**3 * 100 + 2 * self.size**3 * karatsuba

    def _walk(self, t: int) -> Walk:
        """Return a walk of at least t steps."""
        walked = self._walked
        if len(walked.ended) > t:
            return walked
        ending, ended, alive = list(walked.ending), list(walked.ended), walked.alive
        size, base = self.size, self.denominator
        while len(ended) <= t:
            step = [0] * (size + 1)
            for x, links in zip(alive, self.links, strict=True):
                if x:
                    for j, weight in links:
                        step[j] += x * weight
            ending.append(step.pop())
            ended.append(ended[-1] * base + ending[-1])
            alive = step
        self._walked = Walk(ending, ended, alive)
        return self._walked

    def _jump(self, t: int) -> list[int]:
        """Return the weights after t steps by repeated squaring."""
        weights, matrix, base = list(self.first), self.links, self.denominator
        while t:
            if t & 1:
                weights = _step(weights, matrix, base)
            t >>= 1
            if t:
                matrix, base = _squared(matrix, base), base * base
        return weights


_PRODUCTS = "products of machine words would be needed"


def _step(weights: Sequence[int], matrix: list[Links], base: int) -> list[int]:
    """Apply a matrix to weights; what has ended stays so."""
    result = [0] * len(weights)
    result[-1] = weights[-1] * base
    for x, links in zip(weights, matrix, strict=False):
        if x:
            for j, weight in links:
                result[j] += x * weight
    return result


def _squared(matrix: list[Links], base: int) -> list[Links]:
    result = []
    for links in matrix:
        row: Row = {}
        for i, x in links:
            for j, y in matrix[i] if i < len(matrix) else [(i, base)]:
                row[j] = row.get(j, 0) + x * y
        result.append(list(row.items()))
    return result
