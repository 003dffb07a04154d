"""What the oracles of the foot games share: totals of dice, and processes step by step.

A step leads from a state to what comes next, with the chances; to nothing from what is over.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Generic, TypeVar

S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)
Step = Callable[[S], Mapping[S, Fraction]]


@cache
def throws(dice: int) -> Mapping[int, int]:
    """How many throws show each total."""
    return Counter(sum(faces) for faces in product(range(1, 7), repeat=dice))


@cache
def reaching(need: int, dice: int) -> Fraction:
    """Share of all throws that total at least ``need``."""
    return Fraction(sum(n for total, n in throws(dice).items() if total >= need), 6**dice)


def spread(
    distribution: Mapping[S, Fraction], step: Callable[[S], Mapping[T, Fraction]]
) -> dict[T, Fraction]:
    """The distribution one step on."""
    found: defaultdict[T, Fraction] = defaultdict(Fraction)
    for state, chance in distribution.items():
        for after, p in step(state).items():
            found[after] += chance * p
    return found


def lasting(start: Mapping[S, Fraction], step: Step[S], steps: int) -> list[Fraction]:
    """The chances that it is over with exactly step 0, 1, 2, …"""
    now, found, known = start, [], cache(step)
    for _ in range(steps + 1):
        found.append(sum((p for state, p in now.items() if not known(state)), Fraction(0)))
        now = spread(now, known)
    return found


@dataclass
class Equation(Generic[S]):
    """Where it goes on, with the chances, and after how many steps."""

    chances: dict[S, Fraction]
    steps: Fraction


def ends(start: Mapping[S, Fraction], step: Step[S]) -> tuple[dict[S, Fraction], Fraction]:
    """Where it ends, with the chances, and after how many steps on average.

    State after state is eliminated from the equations of the others. What leads to itself alone is
    an end, too.
    """
    first, rows, ahead = Equation(dict(start), Fraction(0)), dict[S, Equation[S]](), [*start]
    while ahead:
        state = ahead.pop()
        chances = {} if state in rows else {to: p for to, p in step(state).items() if p}
        if chances.keys() - {state}:
            rows[state] = Equation(chances, Fraction(1))
            ahead += chances
    while rows:
        state, gone = rows.popitem()
        leaves = 1 - gone.chances.pop(state, Fraction(0))
        for each in (*rows.values(), first):
            if factor := each.chances.pop(state, Fraction(0)) / leaves:
                each.steps += factor * gone.steps
                for to, p in gone.chances.items():
                    each.chances[to] = each.chances.get(to, Fraction(0)) + factor * p
    return first.chances, first.steps
