"""What a choice was worth, and what the dice did: two things, and never told as one.

The decision is what the best choice was worth, less what the chosen one was worth, both before the
dice fall.  Luck is what the chance is after the dice, less what the choice was worth before.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal

from rules_lib.text.chances import points
from rules_lib.text.files import shipped

Mark = Literal["", "best", "equal", "worse"]
"""How good a choice is: not a matter of good or bad, the best, as good as the best, worse."""

WORDS: Final[dict[str, str]] = shipped(__package__, "judged.toml")
"""What is said here, and what the script says; nothing is put in but the points."""


def mark_of(worth: Fraction, all_worths: Sequence[Fraction]) -> Mark:
    """How good a choice is among all, by what each is worth."""
    best = max(all_worths)
    if worth < best:
        return "worse"
    return "best" if list(all_worths).count(best) == 1 else "equal"


def verdict(worth: Fraction, all_worths: Sequence[Fraction]) -> str:
    """The decision in words, with the points that a worse choice gives away."""
    said = WORDS[mark_of(worth, all_worths)]
    return said.replace("{points}", points(max(all_worths) - worth))


def brief(worth: Fraction, all_worths: Sequence[Fraction]) -> str:
    """The same in a few words."""
    kind = mark_of(worth, all_worths)
    if kind == "worse":
        return f"gave away {points(max(all_worths) - worth)}"
    return "the best choice" if kind == "best" else "tied for best"


def luck_told(luck: Fraction) -> str:
    """What the dice did, in words."""
    kind = "gave" if luck > 0 else "cost" if luck else "even"
    return WORDS[kind].replace("{points}", points(abs(luck)))
