"""Finding every state that a process can reach, whoever decides in it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar, cast

from . import limits
from .distribution import Distribution
from .errors import ProbabilityError, check_work, in_short, shown
from .linear import Row

S = TypeVar("S", bound=Hashable)

Options = list[list[Row] | None]
"""For each state one row for each option, one if nobody decides, and None at an end."""


def reach(
    what: str,
    first: Distribution[S],
    options_of: Callable[[S, Callable[[S], int]], list[Row] | None],
    limit: int | None,
) -> tuple[list[S], Options]:
    """Return the states, those of `first` in front, and their options.

    `options_of` is asked once for each state; it is given the function that numbers states.
    """
    states = list(first._weights)
    index = {state: i for i, state in enumerate(states)}

    def number(state: S) -> int:
        at = index.setdefault(state, len(states))
        if at == len(states):
            states.append(state)
        return at

    options: Options = []
    for state in states:  # grows while it is walked
        options.append(options_of(state, number))
        check_work(what, len(states), limit, limits.STATES, "states were reached")
    return states, options


def first_distribution(start: S | Distribution[S]) -> Distribution[S]:
    """Return the distribution of the first state."""
    return start if isinstance(start, Distribution) else certain_start(start)


def certain_start(start: S) -> Distribution[S]:
    """Return the distribution in which this is the first state."""
    try:
        return Distribution.certain(start)
    except ProbabilityError:
        raise ProbabilityError(f"start: the state {shown(start)} is not hashable") from None


def row_of(
    given: Distribution[S] | Mapping[S, int], number: Callable[[S], int], *arguments: object
) -> Row:
    """Return what a step function gave as a row, or name the call that it was wrong for."""
    if not isinstance(given, Distribution):
        call = f"step({', '.join(map(in_short, arguments))})"
        if not isinstance(given, Mapping):
            raise ProbabilityError(
                f"{call} must return a Distribution or whole-number weights, not {shown(given)}"
            )
        try:
            given = Distribution.from_weights(cast("Mapping[S, int]", given))
        except ProbabilityError as problem:
            raise ProbabilityError(f"{call}: {problem}") from None
    return {number(state): weight for state, weight in given._weights.items()}
