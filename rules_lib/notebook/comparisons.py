"""Small tables that hold one figure under several readings or in several situations."""

from fractions import Fraction

from rules_lib.impact.change_text import points
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.text.chances import percent
from rules_lib.values.type_checks import checked


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
    shown = [_tenths(mean) for _, mean in readings]
    rows = tuple(
        (label, _decimal(tenths), _decimal(tenths - shown[0], "+") if at else "–")
        for at, ((label, _), tenths) in enumerate(zip(readings, shown, strict=True))
    )
    return CaptionedTable(question, Table(("", "on average", "change"), rows))


def _tenths(value: Fraction) -> int:
    """A value in tenths, rounded half up."""
    return int((10 * value + Fraction(1, 2)) // 1)


def _decimal(tenths: int, sign: str = "") -> str:
    return f"{tenths / 10:{sign}.1f}".replace("-", "−")
