"""Words to things: reads descriptions such as ``"red 5, small team, in cover"``.

The classes that have a ``parse`` read their words with this, and so does the command line.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

from rules_lib.errors import InvalidValue, require_instance, shown
from rules_lib.text.files import located

NUMBER = r"([0-9]{1,9})"

LONGEST_EXAMPLE = 80
"""Characters of a description that an error still repeats."""


class Words:
    """A description such as ``"red 5, small team"``; its parts are taken out one by one.

    Args:
        option: the option or argument it was given for; errors begin with it.
        text: the description.
        allowed: what may be in it, in words.
    """

    def __init__(self, option: str, text: str, allowed: str) -> None:
        self.option, self.allowed = require_instance("field", option, str), allowed
        self.text = require_instance(option, text, str)
        self.left = [" ".join(part.split()) for part in text.split(",")]
        self.taken: list[str] = []
        if not all(self.left):
            raise self.refused(text)

    def first(self) -> str:
        """Take the first part."""
        return self.left.pop(0)

    def flag(self, *words: str) -> bool:
        """Take a part that is one of these words; say whether there was one."""
        for part in self.left:
            if part.lower() in words:
                self.left.remove(part)
                self.taken += map(re.escape, words)
                return True
        return False

    def number(self, *patterns: str) -> int | None:
        """Take a part that fits a pattern, where ``#`` stands for a number; give the number."""
        found = self.match(*(pattern.replace("#", NUMBER) for pattern in patterns))
        return None if found is None else int(found[1])

    def match(self, *patterns: str) -> "re.Match[str] | None":
        """Take a part that fits a regular expression."""
        for part in self.left:
            for pattern in patterns:
                found = re.fullmatch(pattern, part, re.IGNORECASE)
                if found:
                    self.left.remove(part)
                    self.taken.append(pattern)
                    return found
        return None

    def done(self) -> None:
        """Refuse parts that nobody took, and those that say again what another has said."""
        for part in self.left:
            if any(re.fullmatch(each, part, re.IGNORECASE) for each in self.taken):
                raise InvalidValue(self.option, part, "one word for this, not two")
            raise self.refused(part)

    def lacking(self, part: str) -> InvalidValue:
        """The error that asks for one part more."""
        text, what = self.text.strip(), part.partition(" ")[0]
        whole = f"{text}, {part}" if len(text) <= LONGEST_EXAMPLE else part
        return InvalidValue(self.option, text, f"its {what}, too, such as {shown(whole)}")

    def refused(self, given: str) -> InvalidValue:
        """The error that refuses a part."""
        return InvalidValue(self.option, given, self.allowed)

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Tell errors of the option that they come from; in the end refuse what nobody took."""
        with located(self.option):
            yield
        self.done()


def fraction(option: str, text: str, example: str = "1/2") -> Fraction:
    """An exact number: ``1/2``, ``0.5`` or ``3``."""
    found = re.fullmatch(rf"{NUMBER}(?:/{NUMBER}|\.[0-9]{{1,9}})?", text.strip())
    if not found or (found[2] and not int(found[2])):
        raise InvalidValue(option, text, f"a fraction such as {example}")
    return Fraction(text.strip())


def numbers(option: str, text: str, example: str = "6,3,2") -> list[int]:
    """Whole numbers with commas or spaces between them."""
    parts = _parts(text)
    if not all(re.fullmatch(NUMBER, part) for part in parts):
        raise InvalidValue(option, text, f"whole numbers with commas, such as {example}")
    return [int(part) for part in parts]


def exchanges(option: str, text: str) -> list[tuple[int, ...]]:
    """The totals of a melee: ``12:12,8:9``, or ``12:7:10`` with a re-roll."""
    rolls = []
    for number, part in enumerate(_parts(text), start=1):
        found = re.fullmatch(rf"{NUMBER}:{NUMBER}(?::{NUMBER})?", part)
        if not found:
            totals = zip(("attacker", "defender"), (*part.split(":"), ""), strict=False)
            lacking = next((f", {side}" for side, total in totals if not total), "")
            allowed = "the totals of both sides, such as 12:12,8:9; with a re-roll 12:7:10"
            raise InvalidValue(f"{option} ({ordinal(number)}){lacking}", part, allowed)
        rolls.append(tuple(int(each) for each in found.groups() if each))
    return rolls


def ordinal(number: int) -> str:
    """Which one of several: 1st, 2nd, 11th."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"


def _parts(text: str) -> list[str]:
    return re.split(r"\s*,\s*|\s+", text.strip())
