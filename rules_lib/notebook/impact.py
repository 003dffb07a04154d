"""What a reading changes, in words."""

from fractions import Fraction

from rules_lib.impact import Value
from rules_lib.text.chances import percent


def told(value: Value) -> str:
    """A headline as readers see it: a percentage, or the words of what happens."""
    return percent(value) if isinstance(value, Fraction) else str(value)
