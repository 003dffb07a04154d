"""Exact linear algebra of Markov chains, without a single subtraction.

A row holds the whole-number weights with which a state steps on: `rows[i][j]`, i and j from
0. Only ratios within a row count. Targets j without a row of their own are absorbing.

States are eliminated one by one (Grassmann, Taksar and Heyman): whoever would step into the
state steps at once to where that state goes when it leaves. What remains is the same process,
watched only while it is in the remaining states. Every number is a sum of products of
positive integers, so nothing cancels, and rows stay sparse because the state with the fewest
ways through it goes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import gcd, lcm
from typing import NamedTuple

from . import limits
from .errors import check_work

Row = dict[int, int]

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


def eliminate(rows: list[Row], keep: Iterable[int] = ()) -> list[Pivot]:
    """Eliminate every state that has a row, except those in `keep`; return the record.

    `rows` is used up: the kept rows become those of the process watched on the kept and the
    absorbing states. From every eliminated state it must be possible to leave for good.
    """
    size = len(rows)
    kept = set(keep)
    totals = [sum(row.values()) for row in rows]
    sources: list[set[int]] = [set() for _ in rows]
    for i, row in enumerate(rows):
        for j in row:
            if j < size and j != i:
                sources[j].add(i)
    waiting = [(len(sources[k]) * len(rows[k]), k) for k in range(size) if k not in kept]
    heapify(waiting)
    pivots: list[Pivot] = []
    work = 0
    while waiting:
        cost, k = heappop(waiting)
        now = len(sources[k]) * len(rows[k])
        if cost < now:
            heappush(waiting, (now, k))
            continue
        row = rows[k]
        work += now * (1 + totals[k].bit_length() // 64)
        check_work("solve", work, None, limits.SOLVE_WORK, "products of machine words are needed")
        total = totals[k]
        leave = total - row.pop(k, 0)
        entries = []
        for j in row:
            if j < size:
                sources[j].discard(k)
        for i in sources[k]:
            entries.append((i, rows[i].pop(k), totals[i]))
            _redirect(rows, totals, i, entries[-1][1], row, leave)
            for j in row:
                if j < size and j != i:
                    sources[j].add(i)
        pivots.append(Pivot(k, entries, row, leave, total))
    return pivots


def _redirect(
    rows: list[Row], totals: list[int], i: int, weight: int, row: Row, leave: int
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


def visits(pivots: Sequence[Pivot], start: int) -> dict[int, Fraction]:
    """Return the expected visits to each eliminated state, once from the kept state `start`."""
    found = {start: (1, 1)}
    for pivot in reversed(pivots):
        # Visits = (steps into it from states eliminated later) / (chance to leave it).
        common = lcm(*(found[i][1] * total for i, _, total in pivot.entries))
        flow = sum(x * found[i][0] * (common // (found[i][1] * t)) for i, x, t in pivot.entries)
        found[pivot.state] = reduced(flow * pivot.total, common * pivot.leave)
    del found[start]
    return {state: Fraction(*pair) for state, pair in found.items()}


def values(
    pivots: Sequence[Pivot],
    ends: Mapping[int, Pair],
    gains: Mapping[int, Pair] | None = None,
) -> dict[int, Pair]:
    """Return the expected payoff from each eliminated state, given that of absorbing states.

    With `gains`, each visit to a state pays as well; then no state with a row may have been kept.
    """
    due = _due(pivots, gains) if gains else {}
    found = dict(ends)
    for pivot in reversed(pivots):
        top, bottom = weighted(pivot.row, found)
        bottom *= pivot.leave
        if due:
            more, below = due[pivot.state].as_integer_ratio()
            top, bottom = top * below + more * bottom, bottom * below
        found[pivot.state] = reduced(top, bottom)
    return {pivot.state: found[pivot.state] for pivot in pivots}


def _due(pivots: Sequence[Pivot], gains: Mapping[int, Pair]) -> dict[int, Fraction]:
    """What is gained from entering each state until leaving it for one eliminated later."""
    due = {pivot.state: Fraction(*gains[pivot.state]) for pivot in pivots}
    for pivot in pivots:
        due[pivot.state] *= Fraction(pivot.total, pivot.leave)
        for i, weight, total in pivot.entries:
            due[i] += Fraction(weight, total) * due[pivot.state]
    return due


def weighted(row: Row, of: Mapping[int, Pair] | Sequence[Pair]) -> Pair:
    """Return the sum of a row's weights times values."""
    # Few different denominators occur, so a common one is cheap.
    common = lcm(*{of[j][1] for j in row})
    return sum([x * of[j][0] * (common // of[j][1]) for j, x in row.items()]), common


def moved(row: Mapping[int, int], place: Mapping[int, int]) -> Row:
    """Return a row with its targets renumbered; targets that become one add up."""
    found: Row = {}
    for i, weight in row.items():
        found[place[i]] = found.get(place[i], 0) + weight
    return found


def reduced(top: int, bottom: int) -> Pair:
    """Return the pair without a common divisor."""
    common = gcd(top, bottom)
    return top // common, bottom // common
