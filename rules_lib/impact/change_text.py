"""Readings in words."""

from rules_lib.rulebook import Reading


def answer(reading: Reading) -> str:
    """The text of a reading without its full stop, to stand inside a sentence."""
    return reading.text.removesuffix(".")
