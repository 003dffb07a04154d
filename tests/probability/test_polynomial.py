"""Products of polynomials beside the schoolbook, where the shortcuts begin and end."""

from itertools import product
from math import comb

from hypothesis import example, given
from hypothesis import strategies as st

from rules_lib.probability import _polynomial
from tests.in_turn import in_turn

weights = st.lists(st.integers(0, 10**30), min_size=1, max_size=6)


def schoolbook(a: list[int], b: list[int]) -> list[int]:
    found = [0] * (len(a) + len(b) - 1)
    for (i, x), (j, y) in product(enumerate(a), enumerate(b)):
        found[i + j] += x * y
    return found


@given(weights, weights)
@example([3], [2, 5, 7])
@example([2, 5, 7], [3])
@example([4], [6])
@example([3, 4], [2, 5])
@example([0, 0], [0, 1])
@example([255], [1])
@example([127, 128], [1, 0])
@example([128, 128], [1, 0])
def test_multiply_is_the_schoolbook(a: list[int], b: list[int]) -> None:
    assert _polynomial.multiply(a, b) == schoolbook(a, b)


@in_turn("base", [[1, 1], [2, 0, 3], [5], [1, 0, 0, 4], [3, 1, 4, 1, 5]])
def test_power_is_multiplying_again_and_again(base: list[int]) -> None:
    expected = [1]
    for exponent in range(7):
        assert _polynomial.power(base, exponent) == expected
        expected = schoolbook(expected, base)


@in_turn("sides", range(1, 8))
def test_dice_are_powers_of_a_row_of_ones(sides: int) -> None:
    for count in range(7):
        assert _polynomial.dice(count, sides) == _polynomial.power([1] * sides, count)


def test_coins_are_pascals_triangle() -> None:
    assert _polynomial.dice(9, 2) == [comb(9, k) for k in range(10)]


@in_turn(("largest", "width"), [(0, 1), (1, 1), (255, 1), (256, 2), (65536, 3)])
def test_a_digit_has_room_for_the_largest_number_and_no_more(largest: int, width: int) -> None:
    assert _polynomial.digit_width(largest) == width
    assert _polynomial.unpack(_polynomial.pack([largest, 0, largest], width), width, 3) == [
        largest,
        0,
        largest,
    ]
