"""Drawn from exactly: each whole number below the denominator decides one outcome."""

import random
from collections import Counter
from typing import Any

import pytest

from rules_lib.probability import Distribution, ProbabilityError, dice
from tests.in_turn import in_turn


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
