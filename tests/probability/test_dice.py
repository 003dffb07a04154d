"""Dice against plain enumeration and against icepool."""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.probability import Distribution, ProbabilityError, WorkLimitExceeded, dice
from tests.effort import counted
from tests.in_turn import in_turn

SMALL = [(n, s) for n in range(6) for s in (1, 2, 3, 6)]


def enumerated(count: int, sides: int, f: Callable[[tuple[int, ...]], int]) -> Distribution[int]:
    throws = product(range(1, sides + 1), repeat=count)
    return Distribution.from_weights(Counter(f(tuple(sorted(throw))) for throw in throws))


def highest(keep: int) -> Callable[[tuple[int, ...]], int]:
    return lambda throw: sum(throw[len(throw) - keep :])


def lowest(keep: int) -> Callable[[tuple[int, ...]], int]:
    return lambda throw: sum(throw[:keep])


def from_icepool(die: object) -> dict[int, Fraction]:
    return {x: die.probability(x) for x in die.outcomes()}  # type: ignore[attr-defined]


@in_turn(("count", "sides"), SMALL)
def test_totals_agree_with_enumeration(count: int, sides: int) -> None:
    assert dice.total(count, sides) == enumerated(count, sides, sum)


@in_turn(("count", "sides"), SMALL)
def test_kept_dice_agree_with_enumeration(count: int, sides: int) -> None:
    for keep in range(count + 1):
        left = count - keep
        high = enumerated(count, sides, highest(keep))
        low = enumerated(count, sides, lowest(keep))
        assert dice.keep_highest(count, keep, sides) == high == dice.drop_lowest(count, left, sides)
        assert dice.keep_lowest(count, keep, sides) == low == dice.drop_highest(count, left, sides)


@pytest.mark.parametrize(("count", "keep", "sides"), [(12, 5, 6), (9, 1, 20), (20, 17, 4)])
def test_many_kept_dice_agree_with_icepool(count: int, keep: int, sides: int) -> None:
    theirs = icepool.d(sides).pool(count).highest(keep).sum()
    assert dice.keep_highest(count, keep, sides) == from_icepool(theirs)
    theirs = icepool.d(sides).pool(count).lowest(keep).sum()
    assert dice.keep_lowest(count, keep, sides) == from_icepool(theirs)


def test_many_dice_agree_with_icepool() -> None:
    assert dice.total(30, 8) == from_icepool(30 @ icepool.d8)


@given(st.integers(0, 40), st.integers(1, 12))
def test_totals_have_the_known_mean_and_variance(count: int, sides: int) -> None:
    distribution = dice.total(count, sides)
    assert distribution.mean() == Fraction(count * (sides + 1), 2)
    assert distribution.variance() == Fraction(count * (sides**2 - 1), 12)
    assert sum(distribution.values()) == 1


@given(st.integers(1, 12), st.integers(1, 8), st.data())
def test_kept_and_dropped_dice_share_the_mean_of_all(
    count: int, sides: int, data: st.DataObject
) -> None:
    keep = data.draw(st.integers(0, count))
    kept = dice.keep_highest(count, keep, sides).mean()
    dropped = dice.keep_lowest(count, count - keep, sides).mean()
    assert kept + dropped == dice.total(count, sides).mean()


@in_turn("target", range(-1, 21))
def test_at_least_counts_the_throws(target: int) -> None:
    throws = [sum(throw) >= target for throw in product(range(1, 7), repeat=3)]
    assert dice.at_least(3, target) == Fraction(sum(throws), len(throws))


@in_turn("count", range(5))
@in_turn("faces", [6, (), (1,), [1, 6], {2, 3, 4}, [5, 5], range(1, 7)])
def test_faces_shown_agree_with_enumeration(count: int, faces: int | Iterable[int]) -> None:
    wanted = {faces} if isinstance(faces, int) else set(faces)
    distribution = enumerated(count, 6, lambda throw: sum(x in wanted for x in throw))
    assert dice.count_showing(count, faces) == distribution
    assert dice.any_shows(count, faces) == 1 - distribution[0]


def test_count_showing_is_binomial() -> None:
    distribution = dice.count_showing(40, (5, 6))
    for n in range(41):
        assert distribution[n] == comb(40, n) * Fraction(1, 3) ** n * Fraction(2, 3) ** (40 - n)


def test_the_named_die() -> None:
    assert dice.d6 == dice.die() == dice.total(1) == dict.fromkeys(range(1, 7), Fraction(1, 6))
    assert dice.total(0) == dice.keep_highest(5, 0) == Distribution.certain(0)
    assert list(dice.total(3).weights.values())[:8] == [1, 3, 6, 10, 15, 21, 25, 27]


def test_large_distributions_are_refused_or_done_but_never_hang() -> None:
    dice._keep_lowest.cache_clear()
    with counted() as effort:
        assert dice.keep_highest(40, 20).mean() > Fraction(7, 2) * 20
    assert effort.calls < 10**6  # an enumeration would look at 6 ** 40 throws
    with counted() as effort:
        assert len(dice.total(500)) == 2501
    assert effort.calls < 10**6
    for ask in (
        lambda: dice.total(10**9),
        lambda: dice.total(10**9, 10**6),
        lambda: dice.keep_highest(10**6, 3),
        lambda: dice.keep_lowest(10**6, 3),
        lambda: dice.any_shows(10**9, 6),
        lambda: dice.count_showing(10**9, 6),
        lambda: dice.at_least(10**9, 6),
    ):
        with counted() as effort, pytest.raises(WorkLimitExceeded) as caught:
            ask()
        assert caught.value.size > caught.value.limit
        assert effort.calls < 1000  # refused before any of it is done


loose: Any = dice  # to be asked what a type checker would not let through


@in_turn(
    ("ask", "named"),
    [
        (lambda: loose.total(-1), "count must be at least 0, not -1"),
        (lambda: loose.total(2.0), r"count must be a whole number, not 2\.0"),
        (lambda: loose.total(True), "count must be a whole number, not True"),
        (lambda: loose.total("3"), "count must be a whole number, not '3'"),
        (lambda: loose.total(1, 0), "sides must be at least 1, not 0"),
        (lambda: loose.die(10**7), "sides must be at most 1000000, not 10000000"),
        (lambda: loose.keep_highest(3, 4), "keep must be at most count: 4 of 3 dice"),
        (lambda: loose.keep_lowest(3, 4), "keep must be at most count: 4 of 3 dice"),
        (lambda: loose.keep_lowest(3, -1), "keep must be at least 0"),
        (lambda: loose.drop_lowest(3, 4), "drop must be at most count: 4 of 3 dice"),
        (lambda: loose.drop_highest(3, -1), "drop must be at least 0"),
        (lambda: loose.any_shows(3, 7), "face must be at most 6, not 7"),
        (lambda: loose.any_shows(3, [1, 0]), "face must be at least 1, not 0"),
        (lambda: loose.any_shows(3, True), "face must be a whole number, not True"),
        (lambda: loose.any_shows(3, "6"), "face must be a whole number, not '6'"),
        (lambda: loose.any_shows(3, None), "faces must be a face or several faces, not None"),
        (lambda: loose.count_showing(-3, 1), "count must be at least 0"),
        (lambda: loose.at_least(3, 10.5), r"target must be a whole number, not 10\.5"),
    ],
)
def test_bad_values_are_named(ask: Callable[[], object], named: str) -> None:
    with pytest.raises(ProbabilityError, match=named):
        ask()


def test_dice_have_six_sides_and_one_is_dropped_unless_said_otherwise() -> None:
    assert dice.die() == dice.die(6)
    assert dice.total(2) == dice.total(2, 6)
    assert dice.keep_highest(3, 2) == dice.keep_highest(3, 2, 6)
    assert dice.keep_lowest(3, 2) == dice.keep_lowest(3, 2, 6)
    assert dice.drop_highest(3) == dice.drop_highest(3, 1, 6) == dice.keep_lowest(3, 2, 6)
    assert dice.drop_lowest(3) == dice.drop_lowest(3, 1, 6) == dice.keep_highest(3, 2, 6)
    assert dice.at_least(2, 9) == dice.at_least(2, 9, 6)
    assert dice.any_shows(2, 6) == dice.any_shows(2, 6, 6)
    assert dice.count_showing(2, 6) == dice.count_showing(2, 6, 6)
