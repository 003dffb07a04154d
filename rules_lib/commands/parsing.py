"""Reads what people type: a comma-separated description, faces of dice, a fraction."""

import re
from fractions import Fraction

from rules_lib.errors import InvalidValue, RulesError

NUMBER = r"([0-9]{1,9})"


class Words:
    """A description such as ``"red 5, small team"``; its parts are taken out one by one.

    Args:
        option: the option it was given for; errors begin with it.
        text: the description.
        allowed: what may be in it, in words.
    """

    def __init__(self, option: str, text: str, allowed: str) -> None:
        self.option, self.text, self.allowed = option, text, allowed
        self.left = [" ".join(part.split()) for part in text.split(",")]
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
                    return found
        return None

    def done(self) -> None:
        """Refuse parts that nobody took."""
        if self.left:
            raise self.refused(self.left[0])

    def refused(self, given: str) -> InvalidValue:
        """The error that refuses a part."""
        return InvalidValue(self.option, given, self.allowed)


def missing(option: str, allowed: str) -> RulesError:
    """The error for an option that is needed here."""
    return RulesError(f"{option}: nothing was given; allowed: {allowed}")


def blame(option: str, error: RulesError) -> RulesError:
    """The same error, told of the option that it comes from."""
    if isinstance(error, InvalidValue):
        return InvalidValue(f"{option}, {error.field}", error.given, error.allowed)
    return error


def numbers(option: str, text: str, example: str = "6,3,2") -> list[int]:
    """Whole numbers with commas between them."""
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch(NUMBER, part) for part in parts):
        raise InvalidValue(option, text, f"whole numbers with commas, such as {example}")
    return [int(part) for part in parts]


def fraction(option: str, text: str, example: str = "1/2") -> Fraction:
    """An exact number: ``1/2``, ``0.5`` or ``3``."""
    found = re.fullmatch(rf"{NUMBER}(?:/{NUMBER}|\.[0-9]{{1,9}})?", text.strip())
    if not found or (found[2] and not int(found[2])):
        raise InvalidValue(option, text, f"a fraction such as {example}")
    return Fraction(text.strip())


def exchanges(option: str, text: str) -> list[tuple[int, ...]]:
    """The totals of a melee: ``12:12,8:9``, or ``12:7:10`` with a re-roll."""
    found = [
        re.fullmatch(rf"{NUMBER}:{NUMBER}(?::{NUMBER})?", part.strip()) for part in text.split(",")
    ]
    if not all(found):
        allowed = "attacker:defender for each exchange, with commas, such as 12:12,8:9;"
        raise InvalidValue(option, text, f"{allowed} with a re-roll 12:7:10")
    return [tuple(int(each) for each in one.groups() if each) for one in found if one]
