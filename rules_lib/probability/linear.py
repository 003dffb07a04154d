"""Exact linear algebra of Markov chains, without a single subtraction.

A row holds the whole-number weights with which a state steps on: `rows[i][j]`. Only ratios within
a row count. Targets without a row of their own are absorbing.

States are eliminated one by one (Grassmann, Taksar and Heyman): whoever would step into the
state steps at once to where that state goes when it leaves. What remains is the same process,
watched only while it is in the remaining states. Every number is a sum of products of
positive integers, so nothing cancels. Rows stay sparse because what leads to the others goes
first, and among states that lead to one another the one with the fewest ways through it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from math import gcd, lcm
from typing import NamedTuple

from . import limits
from .errors import check_work
from .graph import Row, components

Pair = tuple[int, int]
"""A fraction: top, bottom."""


class Pivot(NamedTuple):
    """One eliminated state: who stepped in, where it goes, and how often it leaves.

    `entries` are (state, weight, total of that state's row); `leave` out of `total` is the
    chance to step to another state.
    """

    state: int
    entries: list[tuple[int, int, int]]
    row: Row
    leave: int
    total: int


def eliminate(given: Mapping[int, Row]) -> list[Pivot]:
    """Eliminate every state that has a row; return the record.

    From each of them it must be possible to leave them all for good.
    """
    rows = {i: dict(row) for i, row in given.items()}
    totals = {i: sum(row.values()) for i, row in rows.items()}
    sources: dict[int, set[int]] = {i: set() for i in rows}
    for i, row in rows.items():
        for j in row:
            if j in rows and j != i:
                sources[j].add(i)

    def work(k: int) -> int:
        return len(sources[k]) * len(rows[k])

    pivots: list[Pivot] = []
    done = 0
    for part in reversed(components(rows)):
        waiting = [(work(k), k) for k in part]
        heapify(waiting)
        while waiting:
            cost, k = heappop(waiting)
            now = work(k)
            if cost < now:
                heappush(waiting, (now, k))
                continue
            row, total = rows[k], totals[k]
            done += now * (1 + total.bit_length() // 64)
            check_work(
                "solve", done, None, limits.SOLVE_WORK, "products of machine words are needed"
            )
            leave = total - row.pop(k, 0)
            entries = []
            for j in row:
                if j in rows:
                    sources[j].discard(k)
            for i in sources[k]:
                entries.append((i, rows[i].pop(k), totals[i]))
                _redirect(rows, totals, i, entries[-1][1], row, leave)
                for j in row:
                    if j in rows and j != i:
                        sources[j].add(i)
            pivots.append(Pivot(k, entries, row, leave, total))
    return pivots


def _redirect(
    rows: dict[int, Row], totals: dict[int, int], i: int, weight: int, row: Row, leave: int
) -> None:
    """Spread the weight that state i gave to an eliminated state over that state's row."""
    target = rows[i]
    common = gcd(weight, leave)
    scale, factor = leave // common, weight // common
    if scale != 1:
        target = {j: scale * x for j, x in target.items()}
        totals[i] *= scale
    get = target.get
    for j, x in row.items():
        target[j] = get(j, 0) + factor * x
    common = gcd(*target.values())
    if common != 1:
        target = {j: x // common for j, x in target.items()}
        totals[i] //= common
    rows[i] = target


def flow(
    pivots: Sequence[Pivot], start: Mapping[int, Pair]
) -> tuple[dict[int, Pair], dict[int, Pair]]:
    """Return the expected visits to each eliminated state, and what arrives at each other one.

    `start` is what begins in each state; it need not sum to 1.
    """
    waiting = {i: [pair] for i, pair in start.items()}
    come: dict[int, Pair] = {}
    for pivot in pivots:
        top, bottom = come[pivot.state] = added(waiting.pop(pivot.state, ()))
        if top:
            for j, x in pivot.row.items():
                waiting.setdefault(j, []).append((top * x, bottom * pivot.leave))
    visits: dict[int, Pair] = {}
    for pivot in reversed(pivots):
        # Visits = (what came, and steps from states eliminated later) / (chance to leave it).
        ways = [(visits[i][0] * x, visits[i][1] * total) for i, x, total in pivot.entries]
        top, bottom = added([come[pivot.state], *ways])
        visits[pivot.state] = reduced(top * pivot.total, bottom * pivot.leave)
    return visits, {j: added(pairs) for j, pairs in waiting.items()}


def values(pivots: Sequence[Pivot], ends: Mapping[int, Pair]) -> dict[int, Pair]:
    """Return the expected payoff from each state, given that of absorbing ones."""
    found = dict(ends)
    for pivot in reversed(pivots):
        found[pivot.state] = mean(pivot.row, found)
    return found


def mean(row: Mapping[int, int], of: Mapping[int, Pair]) -> Pair:
    """Return the mean of values over a row, reduced."""
    # Few different denominators occur, so a common one is cheap.
    common = lcm(*{of[j][1] for j in row})
    top = sum([x * of[j][0] * (common // of[j][1]) for j, x in row.items()])
    return reduced(top, common * sum(row.values()))


def moved(row: Mapping[int, int], place: Mapping[int, int]) -> Row:
    """Return a row with some targets renumbered; those that become one add up."""
    found: Row = {}
    for i, weight in row.items():
        at = place.get(i, i)
        found[at] = found.get(at, 0) + weight
    return found


def added(pairs: Sequence[Pair]) -> Pair:
    """Return the sum, reduced."""
    if len(pairs) == 1:
        return reduced(*pairs[0])
    common = lcm(*[bottom for _, bottom in pairs])
    return reduced(sum([top * (common // bottom) for top, bottom in pairs]), common)


def reduced(top: int, bottom: int) -> Pair:
    """Return the pair without a common divisor."""
    common = gcd(top, bottom)
    return top // common, bottom // common
