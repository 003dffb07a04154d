"""Processes that go on step by step until they end, solved exactly.

Where nobody decides: `explore` and the `Chain` it returns. Where somebody does:
`DecisionProblem` and its `Optimum`.

>>> from rules_lib.probability import Distribution, chain
>>> walk = chain.explore(2, lambda x: Distribution.uniform([x - 1, x + 1]), lambda x: x in (0, 5))
>>> walk.absorbed[5], walk.steps.mean()
(Fraction(2, 5), Fraction(6, 1))
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeVar, cast

from rules_lib.values.frozen import FrozenMap, Lazy

from .decision import DecisionProblem, Optimum
from .distribution import Distribution
from .errors import check_callable, check_int
from .graph import end_components, leading_to
from .linear import Pivot, Row, eliminate, moved, visits
from .reach import first_distribution, reach, row_of
from .step_distribution import Phase, StepDistribution

__all__ = ["Chain", "DecisionProblem", "Optimum", "StepDistribution", "Stuck", "explore"]

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Stuck(Generic[S]):
    """Where a run that never ends goes round for ever: a set of states it cannot leave."""

    states: frozenset[S]


def explore(
    start: S | Distribution[S],
    step: Callable[[S], Distribution[S] | Mapping[S, int]],
    is_end: Callable[[S], object],
    *,
    limit: int | None = None,
) -> Chain[S]:
    """Find every state that can be reached, and return the chain they form.

    Args:
        start: a state, or the distribution of the first state.
        step: from a state to the distribution of the next one (or to whole-number weights).
        is_end: tells the states in which the process stops; they are not asked for a step.
        limit: states allowed, `limits.STATES` if None.
    """
    check_callable("step", step)
    check_callable("is_end", is_end)
    if limit is not None:
        limit = check_int("limit", limit, least=1)
    first = first_distribution(start)
    states, options = reach(
        "explore",
        first,
        lambda state, number: None if is_end(state) else [row_of(step(state), number, state)],
        limit,
    )
    rows = tuple(None if found is None else found[0] for found in options)
    return Chain(tuple(states), rows, tuple(first._weights.values()))


@dataclass(frozen=True, repr=False)
class Chain(Lazy, Generic[S]):
    """A Markov chain from its start to its ends, solved when asked. Made by `explore`.

    A state is an end, or stuck (in a set of states that cannot be left and holds no end), or
    passing: visited a finite number of times.

    Attributes:
        states: every state that can be reached, in the order found.
    """

    states: tuple[S, ...]
    _rows: tuple[Row | None, ...]
    _start: tuple[int, ...]

    def __hash__(self) -> int:
        """Hash what equal chains share."""
        return hash((self.states, self._start))

    @cached_property
    def absorbed(self) -> Mapping[S, Fraction]:
        """For each end that can be reached, the probability that the process ends there."""
        return FrozenMap({x: self.ends[x] for x in self._fates if not isinstance(x, Stuck)})

    @cached_property
    def stuck(self) -> Mapping[frozenset[S], Fraction]:
        """For each set of states a run can get stuck in, the probability of that."""
        return FrozenMap({x.states: self.ends[x] for x in self._fates if isinstance(x, Stuck)})

    @cached_property
    def never(self) -> Fraction:
        """The probability that the process never ends."""
        return self.ends.probability(lambda fate: isinstance(fate, Stuck))

    @property
    def ends(self) -> Distribution[S | Stuck[S]]:
        """What becomes of it: the distribution of the end state, or of the `Stuck` set."""
        return self._solution[1]

    @cached_property
    def visits(self) -> Mapping[S, Fraction]:
        """The expected number of visits to each passing state, the start included."""
        found = visits(self._solution[0], len(self._passing))
        return FrozenMap({self.states[i]: found[at] for at, i in enumerate(self._passing)})

    @cached_property
    def steps(self) -> StepDistribution:
        """The distribution of the number of steps until the end."""
        ends = {i for i, row in enumerate(self._rows) if row is None}
        alive = sorted(leading_to(ends, enumerate(self._rows)) - ends)
        ended, lost = len(alive), len(alive) + 1
        place = {i: lost if row else ended for i, row in enumerate(self._rows)}
        place.update((i, at) for at, i in enumerate(alive))
        rows = [moved(self._row(i), place) for i in alive]
        first = moved(dict(enumerate(self._start)), place)
        return StepDistribution(Phase(first, rows), 1 - self.never)

    def __repr__(self) -> str:
        """Count the states."""
        ends = self._rows.count(None)
        return f"<Chain: {len(self.states)} states, {ends} of them ends>"

    def _row(self, i: int) -> Row:
        return cast("Row", self._rows[i])

    @cached_property
    def _traps(self) -> list[list[int]]:
        """The sets of states that cannot be left and hold no end."""
        return end_components([None if row is None else [row] for row in self._rows])

    @cached_property
    def _passing(self) -> list[int]:
        trapped = {i for trap in self._traps for i in trap}
        return [i for i, row in enumerate(self._rows) if row is not None and i not in trapped]

    @property
    def _fates(self) -> list[S | Stuck[S]]:
        """Whatever may become of it, in the order found; the traps come last."""
        return self._solution[2]

    @cached_property
    def _solution(self) -> tuple[list[Pivot], Distribution[S | Stuck[S]], list[S | Stuck[S]]]:
        """Eliminate the passing states; what is left leads from the start to the fates."""
        passing = self._passing
        start = len(passing)
        place = {i: at for at, i in enumerate(passing)}
        ends = [[i] for i, row in enumerate(self._rows) if row is None]
        for at, fate in enumerate([*ends, *self._traps], start + 1):
            place.update(dict.fromkeys(fate, at))
        fates: list[S | Stuck[S]] = [self.states[i] for (i,) in ends]
        fates += [Stuck(frozenset(self.states[i] for i in trap)) for trap in self._traps]
        rows = [moved(self._row(i), place) for i in passing]
        rows.append(moved(dict(enumerate(self._start)), place))
        pivots = eliminate(rows, keep=(start,))
        weights = {fates[at - start - 1]: x for at, x in sorted(rows[start].items())}
        return pivots, Distribution._counted(weights), list(weights)
