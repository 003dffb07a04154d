"""Sums of dice of which some are taken away, against every throw."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from rules_lib.probability import ProbabilityError, dice
from rules_lib.probability._polynomial import pack, unpack
from rules_lib.probability.kept import Distribution, Placed, Pool, compared
from tests.in_turn import in_turn

CUTS: list[tuple[int, ...]] = [(), (6,), (5,), (3,), (2,), (1,), (5, 6), (2, 4), (4, 5), (1, 6)]


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


def throws(size: int, cuts: tuple[int, ...], sides: int) -> dict[tuple[int, ...], list[Any]]:
    """All throws by the counts of their ranges."""
    found: defaultdict[tuple[int, ...], list[Any]] = defaultdict(list)
    for faces in product(range(1, sides + 1), repeat=size):
        found[counts_of(faces, cuts)].append(faces)
    return found


@in_turn("cuts", CUTS)
@in_turn("size", [0, 1, 2, 3, 4])
def test_a_pool_without_its_highest_or_lowest_dice(size: int, cuts: tuple[int, ...]) -> None:
    pool = Pool(size, cuts)
    seen = 0
    for counts, every in throws(size, cuts, 6).items():
        # It is about the faces within the ranges; which die is in which is counted apart.
        ways = pool.throws(counts)
        seen += len(every)
        for lost in range(size + 1):
            high = Counter(sum(sorted(faces)[: size - lost]) for faces in every)
            low = Counter(sum(sorted(faces)[lost:]) for faces in every)
            for placed, sums in (
                (pool.without_highest(counts, lost), high),
                (pool.without_lowest(counts, lost), low),
            ):
                assert {total: ways * n for total, n in shown(placed).items()} == sums
    assert seen == 6**size


@in_turn("cuts", CUTS)
def test_a_pool_without_any_dice_of_each_range(cuts: tuple[int, ...]) -> None:
    size = 3
    pool = Pool(size, cuts)
    for counts, every in throws(size, cuts, 6).items():
        for taken in product(*(range(count + 1) for count in counts)):
            sums: Counter[int] = Counter()
            choices = 0
            for gone in combinations(range(size), sum(taken)):
                for faces in every:
                    if counts_of(tuple(faces[at] for at in gone), cuts) == taken:
                        sums[sum(faces) - sum(faces[at] for at in gone)] += 1
                        choices += 1
            found = shown(pool.without(counts, taken))
            # The same distribution; each way to choose dice of these ranges counts as often.
            total = sum(found.values())
            assert total * pool.throws(counts) == len(every)
            assert {each: Fraction(n, total) for each, n in found.items()} == {
                each: Fraction(n, choices) for each, n in sums.items()
            }


@pytest.mark.parametrize(("size", "sides", "cuts"), [(4, 4, (3,)), (3, 8, (2, 7)), (2, 20, (20,))])
def test_other_dice(size: int, sides: int, cuts: tuple[int, ...]) -> None:
    pool = Pool(size, cuts, sides)
    for counts, every in throws(size, cuts, sides).items():
        sums = Counter(sum(sorted(faces)[:-1]) for faces in every)
        found = shown(pool.without_highest(counts, 1))
        assert {total: pool.throws(counts) * n for total, n in found.items()} == sums


def test_a_large_pool_is_the_sum_of_its_dice() -> None:
    distribution: defaultdict[int, int] = defaultdict(int)
    pool = Pool(40, (5,))
    for high in range(41):
        counts = (high, 40 - high)
        for total, weight in shown(pool.without_highest(counts, 0)).items():
            distribution[total] += weight * pool.throws(counts)
    assert {total: Fraction(n, 6**40) for total, n in distribution.items()} == dice.total(40)


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
    a, b = (start, Distribution(weights)), (other, Distribution(others))
    for distribution, when in ((a[1], "first"), (b[1], "second")):
        if summed in (when, "both"):
            assert distribution.below[-1] == sum(distribution.weights)
    signs: Counter[int] = Counter()
    for (i, p), (j, q) in product(enumerate(weights), enumerate(others)):
        signs[(start + i > other + j) - (start + i < other + j)] += p * q
    assert compared(a, b) == (signs[1], signs[0], signs[-1])


def test_the_weights_below_each_place() -> None:
    distribution = Distribution([2, 0, 3])
    assert not distribution.is_summed
    assert distribution.below == [0, 2, 2, 5]
    assert distribution.is_summed


@in_turn("weights", [[0], [1, 255, 0, 65535], [3] * 50, [0, 0, 7]])
def test_packing_and_unpacking(weights: list[int]) -> None:
    assert unpack(pack(weights, 3), 3, len(weights)) == weights


@in_turn("size", [-1, 1.0, True, None, "3"])
def test_what_is_no_number_of_dice(size: Any) -> None:
    with pytest.raises(ProbabilityError, match=r"^size must be"):
        Pool(size, (6,))


@in_turn("cuts", CUTS)
def test_a_distribution_ends_with_its_greatest_sum(cuts: tuple[int, ...]) -> None:
    pool = Pool(3, cuts)
    for counts, faces in throws(3, cuts, 6).items():
        for lost in range(4):
            start, distribution = pool.without_highest(counts, lost)
            left = {sum(sorted(each)[: 3 - lost]) for each in faces}
            assert start == min(left)
            assert start + len(distribution.weights) - 1 == max(left)
            assert distribution.weights[-1]


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
