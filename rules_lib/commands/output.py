"""Chances and distributions, for people and for programs; and files."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from rules_lib.errors import InvalidValue
from rules_lib.probability._format import power_of_ten
from rules_lib.transcript import Step
from rules_lib.wording import BEYOND_COUNTING, ThreeWays, percent, three_ways

T = TypeVar("T")

LONGEST_FRACTION = 60
"""Digits of an exact chance that still fit into a line."""


def chances(rows: Mapping[str, Fraction]) -> list[str]:
    """A line a chance: in words, as a percentage, exactly. The columns stand below each other."""
    said = {label: three_ways(chance) for label, chance in rows.items()}
    first = max(len(f"{label}: {each.words}") for label, each in said.items())
    second = max(len(each.percent) for each in said.values())
    return [
        f"{f'{label}: {each.words}':<{first}}   {each.percent:>{second}}"
        f"   {_exactly(rows[label], each)}"
        for label, each in said.items()
    ]


def foremost(rows: Mapping[str, Fraction], under: str = "") -> str:
    """The first of these chances as a sentence, with what it is under."""
    label, chance = next(iter(rows.items()))
    said = three_ways(chance)
    return f"{label}: {said.words} ({said.percent}){under}."


def inline(rows: Iterable[tuple[object, Fraction]]) -> str:
    """Some chances in one line: ``0: 12.5 %, 1: 87.5 %``."""
    return ", ".join(f"{label}: {percent(chance)}" for label, chance in rows)


def mean(number: Fraction) -> str:
    """A mean: rounded, and exactly where that is short."""
    if number.denominator == 1:
        return str(number)
    exact = str(number)
    return f"{float(number):.2f}" + (f" ({exact})" if len(exact) <= LONGEST_FRACTION else "")


def number(value: Fraction | int) -> dict[str, Any]:
    """An exact number for programs."""
    return {"exact": "/".join(map(str, Fraction(value).as_integer_ratio())), "float": float(value)}


def distribution(
    chances_of: Mapping[T, Fraction] | Iterable[tuple[T, Fraction]],
    named: Callable[[T], Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """A distribution for programs: for each outcome what it is called, and its chance."""
    pairs = chances_of.items() if isinstance(chances_of, Mapping) else chances_of
    return [{**named(outcome), **number(chance)} for outcome, chance in pairs]


def steps(told: Iterable[Step]) -> list[dict[str, Any]]:
    """A transcript for programs."""
    return [
        {"text": step.text, "clauses": list(step.clauses), "heading": step.heading} for step in told
    ]


def write_new(option: str, path: str, text: str) -> None:
    """Write a file that is not there yet."""
    try:
        with open(path, "x", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no file has such a name"
        allowed = f"a new file in an existing folder ({reason})"
        raise InvalidValue(option, path, allowed) from None


def _exactly(chance: Fraction, said: ThreeWays) -> str:
    if len(said.exact) <= LONGEST_FRACTION:
        return said.exact
    about = f"about {power_of_ten(chance)}, " if chance < BEYOND_COUNTING else ""
    return f"({about}a long fraction: see --json)"
