"""Several independent distributions together."""

from collections import Counter
from fractions import Fraction
from itertools import product
from operator import add
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.probability import (
    Distribution,
    WorkLimitExceeded,
    combine,
    convolve,
    dice,
    joint,
    mix,
)
from rules_lib.probability.contests import Contest, Shown, by_mark, contests
from tests.in_turn import in_turn

numbers = st.dictionaries(st.integers(-9, 9), st.integers(1, 9), min_size=1, max_size=5).map(
    Distribution.from_weights
)
fractions = st.dictionaries(
    st.fractions(-3, 3, max_denominator=6), st.integers(1, 9), min_size=1, max_size=4
).map(Distribution.from_weights)


def enumerated(f: object, *distributions: Distribution[int]) -> dict[object, Fraction]:
    found: dict[object, Fraction] = {}
    for case in product(*(distribution.items() for distribution in distributions)):
        chance = Fraction(1)
        for _, p in case:
            chance *= p
        image = f(*(x for x, _ in case))  # type: ignore[operator]
        found[image] = found.get(image, Fraction(0)) + chance
    return found


@given(numbers, numbers, numbers)
def test_combine_and_joint_agree_with_enumeration(
    a: Distribution[int], b: Distribution[int], c: Distribution[int]
) -> None:
    def f(x: int, y: int, z: int = 0) -> tuple[bool, int]:
        return x > y, z % 3

    assert combine(f, a, b, c) == enumerated(f, a, b, c)
    assert combine(f, a, b) == enumerated(f, a, b)
    assert combine(abs, a) == a.map(abs)
    assert joint(a, b, c) == enumerated(lambda *xs: xs, a, b, c)
    assert joint(a, b).map(lambda pair: pair[0]) == a


def test_nothing_combined_is_certain() -> None:
    assert combine(lambda: "x") == Distribution.certain("x")
    assert joint() == Distribution.certain(())


@given(numbers, numbers, st.integers(0, 4))
def test_sums_agree_with_enumeration(a: Distribution[int], b: Distribution[int], n: int) -> None:
    assert convolve(a, b) == enumerated(lambda x, y: x + y, a, b)
    assert a.repeat(n) == enumerated(lambda *xs: sum(xs), *[a] * n)


@given(fractions, st.integers(0, 4))
def test_repeat_takes_fractions(distribution: Distribution[Any], count: int) -> None:
    assert distribution.repeat(count) == enumerated(
        lambda *xs: sum(xs, Fraction(0)), *[distribution] * count
    )


def test_mix_weighs_its_parts() -> None:
    d6, d8 = dice.die(6), dice.die(8)
    distribution = mix({d6: "1/4", d8: "3/4"})
    assert distribution == mix([(d6, 1), (d8, 3)]) == mix([(d6, 1), (d8, 1), (d8, 2), (d6, 0)])
    assert distribution[1] == Fraction(1, 24) + Fraction(3, 32)
    assert distribution[8] == Fraction(3, 32)


def spread_over(start: int, span: int, count: int = 50) -> Distribution[int]:
    """So many outcomes from ``start`` to ``start + span``."""
    return Distribution.uniform([*range(start, start + count - 1), start + span])


@in_turn(
    ("a", "b"),
    [
        (Distribution.uniform(range(300)), Distribution.uniform(range(300))),
        (dice.total(12), dice.total(14)),
        (spread_over(0, 60).map(lambda x: Fraction(x, 2)), spread_over(0, 60)),
        (Distribution.certain(0), Distribution.uniform(range(2000))),
        (spread_over(0, 200), spread_over(0, 200)),
        (spread_over(-101, 201), spread_over(-100, 200)),
    ],
)
def test_long_distributions_are_added_like_short_ones(
    a: Distribution[Any], b: Distribution[Any]
) -> None:
    """With great gaps and without; at most as much work as is allowed."""
    assert convolve(a, b) == combine(add, a, b)
    with pytest.raises(WorkLimitExceeded) as caught:
        convolve(a, b, limit=1)
    with pytest.raises(WorkLimitExceeded):
        convolve(a, b, limit=caught.value.size - 1)
    assert convolve(a, b, limit=caught.value.size)


def test_sums_of_whole_numbers_are_shown_as_whole_numbers() -> None:
    for distribution in (
        dice.die().repeat(3),
        Distribution.uniform([0, 4]).repeat(2),
        convolve(dice.die(), dice.die()),
        # No copies at all are the number 0, whatever they are copies of.
        Distribution.uniform([Fraction(1, 2), Fraction(3, 2)]).repeat(0),
    ):
        assert {type(outcome) for outcome in distribution} == {int}


rolls = st.tuples(
    st.integers(-3, 3),
    st.lists(st.tuples(st.booleans(), st.integers(1, 4)), min_size=1, max_size=6),
).map(lambda rolled: [(rolled[0] + at, *each) for at, each in enumerate(rolled[1])])


@given(rolls, rolls)
def test_sums_that_meet_agree_with_all_pairs(first: list[Shown], second: list[Shown]) -> None:
    found: Counter[Contest] = Counter()
    for (mine, hit, n), (other, struck, often) in product(first, second):
        found[hit, struck, (mine > other) - (mine < other)] += n * often
    assert contests(by_mark(first), by_mark(second)) == found
