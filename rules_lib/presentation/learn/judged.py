"""What a choice was worth, and what the dice did: two things, and never told as one.

The decision is what the best choice was worth, less what the chosen one was worth, both before the
dice fall.  Luck is what the chance is after the dice, less what the choice was worth before.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Final, Literal

Mark = Literal["", "best", "equal", "worse"]
"""How good a choice is: not a matter of good or bad, the best, as good as the best, worse."""

_LEAST_POINTS: Final = Fraction(1, 10)
LITTLE: Final = "less than 0.1 points"
SOME: Final = "{points} points"
BEST: Final = "You chose the best."
EQUAL: Final = "Nothing was better."
WORSE: Final = "You gave away {points}."
GAVE: Final = "The dice gave you {points}."
COST: Final = "The dice cost you {points}."
EVEN: Final = "The dice changed nothing."
IN_ALL: Final = "In all, your decisions gave away {decision}, and the dice {luck}."
WORDS: Final = {
    "little": LITTLE,
    "some": SOME,
    "best": BEST,
    "equal": EQUAL,
    "worse": WORSE,
    "gave": GAVE,
    "cost": COST,
    "even": EVEN,
    "all": IN_ALL,
    "allGave": "gave you {points}",
    "allCost": "cost you {points}",
    "allEven": "changed nothing",
    "nothing": "nothing",
}
"""What the script says; it puts in nothing but the points."""


def mark_of(worth: Fraction, all_worths: Sequence[Fraction]) -> Mark:
    """How good a choice is among all, by what each is worth."""
    best = max(all_worths)
    if worth < best:
        return "worse"
    return "best" if list(all_worths).count(best) == 1 else "equal"


def verdict(worth: Fraction, all_worths: Sequence[Fraction]) -> str:
    """The decision in words, with the points that a worse choice gives away."""
    kind = mark_of(worth, all_worths)
    if kind == "worse":
        return WORSE.replace("{points}", points(max(all_worths) - worth))
    return BEST if kind == "best" else EQUAL


def brief(worth: Fraction, all_worths: Sequence[Fraction]) -> str:
    """The same in a few words."""
    kind = mark_of(worth, all_worths)
    if kind == "worse":
        return f"gave away {points(max(all_worths) - worth)}"
    return "the best choice" if kind == "best" else "tied for best"


def luck_told(luck: Fraction) -> str:
    """What the dice did, in words."""
    if not luck:
        return EVEN
    return (GAVE if luck > 0 else COST).replace("{points}", points(abs(luck)))


def points(difference: Fraction) -> str:
    """A difference of chances in percentage points: `"11.3 points"`."""
    hundredfold = 100 * difference
    if 0 < hundredfold < _LEAST_POINTS:
        return LITTLE
    tenths = floor(10 * hundredfold + Fraction(1, 2))
    return SOME.replace("{points}", f"{tenths // 10}.{tenths % 10}")
