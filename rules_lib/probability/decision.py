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

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import starmap
from typing import Generic, TypeVar, cast

from rules_lib.errors import shown
from rules_lib.values.frozen import FrozenMap, Lazy

from .distribution import Distribution
from .errors import ProbabilityError, check_callable, check_fraction
from .graph import Reached, Row, closed, components, lasting, reach
from .linear import Pair, eliminate, mean, values

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DecisionProblem(Generic[S, A]):
    """A process that goes on by a chosen action until it ends and pays.

    Attributes:
        start: a state, or the distribution of the first state.
        actions: the actions a state offers. Where it offers none, nobody decides: the process
            goes on by `step(state, None)`.
        step: from a state and an action to the distribution of the next state.
        is_end: tells the states in which the process stops.
        payoff: what an end is worth (an int or a Fraction).
        never_pays: what it is worth if the process never ends.
        limit: states allowed, `limits.STATES` if None.
        maximises: tells the states whose decider aims at the greatest expectation; in the others
            an opponent aims at the smallest. None: there is no opponent.
    """

    start: S | Distribution[S]
    actions: Callable[[S], Sequence[A]]
    step: Callable[[S, A], Distribution[S] | Mapping[S, int]]
    is_end: Callable[[S], object]
    payoff: Callable[[S], Fraction | int]
    never_pays: Fraction | int = 0
    limit: int | None = None
    maximises: Callable[[S], object] | None = None

    def __post_init__(self) -> None:
        """Check what can be checked before any state is seen."""
        for name in ("actions", "step", "is_end", "payoff"):
            check_callable(name, getattr(self, name))
        check_fraction("never_pays", self.never_pays)
        if self.maximises is not None:
            check_callable("maximises", self.maximises)

    def solve(self) -> Optimum[S, A]:
        """Find all states that can be reached under any play, and the best play among them.

        Raises:
            ProbabilityError: both sides decide in states that lead to one another; what a function
                gives is not as told.
            WorkLimitExceeded: too many states, or too much work.
        """
        step = cast("Callable[[S, A | None], Distribution[S]]", self.step)
        found = reach("solve", self.start, self.is_end, self._actions, step, self.limit)
        never = check_fraction("never_pays", self.never_pays).as_integer_ratio()
        worth: dict[int, Pair] = {}
        opposed: set[int] = set()
        for i, state in enumerate(found.states):
            if found.options[i] is None:
                pays = check_fraction(f"payoff({shown(state)})", self.payoff(state))
                worth[i] = pays.as_integer_ratio()
            elif self.maximises and found.offered[i] and not self.maximises(state):
                opposed.add(i)
        return Optimum(found, _best_values(found, worth, never, opposed), never)

    def _actions(self, state: S) -> tuple[A, ...]:
        try:
            actions = tuple(self.actions(state))
            different = len(set(actions))
        except TypeError as problem:
            raise ProbabilityError(
                f"actions({shown(state)}) must return a sequence of hashable actions: {problem}"
            ) from None
        if different < len(actions):
            raise ProbabilityError(
                f"actions({shown(state)}) names an action twice: {shown(actions)}"
            )
        return actions


@dataclass(frozen=True, repr=False)
class Optimum(Lazy, Generic[S, A]):
    """The best play of a `DecisionProblem`, exact. Made by `DecisionProblem.solve`.

    `policy` is one best play for the whole problem. `ties` compares single decisions: all the
    listed actions are exactly as good if play goes on best afterwards. (Where standing still
    costs nothing, standing still ties; doing only that for ever may still be worse.)
    """

    _found: Reached[S, A]
    _values: Mapping[int, Pair]
    _never: Pair

    def __hash__(self) -> int:
        """Hash what equal ones share."""
        return hash((self._found.first, self._found.states))

    @property
    def value(self) -> Fraction:
        """What the start is worth under best play."""
        first = self._found.first._weights.values()
        return Fraction(*mean(dict(enumerate(first)), self._values))

    @cached_property
    def values(self) -> Mapping[S, Fraction]:
        """What each state is worth under best play, ends included.

        A state comes after those it leads to, unless they lead back.
        """
        return self._named({i: Fraction(*value) for i, value in self._values.items()})

    @cached_property
    def policy(self) -> Mapping[S, A]:
        """One best action for each state that offers any; together they reach the best value.

        The first best action in the order offered, except in a set of states that these would
        never leave, though going on for ever is worth less: there the first one that leads out.
        """
        chosen = {i: best[0] for i, best in self._best.items()}
        rows = {i: options[chosen.get(i, 0)] for i, options in self._options.items()}
        while caught := [part for part in closed(rows) if self._values[part[0]] != self._never]:
            for part in caught:
                for i in part:
                    for option in self._best.get(i, ()):
                        if not set(part).issuperset(self._options[i][option]):
                            chosen[i], rows[i] = option, self._options[i][option]
                            break
        return self._named({i: self._found.offered[i][a] for i, a in chosen.items()})

    @cached_property
    def ties(self) -> Mapping[S, tuple[A, ...]]:
        """For each state with several best actions, all of them, in the order offered."""
        offered = self._found.offered
        several = {i: best for i, best in self._best.items() if len(best) > 1}
        return self._named({i: tuple(offered[i][a] for a in best) for i, best in several.items()})

    @cached_property
    def options(self) -> Mapping[S, Mapping[A, Fraction]]:
        """For each state that offers any action, what each is worth if play goes on best."""
        found: dict[int, Mapping[A, Fraction]] = {}
        for i, worth in self._worth.items():
            found[i] = FrozenMap(zip(self._found.offered[i], starmap(Fraction, worth), strict=True))
        return self._named(found)

    def __repr__(self) -> str:
        """Summarise the solution."""
        return f"<Optimum: value {self.value}, {len(self.policy)} decisions, {len(self.ties)} ties>"

    @cached_property
    def _options(self) -> dict[int, tuple[Row, ...]]:
        return {i: rows for i, rows in enumerate(self._found.options) if rows}

    @cached_property
    def _worth(self) -> dict[int, list[Pair]]:
        """What the options are worth of each state in which somebody decides."""
        deciding = {i: rows for i, rows in self._options.items() if self._found.offered[i]}
        return {i: [mean(row, self._values) for row in rows] for i, rows in deciding.items()}

    @cached_property
    def _best(self) -> dict[int, list[int]]:
        """The options that are worth as much as their state."""
        return {
            i: [option for option, pair in enumerate(worth) if pair == self._values[i]]
            for i, worth in self._worth.items()
        }

    def _named(self, of: Mapping[int, T]) -> Mapping[S, T]:
        return FrozenMap({self._found.states[i]: each for i, each in of.items()})


def _best_values(
    found: Reached[S, A], worth: Mapping[int, Pair], never: Pair, opposed: Collection[int]
) -> dict[int, Pair]:
    """Return what every state is worth under best play, as reduced pairs: back from the ends."""
    options = {i: rows or () for i, rows in enumerate(found.options)}
    known: dict[int, Pair] = {}
    ahead = {i: dict.fromkeys(j for row in rows for j in row) for i, rows in options.items()}
    for part in components(ahead):
        i, rows = part[0], options[part[0]]
        if not rows:
            known[i] = worth[i]
        elif len(part) == 1 and all(i not in row for row in rows):
            known[i] = mean(rows[0], known)
            for row in rows[1:]:
                value = mean(row, known)
                if _better(value, known[i], i in opposed):
                    known[i] = value
        else:
            sides = {j in opposed for j in part if len(options[j]) > 1}
            if len(sides) > 1:
                raise ProbabilityError(
                    f"solve: both sides decide in states that lead to {shown(found.states[i])}"
                    " and back; one may"
                )
            known |= _best_of_a_round({j: options[j] for j in part}, known, never, sides == {True})
    return known


def _best_of_a_round(
    round_: Mapping[int, Sequence[Row]], known: Mapping[int, Pair], never: Pair, opposed: bool
) -> dict[int, Pair]:
    """Return the best values of states that lead to one another, by exact policy iteration.

    A policy has a value if it ends for certain. So where play can be kept going for ever, one may
    also stop for what that is worth, and does at first. Whatever is better than a policy that
    ends, ends, too: in a round without an end no state is worth less than what it leads to.
    """
    stop = -1
    options = {i: [*rows] for i, rows in round_.items()}
    chosen = dict.fromkeys(options, 0)
    for i in lasting(round_):
        chosen[i] = len(options[i])
        options[i].append({stop: 1})
    ends = {j: known[j] for rows in round_.values() for row in rows for j in row if j in known}
    ends[stop] = never
    better = True
    while better:
        found = values(eliminate({i: options[i][a] for i, a in chosen.items()}), ends)
        better = False
        for i, rows in options.items():
            best = found[i]
            for a, row in enumerate(rows):
                if a != chosen[i]:
                    value = mean(row, found)
                    if _better(value, best, opposed):
                        best, chosen[i], better = value, a, True
    return {i: found[i] for i in round_}


def _better(one: Pair, other: Pair, opposed: bool) -> bool:
    """Whether a value is better for who decides."""
    ahead, behind = one[0] * other[1], other[0] * one[1]
    return ahead < behind if opposed else ahead > behind
