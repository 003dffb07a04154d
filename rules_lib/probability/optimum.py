"""`Optimum`: the solution of a decision problem, by exact policy iteration.

Improving a policy step by step finds the best one only if every policy ends for certain.
So each end component (a set of states in which play can be kept going for ever) becomes one
state first. It offers every option that leaves the set, and one more: to stay for ever.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Generic, TypeVar

from rules_lib.frozen import FrozenMap, Lazy

from .distribution import Distribution
from .end_components import end_components
from .errors import ProbabilityError, check_hashable, in_short, shown
from .graph import closed_components
from .linear import Row, eliminate, values

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)

Pair = tuple[int, int]
Options = list[list[Row] | None]
"""For each state one row per offered action, one if there is none, and None at ends."""


@dataclass(frozen=True, repr=False)
class Optimum(Lazy, Generic[S, A]):
    """The best play of a `DecisionProblem`, exact. Made by `DecisionProblem.solve`.

    `policy` is one best play for the whole problem. `ties` compares single decisions: all the
    listed actions are exactly as good if play goes on best afterwards. (Where standing still
    costs nothing, standing still ties; doing only that for ever may still be worse.)
    """

    _start: Distribution[S]
    _states: tuple[S, ...]
    _offered: tuple[tuple[A, ...], ...]
    _rows: Options
    _never_pays: Fraction
    _traps: list[list[int]]
    _values: list[Pair]

    def __hash__(self) -> int:
        """Hash what equal ones share."""
        return hash((self._start, self._states))

    @property
    def value(self) -> Fraction:
        """What the start is worth under best play."""
        weighted = sum(w * self.values[state] for state, w in self._start.weights.items())
        return Fraction(weighted, self._start.denominator)

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
        return Fraction(*self._q(i, self._offered[i].index(action)))

    @cached_property
    def policy(self) -> Mapping[S, A]:
        """One best action for each state that offers any; together they reach the best value.

        The first best action in the order offered, except where that would keep the process
        going for ever and this is worth less: there the first one that leads out, or on the way.
        """
        chosen = {i: best[0] for i, best in self._best.items()}
        for trap in self._traps:
            if self._values[trap[0]] != _pair(self._never_pays):
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

    def __repr__(self) -> str:
        """Summarise the solution."""
        return f"<Optimum: value {self.value}, {len(self.policy)} decisions, {len(self.ties)} ties>"

    @cached_property
    def _best(self) -> dict[int, list[int]]:
        """For each state that is no end, the options that are worth as much as the state."""
        return {
            i: [a for a in range(len(options)) if self._q(i, a) == self._values[i]]
            for i, options in enumerate(self._rows)
            if options is not None
        }

    def _option(self, i: int, option: int) -> Row:
        return (self._rows[i] or ())[option]

    def _q(self, i: int, option: int) -> Pair:
        row = self._option(i, option)
        return _mean(row, sum(row.values()), self._values)

    def _way_out(self, trap: list[int], chosen: Mapping[int, int]) -> dict[int, int]:
        """Change the options of a set that must be left, where the chosen ones never leave it."""
        rows = {i: self._option(i, chosen[i]) for i in trap}
        caught = _leading_to({i for c in closed_components(rows) for i in c}, rows)
        changed: dict[int, int] = {}
        while caught:
            found: dict[int, int] = {}
            for i in sorted(caught):
                best = self._best[i]
                out = (each for each in best if not caught.issuperset(self._option(i, each)))
                if (option := next(out, None)) is not None:
                    found[i] = option
            changed.update(found)
            caught.difference_update(found)
        return changed


def optimum(
    start: Distribution[S],
    states: list[S],
    offered: list[tuple[A, ...]],
    rows: Options,
    pays: dict[int, Fraction],
    never_pays: Fraction,
) -> Optimum[S, A]:
    """Solve."""
    traps = end_components(rows)
    values = _best_values(rows, traps, pays, never_pays)
    return Optimum(start, tuple(states), tuple(offered), rows, never_pays, traps, values)


def _best_values(
    rows: Options,
    traps: list[list[int]],
    pays: Mapping[int, Fraction],
    never_pays: Fraction,
) -> list[Pair]:
    """Return the best value of every state as a reduced fraction (top, bottom)."""
    home: dict[int, int] = {i: at for at, trap in enumerate(traps) for i in trap}
    for i, choices in enumerate(rows):
        if choices is not None:
            home.setdefault(i, len(traps) + len(home))
    # Number the merged states without gaps, then the ends, then "stay for ever".
    numbers: dict[int, int] = {}
    place = {i: numbers.setdefault(at, len(numbers)) for i, at in home.items()}
    ends = {i: len(numbers) + k for k, i in enumerate(pays)}
    place.update(ends)
    stay = len(numbers) + len(pays)
    options: list[list[Row]] = [[] for _ in numbers]
    for i, choices in enumerate(rows):
        for row in choices or ():
            moved = _moved(row, place)
            if set(moved) != {place[i]}:
                options[place[i]].append(moved)
    for trap in traps:
        options[place[trap[0]]].append({stay: 1})
    worth = {at: pays[i] for i, at in ends.items()} | {stay: never_pays}
    found = _iterate_policies(options, worth)
    return [found[place[i]] for i in range(len(rows))]


def _iterate_policies(options: list[list[Row]], worth: Mapping[int, Fraction]) -> dict[int, Pair]:
    """Improve a policy until no single change helps: then it is the best of all."""
    totals = [[sum(row.values()) for row in rows] for rows in options]
    chosen = [0] * len(options)
    fixed = {j: _pair(x) for j, x in worth.items()}
    while True:
        pivots = eliminate([dict(rows[a]) for rows, a in zip(options, chosen, strict=True)])
        found = fixed | {i: _pair(x) for i, x in values(pivots, worth).items()}
        improved = False
        for i, rows in enumerate(options):
            best = found[i]
            for a, row in enumerate(rows):
                if a != chosen[i]:
                    value = _mean(row, totals[i][a], found)
                    if value[0] * best[1] > best[0] * value[1]:
                        best, chosen[i], improved = value, a, True
        if not improved:
            return found


def _mean(row: Row, total: int, of: Mapping[int, Pair] | list[Pair]) -> Pair:
    """Return the mean of values over a row, reduced."""
    common = lcm(*(of[j][1] for j in row))
    top = sum(x * of[j][0] * (common // of[j][1]) for j, x in row.items())
    return _pair(Fraction(top, common * total))


def _pair(value: Fraction) -> Pair:
    return value.numerator, value.denominator


def _moved(row: Row, place: Mapping[int, int]) -> Row:
    moved: Row = {}
    for i, weight in row.items():
        moved[place[i]] = moved.get(place[i], 0) + weight
    return moved


def _leading_to(targets: set[int], rows: Mapping[int, Row]) -> set[int]:
    """Return the states from which some target can be reached, targets included."""
    sources: dict[int, list[int]] = {}
    for i, row in rows.items():
        for j in row:
            sources.setdefault(j, []).append(i)
    found, waiting = set(targets), list(targets)
    while waiting:
        for i in sources.get(waiting.pop(), ()):
            if i not in found:
                found.add(i)
                waiting.append(i)
    return found
