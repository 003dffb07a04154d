"""The best play in a process in which someone decides, found exactly.

>>> from rules_lib.probability import Distribution
>>> def step(points, action):   # throw once more for all or nothing, or take the points
...     if action == "take":
...         return Distribution.certain(("done", points))
...     return Distribution({points + 1: "2/3", ("done", 0): "1/3"})
>>> game = DecisionProblem(1, lambda points: ["take", "throw"] if points < 3 else ["take"], step,
...                        is_end=lambda x: isinstance(x, tuple), payoff=lambda end: end[1])
>>> best = game.solve()
>>> best.value, best.policy[1], dict(best.ties)
(Fraction(4, 3), 'throw', {2: ('take', 'throw')})
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeVar, cast

from rules_lib.values.frozen import FrozenMap, Lazy

from .distribution import Distribution
from .errors import (
    ProbabilityError,
    check_callable,
    check_fraction,
    check_hashable,
    check_int,
    in_short,
    shown,
)
from .graph import components, end_components, leading_to
from .linear import Pair, Row, weighted
from .optimum import best_values, mean, successors
from .reach import Options, first_distribution, reach, row_of

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True, slots=True)
class DecisionProblem(Generic[S, A]):
    """A process that goes on by a chosen action until it ends and pays.

    Attributes:
        start: a state, or the distribution of the first state.
        actions: the actions a state offers. Where it offers none, nobody decides: the process
            goes on by `step(state, None)`.
        step: from a state and an action to the distribution of the next state.
        is_end: tells the states in which the process stops.
        payoff: what an end is worth (an int or a Fraction); the aim is the greatest expectation.
        never_pays: what it is worth if the process never ends.
        limit: states allowed, `limits.STATES` if None.
    """

    start: S | Distribution[S]
    actions: Callable[[S], Sequence[A]]
    step: Callable[[S, A], Distribution[S] | Mapping[S, int]]
    is_end: Callable[[S], object]
    payoff: Callable[[S], Fraction | int]
    never_pays: Fraction | int = 0
    limit: int | None = None

    def __post_init__(self) -> None:
        """Check what can be checked before any state is seen."""
        for name in ("actions", "step", "is_end", "payoff"):
            check_callable(name, getattr(self, name))
        check_fraction("never_pays", self.never_pays)
        if self.limit is not None:
            check_int("limit", self.limit, least=1)

    def solve(self) -> Optimum[S, A]:
        """Find all states that can be reached under any play, and the best play among them."""
        first = first_distribution(self.start)
        offered: list[tuple[A, ...]] = []
        worth: dict[int, Pair] = {}

        def options_of(state: S, number: Callable[[S], int]) -> list[Row] | None:
            if self.is_end(state):
                pays = check_fraction(f"payoff({in_short(state)})", self.payoff(state))
                worth[len(offered)] = pays.as_integer_ratio()
                offered.append(())
                return None
            offered.append(self._actions(state))
            chances = offered[-1] or (cast("A", None),)
            return [row_of(self.step(state, a), number, state, a) for a in chances]

        states, options = reach("solve", first, options_of, self.limit)
        never = check_fraction("never_pays", self.never_pays).as_integer_ratio()
        traps = end_components(options)
        parts = components(successors(options))
        found = best_values(parts, options, worth, never=never, traps=traps)
        return Optimum(
            first, tuple(states), tuple(offered), options, found, range(len(states)), never, traps
        )

    def _actions(self, state: S) -> tuple[A, ...]:
        try:
            actions = tuple(self.actions(state))
            different = len(set(actions))
        except TypeError as problem:
            raise ProbabilityError(
                f"actions({in_short(state)}) must return a sequence of hashable actions: {problem}"
            ) from None
        if different < len(actions):
            raise ProbabilityError(
                f"actions({in_short(state)}) names an action twice: {shown(actions)}"
            )
        return actions


@dataclass(frozen=True, repr=False)
class Optimum(Lazy, Generic[S, A]):
    """The best play of a `DecisionProblem`, exact. Made by `DecisionProblem.solve`.

    `policy` is one best play for the whole problem. `ties` compares single decisions: all the
    listed actions are exactly as good if play goes on best afterwards. (Where standing still
    costs nothing, standing still ties; doing only that for ever may still be worse.)
    """

    _start: Distribution[S]
    _states: tuple[S, ...]
    _offered: Sequence[tuple[A, ...]]
    _rows: Options
    _values: list[Pair]
    _order: Sequence[int]
    _never: Pair = (0, 1)
    _traps: Sequence[Sequence[int]] = ()

    def __hash__(self) -> int:
        """Hash what equal ones share."""
        return hash((self._start, self._states))

    @property
    def value(self) -> Fraction:
        """What the start is worth under best play."""
        top, bottom = weighted(dict(enumerate(self._start._weights.values())), self._values)
        return Fraction(top, bottom * self._start.denominator)

    @cached_property
    def _index(self) -> Mapping[S, int]:
        return {state: i for i, state in enumerate(self._states)}

    @cached_property
    def values(self) -> Mapping[S, Fraction]:
        """What each state is worth under best play, ends included."""
        return FrozenMap(
            {s: Fraction(*pair) for s, pair in zip(self._states, self._values, strict=True)}
        )

    def q(self, state: S, action: A) -> Fraction:
        """Return what `action` in `state` is worth if play goes on best afterwards."""
        check_hashable("q: state", state)
        check_hashable("q: action", action)
        i = self._index.get(state)
        if i is None:
            raise ProbabilityError(f"q: {shown(state)} is not a state that can be reached")
        if action not in self._offered[i]:
            raise ProbabilityError(
                f"q: {shown(action)} is not an action of {in_short(state)};"
                f" it offers {in_short(self._offered[i])}"
            )
        option = self._option(i, self._offered[i].index(action))
        return Fraction(*mean(option, self._values))

    @cached_property
    def policy(self) -> Mapping[S, A]:
        """One best action for each state that offers any; together they reach the best value.

        The first best action in the order offered, except where that would keep the process
        going for ever and this is worth less: there the first one that leads out, or on the way.
        """
        chosen = {i: best[0] for i, best in self._best.items()}
        for trap in self._traps:
            if self._values[trap[0]] != self._never:
                chosen.update(self._way_out(trap, chosen))
        return FrozenMap(
            {self._states[i]: self._offered[i][a] for i, a in chosen.items() if self._offered[i]}
        )

    @cached_property
    def ties(self) -> Mapping[S, tuple[A, ...]]:
        """For each state with several best actions, all of them, in the order offered."""
        return FrozenMap(
            {
                self._states[i]: tuple(self._offered[i][a] for a in best)
                for i, best in self._best.items()
                if len(best) > 1
            }
        )

    @cached_property
    def options(self) -> Mapping[S, Mapping[A, Fraction]]:
        """For each state that offers any action, what each is worth if play goes on best."""
        found: dict[S, Mapping[A, Fraction]] = {}
        for i in self._best:
            worth = (Fraction(*mean(row, self._values)) for row in self._rows[i] or ())
            if names := self._offered[i]:
                found[self._states[i]] = FrozenMap(zip(names, worth, strict=True))
        return FrozenMap(found)

    def __repr__(self) -> str:
        """Summarise the solution."""
        return f"<Optimum: value {self.value}, {len(self.policy)} decisions, {len(self.ties)} ties>"

    @cached_property
    def _best(self) -> dict[int, list[int]]:
        """For each state that is no end, the options that are worth as much as the state."""
        return {
            i: [a for a, row in enumerate(rows) if mean(row, self._values) == self._values[i]]
            for i in self._order
            if (rows := self._rows[i]) is not None
        }

    def _option(self, i: int, option: int) -> Row:
        return (self._rows[i] or ())[option]

    def _way_out(self, trap: Sequence[int], chosen: Mapping[int, int]) -> dict[int, int]:
        """Change the options of a set that must be left, where the chosen ones may never do so."""
        rows = {i: self._option(i, chosen[i]) for i in trap}
        outside = {j for row in rows.values() for j in row if j not in rows}
        caught = leading_to(rows.keys() - leading_to(outside, rows.items()), rows.items())
        changed: dict[int, int] = {}
        while caught:
            found: dict[int, int] = {}
            for i in caught:
                best = self._best[i]
                out = (each for each in best if not caught.issuperset(self._option(i, each)))
                if (option := next(out, None)) is not None:
                    found[i] = option
            changed.update(found)
            caught.difference_update(found)
        return changed
