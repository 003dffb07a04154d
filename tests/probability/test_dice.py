"""Dice and pools of dice against plain enumeration and icepool; what is drawn by whole numbers."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from rules_lib.probability import Distribution, ProbabilityError, WorkLimitExceeded, dice
from rules_lib.probability.contests import Placed
from rules_lib.probability.dice_pool import Pool
from tests.effort import counted
from tests.in_turn import in_turn

SMALL = [(n, s) for n in range(6) for s in (1, 2, 3, 6)]


def shown(placed: Placed) -> dict[int, int]:
    """The weights by sum, without those of nothing."""
    start, distribution = placed
    return {start + at: weight for at, weight in enumerate(distribution.weights) if weight}


@in_turn(("count", "sides"), SMALL)
def test_totals_and_kept_dice_agree_with_enumeration(count: int, sides: int) -> None:
    throws = [sorted(throw) for throw in product(range(1, sides + 1), repeat=count)]
    assert dice.total(count, sides) == Distribution.uniform(map(sum, throws))
    pool = Pool(count, (), sides)
    for lost in range(count + 1):
        high, low = (Counter(sum(throw[part]) for throw in throws)
                     for part in (slice(lost, None), slice(count - lost)))  # fmt: skip
        assert shown(pool.without_lowest((count,), lost)) == high
        assert shown(pool.without_highest((count,), lost)) == low


@pytest.mark.parametrize(("count", "keep", "sides"), [(12, 5, 6), (9, 1, 20), (20, 17, 4)])
def test_many_dice_agree_with_icepool(count: int, keep: int, sides: int) -> None:
    ours, theirs = Pool(count, (), sides), icepool.d(sides).pool(count)
    lost = count - keep
    for found, die in (
        (shown(ours.without_lowest((count,), lost)), theirs.highest(keep).sum()),
        (shown(ours.without_highest((count,), lost)), theirs.lowest(keep).sum()),
        (dice.total(count, sides).weights, count @ icepool.d(sides)),
    ):
        assert Distribution.from_weights(found) == {x: die.probability(x) for x in die.outcomes()}


@in_turn("count", range(5))
@in_turn("faces", [[6], (), (1,), [1, 6], {2, 3, 4}, [5, 5], range(1, 7)])
def test_faces_shown_agree_with_enumeration(count: int, faces: Iterable[int]) -> None:
    wanted = set(faces)
    throws = product(range(1, 7), repeat=count)
    seen = Distribution.uniform(sum(x in wanted for x in throw) for throw in throws)
    assert dice.count_showing(count, faces) == seen


def test_dice_have_six_sides_unless_said_otherwise() -> None:
    assert dice.die() == dice.die() == dice.total(1) == dict.fromkeys(range(1, 7), Fraction(1, 6))
    assert dice.die(1) == Distribution.certain(1)
    assert dice.total(2) == dice.total(2, 6)
    assert dice.count_showing(2, [6]) == dice.count_showing(2, [6], 6)


def test_large_distributions_are_refused_or_done_but_never_hang() -> None:
    with counted() as effort:
        assert len(shown(Pool(40, ()).without_lowest((40,), 20))) == 101
        assert len(dice.total(500)) == 2501
    assert effort.calls < 10**6  # an enumeration would look at 6 ** 40 throws
    asks: list[Callable[[], object]] = [
        lambda: dice.total(10**9),
        lambda: dice.total(10**9, 10**6),
        lambda: dice.count_showing(10**5, [6]),
        lambda: dice.count_showing(10**9, [6]),
        lambda: dice.count_showing(200_000, [6], sides=1000),
    ]
    for ask in asks:
        with counted() as effort, pytest.raises(WorkLimitExceeded) as caught:
            ask()
        assert caught.value.size > caught.value.limit
        assert effort.calls < 1000  # refused before any of it is done


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


class Told:
    """Draws what it is told, and notes below which numbers it was asked to stay."""

    def __init__(self, *numbers: Any) -> None:
        self.numbers: list[Any] = list(numbers)
        self.asked: list[int] = []

    def randrange(self, stop: int, /) -> int:
        self.asked.append(stop)
        number: int = self.numbers.pop(0)
        return number


def test_every_number_below_the_denominator_decides_an_outcome_as_its_weight_says() -> None:
    distributions: list[Distribution[Any]] = [
        dice.total(3),
        Distribution({"a": "1/3", "b": "2/3"}),
        Distribution.uniform([(1, 2), "x", None]),
    ]
    for distribution in distributions:
        told = Told(*range(distribution.denominator))
        drawn = Counter(distribution.sample(told) for _ in range(distribution.denominator))
        assert drawn == distribution.weights
        assert set(told.asked) == {distribution.denominator}
        assert not told.numbers, "one number an outcome"


def test_dice_are_rolled_one_by_one() -> None:
    assert dice.roll(3, Told(0, 5, 2)) == (1, 6, 3)
    assert dice.roll(2, Told(0, 9), sides=10) == (1, 10)
    assert dice.roll(0, Told()) == ()


@in_turn("rng", [None, 7, random.Random, "x", Told(6), Told(-1), Told(True), Told(0.5)])
def test_what_is_no_source_of_chance_is_refused(rng: Any) -> None:
    assert dice.die().sample(random) in range(1, 7)
    with pytest.raises(ProbabilityError, match="rng"):
        dice.die().sample(rng)
