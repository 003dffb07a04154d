"""Where questions begin and end: the last refusals, the first steps, the words at the rim."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.probability import (
    Distribution,
    OutcomeTypeError,
    ProbabilityError,
    chain,
    dice,
    sums,
)
from rules_lib.probability.deck import Deck
from rules_lib.probability.graph import components, leading_to
from rules_lib.probability.kept import FaceRange
from rules_lib.probability.linear import Row, eliminate, visits
from tests.in_turn import in_turn

wrong: Any = 3
wrong_outcome: Any = [1]
coin: Any = Distribution.uniform([0, 1])
words: Any = Distribution.from_weights({"ace": 5, "king": 2, "queen": 9})
often = chain.explore(1, lambda _: Distribution.uniform([0, 1, 2]), lambda x: x == 2).steps
half = chain.explore(
    0,
    lambda x: Distribution.uniform([1, 2]) if x == 0 else Distribution.certain(1),
    lambda x: x == 2,
).steps


@in_turn(
    ("asked", "named"),
    [
        (lambda: coin.then(3), "then: f must be a function, not 3"),
        (lambda: coin.combine(coin, 3), "combine: f must be a function"),
        (lambda: sums.combine(wrong, coin, coin), "combine: f must be a function"),
        (lambda: sums.combine(wrong, coin, coin, coin), "combine: f must be a function"),
        (lambda: half.beyond(wrong_outcome), "beyond: n must be a whole number"),
        (lambda: dice.total(1, dice.MAX_SIDES + 1), "sides must be at most"),
        (lambda: coin.combine(3, max), "combine needs a Distribution, not 3"),
        (lambda: coin.given(3), "given: predicate must be a function"),
        (lambda: coin.probability(3), "probability: predicate must be"),
        (lambda: dice.keep_highest(-1, 0), "count must be at least 0, not -1"),
        (lambda: dice.keep_highest(3, -1), "keep must be at least 0, not -1"),
        (lambda: dice.keep_highest(3, 1, 0), "sides must be at least 1, not 0"),
        (lambda: dice.drop_lowest(-1, 0), "count must be at least 0, not -1"),
        (lambda: dice.drop_lowest(3, -1), "drop must be at least 0, not -1"),
        (lambda: dice.total(-1), "count must be at least 0, not -1"),
        (lambda: dice.total(1, 0), "sides must be at least 1, not 0"),
        (lambda: FaceRange(0, 6, -1, 1), "dice must be at least 0, not -1"),
        (lambda: FaceRange(0, 6, 1, 0), "width must be at least 1, not 0"),
        (lambda: half.mean(), "mean: infinite"),
        (lambda: half.variance(), "variance: infinite"),
        (lambda: half.head(-1), "head: n must be at least 0, not -1"),
    ],
)
def test_what_is_refused_is_named(asked: Callable[[], object], named: str) -> None:
    with pytest.raises(ProbabilityError, match=named):
        asked()


@in_turn(
    ("asked", "named"),
    [
        (lambda: coin.cdf("x"), r"cdf: 'x' \(str\) cannot be compared"),
        (lambda: coin.tail("x"), r"tail: 'x' \(str\) cannot be compared"),
        (lambda: sums.convolve(coin, words), "convolve: .*'ace'"),
        (lambda: sums.convolve(words, coin), "convolve: .*'ace'"),
        (lambda: Distribution.uniform([1, "a", 2, "b"]).min(), r"the outcomes \(1, 'a', 2, …\)"),
    ],
)
def test_outcomes_that_do_not_fit_are_named(asked: Callable[[], object], named: str) -> None:
    with pytest.raises(OutcomeTypeError, match=named):
        asked()


def test_the_smallest_and_the_greatest_outcome_are_outcomes_not_chances() -> None:
    assert (words.min(), words.max()) == ("ace", "queen")
    assert dice.total(3).min() == 3
    assert dice.total(3).max() == 18


def test_no_step_comes_before_the_start() -> None:
    for distribution in (often, half):
        assert distribution.pmf(-1) == distribution.cdf(-1) == 0
        assert distribution.tail(0) == distribution.beyond(-1) == 1
        assert distribution.pmf(0) == distribution.cdf(0) == 0
    ended = chain.explore(2, lambda _: coin, lambda x: x == 2).steps
    assert ended.pmf(0) == ended.cdf(0) == 1
    assert ended.pmf(-1) == ended.cdf(-1) == 0


def test_a_distribution_that_may_never_end_reaches_no_more_than_its_whole() -> None:
    assert half.never == Fraction(1, 2)
    assert half.quantile(Fraction(1, 2)) == half.median() == 1
    assert half.quantile(Fraction(501, 1000)) is None
    assert half.if_absorbed().quantile(1) == 1
    assert half.if_absorbed().mean() == 1
    assert half.if_absorbed().variance() == 0


def test_distributions_of_steps_differ_if_only_their_start_does() -> None:
    def step(x: int) -> Distribution[int]:
        return Distribution.certain(x - 1)

    def over(x: int) -> bool:
        return x == 0

    one = chain.explore(Distribution.uniform([0, 1]), step, over).steps
    other = chain.explore(Distribution.from_weights({0: 1, 1: 2}), step, over).steps
    assert one != other
    assert one == chain.explore(Distribution.uniform([1, 0]), step, over).steps


@given(st.integers(0, 6), st.integers(0, 6))
def test_the_first_success_is_where_no_card_before_it_was_one(hits: int, misses: int) -> None:
    deck = Deck({True: hits, False: misses}) if hits and misses else None
    if deck is None:
        return
    distribution = deck.first_success(bool)
    none_yet = Fraction(1)
    for k in range(1, misses + 2):
        chance = Fraction(hits, hits + misses - k + 1)
        assert distribution[k] == none_yet * chance
        none_yet *= 1 - chance
    assert distribution.max() == misses + 1


graphs = st.dictionaries(st.integers(0, 6), st.sets(st.integers(0, 8)), max_size=7)


@given(graphs)
def test_components_are_those_that_reach_each_other(graph: dict[int, set[int]]) -> None:
    reach = {i: {i} for i in graph}
    for _ in graph:
        for i in graph:
            reach[i] |= {k for j in reach[i] for k in graph[j] if k in graph}
    expected = {frozenset(j for j in reach[i] if i in reach[j]) for i in graph}
    found = components(graph)
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))
    place = {i: at for at, part in enumerate(found) for i in part}
    assert all(place[j] <= place[i] for i in graph for j in graph[i] if j in graph)
    for k in range(9):
        leading = {i for i in graph if any(k in graph[j] for j in reach[i])}
        assert leading_to([k], graph.items()) == {k, *leading}


def test_long_sums_are_the_same_by_either_way() -> None:
    """From 2000 pairs on whole numbers are packed; with gaps, and with fractions, too."""
    long = Distribution.from_weights({3 * x: x % 7 + 1 for x in range(50)})
    other = Distribution.from_weights({2 * x - 9: x % 5 + 1 for x in range(45)})
    assert sums.convolve(long, other) == long.combine(other, lambda x, y: x + y)
    halves: Any = other.map(lambda x: Fraction(x, 2))
    assert sums.convolve(long, halves) == long.combine(halves, lambda x, y: x + y)


def test_what_cannot_be_an_outcome_is_refused() -> None:
    with pytest.raises(ProbabilityError, match="certain needs a hashable outcome"):
        Distribution.certain(wrong_outcome)


def test_a_process_may_begin_at_several_of_its_ends() -> None:
    start = Distribution({0: "1/6", 5: "1/3", 2: "1/2"})
    walk = chain.explore(
        start, lambda x: Distribution.uniform([x - 1, x + 1]), lambda x: x in (0, 5)
    )
    assert walk.steps.pmf(0) == Fraction(1, 2)
    assert walk.steps.cdf(0) == walk.steps.pmf(0)
    assert walk.absorbed[5] == Fraction(1, 3) + Fraction(1, 2) * Fraction(2, 5)


def test_a_distribution_is_no_number() -> None:
    assert Distribution.__eq__(coin, 3) is NotImplemented
    assert (coin == 3) is False
    assert (often == 3) is False


def test_the_median_is_where_half_is_reached() -> None:
    distribution: Distribution[int] = Distribution.from_weights({1: 2, 2: 1, 3: 3})
    assert (distribution.quantile("1/3"), distribution.median(), distribution.quantile("1/2")) == (
        1,
        2,
        2,
    )


def test_eliminated_rows_stay_short() -> None:
    """Of a long walk, what is left is a pair of small numbers, not the product of all steps."""
    size = 400
    rows: list[Row] = [{i - 1 if i else size: 1, i + 1: 1} for i in range(1, size)]
    rows = [{1: 1, size + 1: 1}, *rows]
    rows[-1] = {size - 2: 1, size: 1}
    pivots = eliminate([*rows, {0: 7}], keep=())
    assert len(pivots) == size + 1
    assert max(x.bit_length() for pivot in pivots for x in pivot.row.values()) < 40


def test_visits_are_told_of_every_state_that_passes_and_no_other() -> None:
    rows: list[Row] = [{1: 1, 3: 1}, {0: 1, 4: 1}, {0: 2, 1: 1}]
    pivots = eliminate(rows, keep=(2,))
    found = visits(pivots, 2)
    # From state 2: to 0 with 2/3; then to and fro, each time with 1/2.
    first, second = Fraction(2, 3), Fraction(1, 3)
    at_0 = (first + second / 2) * Fraction(4, 3)
    at_1 = (second + first / 2) * Fraction(4, 3)
    assert found == {0: at_0, 1: at_1}
