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
from typing import Generic, TypeVar, cast

from .distribution import Distribution
from .errors import ProbabilityError, check_callable, check_fraction, check_int, in_short, shown
from .optimum import Optimum, optimum
from .reach import as_distribution, first_distribution, reach

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
        pays: dict[int, Fraction] = {}

        def distributions(state: S) -> list[Distribution[S]] | None:
            if self.is_end(state):
                pays[len(offered)] = check_fraction(
                    f"payoff({in_short(state)})", self.payoff(state)
                )
                offered.append(())
                return None
            offered.append(self._actions(state))
            chances = offered[-1] or (cast("A", None),)
            return [as_distribution(self.step(state, a), "step", state, a) for a in chances]

        states, rows = reach("solve", first, distributions, self.limit)
        return optimum(
            first, states, offered, rows, pays, check_fraction("never_pays", self.never_pays)
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
