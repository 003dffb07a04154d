"""A chance said three ways: in words, as a percentage with one decimal, as the exact fraction.

Percentages are rounded honestly, each for itself, half up.  So the same chance reads the same
everywhere, at the price that rounded parts of a whole may add up to 99.9 or 100.1 %.  A chance
that is not exactly 0 or 1 never reads as 0 % or 100 %.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from rules_lib.errors import require_exact
from rules_lib.values.type_checks import checked

NEVER: Final = 0
ALWAYS: Final = 1000
UNDER: Final = 1001
OVER: Final = 1002
NO_ANSWER: Final = 1003

SPECIAL_PERCENT: Final[dict[int, str]] = {
    NEVER: "0 %",
    ALWAYS: "100 %",
    UNDER: "under 0.1 %",
    OVER: "over 99.9 %",
    NO_ANSWER: "–",
}
"""Permille codes that do not read as a plain number."""

_SIMPLE: Final = {Fraction(n, d) for d in range(2, 7) for n in range(1, d)}
_EIGHTH: Final = 8
_NEAR: Final = Fraction(1, 100)
_RARE: Final = Fraction(1, 10)
_HARDLY: Final = Fraction(1, 1000)
_LONG_FROM: Final = 100
BEYOND_COUNTING: Final = Fraction(1, 1_000_000)


class ThreeWays(NamedTuple):
    """The same chance in words, as a percentage and as an exact fraction, in this order."""

    words: str
    percent: str
    exact: str


def three_ways(chance: Fraction | int) -> ThreeWays:
    """Return a chance said three ways: `("5 times in 8", "62.5 %", "5/8")`."""
    p = checked_chance(chance)
    return ThreeWays(chance_in_words(p), percent(p), str(p))


PLURALS = {"is": "are", "has": "have", "its": "their"}


def agree(name: str, word: str) -> str:
    """A verb or pronoun as it goes with a name: the bunker ``"fails"``, the sandbags ``"fail"``."""
    if not name.endswith("s") or name.endswith("ss"):
        return word
    return PLURALS.get(word, word.removesuffix("s"))


def does(name: str, verb: str) -> str:
    """A name with its verb: ``"bunker fails"``, ``"sandbags fail"``."""
    return f"{name} {agree(name, verb)}"


def percent(chance: Fraction | int) -> str:
    """Return a chance as a percentage with one decimal: `"62.5 %"`."""
    return percent_of_code(permille_code(chance))


def whole_percent(share: Fraction) -> str:
    """Return a share as a whole percentage: `"33 %"`, or `"0.4 %"` where that would be 0 or 100."""
    rounded = int(checked_chance(share) * 100 + Fraction(1, 2))
    return f"{rounded} %" if 0 < rounded < 100 else percent(share)


def permille_code(chance: Fraction | int) -> int:
    """Return the small integer a page ships for a chance.

    1 to 999 are tenths of a percent, rounded half up.  0 and 1000 are exactly never and always;
    1001 is more than 0 but under 0.05 %, 1002 less than 1 but at least 99.95 %.
    """
    p = checked_chance(chance)
    if p in (0, 1):
        return ALWAYS if p else NEVER
    rounded = int(p * 1000 + Fraction(1, 2))
    return {0: UNDER, 1000: OVER}.get(rounded, rounded)


def percent_of_code(code: int) -> str:
    """Return the percentage that a permille code stands for."""
    return SPECIAL_PERCENT.get(code) or f"{code // 10}.{code % 10} %"


@checked
def points(change: Fraction, *, signed: bool = False) -> str:
    """A change of a chance in percentage points: ``"11.3 points"``, ``"−0.4 points"``."""
    if not change:
        return "nothing"
    tenths = int(1000 * abs(change) + Fraction(1, 2))
    sign = ("+" if change > 0 else "−") if signed else ""
    return f"{sign}{tenths // 10}.{tenths % 10} points" if tenths else f"less than {sign}0.1 points"


def chance_in_words(chance: Fraction | int) -> str:
    """Return how often something happens, in words: `"5 times in 8"`.

    From 1 in 10 to 9 in 10 it is a fraction only where that is simpler than the percentage: one
    with a denominator up to 6 that is at most a point off, or an exact eighth.  All others are
    told in tenths or hundredths, `"about 58 times in 100"`.  Outside it is "1 time in 36" or
    "35 times in 36".  "About" is left out where the words are exact.
    """
    p = checked_chance(chance)
    if p in (0, 1):
        return "always" if p else "never"
    if p < _RARE:
        return _rarely(p)
    if p > 1 - _RARE:
        return _mostly(p)
    nearest = min(_SIMPLE, key=lambda simple: abs(simple - p))
    if p.denominator == _EIGHTH:
        return _times(p)
    if abs(nearest - p) <= _NEAR:
        return _about(nearest == p) + _times(nearest)
    hundredths = int(p * 100 + Fraction(1, 2))
    about = _about(Fraction(hundredths, 100) == p)
    tenths, rest = divmod(hundredths, 10)
    if rest:
        return f"{about}{hundredths} times in 100"
    return f"{about}{tenths} time{'s' * (tenths > 1)} in 10"


def checked_chance(chance: Fraction | int, field: str = "chance") -> Fraction:
    """Return a chance as a Fraction from 0 to 1, or raise `InvalidValue`."""
    return Fraction(require_exact(field, chance, 0, 1, "a Fraction from 0 to 1"))


def grouped(number: int) -> str:
    """Return a whole number with its thousands set apart: `"2,300"`."""
    return f"{number:,}"


def dice_told(count: int) -> str:
    """Return a number of dice: `"1 die"`, `"2 dice"`."""
    return "1 die" if count == 1 else f"{count} dice"


def decimal(value: Fraction, digits: int = 2) -> str:
    """Return a number with that many decimals, or with none from 100 on: `"2.3"`, `"1,235"`."""
    shown = 0 if abs(value) >= _LONG_FROM else digits
    scaled = int(abs(value) * 10**shown + Fraction(1, 2))
    whole, rest = divmod(scaled, 10**shown)
    sign = "−" if value < 0 and scaled else ""
    return sign + grouped(whole) + (f".{rest:0{shown}d}" if shown else "")


def _rarely(p: Fraction) -> str:
    return f"hardly ever ({_one_time(p)})" if p <= _HARDLY else _one_time(p)


def _mostly(p: Fraction) -> str:
    rest = 1 - p
    if rest <= _HARDLY:
        return f"almost always (all but {_one_time(rest)})"
    every = _one_in(rest)
    return f"{_about(Fraction(1, every) == rest)}{grouped(every - 1)} times in {grouped(every)}"


def _one_time(p: Fraction) -> str:
    if p < BEYOND_COUNTING:
        return "less than 1 time in a million"
    every = _one_in(p)
    return f"{_about(Fraction(1, every) == p)}1 time in {grouped(every)}"


def _one_in(p: Fraction) -> int:
    """Return n such that p is near 1/n, to two significant digits."""
    every = int(1 / p + Fraction(1, 2))
    unit = int(10 ** max(0, len(str(every)) - 2))
    return (every + unit // 2) // unit * unit


def _about(exact: bool) -> str:
    return "" if exact else "about "


def _times(simple: Fraction) -> str:
    if simple == Fraction(1, 2):
        return "half the time"
    plural = "time" if simple.numerator == 1 else "times"
    return f"{simple.numerator} {plural} in {simple.denominator}"
