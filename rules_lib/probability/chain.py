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
from math import lcm
from typing import Generic, NamedTuple, TypeVar

from rules_lib.values.frozen import FrozenMap, Lazy

from .decision import DecisionProblem, Optimum
from .distribution import Distribution
from .errors import check_callable
from .graph import Reached, Row, closed, reach
from .linear import Pair, Pivot, added, eliminate, flow, moved, values
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
    found: Reached[S, None]
    found = reach("explore", start, is_end, lambda _: (), lambda state, _: step(state), limit)
    rows = tuple(None if options is None else options[0] for options in found.options)
    return Chain(found.states, rows, tuple(found.first._weights.values()))


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
        fates = self._solution.fates
        return FrozenMap({x: Fraction(*p) for x, p in fates.items() if not isinstance(x, Stuck)})

    @cached_property
    def never(self) -> Fraction:
        """The probability that the process never ends."""
        fates = self._solution.fates
        return Fraction(*added([pair for x, pair in fates.items() if isinstance(x, Stuck)]))

    @cached_property
    def ends(self) -> Distribution[S | Stuck[S]]:
        """What becomes of it: the distribution of the end state, or of the `Stuck` set.

        Ends come in the order found, sets last.
        """
        fates = self._solution.fates
        common = lcm(*(bottom for _, bottom in fates.values()))
        return Distribution._counted({x: a * (common // b) for x, (a, b) in fates.items()})

    @cached_property
    def visits(self) -> Mapping[S, Fraction]:
        """The expected number of visits to each passing state, the start included.

        A state comes after those that lead to it, unless it leads back.
        """
        found = reversed(self._solution.visits.items())
        return FrozenMap({self.states[i]: Fraction(*visits) for i, visits in found})

    @cached_property
    def steps(self) -> StepDistribution:
        """The distribution of the number of steps until the end."""
        visits = self._solution.visits
        if self.never:
            ends = {i: (int(row is None), 1) for i, row in enumerate(self._rows)}
            hopes = values(self._solution.pivots, ends)
            visits = {i: (x * hopes[i][0], of * hopes[i][1]) for i, (x, of) in visits.items()}
        alive = [i for i in sorted(visits) if visits[i][0]]
        ended, lost = len(alive), len(alive) + 1
        place = {i: lost if row else ended for i, row in enumerate(self._rows)}
        place.update((i, at) for at, i in enumerate(alive))
        rows = [moved(self._rows[i] or {}, place) for i in alive]
        first = moved(dict(enumerate(self._start)), place)
        return StepDistribution(Phase(first, rows, [visits[i] for i in alive]), self.never)

    def __repr__(self) -> str:
        """Count the states."""
        ends = self._rows.count(None)
        return f"<Chain: {len(self.states)} states, {ends} of them ends>"

    @cached_property
    def _solution(self) -> _Solution[S]:
        """Eliminate the passing states, and let the start flow through them to the fates."""
        going = {i: row for i, row in enumerate(self._rows) if row}
        traps = sorted(closed(going))
        trapped = {i for trap in traps for i in trap}
        pivots = eliminate({i: row for i, row in going.items() if i not in trapped})
        start = {i: (x, sum(self._start)) for i, x in enumerate(self._start)}
        visits, arrived = flow(pivots, start)
        fates: dict[S | Stuck[S], Pair]
        fates = {self.states[i]: arrived[i] for i in sorted(arrived) if i not in trapped}
        for trap in traps:
            stuck = Stuck(frozenset(self.states[i] for i in trap))
            fates[stuck] = added([arrived[i] for i in trap if i in arrived])
        return _Solution(pivots, visits, fates)


class _Solution(NamedTuple, Generic[S]):
    """How the passing states were eliminated, how often each is visited, and what comes of it."""

    pivots: list[Pivot]
    visits: dict[int, Pair]
    fates: dict[S | Stuck[S], Pair]
