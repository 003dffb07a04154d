"""What changes where a rule is read otherwise than we do: both answers, and the difference."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from rules_lib.presentation.explorer import Answer, Explorer, Number
from rules_lib.wording import decimal

SAME: Final = "the same"


def ours_of(explorer: Explorer, setting: Mapping[str, str]) -> dict[str, str]:
    """Return the same setting with every rule read as we read it."""
    return {
        control.name: control.default if control.ruling else setting[control.name]
        for control in explorer.controls
        if control.name in setting
    }


def reads_otherwise(explorer: Explorer, setting: Mapping[str, str]) -> tuple[str, ...]:
    """Return the rulings that a setting reads otherwise than we do."""
    controls = (*explorer.controls, *explorer.readings)
    return tuple(
        each.ruling
        for each in controls
        if each.ruling and setting.get(each.name, each.default) != each.default
    )


def changes(theirs: Answer | None, ours: Answer) -> tuple[str, ...]:
    """Return what another reading changes, in words: of each part as drawn, of each number."""
    if theirs is None:
        return ("",) * (len(ours.parts) + len(ours.numbers))
    parts = zip(theirs.shown(), ours.shown(), strict=True)
    numbers = zip(theirs.numbers, ours.numbers, strict=True)
    return (
        *(points(their.chance - mine.chance) for their, mine in parts),
        *(_moved(their, mine) for their, mine in numbers),
    )


def points(difference: Fraction) -> str:
    """Return a difference of two chances: `"+3.2 points"`."""
    sign = "+" if difference > 0 else "−"
    tenths = int(1000 * abs(difference) + Fraction(1, 2))
    if not difference:
        return SAME
    return f"{sign}{tenths // 10}.{tenths % 10} points" if tenths else f"under {sign}0.1 points"


def _moved(theirs: Number, ours: Number) -> str:
    if theirs.value is None or ours.value is None:
        return ""
    difference = Fraction(theirs.value) - Fraction(ours.value)
    if theirs.unit == "%":
        return points(difference / 100)
    size = decimal(abs(difference), theirs.digits)
    sign = "+" if difference > 0 else "−"
    return f"{sign}{size} {theirs.unit}".strip() if difference else SAME
