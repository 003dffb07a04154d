"""Finding every state a process can reach; shared by chains and decision problems."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar, cast

from . import limits
from .distribution import Distribution
from .errors import ProbabilityError, check_work, in_short, shown
from .linear import Row

S = TypeVar("S", bound=Hashable)


def reach(
    what: str,
    first: Distribution[S],
    distributions: Callable[[S], Iterable[Distribution[S]] | None],
    limit: int | None,
) -> tuple[list[S], list[list[Row] | None]]:
    """Return the states, those of `first` in front, and their rows.

    `distributions(state)` gives those of the next state, one for each option; None at an end.
    """
    states = list(first._weights)
    index = {state: i for i, state in enumerate(states)}
    rows: list[list[Row] | None] = []
    for state in states:  # grows while it is walked
        options = distributions(state)
        if options is None:
            rows.append(None)
            continue
        found = []
        for distribution in options:
            row: Row = {}
            for target, weight in distribution._weights.items():
                at = index.setdefault(target, len(states))
                if at == len(states):
                    states.append(target)
                row[at] = weight
            found.append(row)
        rows.append(found)
        check_work(what, len(states), limit, limits.STATES, "states were reached")
    return states, rows


def first_distribution(start: S | Distribution[S]) -> Distribution[S]:
    """Return the distribution of the first state."""
    if isinstance(start, Distribution):
        return start
    try:
        hash(start)
    except Exception:  # noqa: BLE001 - whatever it does instead of having a hash
        raise ProbabilityError(f"start: the state {shown(start)} is not hashable") from None
    return Distribution.certain(start)


def as_distribution(
    given: Distribution[S] | Mapping[S, int], what: str, *arguments: object
) -> Distribution[S]:
    """Return what a step function gave as a distribution, or name the call it was wrong for."""
    if isinstance(given, Distribution):
        return given
    call = f"{what}({', '.join(map(in_short, arguments))})"
    if not isinstance(given, Mapping):
        raise ProbabilityError(
            f"{call} must return a Distribution or whole-number weights, not {shown(given)}"
        )
    try:
        return Distribution.from_weights(cast("Mapping[S, int]", given))
    except ProbabilityError as problem:
        raise ProbabilityError(f"{call}: {problem}") from None
