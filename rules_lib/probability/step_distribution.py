"""`StepDistribution`: how many steps until the end, without a horizon."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import isqrt, lcm
from typing import Any

from . import _format, limits
from .drawing import Rng, drawn
from .errors import ProbabilityError, check_int, check_share, check_work
from .graph import Row
from .linear import Pair, added, eliminate, flow, values

Matrix = list[list[tuple[int, int]]]
"""For each state, where it leads and with which weight."""

DRAWN = 2**32
"""Numbers that one draw tells apart."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StepDistribution:
    """The exact distribution of the number of steps T until a chain ends (discrete phase-type).

    T has no upper bound as a rule, so this is not a `Distribution`; but every probability,
    the mean and the variance are exact. Made by `Chain.steps`. T is 0 if the chain starts at
    an end. With probability `never` it does not end: then T counts as greater than any number.
    """

    _phase: Phase
    _never: Fraction
    _conditional: bool = False

    def __eq__(self, other: object) -> bool:
        """Compare as distributions, exactly: all probabilities are the same.

        Each follows a linear recurrence as long as its number of states. So the difference of
        two is zero for ever once it is zero that many steps in a row.
        """
        if not isinstance(other, StepDistribution):
            return NotImplemented
        order = self._phase.size + other._phase.size
        return (
            self.never == other.never
            and self.pmf(0) == other.pmf(0)
            and self.head(order) == other.head(order)
        )

    def __hash__(self) -> int:
        """Hash what equal distributions share."""
        return hash((self.never, self.pmf(0), self.pmf(1)))

    @property
    def never(self) -> Fraction:
        """The probability that the end never comes."""
        return Fraction(0) if self._conditional else self._never

    def if_absorbed(self) -> StepDistribution:
        """Return the distribution of T for the runs that do end."""
        if self._never == 1:
            raise ProbabilityError("if_absorbed: this chain never ends")
        return StepDistribution(self._phase, self._never, True)

    def pmf(self, t: int, *, limit: int | None = None) -> Fraction:
        """Return P(T = t)."""
        return self._share(self._phase.chance(check_int("pmf: t", t), limit, or_before=False))

    def cdf(self, t: int, *, limit: int | None = None) -> Fraction:
        """Return P(T <= t)."""
        return self._share(self._phase.chance(check_int("cdf: t", t), limit, or_before=True))

    def tail(self, t: int, *, limit: int | None = None) -> Fraction:
        """Return P(T >= t), runs that never end included."""
        return 1 - self.cdf(check_int("tail: t", t) - 1, limit=limit)

    def beyond(self, n: int, *, limit: int | None = None) -> Fraction:
        """Return P(T > n), runs that never end included: what `head(n)` leaves."""
        return 1 - self.cdf(check_int("beyond: n", n), limit=limit)

    def head(self, n: int, *, limit: int | None = None) -> list[Fraction]:
        """Return [P(T = 1), …, P(T = n)]; with `pmf(0)` and `beyond(n)` they sum to 1."""
        n = check_int("head: n", n, least=0)
        return list(map(self._share, self._phase.endings(n, limit)))

    def mean(self) -> Fraction:
        """Return the expected number of steps; an error if the end may never come."""
        return self._finite("mean", self._phase.mean)

    def variance(self) -> Fraction:
        """Return the variance of the number of steps; an error if the end may never come."""
        return self._finite("variance", self._phase.mean_square) - self.mean() ** 2

    def quantile(self, q: Fraction | int | str, *, limit: int | None = None) -> int | None:
        """Return the smallest t with P(T <= t) >= q; None if no t reaches it."""
        wanted, ends = check_share("quantile: q", q), 1 - self._never
        if self._conditional:
            wanted *= ends
        if wanted > ends:
            return None
        if wanted == ends:
            return self._phase.last()
        return self._phase.first_reaching(wanted, limit)

    def median(self) -> int | None:
        """Return the smallest t with P(T <= t) >= 1/2; None if half the runs never end."""
        return self.quantile(Fraction(1, 2))

    def sample(self, rng: Rng, *, limit: int | None = None) -> int | None:
        """Return a number of steps, drawn exactly; None for a run that never ends.

        Binary digits of a number from 0 to 1 are drawn until they settle it.
        """
        ends = 1 - self.never
        digits, scale = 0, 1
        while True:
            (more,) = drawn(rng, DRAWN)
            digits, scale = digits * DRAWN + more, scale * DRAWN
            low, high = Fraction(digits, scale), Fraction(digits + 1, scale)
            if low >= ends:
                return None
            steps = self.quantile(high, limit=limit) if high <= ends else None
            if steps is not None and (steps == 0 or self.cdf(steps - 1, limit=limit) <= low):
                return steps

    def _share(self, chance: Fraction) -> Fraction:
        return chance / (1 - self._never) if self._conditional else chance

    def _finite(self, what: str, moment: Fraction) -> Fraction:
        if self.never:
            raise ProbabilityError(
                f"{what}: infinite, because the end never comes with probability {self.never};"
                " ask if_absorbed() for the runs that do end"
            )
        return self._share(moment)

    def __repr__(self) -> str:
        """Summarise the distribution."""
        first = ", ".join(f"P(T={t}) = {_format.percent(self.pmf(t))}" for t in range(3))
        return f"<StepDistribution: {first}, …, never {_format.percent(self.never)}>"

    def __str__(self) -> str:
        """Return a small table of the first steps and what is left."""
        return _format.text_table(self._table())

    def _repr_html_(self) -> str:
        """Return the table that notebooks show."""
        return _format.html_table(self._table(), "steps")

    def _table(self) -> list[tuple[str, Fraction]]:
        shown = 12
        rows = [(str(t), self.pmf(t)) for t in range(shown + 1)]
        rows = [row for row in rows if row[1]]
        later = self.beyond(shown) - self.never
        rows.append((f"more than {shown}", later))
        if self.never:
            rows.append(("never", self.never))
        return rows


class Phase:
    """The part of a chain that can still end, as whole numbers over one denominator.

    It has the states 0, 1, …, `size - 1`; `size` is "ended", `size + 1` "will never end". After
    t steps the weights of the states, and of what ends with step t, stand over `_scale(t)`.
    """

    def __init__(self, first: Row, rows: list[Row], visits: list[Pair]) -> None:
        """Take the weights of the start, the rows of the states, and visits that lead to the end.

        These count how often a state is visited on average, runs without an end left out.
        """
        self.first, self.rows, self.visits, self.size = first, rows, visits, len(rows)
        totals = [sum(row.values()) for row in rows]
        self.denominator = lcm(*totals)
        self.matrix: Matrix = [
            [(j, x * (self.denominator // total)) for j, x in row.items() if j <= self.size]
            for row, total in zip(rows, totals, strict=True)
        ]
        # The same where what has ended stays so, and adds up.
        self.lasting: Matrix = [*self.matrix, [(self.size, self.denominator)]]
        self.links = sum(map(len, self.lasting))
        self.start = [first.get(i, 0) for i in range(self.size + 1)]
        # What ends with step 0, 1, …, t, and all weights after the last of them.
        # Threads share it: a walk is never changed, a longer one takes its place when it is done.
        self._walked = self.start[-1:], self.start

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle what it is made of."""
        return Phase, (self.first, self.rows, self.visits)

    def chance(self, t: int, limit: int | None, *, or_before: bool) -> Fraction:
        """Return the chance to end with step t, or before it."""
        if t < 0:
            return Fraction(0)
        bits = t * self.denominator.bit_length()
        check_work(
            "step distribution", bits, limit, limits.BITS, "bits would be needed for the fraction"
        )
        walking, jumping = self._walking_work(t), self._jumping_work(t)
        check_work("step distribution", min(walking, jumping), limit, limits.STEP_WORK, _PRODUCTS)
        if walking <= jumping:
            endings = self._walk(t)[0 if or_before else t : t + 1]
            ended = reduce(lambda before, ending: before * self.denominator + ending, endings)
        else:
            ended = _times(self._jump(t - 1), self.lasting if or_before else self.matrix)[-1]
        return Fraction(ended, self._scale(t))

    def endings(self, count: int, limit: int | None = None) -> list[Fraction]:
        """Return the probabilities to end with step 1, 2, …, count."""
        check_work("head", self._walking_work(count), limit, limits.STEP_WORK, _PRODUCTS)
        scale, found = self._scale(0), []
        for ending in self._walk(count)[1 : count + 1]:
            scale *= self.denominator
            found.append(Fraction(ending, scale))
        return found

    def first_reaching(self, wanted: Fraction, limit: int | None = None) -> int:
        """Return the smallest t within which that much has ended; some t must reach it.

        Walks on with bounds of limited length, rounded down and rounded up, so that distant
        steps stay cheap; only where the bounds leave a doubt is the exact value asked.
        """
        one = 1 << (128 + 2 * wanted.denominator.bit_length())
        needed = wanted.numerator * one
        low = [x * one // self._scale(0) for x in self.start]
        high = [-(-x * one // self._scale(0)) for x in self.start]
        work = 2 * self.links * (100 + one.bit_length() // 64)
        t = 0
        while True:
            if high[-1] * wanted.denominator >= needed:
                if low[-1] * wanted.denominator >= needed:
                    return t
                if self.chance(t, limit, or_before=True) >= wanted:
                    return t
            t += 1
            check_work("quantile", t * work, limit, limits.STEP_WORK, _PRODUCTS)
            low = [x // self.denominator for x in _times(low, self.lasting)]
            high = [-(-x // self.denominator) for x in _times(high, self.lasting)]

    def last(self) -> int | None:
        """Return the last step with which it can end, None if there is none."""
        reached = {i for i in self.first if i < self.size}
        for t in range(self.size + 1):
            if not reached:
                return t
            reached = {j for i in reached for j in self.rows[i] if j < self.size}
        return None

    @property
    def mean(self) -> Fraction:
        """The sum of t P(T = t) over all t: a run that ends with step T visits T states before."""
        return Fraction(*added(self.visits))

    @property
    def mean_square(self) -> Fraction:
        """The sum of t² P(T = t) over all t."""
        # If each visit begins a run of its own, as many states are visited as 1 + 2 + … + T.
        pivots = eliminate(dict(enumerate(self.rows)))
        hopes = values(pivots, {self.size: (1, 1), self.size + 1: (0, 1)})
        visits, _ = flow(pivots, {i: (x, self._scale(0)) for i, x in self.first.items()})
        again, _ = flow(pivots, visits)
        sums = added([(x * hopes[i][0], of * hopes[i][1]) for i, (x, of) in again.items()])
        return 2 * Fraction(*sums) - self.mean

    def _scale(self, t: int) -> int:
        return sum(self.first.values()) * int(self.denominator**t)

    def _walking_work(self, t: int) -> int:
        """Estimate the products of machine words to walk on to step t, one by one."""
        steps = max(0, t + 1 - len(self._walked[0]))
        return steps * self.links * (100 + t * self.denominator.bit_length() // 64)

    def _jumping_work(self, t: int) -> int:
        """Estimate the products of machine words to square the matrix up to power t."""
        words = 1 + t * self.denominator.bit_length() // 128
        karatsuba = words * isqrt(words)  # a little less than Karatsuba's words**1.585
        return t.bit_length() * self.size**3 * 100 + 2 * self.size**3 * karatsuba

    def _walk(self, t: int) -> list[int]:
        """Return what ends with step 0, 1, …, t or more."""
        endings, weights = self._walked
        if len(endings) <= t:
            endings = list(endings)
            while len(endings) <= t:
                weights = _times(weights, self.matrix)
                endings.append(weights[-1])
            self._walked = endings, weights
        return endings

    def _jump(self, t: int) -> list[int]:
        """Return the weights after t steps, and what has ended, by repeated squaring."""
        weights, matrix = self.start, self.lasting
        while t:
            if t & 1:
                weights = _times(weights, matrix)
            t >>= 1
            if t:
                rows = [dict(links) for links in matrix]
                dense = ([row.get(i, 0) for i in range(len(matrix))] for row in rows)
                squared = [_times(row, matrix) for row in dense]
                matrix = [[(j, x) for j, x in enumerate(row) if x] for row in squared]
        return weights


_PRODUCTS = "products of machine words would be needed"


def _times(weights: list[int], matrix: Matrix) -> list[int]:
    found = [0] * len(weights)
    for i, links in enumerate(matrix):
        if x := weights[i]:
            for j, weight in links:
                found[j] += x * weight
    return found
