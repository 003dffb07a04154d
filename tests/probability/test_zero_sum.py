"""Matrix games: no move of either player does better against the other's mix."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.probability import ProbabilityError, WorkLimitExceeded
from rules_lib.probability.zero_sum import Equilibrium, solve
from tests.in_turn import in_turn

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def holds(matrix: list[list[Any]], found: Equilibrium) -> None:
    """Both mixes are distributions, and no pure answer beats the value."""
    rows, columns = found.rows, found.columns
    assert (len(rows), len(columns)) == (len(matrix), len(matrix[0]))
    assert sum(rows) == sum(columns) == 1
    assert min(*rows, *columns, 0) == 0
    for at in range(len(columns)):
        assert sum(p * row[at] for p, row in zip(rows, matrix, strict=True)) >= found.value
    for row in matrix:
        assert sum(q * each for q, each in zip(columns, row, strict=True)) <= found.value


def solved(matrix: list[list[Any]]) -> Equilibrium:
    found = solve(matrix)
    holds(matrix, found)
    return found


entries = st.fractions(-4, 4, max_denominator=4)
small = st.integers(-2, 2)


def shaped(entry: st.SearchStrategy[Any]) -> st.SearchStrategy[list[list[Any]]]:
    return st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
        lambda shape: st.lists(
            st.lists(entry, min_size=shape[1], max_size=shape[1]),
            min_size=shape[0],
            max_size=shape[0],
        )
    )


@given(st.one_of(shaped(entries), shaped(small)))
def test_any_small_game(matrix: list[list[Any]]) -> None:
    value = solved(matrix).value
    # The other player's view is the same game turned.
    turned = [[-each for each in column] for column in zip(*matrix, strict=True)]
    assert solved(turned).value == -value
    # A gain that everybody always gets, and another currency.
    assert solved([[3 * each + 1 for each in row] for row in matrix]).value == 3 * value + 1
    # Between what pure moves secure and concede.
    assert max(min(row) for row in matrix) <= value
    assert value <= min(max(column) for column in zip(*matrix, strict=True))


@given(shaped(st.integers(-1, 2)))
def test_pure_moves_are_tried_first_and_in_their_order(matrix: list[list[int]]) -> None:
    found = solve(matrix)
    columns = list(zip(*matrix, strict=True))
    saddles = [
        (i, j)
        for i, row in enumerate(matrix)
        for j, worth in enumerate(row)
        if worth == min(row) == max(columns[j])
    ]
    if saddles:
        assert (found.rows.index(1), found.columns.index(1)) == saddles[0]
    else:
        assert 1 not in found.rows or 1 not in found.columns


@pytest.mark.slow
def test_many_moves() -> None:
    # Hide and seek among seven places, each worth another reward: seek in proportion to 1 / worth.
    worth = [1, 2, 3, 4, 6, 12, 12]
    matrix = [[each if at == other else 0 for other in range(7)] for at, each in enumerate(worth)]
    found = solved(matrix)
    assert found.value == 1 / sum(Fraction(1, each) for each in worth)
    assert found.rows == tuple(found.value / each for each in worth)


@in_turn("shape", [(8, 8), (1, 8), (8, 1), (10**4, 1)])
def test_too_many_moves_are_refused(shape: tuple[int, int]) -> None:
    with pytest.raises(WorkLimitExceeded, match=r"solve: .* moves on a side; the limit is 7"):
        solve([[0] * shape[1]] * shape[0])


@in_turn("matrix", [[], [[]], [[], []], [5], [[1, 2], [3]], [[], [1]], [[0.5]], [{1}]])
def test_what_is_no_matrix(matrix: Any) -> None:
    with pytest.raises(ProbabilityError, match=r"^matrix"):
        solve(matrix)
