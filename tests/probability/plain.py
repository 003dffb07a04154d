"""Processes drawn at random, and what becomes of them, found as in any textbook."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from hypothesis import strategies as st

Row = dict[int, int]
Rows = dict[int, Row]  # for each state the weights of its successors; states without a row are ends
Options = dict[int, list[Row]]


@st.composite
def processes(draw: st.DrawFn, greatest: int = 5) -> Rows:
    """A process of a few states, often with traps and loops, and weights up to the greatest."""
    size, ends = draw(st.integers(1, 6)), draw(st.integers(0, 3))
    targets = st.integers(0, size + ends - 1)
    weights = st.sampled_from([1, 1, 2, 3, greatest])
    row = st.dictionaries(targets, weights, min_size=1, max_size=4)
    trap = st.builds(lambda j: {j: 1}, st.integers(0, size - 1))
    return {i: draw(st.one_of(row, row, row, trap)) for i in range(size)}


@st.composite
def problems(draw: st.DrawFn, onward: bool = False) -> tuple[Options, list[Fraction], Fraction]:
    """Options for each state, what the ends pay, and what going on for ever pays.

    If it goes onward, each state leads to later ones only.
    """
    size, ends = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    rows: Options = {}
    for i in range(size):
        targets = st.integers(i + 1 if onward else 0, size + ends - 1)
        row = st.dictionaries(targets, st.sampled_from([1, 1, 2, 3]), min_size=1, max_size=3)
        # Rows within the states are frequent: play can be kept going in them.
        inner = st.dictionaries(st.integers(0, size - 1), st.just(1), min_size=1, max_size=2)
        rows[i] = draw(st.lists(row if onward else row | inner, min_size=1, max_size=3))
    money = st.sampled_from([Fraction(n, 2) for n in range(-2, 4)])
    return rows, [draw(money) for _ in range(ends)], draw(money)


def chance(rows: Rows, i: int, j: int) -> Fraction:
    return Fraction(rows[i].get(j, 0), sum(rows[i].values()))


def reachable(rows: Rows, start: int) -> set[int]:
    found, ahead = {start}, [start]
    while ahead:
        for j in rows.get(ahead.pop(), {}):
            if j not in found:
                found.add(j)
                ahead.append(j)
    return found


def solve(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Gaussian elimination."""
    size = len(matrix)
    rows = [[*row, b] for row, b in zip(matrix, right, strict=True)]
    for k in range(size):
        swap = next(i for i in range(k, size) if rows[i][k])
        rows[k], rows[swap] = rows[swap], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(size):
            if i != k and rows[i][k]:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


def passing(rows: Rows, ends: set[int]) -> list[int]:
    """The states from which some of these ends can be reached."""
    return [i for i in rows if reachable(rows, i) & ends]


def expected(
    rows: Rows, states: list[int], gain: Mapping[int, Fraction], outside: Mapping[int, Fraction]
) -> dict[int, Fraction]:
    """What each of these states gains until it is left, and with what comes then: x = Q x + r."""
    matrix = [[Fraction(i == j) - chance(rows, i, j) for j in states] for i in states]
    right = [
        gain[i] + sum(chance(rows, i, j) * outside[j] for j in rows[i] if j not in states)
        for i in states
    ]
    return dict(zip(states, solve(matrix, right), strict=True))


def worth(
    options: Options, policy: Mapping[int, int], pays: list[Fraction], never: Fraction
) -> dict[int, Fraction]:
    """What each state is worth under a fixed policy. Ends are numbered after the states."""
    ends = {len(options) + k: x for k, x in enumerate(pays)}
    used = {i: options[i][policy[i]] for i in options}
    hopeful = passing(used, set(ends))
    outside = dict.fromkeys(used, never) | ends
    return outside | expected(used, hopeful, dict.fromkeys(used, Fraction(0)), outside)


def policies(options: Options) -> Iterator[dict[int, int]]:
    for choice in product(*(range(len(rows)) for rows in options.values())):
        yield dict(zip(options, choice, strict=True))


def largest_lasting(rows: Mapping[int, list[Any]]) -> set[frozenset[int]]:
    """The largest sets of states that play can go round in for ever, found among all sets."""

    def can_stay_all_over(states: frozenset[int]) -> bool:
        inner = {i: [row for row in rows[i] if states >= set(row)] for i in states}
        ways = {i: dict.fromkeys((j for row in inner[i] for j in row), 1) for i in states}
        return all(inner.values()) and all(reachable(ways, i) == states for i in states)

    subsets = [frozenset(c) for n in range(1, len(rows) + 1) for c in combinations(rows, n)]
    lasting = [states for states in subsets if can_stay_all_over(states)]
    return {a for a in lasting if not any(a < b for b in lasting)}
