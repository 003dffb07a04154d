"""`StepDistribution`: how many steps until the end, without a horizon."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from . import _format
from .drawing import Rng, below
from .errors import ProbabilityError, check_int, check_share
from .phase import Phase

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
    _mass: Fraction  # the chance that it ends
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
        return Fraction(0) if self._conditional else 1 - self._mass

    def if_absorbed(self) -> StepDistribution:
        """Return the distribution of T for the runs that do end."""
        if not self._mass:
            raise ProbabilityError("if_absorbed: this chain never ends")
        return StepDistribution(self._phase, self._mass, True)

    def pmf(self, t: int, *, limit: int | None = None) -> Fraction:
        """Return P(T = t)."""
        t = check_int("pmf: t", t)
        return self._share(self._phase.ending(t, limit)) if t >= 0 else Fraction(0)

    def cdf(self, t: int, *, limit: int | None = None) -> Fraction:
        """Return P(T <= t)."""
        t = check_int("cdf: t", t)
        return self._share(self._phase.ended(t, limit)) if t >= 0 else Fraction(0)

    def tail(self, t: int, *, limit: int | None = None) -> Fraction:
        """Return P(T >= t), runs that never end included."""
        t = check_int("tail: t", t)
        return 1 - self.cdf(t - 1, limit=limit)

    def beyond(self, n: int, *, limit: int | None = None) -> Fraction:
        """Return P(T > n), runs that never end included: what `head(n)` leaves."""
        n = check_int("beyond: n", n)
        return 1 - self.cdf(n, limit=limit)

    def head(self, n: int, *, limit: int | None = None) -> list[Fraction]:
        """Return [P(T = 1), …, P(T = n)]; with `pmf(0)` and `beyond(n)` they sum to 1."""
        n = check_int("head: n", n, least=0)
        chances = self._phase.endings(n, limit)
        return [self._share(p) for p in chances] if self._conditional else chances

    def mean(self) -> Fraction:
        """Return the expected number of steps; an error if the end may never come."""
        self._check_finite("mean")
        return self._share(self._phase.moment(1))

    def variance(self) -> Fraction:
        """Return the variance of the number of steps; an error if the end may never come."""
        self._check_finite("variance")
        return self._share(self._phase.moment(2)) - self.mean() ** 2

    def quantile(self, q: Fraction | int | str, *, limit: int | None = None) -> int | None:
        """Return the smallest t with P(T <= t) >= q; None if no t reaches it."""
        wanted = check_share("quantile: q", q)
        if self._conditional:
            wanted *= self._mass
        if wanted > self._mass:
            return None
        if wanted == self._mass:
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
            digits, scale = digits * DRAWN + below(rng, DRAWN), scale * DRAWN
            low, high = Fraction(digits, scale), Fraction(digits + 1, scale)
            if low >= ends:
                return None
            steps = self.quantile(high, limit=limit) if high <= ends else None
            if steps is not None and (steps == 0 or self.cdf(steps - 1, limit=limit) <= low):
                return steps

    def _share(self, chance: Fraction) -> Fraction:
        return chance / self._mass if self._conditional else chance

    def _check_finite(self, what: str) -> None:
        if self.never:
            raise ProbabilityError(
                f"{what}: infinite, because the end never comes with probability {self.never};"
                " ask if_absorbed() for the runs that do end"
            )

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
