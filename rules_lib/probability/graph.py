"""The states of a process: who leads to whom, and where play can be kept going for ever."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from rules_lib.errors import shown

from . import limits
from .distribution import Distribution
from .errors import ProbabilityError, check_hashable, check_work

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)

Row = dict[int, int]
"""The whole-number weights with which a state steps on to others."""


class Reached(NamedTuple, Generic[S, A]):
    """Every state that can be reached, in the order found.

    Attributes:
        first: the distribution of the first state; its states stand in front.
        states: all states.
        offered: the actions of each state.
        options: for each state one row for each action, one if it offers none; None at an end.
    """

    first: Distribution[S]
    states: tuple[S, ...]
    offered: tuple[tuple[A, ...], ...]
    options: tuple[tuple[Row, ...] | None, ...]


def reach(
    what: str,
    start: S | Distribution[S],
    is_end: Callable[[S], object],
    actions: Callable[[S], tuple[A, ...]],
    step: Callable[[S, A | None], Distribution[S] | Mapping[S, int]],
    limit: int | None,
) -> Reached[S, A]:
    """Find all states; each is asked once, and `step` for the action None where it offers none."""
    if not isinstance(start, Distribution):
        check_hashable("start", start)
        start = Distribution.certain(start)
    states = list(start._weights)
    index = {state: i for i, state in enumerate(states)}
    offered: list[tuple[A, ...]] = []
    options: list[tuple[Row, ...] | None] = []

    def number(state: S) -> int:
        at = index.setdefault(state, len(states))
        if at == len(states):
            states.append(state)
        return at

    for state in states:  # grows while it is walked
        over = is_end(state)
        offered.append(() if over else actions(state))
        chances = offered[-1] or (None,)
        options.append(None if over else tuple(_row(step, state, a, number) for a in chances))
        check_work(what, len(states), limit, limits.STATES, "states were reached")
    return Reached(start, tuple(states), tuple(offered), tuple(options))


def _row(
    step: Callable[[S, A | None], Distribution[S] | Mapping[S, int]],
    state: S,
    action: A | None,
    number: Callable[[S], int],
) -> Row:
    """Return what the step function gives as a row, or name the call that it was wrong for."""
    given = step(state, action)
    try:
        chances = given if isinstance(given, Distribution) else Distribution.from_weights(given)
    except ProbabilityError as problem:
        call = f"step({shown(state)}{'' if action is None else ', ' + shown(action)})"
        wanted = "must return a Distribution or whole-number weights"
        raise ProbabilityError(f"{call} {wanted}: {problem}") from None
    return {number(state): weight for state, weight in chances._weights.items()}


def components(successors: Mapping[int, Collection[int]]) -> list[list[int]]:
    """Return the strongly connected components, each after those it leads to (Tarjan).

    Each begins with the node that is met first. Only the keys are nodes; successors that are no
    keys are ignored.
    """
    found: list[list[int]] = []
    order: dict[int, int] = {}  # when each was met; when its component is found: after all others
    lowest: dict[int, int] = {}
    path: list[int] = []
    work: list[tuple[int, int, Iterator[int]]] = []

    def enter(node: int) -> None:
        order[node] = lowest[node] = len(order)
        work.append((node, len(path), iter(successors[node])))
        path.append(node)

    for root in successors:
        if root not in order:
            enter(root)
        while work:
            node, start, ahead = work[-1]
            for child in ahead:
                if child in order:
                    lowest[node] = min(lowest[node], order[child])
                elif child in successors:
                    enter(child)
                    break
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] == order[node]:
                    found.append(path[start:])
                    order.update(dict.fromkeys(found[-1], len(successors)))
                    del path[start:]
    return found


def closed(rows: Mapping[int, Collection[int]]) -> list[list[int]]:
    """Return the sets of states that lead to one another and cannot be left, each sorted."""
    parts = (set(part) for part in components(rows))
    return [sorted(part) for part in parts if all(part.issuperset(rows[i]) for i in part)]


def lasting(options: Mapping[int, Sequence[Collection[int]]]) -> set[int]:
    """Return the states in which play can be kept for ever by some choice of options."""
    staying = set(options)
    sources: dict[int, list[int]] = {i: [] for i in options}
    for i, rows in options.items():
        for j in {j for row in rows for j in row if j in options}:
            sources[j].append(i)
    waiting = list(options)
    while waiting:
        i = waiting.pop()
        if i in staying and not any(staying.issuperset(row) for row in options[i]):
            staying.remove(i)
            waiting += sources[i]
    return staying
