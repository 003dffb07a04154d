"""Reads what is shown, and holds it against an exact number. Knows nothing of the library."""

import math
import re
from fractions import Fraction
from itertools import chain

PERCENT = r"(?:under |over )?\d+(?:\.\d+)? ?%"
POINTS = r"(?:less than )?[+−]?\d+\.\d points"
FIGURE = re.compile(rf"{PERCENT}|{POINTS}")
ONE_IN_TEN = Fraction(1, 10)


def plain(text: str) -> str:
    """Without what only sets it: hard and narrow spaces."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def is_rounded(text: str, exact: Fraction | float) -> bool:
    """A number in decimals is the exact one, rounded to its last place."""
    digits = text.replace("−", "-").replace("+", "").replace(",", "")
    half = Fraction(1, 2 * 10 ** len(digits.partition(".")[2]))
    return abs(Fraction(digits) - Fraction(exact)) <= half + Fraction(1, 10**9)


def is_percent(text: str, chance: Fraction | float) -> bool:
    """``"63.0 %"`` says this chance; only what never and always happens is 0 % and 100 %."""
    found = re.fullmatch(r"(under |over |<|>)?(\d+(?:\.\d+)?)(?: ?%)?", plain(text))
    if not found or not 0 <= chance <= 1:
        return False
    beyond, number = found.groups()
    if beyond in ("under ", "<"):
        return 0 < 100 * chance < Fraction(number)
    if beyond in ("over ", ">"):
        return Fraction(number) < 100 * chance < 100
    certain = Fraction(number) in (0, 100)
    return is_rounded(number, 100 * Fraction(chance)) and certain == (chance in (0, 1))


def is_points(text: str, change: Fraction | float, *, signed: bool = True) -> bool:
    """``"+11.3 points"`` says this change of a chance, its sign included."""
    if not change:
        return text == "nothing"
    found = re.fullmatch(r"(less than )?([+−]?)(\d+\.\d) points", plain(text))
    if not found:
        return False
    less, sign, number = found.groups()
    if sign != (("+" if change > 0 else "−") if signed else ""):
        return False
    size = abs(100 * Fraction(change))
    return size < Fraction(number) if less else is_rounded(number, size)


def says_figures(sentence: str, *expected: Fraction) -> bool:
    """The percentages and points of a sentence are these, in this order, and there are no more."""
    shown = FIGURE.findall(plain(sentence))
    return len(shown) == len(expected) and all(
        is_points(each, right, signed=each[0] in "+−")
        if "points" in each
        else is_percent(each, right)
        for each, right in zip(shown, expected, strict=True)
    )


CERTAIN = {"never": 0, "always": 1}


def is_in_words(text: str, chance: Fraction) -> bool:
    """``"about 5 times in 8"`` says this chance: exactly, or within a point."""
    if chance in (0, 1) or text in CERTAIN:
        return CERTAIN.get(text) == chance
    if "less than 1 time in a million" in text:
        return (1 - chance if text.startswith("almost always") else chance) < Fraction(1, 10**6)
    found = re.fullmatch(
        r"(hardly ever \(|almost always \(all but )?(about )?"
        r"(?:half the time|(\d[\d,]*) times? in (\d[\d,]*))\)?",
        text,
    )
    if not found:
        return False
    rare, about, times, every = found.groups()
    told = (
        Fraction(1, 2)
        if times is None
        else Fraction(*(int(n.replace(",", "")) for n in (times, every)))
    )
    if rare and "almost" in rare:
        told = 1 - told
    if (told == chance) == bool(about):
        return False
    rest, told_rest = (min(p, 1 - p) for p in (chance, told))
    if rest >= ONE_IN_TEN:
        return abs(told - chance) <= Fraction(1, 100)
    near = max(Fraction(1, 2), Fraction(1, 19) / rest)  # two digits of "1 in so many"
    return (told < Fraction(1, 2)) == (chance < Fraction(1, 2)) and (
        abs(1 / told_rest - 1 / rest) <= near
    )


def numbers(*texts: str) -> list[str]:
    """All numbers in texts."""
    return list(chain.from_iterable(re.findall(r"\d+(?:\.\d+)?", text) for text in texts))


def is_mean(text: str, exact: Fraction | float) -> bool:
    """``"5.06 (81/16)"``: rounded, and the fraction in brackets exactly."""
    number, _, fraction = text.partition(" (")
    told = (
        math.isclose(float(Fraction(fraction[:-1])), float(exact), rel_tol=1e-12)
        if fraction
        else True
    )
    return is_rounded(number, Fraction(exact)) and told
