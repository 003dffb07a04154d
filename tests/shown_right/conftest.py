"""Counts what is held: every number that a test has read and recomputed."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from tests.shown_right import reading


class Held:
    """Holds what is shown against what is right, and counts it."""

    def __init__(self) -> None:
        self.numbers = 0

    def percent(self, text: str, chance: Fraction | float, where: object = "") -> None:
        """A percentage."""
        assert reading.is_percent(text, chance), f"{where}: {text!r} for {float(100 * chance)} %"
        self.numbers += 1

    def points(
        self, text: str, change: Fraction, where: object = "", *, signed: bool = True
    ) -> None:
        """A change of a chance."""
        right = reading.is_points(text, change, signed=signed)
        assert right, f"{where}: {text!r} for {float(100 * change):+} points"
        self.numbers += 1

    def number(self, text: str, exact: Fraction | float, where: object = "") -> None:
        """A number in decimals, perhaps with its fraction."""
        assert reading.is_mean(text, exact), f"{where}: {text!r} for {float(exact)}"
        self.numbers += 1

    def chance(self, found: Fraction, right: Fraction | float, where: object = "") -> None:
        """An exact chance out of the data of a page."""
        assert abs(found - Fraction(right)) < Fraction(1, 10**12), f"{where}: {found} for {right}"
        self.numbers += 1

    def words(self, text: str, chance: Fraction, where: object = "") -> None:
        """A chance in words."""
        assert reading.is_in_words(text, chance), f"{where}: {text!r} for {float(100 * chance)} %"
        self.numbers += 1

    def sentence(self, text: str, *expected: Fraction) -> None:
        """All figures of a sentence, in their order."""
        told = [float(100 * each) for each in expected]
        assert reading.says_figures(text, *expected), f"{text!r} for {told}"
        self.numbers += len(expected)


@pytest.fixture
def held(record_property: Callable[[str, object], None]) -> Iterator[Held]:
    """Holds numbers; how many, the end of the run tells."""
    holds = Held()
    yield holds
    record_property("shown", holds.numbers)
