"""Several independent distributions together."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.probability import (
    Distribution,
    OutcomeTypeError,
    ProbabilityError,
    WorkLimitExceeded,
    combine,
    convolve,
    dice,
    joint,
    mix,
)
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
    assert combine(f, a, b) == enumerated(f, a, b) == a.combine(b, f)
    assert combine(abs, a) == a.map(abs)
    assert joint(a, b, c) == enumerated(lambda *xs: xs, a, b, c)
    assert joint(a, b).map(lambda pair: pair[0]) == a


def test_nothing_combined_is_certain() -> None:
    assert combine(lambda: "x") == Distribution.certain("x")
    assert joint() == Distribution.certain(())


def test_combine_agrees_with_icepool() -> None:
    ours = combine(lambda x, y: (x > y) - (x < y), dice.total(3), dice.total(2, 8))
    theirs = icepool.map(lambda x, y: (x > y) - (x < y), 3 @ icepool.d6, 2 @ icepool.d8)
    assert ours == {k: theirs.probability(k) for k in theirs.outcomes()}


@given(numbers, numbers)
def test_convolution_adds_means_and_variances(a: Distribution[int], b: Distribution[int]) -> None:
    distribution = convolve(a, b)
    assert distribution == enumerated(lambda x, y: x + y, a, b)
    assert distribution.mean() == a.mean() + b.mean()
    assert distribution.variance() == a.variance() + b.variance()


def test_large_convolutions_agree_with_small_ones() -> None:
    a, b = dice.total(12), dice.keep_highest(20, 11)
    assert len(a) * len(b) > 2000
    assert convolve(a, b) == a.combine(b, lambda x, y: x + y)
    assert convolve(a, b.map(lambda x: 7 - x)).mean() == a.mean() + 7 - b.mean()


def test_large_convolutions_leave_room_for_carries() -> None:
    distribution = Distribution.uniform(range(300))
    triangle = {x: min(x + 1, 599 - x) for x in range(599)}
    assert convolve(distribution, distribution) == Distribution.from_weights(triangle)


@given(numbers, st.integers(0, 5))
def test_repeat_is_convolution_over_and_over(distribution: Distribution[int], count: int) -> None:
    expected = Distribution.certain(0)
    for _ in range(count):
        expected = convolve(expected, distribution)
    assert distribution.repeat(count) == expected


@given(fractions, st.integers(0, 4))
def test_repeat_takes_fractions(distribution: Distribution[Fraction], count: int) -> None:
    sums: Counter[Fraction] = Counter()
    for case in product(distribution.weights.items(), repeat=count):
        weight = 1
        for _, w in case:
            weight *= w
        sums[sum((x for x, _ in case), Fraction(0))] += weight
    assert distribution.repeat(count) == Distribution.from_weights(sums)


def test_repeat_leaps_over_great_gaps() -> None:
    distribution = Distribution.uniform([5, 10**12 + 5])
    assert distribution.repeat(2) == Distribution.from_weights(
        {10: 1, 10**12 + 10: 2, 2 * 10**12 + 10: 1}
    )


def test_mix_weighs_its_parts() -> None:
    d6, d8 = dice.die(6), dice.die(8)
    distribution = mix({d6: "1/4", d8: "3/4"})
    assert distribution == mix([(d6, 1), (d8, 3)]) == mix([(d6, 1), (d8, 1), (d8, 2), (d6, 0)])
    assert distribution[1] == Fraction(1, 24) + Fraction(3, 32)
    assert distribution[8] == Fraction(3, 32)


@in_turn(
    "work",
    [
        lambda distribution: distribution.combine(distribution, lambda x, y: 0),
        lambda distribution: combine(lambda x, y, z: 0, distribution, distribution, distribution),
        lambda distribution: joint(distribution, distribution),
        lambda distribution: distribution.then(lambda x: distribution),
        lambda distribution: Distribution.uniform([0, 1, 10**9]).repeat(2),
    ],
)
def test_too_much_work_is_refused_before_it_is_begun(work: object) -> None:
    with pytest.raises(WorkLimitExceeded) as caught:
        work(Distribution.uniform(range(3000)))  # type: ignore[operator]
    assert caught.value.size > caught.value.limit
    assert str(caught.value.size) in str(caught.value)
    assert f"the limit is {caught.value.limit}" in str(caught.value)


def test_a_limit_can_be_set() -> None:
    distribution = Distribution.uniform(range(10))
    with pytest.raises(
        WorkLimitExceeded,
        match=r"^combine: 100 pairs of outcomes would be formed; the limit is 99$",
    ):
        distribution.combine(distribution, lambda x, y: x, limit=99)
    assert distribution.combine(distribution, lambda x, y: x, limit=100) == distribution
    with pytest.raises(ProbabilityError, match="limit must be at least 1, not 0"):
        joint(distribution, limit=0)


def test_bad_values_are_named() -> None:
    distribution = Distribution.uniform([1, 2])
    words = Distribution.uniform(["a", "b"])
    with pytest.raises(OutcomeTypeError, match=r"repeat: .* 'a'"):
        words.repeat(2)
    with pytest.raises(OutcomeTypeError, match=r"convolve: .* 'a'"):
        convolve(words, words)
    with pytest.raises(ProbabilityError, match="repeat: count must be at least 0, not -1"):
        distribution.repeat(-1)
    with pytest.raises(ProbabilityError, match="count must be a whole number, not True"):
        distribution.repeat(True)
    with pytest.raises(ProbabilityError, match="combine needs Distributions, not 3"):
        combine(max, distribution, 3)  # type: ignore[call-overload]
    with pytest.raises(ProbabilityError, match="mix needs at least one part"):
        mix([(distribution, 0)])
    with pytest.raises(ProbabilityError, match=r"weight of .* is negative: -1"):
        mix([(distribution, -1)])
    with pytest.raises(ProbabilityError, match=r"mix: a weight is the float 0\.5"):
        mix([(distribution, 0.5)])  # type: ignore[arg-type]


def test_parts_of_a_mixture_are_distributions_with_weights() -> None:
    distribution = Distribution.uniform([1, 2])
    wrong: Any
    for wrong, named in [
        (3, r"parts must be Distributions with weights, not 3"),
        ([distribution], r"parts must be pairs of distribution and weight"),
        ([[distribution, 1]], r"parts must be pairs of distribution and weight"),
        ([(distribution, 1, 1)], r"parts must be pairs of distribution and weight"),
        ([(3, 1)], r"each part must be a Distribution, not 3"),
    ]:
        with pytest.raises(ProbabilityError, match=f"^mix: {named}"):
            mix(wrong)
    large = Distribution.uniform(range(1001))
    with pytest.raises(WorkLimitExceeded, match=r"^mix: .* outcomes would be merged"):
        mix([(large, 1)] * 5000)
    assert mix([(large, 1)] * 2) == large


def test_only_distributions_are_taken_together() -> None:
    distribution = Distribution.uniform([1, 2])
    wrong: Any = {1: 1}
    for ask in (
        lambda: joint(distribution, wrong),
        lambda: convolve(distribution, wrong),
        lambda: convolve(wrong, distribution),
        lambda: combine(max, distribution, wrong),
    ):
        with pytest.raises(ProbabilityError, match=r"needs Distributions, not \{1: 1\}"):
            ask()


def test_a_limit_is_handed_on_by_every_way_to_add() -> None:
    distribution = Distribution.uniform([0, 1, 10**6])
    for ask in (
        lambda n: convolve(distribution, distribution, limit=n),
        lambda n: combine(max, distribution, distribution, limit=n),
        lambda n: combine(max, distribution, distribution, Distribution.certain(1), limit=n),
    ):
        assert ask(9).denominator == 9
        with pytest.raises(WorkLimitExceeded, match="the limit is 8"):
            ask(8)


PAIRS, WORDS = "pairs of outcomes would be formed", "products of machine words are needed"


def spread_over(start: int, span: int, count: int = 50) -> Distribution[int]:
    """So many outcomes from ``start`` to ``start + span``."""
    return Distribution.uniform([*range(start, start + count - 1), start + span])


@in_turn(
    ("a", "b", "unit"),
    [
        (Distribution.uniform(range(40)), Distribution.uniform(range(50)), WORDS),
        (Distribution.certain(0), Distribution.uniform(range(1999)), PAIRS),
        (Distribution.certain(0), Distribution.uniform(range(2000)), WORDS),
        (spread_over(0, 200), spread_over(0, 200), WORDS),
        (spread_over(0, 200), spread_over(0, 201), PAIRS),
        (spread_over(0, 201), spread_over(0, 200), PAIRS),
        (spread_over(-101, 201), spread_over(-100, 200), PAIRS),
        (spread_over(7, 60), spread_over(0, 50).map(lambda x: Fraction(x, 2)), PAIRS),
    ],
)
def test_long_distributions_without_great_gaps_are_added_in_fewer_steps(
    a: Distribution[Any], b: Distribution[Any], unit: str
) -> None:
    """Its unit tells which way is taken; either way a limit holds, and the sum is the same."""
    with pytest.raises(WorkLimitExceeded) as caught:
        convolve(a, b, limit=1)
    assert caught.value.unit == unit
    assert caught.value.size == (len(a) * len(b) if unit == PAIRS else steps(a, b))
    with pytest.raises(WorkLimitExceeded):
        convolve(a, b, limit=caught.value.size - 1)
    assert convolve(a, b, limit=caught.value.size) == a.combine(b, lambda x, y: x + y)
    with pytest.raises(ProbabilityError, match="limit must be at least 1"):
        convolve(a, b, limit=0)


def steps(a: Distribution[int], b: Distribution[int]) -> int:
    """As many as the words of both distributions to the power of three halves, rounded down."""
    room = sum(max(distribution) - min(distribution) + 1 for distribution in (a, b))
    size = -(-(a.denominator * b.denominator).bit_length() // 8)
    return isqrt((room * size // 8) ** 3)


def test_more_pairs_than_could_be_formed_are_added_in_few_steps() -> None:
    distribution = Distribution.uniform(range(3000))
    assert convolve(distribution, distribution)[2999] == Fraction(1, 3000)
    with pytest.raises(WorkLimitExceeded, match=r"^convolve: .* the limit is 100000000$"):
        convolve(*[Distribution.uniform(range(200_000))] * 2)


def test_long_distributions_of_fractions_are_added_like_short_ones() -> None:
    halves: Distribution[Any] = Distribution.uniform([Fraction(i, 2) for i in range(60)])
    whole: Distribution[Any] = Distribution.uniform(range(60))
    assert convolve(halves, halves) == convolve(whole, whole).map(lambda x: Fraction(x, 2))
    mixed = convolve(halves, whole)
    assert mixed == Distribution.from_weights(
        Counter(Fraction(i, 2) + j for i in range(60) for j in range(60))
    )


@in_turn("number", [0, 1, 2, 3])
def test_what_is_no_function_is_refused_for_any_number_of_distributions(number: int) -> None:
    wrong: Any = 3
    with pytest.raises(ProbabilityError, match=r"^combine: f must be a function, not 3"):
        combine(wrong, *[dice.d6] * number)


def test_sums_of_whole_numbers_are_shown_as_whole_numbers() -> None:
    for distribution in (
        dice.d6.repeat(3),
        Distribution.uniform([0, 4]).repeat(2),
        convolve(dice.d6, dice.d6),
        # No copies at all are the number 0, whatever they are copies of.
        Distribution.uniform([Fraction(1, 2), Fraction(3, 2)]).repeat(0),
    ):
        assert {type(outcome) for outcome in distribution} == {int}
