"""Zero-sum games of two players with few moves, solved in exact arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, islice, product
from math import comb
from operator import mul
from typing import Any

from rules_lib.errors import shown

from . import limits
from ._weights import common_denominator
from .errors import ProbabilityError, check_fraction, check_work

Strategy = tuple[Fraction, ...]

MOST_MOVES = 7


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A solution: neither player gains by playing otherwise.

    Attributes:
        value: what the row player can be sure of on average, and the column player concede.
        rows, columns: the chance of each move in the players' best mixed strategies.
    """

    value: Fraction
    rows: Strategy
    columns: Strategy


def solve(matrix: Sequence[Sequence[Fraction | int]]) -> Equilibrium:
    """Solve the game in which the row player gets ``matrix[row][column]`` from the column player.

    Supports of equal size are tried in their order, pure moves first. One of them carries an
    equilibrium, since every matrix game has a basic solution.

    Raises:
        ProbabilityError: an empty or ragged matrix, or entries that are not exact.
        WorkLimitExceeded: more than 7 moves on a side; or fewer, with payoffs of many digits.
    """
    rows = [[check_fraction("matrix", entry) for entry in row] for row in _listed(matrix)]
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise ProbabilityError("matrix: rows of equal length, at least one entry, are needed")
    moves = max(len(rows), len(rows[0]))
    check_work("solve", moves, None, MOST_MOVES, "moves on a side")
    scale = common_denominator("solve", [entry for row in rows for entry in row])
    whole = [[entry.numerator * (scale // entry.denominator) for entry in row] for row in rows]
    columns = list(zip(*rows, strict=True))
    sizes = range(1, min(len(rows), len(columns)) + 1)
    work = sum(_work(whole, n) for n in sizes)
    check_work("solve", work, None, limits.SOLVE_WORK, "machine-word products would be formed")
    places = range(len(rows)), range(len(columns))
    supports = (product(*(combinations(each, n) for each in places)) for n in sizes)
    for mine, theirs in chain.from_iterable(supports):
        row_mix = _indifferent([[whole[i][j] for i in mine] for j in theirs])
        column_mix = _indifferent([[whole[i][j] for j in theirs] for i in mine])
        if row_mix is None or column_mix is None:
            continue
        (scaled, part), (_, other) = row_mix, column_mix
        value = scaled / scale
        p = _spread(part, mine, len(rows))
        q = _spread(other, theirs, len(columns))
        secured = min(sum(map(mul, p, column)) for column in columns)
        conceded = max(sum(map(mul, q, row)) for row in rows)
        if secured == value == conceded:
            return Equilibrium(value, p, q)
    raise AssertionError("every matrix game has an equilibrium on supports of equal size")


def _work(matrix: list[list[int]], size: int) -> int:
    """Products of machine words to try all supports of a size."""
    rows, columns = len(matrix), len(matrix[0])
    bits = max(entry.bit_length() for row in matrix for entry in row)
    return 2 * comb(rows, size) * comb(columns, size) * (size + 1) ** 3 * (1 + size * bits // 64)


def _listed(matrix: object) -> list[list[object]]:
    """Return the rows, each as a list, with one move too many at most."""

    def some(row: Any) -> list[Any]:
        return list(islice(row, MOST_MOVES + 1))

    try:
        given = [matrix, *some(matrix)]
        if all(isinstance(each, Sequence) and not isinstance(each, str | bytes) for each in given):
            return list(map(some, given[1:]))
    except Exception as problem:
        raise ProbabilityError("matrix must be a sequence of rows") from problem
    raise ProbabilityError(f"matrix must be a sequence of rows, not {shown(matrix)}")


def _indifferent(payoffs: list[list[int]]) -> tuple[Fraction, Strategy] | None:
    """The mix over the entries of each row that makes all rows worth the same, with that worth.

    Whole numbers stay whole (Bareiss): all entries are minors of the system, so that each division
    comes out even.
    """
    size = len(payoffs)
    # Unknown: the weights, then the value.  Each row: weights · payoffs − value = 0; their sum: 1.
    system = [[*row, -1, 0] for row in payoffs]
    system.append([*[1] * size, 0, 1])
    before = 1
    for at in range(size + 1):
        pivot = next((i for i in range(at, size + 1) if system[i][at]), None)
        if pivot is None:
            return None
        system[at], system[pivot] = system[pivot], system[at]
        lead = system[at][at]
        for i in range(size + 1):
            if i != at:
                factor = system[i][at]
                pairs = zip(system[i], system[at], strict=True)
                system[i] = [(lead * x - factor * y) // before for x, y in pairs]
        before = lead
    solution = [Fraction(row[-1], before) for row in system]
    if any(weight < 0 for weight in solution[:-1]):
        return None
    return solution[-1], tuple(solution[:-1])


def _spread(part: Strategy, support: tuple[int, ...], size: int) -> Strategy:
    chances = dict(zip(support, part, strict=True))
    return tuple(chances.get(move, Fraction(0)) for move in range(size))
