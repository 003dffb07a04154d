"""Small tables that hold one figure under several readings or in several situations."""

from fractions import Fraction
from math import floor
from typing import Final

from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.text.chances import decimal, percent, points
from rules_lib.values.type_checks import checked

HALF: Final = Fraction(1, 2)


@checked
def compared(question: str, *readings: tuple[str, Fraction]) -> CaptionedTable:
    """One chance under several readings, the first one the default."""
    default = readings[0][1]
    rows = tuple(
        (label, percent(chance), points(chance - default, signed=True) if at else "–")
        for at, (label, chance) in enumerate(readings)
    )
    return CaptionedTable(question, Table(("read as", "chance", "change"), rows))


@checked
def averages(question: str, *readings: tuple[str, Fraction]) -> CaptionedTable:
    """One average under several readings or in several situations, the first one the default.

    Changes are those of the printed figures.
    """
    printed = [(label, Fraction(floor(10 * mean + HALF), 10)) for label, mean in readings]
    default = printed[0][1]
    rows = tuple(
        (label, decimal(mean, 1), _change(mean - default) if at else "–")
        for at, (label, mean) in enumerate(printed)
    )
    return CaptionedTable(question, Table(("", "on average", "change"), rows))


def _change(difference: Fraction) -> str:
    return f"{'+' if difference >= 0 else ''}{decimal(difference, 1)}"
