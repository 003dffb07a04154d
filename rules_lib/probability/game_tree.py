"""Finite games of chance with decisions of one or several players, solved exactly.

A game is a function that tells what happens in a state: `Chance`, a `Choice`, or `End`. No state
may lead back to itself. `distribution` follows given decisions; `solve` finds the best ones.

>>> def expand(state):   # a coin; then keep what it shows, or change it for the 2 of a sure thing
...     if state == "toss":
...         return Chance(((1, 0, ()), (1, 5, ("lucky",))))
...     if isinstance(state, int):
...         return Choice("you", "keep?", (("keep", (state,), ()), ("change", (2,), ("changed",))))
...     return End()
>>> best = solve("toss", expand, payoff=lambda end: end[0], maximises=lambda player: True)
>>> best.value, best.best[0], dict(best.options[5])
(Fraction(7, 2), 'change', {'keep': Fraction(5, 1), 'change': Fraction(2, 1)})
>>> best.distribution().events["lucky"]
Fraction(1, 2)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import Generic, TypeAlias, TypeVar

from rules_lib.frozen import FrozenMap, Lazy

from .distribution import Distribution
from .errors import ProbabilityError, check_callable, check_fraction, shown
from .tree_walk import Chance, Choice, Edge, End, Node, Tree

__all__ = ["Chance", "Choice", "End", "TreeDistribution", "TreeValue", "distribution", "solve"]

S = TypeVar("S", bound=Hashable)
E = TypeVar("E", bound=Hashable)


Pair: TypeAlias = tuple[int, int]  # a fraction: top, bottom


@dataclass(frozen=True, slots=True)
class TreeDistribution(Generic[S, E]):
    """What happens under given decisions. Made by `distribution`.

    Attributes:
        ends: the distribution of the end.
        events: the probability of each event that can happen.
        states: how many states can be reached, ends included.
    """

    ends: Distribution[S]
    events: Mapping[E, Fraction]
    states: int


def distribution(
    start: S,
    expand: Callable[[S], Node[S, E]],
    choose: Callable[[S, Choice[S, E]], Hashable],
    *,
    limit: int | None = None,
) -> TreeDistribution[S, E]:
    """Return the distribution of the game when every decision is taken by `choose`.

    Args:
        start: the first state.
        expand: what happens in a state; asked once for each.
        choose: from a state and its `Choice` to the name of the option that is taken.
        limit: states allowed, `limits.STATES` if None.

    Raises:
        ProbabilityError: a state that leads back to itself, an event that can happen twice in one
            play, an unknown option, a malformed node.
        WorkLimitExceeded: too many states.
    """
    check_callable("choose", choose)
    tree = Tree(
        "distribution", start, expand, lambda state, choice: (choose(state, choice),), limit
    )
    return _distribution("distribution", tree.states, tree.order, tree.rows)


def solve(
    start: S,
    expand: Callable[[S], Node[S, E]],
    payoff: Callable[[S], Fraction | int],
    maximises: Callable[[Hashable], object],
    *,
    fixed: Callable[[S, Choice[S, E]], Hashable | None] | None = None,
    limit: int | None = None,
) -> TreeValue[S, E]:
    """Find the best play of all players at once, by exact expectimax.

    Args:
        start: the first state.
        expand: what happens in a state; asked once for each.
        payoff: what an end is worth.
        maximises: whether a player wants the payoff great; the others want it small.
        fixed: the option that a state's choice is bound to, or None where it is free.
        limit: states allowed, `limits.STATES` if None.

    Raises:
        ProbabilityError: a state that leads back to itself, an unknown fixed option, a payoff
            that is not exact, a malformed node.
        WorkLimitExceeded: too many states.
    """
    check_callable("payoff", payoff)
    check_callable("maximises", maximises)
    if fixed is not None:
        check_callable("fixed", fixed)

    def allowed(state: S, choice: Choice[S, E]) -> tuple[Hashable, ...] | None:
        bound = None if fixed is None else fixed(state, choice)
        return None if bound is None else (bound,)

    return _solved(Tree("solve", start, expand, allowed, limit), payoff, maximises)


@dataclass(frozen=True, repr=False)
class TreeValue(Lazy, Generic[S, E]):
    """The solution of a game: what it is worth if all play their best, and how they do.

    Made by `solve`.
    """

    _states: list[S]
    _order: list[int]
    _rows: list[list[Edge[E]]]
    _names: dict[int, tuple[Hashable, ...]]
    _values: list[Pair]
    _best: dict[int, list[int]]

    def __hash__(self) -> int:
        """Hash what equal ones share."""
        return hash((self.value, *self._states))

    @property
    def value(self) -> Fraction:
        """What the start is worth under best play of all."""
        return Fraction(*self._values[0])

    @cached_property
    def best(self) -> Mapping[S, Hashable]:
        """The best option of each choice that any play can reach; among equals, the first.

        Where a choice was fixed, the fixed option.
        """
        return FrozenMap({self._states[i]: self._names[i][a[0]] for i, a in self._best.items()})

    @cached_property
    def options(self) -> Mapping[S, Mapping[Hashable, Fraction]]:
        """For each choice, what each option is worth if all play their best afterwards.

        A fixed choice has its fixed option only.
        """
        return FrozenMap(
            {
                self._states[i]: FrozenMap(
                    {
                        name: Fraction(*self._values[target])
                        for name, (_, target, _) in zip(self._names[i], self._rows[i], strict=True)
                    }
                )
                for i in self._best
            }
        )

    @cached_property
    def ties(self) -> Mapping[S, tuple[Hashable, ...]]:
        """For each choice with several best options, all of them, in the order offered."""
        return FrozenMap(
            {
                self._states[i]: tuple(self._names[i][a] for a in best)
                for i, best in self._best.items()
                if len(best) > 1
            }
        )

    @property
    def states(self) -> int:
        """How many states any play can reach, ends included."""
        return len(self._states)

    def distribution(self) -> TreeDistribution[S, E]:
        """What happens when all take the options of `best`."""
        rows = [
            [row[self._best[i][0]]] if i in self._best else row for i, row in enumerate(self._rows)
        ]
        return _distribution("distribution", self._states, self._order, rows)

    def __repr__(self) -> str:
        """Summarise the solution."""
        return f"<TreeValue: value {self.value}, {len(self._best)} decisions, {self.states} states>"


def _solved(
    tree: Tree[S, E],
    payoff: Callable[[S], Fraction | int],
    maximises: Callable[[Hashable], object],
) -> TreeValue[S, E]:
    """Work backwards from the ends."""
    values: list[Pair] = [(0, 1)] * len(tree.states)
    best: dict[int, list[int]] = {}
    for i in tree.order:
        node, row = tree.nodes[i], tree.rows[i]
        if isinstance(node, End):
            values[i] = _worth(tree.states[i], payoff)
        elif isinstance(node, Chance):
            values[i] = _mean(row, values)
        else:
            sign = 1 if maximises(node.player) else -1
            found = [values[target] for _, target, _ in row]
            best[i] = _greatest(found, sign)
            values[i] = found[best[i][0]]
    return TreeValue(tree.states, tree.order, tree.rows, tree.names, values, best)


def _distribution(
    what: str, states: list[S], order: list[int], rows: list[list[Edge[E]]]
) -> TreeDistribution[S, E]:
    """Push the whole weight of the start through the tree, in whole numbers.

    The weight of the start is chosen so that every division on the way comes out even: a state
    needs a multiple of its own total times what any state after it needs.
    """
    needs = [1] * len(states)
    for i in order:
        if rows[i]:
            total = sum(weight for weight, _, _ in rows[i])
            needs[i] = total * lcm(*{needs[target] for _, target, _ in rows[i]})
    mass = [0] * len(states)
    mass[0] = needs[0]
    ends: dict[S, int] = {}
    events: dict[E, int] = {}
    for i in reversed(order):
        if not mass[i]:
            continue
        if not rows[i]:
            ends[states[i]] = mass[i]
            continue
        share = mass[i] // sum(weight for weight, _, _ in rows[i])
        for weight, target, happening in rows[i]:
            mass[target] += share * weight
            for event in happening:
                events[event] = events.get(event, 0) + share * weight
    _check_events(what, states, order, rows, mass)
    return TreeDistribution(
        Distribution._counted(ends),
        FrozenMap({event: Fraction(x, needs[0]) for event, x in events.items()}),
        sum(map(bool, mass)),
    )


def _check_events(
    what: str, states: list[S], order: list[int], rows: list[list[Edge[E]]], mass: list[int]
) -> None:
    """Refuse an event that can happen twice in one play: expected counts would be no chances."""
    bits: dict[E, int] = {}
    later = [0] * len(states)  # one bit an event: can it happen after this state
    for i in order:
        if not mass[i]:
            continue
        for _, target, happening in rows[i]:
            seen = later[target]
            for event in happening:
                bit = bits.setdefault(event, 1 << len(bits))
                if seen & bit:
                    raise ProbabilityError(
                        f"{what}: the event {shown(event)} can happen twice in one play,"
                        f" the first time on the way from {shown(states[i])}"
                    )
                seen |= bit
            later[i] |= seen


def _mean(row: list[Edge[E]], values: list[Pair]) -> Pair:
    """Return the mean of the values a row leads to, reduced."""
    common = lcm(*{values[target][1] for _, target, _ in row})
    top = total = 0
    for weight, target, _ in row:
        value = values[target]
        top += weight * value[0] * (common // value[1])
        total += weight
    divisor = gcd(top, common * total)
    return top // divisor, common * total // divisor


def _greatest(values: list[Pair], sign: int) -> list[int]:
    """Return the places of the greatest value (sign -1: of the smallest)."""
    best = [0]
    for a in range(1, len(values)):
        (top, bottom), (best_top, best_bottom) = values[a], values[best[0]]
        difference = sign * (top * best_bottom - best_top * bottom)
        if difference > 0:
            best = [a]
        elif difference == 0:
            best.append(a)
    return best


def _worth(end: S, payoff: Callable[[S], Fraction | int]) -> Pair:
    given = payoff(end)
    if not isinstance(given, Fraction):
        given = check_fraction(f"payoff({shown(end)})", given)
    return given.numerator, given.denominator
