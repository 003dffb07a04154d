"""Small words of the transcript."""

from collections.abc import Iterable


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: ``A``, ``A and B``, ``A, B and C``."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def does(names: Iterable[str], verb: str) -> str:
    """Who does something: ``A advances``, ``A and B advance``."""
    who = tuple(names)
    return f"{listed(who)} {verb if len(who) > 1 else f'{verb}s'}"
