"""Dice, pools of dice and products of polynomials against plain enumeration and icepool."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import icepool
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_lib.probability import Distribution, WorkLimitExceeded, _polynomial, dice, dice_pool
from rules_lib.probability.dice_pool import Placed, Pool, compared
from tests.effort import counted
from tests.in_turn import in_turn

SMALL = [(n, s) for n in range(6) for s in (1, 2, 3, 6)]


@in_turn(("count", "sides"), SMALL)
def test_totals_and_kept_dice_agree_with_enumeration(count: int, sides: int) -> None:
    throws = [sorted(throw) for throw in product(range(1, sides + 1), repeat=count)]
    assert dice.total(count, sides) == Distribution.uniform(map(sum, throws))
    for keep in range(count + 1):
        left = count - keep
        high = Distribution.uniform(sum(throw[left:]) for throw in throws)
        low = Distribution.uniform(sum(throw[:keep]) for throw in throws)
        assert dice.keep_highest(count, keep, sides) == high == dice.drop_lowest(count, left, sides)
        assert dice.keep_lowest(count, keep, sides) == low == dice.drop_highest(count, left, sides)
    for target in range(-1, count * sides + 2):
        reached = sum(sum(throw) >= target for throw in throws)
        assert dice.at_least(count, target, sides) == Fraction(reached, len(throws))


@pytest.mark.parametrize(("count", "keep", "sides"), [(12, 5, 6), (9, 1, 20), (20, 17, 4)])
def test_many_dice_agree_with_icepool(count: int, keep: int, sides: int) -> None:
    pool = icepool.d(sides).pool(count)
    for ours, theirs in (
        (dice.keep_highest(count, keep, sides), pool.highest(keep).sum()),
        (dice.keep_lowest(count, keep, sides), pool.lowest(keep).sum()),
        (dice.total(count, sides), count @ icepool.d(sides)),
    ):
        assert ours == {x: theirs.probability(x) for x in theirs.outcomes()}


@in_turn("count", range(5))
@in_turn("faces", [6, (), (1,), [1, 6], {2, 3, 4}, [5, 5], range(1, 7)])
def test_faces_shown_agree_with_enumeration(count: int, faces: int | Iterable[int]) -> None:
    wanted = {faces} if isinstance(faces, int) else set(faces)
    throws = product(range(1, 7), repeat=count)
    shown = Distribution.uniform(sum(x in wanted for x in throw) for throw in throws)
    assert dice.count_showing(count, faces) == shown
    assert dice.any_shows(count, faces) == 1 - shown[0]


def test_dice_have_six_sides_and_one_is_dropped_unless_said_otherwise() -> None:
    assert dice.d6 == dice.die() == dice.total(1) == dict.fromkeys(range(1, 7), Fraction(1, 6))
    assert dice.die(1) == Distribution.certain(1)
    assert dice.total(2) == dice.total(2, 6)
    assert dice.drop_highest(3) == dice.keep_lowest(3, 2) == dice.keep_lowest(3, 2, 6)
    assert dice.drop_lowest(3) == dice.keep_highest(3, 2) == dice.keep_highest(3, 2, 6)
    assert dice.at_least(2, 9) == dice.at_least(2, 9, 6)
    assert dice.any_shows(2, 6) == dice.any_shows(2, 6, 6)
    assert dice.count_showing(2, 6) == dice.count_showing(2, 6, 6)


def test_large_distributions_are_refused_or_done_but_never_hang() -> None:
    dice._keep_lowest.cache_clear()
    with counted() as effort:
        assert dice.keep_highest(40, 20).mean() > Fraction(7, 2) * 20
        assert len(dice.total(500)) == 2501
    assert effort.calls < 10**6  # an enumeration would look at 6 ** 40 throws
    for ask in (
        lambda: dice.total(10**9),
        lambda: dice.total(10**9, 10**6),
        lambda: dice.keep_highest(10**6, 3),
        lambda: dice.keep_lowest(10**6, 3),
        lambda: dice.any_shows(10**9, 6),
        lambda: dice.any_shows(200_000, 6, sides=1000),
        lambda: dice.count_showing(10**5, 6),
        lambda: dice.at_least(10**9, 6),
    ):
        with counted() as effort, pytest.raises(WorkLimitExceeded) as caught:
            ask()
        assert caught.value.size > caught.value.limit
        assert effort.calls < 1000  # refused before any of it is done


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
@example([127, 128], [1, 0])
@example([128, 128], [1, 0])
def test_multiply_is_the_schoolbook(a: list[int], b: list[int]) -> None:
    assert _polynomial.multiply(a, b) == schoolbook(a, b)


@in_turn(
    "base", [[1, 1], [2, 0, 3], [5], [1, 0, 0, 4], [3, 1, 4, 1, 5], *([1] * n for n in range(2, 8))]
)
def test_power_is_multiplying_again_and_again(base: list[int]) -> None:
    expected = [1]
    for exponent in range(7):
        assert _polynomial.power(base, exponent) == expected
        if set(base) == {1}:
            assert _polynomial.dice(exponent, len(base)) == expected
        expected = schoolbook(expected, base)


@in_turn(("largest", "width"), [(0, 1), (1, 1), (255, 1), (256, 2), (65536, 3), (2**64 - 1, 8)])
def test_a_digit_has_room_for_the_largest_number_and_no_more(largest: int, width: int) -> None:
    assert _polynomial.digit_width(largest) == width
    numbers = [largest, 0, largest // 2, largest]
    assert _polynomial.unpack(_polynomial.pack(numbers, width), width, 4) == numbers


CUTS: list[tuple[int, ...]] = [(), (6,), (5,), (3,), (2,), (1,), (5, 6), (2, 4), (4, 5), (1, 6)]
POOLS = [
    *((size, cuts, 6) for size in range(4) for cuts in CUTS),
    *((4, cuts, 6) for cuts in [(5,), (2, 4)]),
    (4, (3,), 4),
    (3, (2, 7), 8),
    (2, (20,), 20),
]


def shown(placed: Placed) -> dict[int, int]:
    """The weights by sum, without those of nothing."""
    start, distribution = placed
    return {start + at: weight for at, weight in enumerate(distribution.weights) if weight}


def counts_of(faces: tuple[int, ...], cuts: tuple[int, ...]) -> tuple[int, ...]:
    """How many dice fall into each range, the highest faces first."""
    edges = [*cuts[::-1], -1]
    counts = [0] * len(edges)
    for face in faces:
        counts[next(at for at, low in enumerate(edges) if face >= low)] += 1
    return tuple(counts)


def throws_by_counts(size: int, cuts: tuple[int, ...], sides: int) -> dict[tuple[int, ...], Any]:
    found: defaultdict[tuple[int, ...], list[Any]] = defaultdict(list)
    for faces in product(range(1, sides + 1), repeat=size):
        found[counts_of(faces, cuts)].append(faces)
    return found


@in_turn(("size", "cuts", "sides"), POOLS)
def test_a_pool_without_its_highest_or_lowest_dice(
    size: int, cuts: tuple[int, ...], sides: int
) -> None:
    pool = Pool(size, cuts, sides)
    for counts, every in throws_by_counts(size, cuts, sides).items():
        # It is about the faces within the ranges; which die is in which is counted apart.
        ways = pool.throws(counts)
        for lost in range(size + 1):
            high = Counter(sum(sorted(faces)[: size - lost]) for faces in every)
            low = Counter(sum(sorted(faces)[lost:]) for faces in every)
            for placed, sums in (
                (pool.without_highest(counts, lost), high),
                (pool.without_lowest(counts, lost), low),
            ):
                assert {total: ways * n for total, n in shown(placed).items()} == sums
                start, distribution = placed
                assert start == min(sums)
                assert start + len(distribution.weights) - 1 == max(sums)


@in_turn("cuts", CUTS)
def test_a_pool_without_any_dice_of_each_range(cuts: tuple[int, ...]) -> None:
    size = 3
    pool = Pool(size, cuts)
    for counts, every in throws_by_counts(size, cuts, 6).items():
        for taken in product(*(range(count + 1) for count in counts)):
            sums = Counter(
                sum(faces) - sum(faces[at] for at in gone)
                for gone in combinations(range(size), sum(taken))
                for faces in every
                if counts_of(tuple(faces[at] for at in gone), cuts) == taken
            )
            found = shown(pool.without(counts, taken))
            # The same distribution; each way to choose dice of these ranges counts as often.
            assert sum(found.values()) * pool.throws(counts) == len(every)
            assert Distribution.from_weights(found) == Distribution.from_weights(sums)


def test_a_large_pool_is_the_sum_of_its_dice() -> None:
    distribution: defaultdict[int, int] = defaultdict(int)
    pool = Pool(40, (5,))
    for high in range(41):
        counts = (high, 40 - high)
        for total, weight in shown(pool.without_highest(counts, 0)).items():
            distribution[total] += weight * pool.throws(counts)
    assert {total: Fraction(n, 6**40) for total, n in distribution.items()} == dice.total(40)


@in_turn(("size", "cuts"), [(38, (6,)), (32, (5,)), (25, (1,)), (41, (4,))])
def test_weights_have_room_up_to_the_last_bit(size: int, cuts: tuple[int, ...]) -> None:
    """If all dice are gone, one sum has all throws; here they just need another byte."""
    pool = Pool(size, cuts)
    faces = [each.faces for each in pool.ranges]
    for at, count in enumerate(faces):
        counts = tuple(size if i == at else 0 for i in range(len(faces)))
        if count:
            assert shown(pool.without_highest(counts, size)) == {0: count**size}
            assert shown(pool.without_lowest(counts, size)) == {0: count**size}


@in_turn(
    ("first", "second"),
    [
        ((0, [1]), (0, [1])),
        ((3, [1, 2, 1]), (4, [2, 5])),
        ((4, [2, 5]), (3, [1, 2, 1])),
        ((10, [1, 1]), (0, [3, 3])),
        ((0, [3, 3]), (10, [1, 1])),
        ((0, [1, 0, 4, 0, 2]), (2, [7])),
        ((2, [7]), (0, [1, 0, 4, 0, 2])),
        ((5, [1, 2]), (0, [1] * 20)),
    ],
)
@in_turn("summed", ["neither", "first", "second", "both"])
def test_which_sum_is_higher(first: Any, second: Any, summed: str) -> None:
    (start, weights), (other, others) = first, second
    a, b = (start, dice_pool.Distribution(weights)), (other, dice_pool.Distribution(others))
    for distribution, when in ((a[1], "first"), (b[1], "second")):
        assert not distribution.is_summed
        if summed in (when, "both"):
            below = [sum(distribution.weights[:n]) for n in range(len(distribution.weights) + 1)]
            assert distribution.below == below
            assert distribution.is_summed
    signs: Counter[int] = Counter()
    for (i, p), (j, q) in product(enumerate(weights), enumerate(others)):
        signs[(start + i > other + j) - (start + i < other + j)] += p * q
    assert compared(a, b) == (signs[1], signs[0], signs[-1])
