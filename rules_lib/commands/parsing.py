"""Reads what only the command line is given: faces of dice, totals of a melee."""

import re

from rules_lib.errors import InvalidValue, RulesError
from rules_lib.words import NUMBER


def missing(option: str, allowed: str) -> RulesError:
    """The error for an option that is needed here."""
    return RulesError(f"{option}: nothing was given; allowed: {allowed}")


def numbers(option: str, text: str, example: str = "6,3,2") -> list[int]:
    """Whole numbers with commas between them."""
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch(NUMBER, part) for part in parts):
        raise InvalidValue(option, text, f"whole numbers with commas, such as {example}")
    return [int(part) for part in parts]


def exchanges(option: str, text: str) -> list[tuple[int, ...]]:
    """The totals of a melee: ``12:12,8:9``, or ``12:7:10`` with a re-roll."""
    found = [
        re.fullmatch(rf"{NUMBER}:{NUMBER}(?::{NUMBER})?", part.strip()) for part in text.split(",")
    ]
    if not all(found):
        allowed = "attacker:defender for each exchange, with commas, such as 12:12,8:9;"
        raise InvalidValue(option, text, f"{allowed} with a re-roll 12:7:10")
    return [tuple(int(each) for each in one.groups() if each) for one in found if one]
