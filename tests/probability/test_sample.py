"""Drawn from exactly: each whole number below the denominator decides one outcome."""

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from rules_lib.probability import Distribution, ProbabilityError, dice
from rules_lib.probability.chain import explore


class Told:
    """Draws what it is told, and notes below which numbers it was asked to stay."""

    def __init__(self, *numbers: int) -> None:
        self.numbers, self.asked = list(numbers), list[int]()

    def randrange(self, stop: int, /) -> int:
        self.asked.append(stop)
        return self.numbers.pop(0)


def test_every_number_below_the_denominator_decides_an_outcome_as_its_weight_says() -> None:
    for distribution in (
        dice.total(3),
        Distribution({"a": "1/3", "b": "2/3"}),
        Distribution.uniform([(1, 2), "x", None]),
    ):
        told = Told(*range(distribution.denominator))
        drawn = Counter(distribution.sample(told) for _ in range(distribution.denominator))
        assert drawn == distribution.weights
        assert set(told.asked) == {distribution.denominator}
        assert not told.numbers, "one number an outcome"


def test_dice_are_rolled_one_by_one() -> None:
    assert dice.roll(3, Told(0, 5, 2)) == (1, 6, 3)
    assert dice.roll(2, Told(0, 9), sides=10) == (1, 10)
    assert dice.roll(0, Told()) == ()


def steps_to_six() -> Any:
    """A die until it shows 6, but a 1 ends the hope."""
    return explore(
        "on",
        lambda state: Distribution.from_weights(
            {"on": 4, "six": 1, "stuck": 1} if state == "on" else {"stuck": 1}
        ),
        lambda state: state == "six",
    ).steps


def test_steps_are_drawn_as_they_are_distributed_and_never_is_none() -> None:
    steps, rng = steps_to_six(), random.Random(19)
    drawn = Counter(steps.sample(rng) for _ in range(2000))
    expected = {t: float(steps.pmf(t)) * 2000 for t in range(1, 6)}
    expected[None] = float(steps.never) * 2000  # type: ignore[index]
    for t, mean in expected.items():
        assert abs(drawn[t] - mean) < 4 * mean**0.5, t
    assert all(steps.if_absorbed().sample(rng) is not None for _ in range(50))
    certain = explore(0, lambda at: Distribution.certain(at + 1), lambda at: at == 3).steps
    assert {certain.sample(rng) for _ in range(20)} == {3}
    assert (
        explore(3, lambda at: Distribution.certain(at), lambda at: at == 3).steps.sample(rng) == 0
    )


def test_what_the_first_digits_leave_open_further_digits_settle() -> None:
    """1/6 has no end in binary: digits next to it decide nothing."""
    steps = steps_to_six()
    beside = 2**32 // 6
    told = Told(beside, 0, 7)
    assert steps.sample(told) == 1
    assert told.asked == [2**32] * 2
    assert steps.sample(Told(beside, 2**32 - 1)) == 2
    assert Fraction(beside, 2**32) < Fraction(1, 6) < Fraction(beside + 1, 2**32)


@pytest.mark.parametrize(
    "rng",
    [None, 7, random, random.Random, "x", Told(6), Told(-1), Told(True), Told(0.5)],  # type: ignore[arg-type]
)
def test_what_is_no_source_of_chance_is_refused(rng: Any) -> None:
    if rng is random:
        assert dice.d6.sample(rng) in range(1, 7)
        return
    with pytest.raises(ProbabilityError, match="rng"):
        dice.d6.sample(rng)
