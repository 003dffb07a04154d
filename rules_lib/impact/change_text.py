"""Changes of chances in words. Rounding is half up, from exact fractions."""

from fractions import Fraction

from rules_lib.rulebook import Reading
from rules_lib.values.type_checks import checked


@checked
def points(change: Fraction, *, signed: bool = False) -> str:
    """A change of a chance in percentage points: ``"11.3 points"``, ``"−0.4 points"``."""
    if not change:
        return "nothing"
    size = abs(change)
    tenths = int(1000 * size + Fraction(1, 2))
    sign = ("+" if change > 0 else "−") if signed else ""
    if not tenths:
        return f"less than {sign}0.1 points"
    return f"{sign}{tenths // 10}.{tenths % 10} points"


def answer(reading: Reading) -> str:
    """The text of a reading without its full stop, to stand inside a sentence."""
    return reading.text.removesuffix(".")
