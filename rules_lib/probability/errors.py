"""What can go wrong, and the checks that say so.

Every error of this package is a `ProbabilityError`, hence a `RulesError` and a `ValueError`.
"""

from collections import Counter
from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from itertools import islice
from typing import TypeVar

from rules_lib.errors import RulesError, shown, whole_number

T = TypeVar("T")


LONGEST_FRACTION = 4000
"""Letters of a fraction that is given as a text, and zeros that its exponent may stand for."""


class ProbabilityError(RulesError):
    """A value that cannot be used; the message names it and says what is allowed."""


class OutcomeTypeError(ProbabilityError, TypeError):
    """The outcomes do not support the question, such as the mean of three words."""


class WorkLimitExceeded(ProbabilityError):
    """Work refused before it was begun, because it would take too long.

    `what` names the operation, `size` the work it asked for, `limit` what is allowed.
    """

    def __init__(self, what: str, size: int, limit: int, unit: str) -> None:
        super().__init__(f"{what}: {shown(size)} {unit}; the limit is {limit}")
        self.what, self.size, self.limit, self.unit = what, size, limit, unit


class MissingPackage(ProbabilityError, ImportError):
    """A package that is not needed otherwise, and not installed."""

    def __init__(self, what: str, package: str) -> None:
        super().__init__(f"{what}: install {package}, with `pip install {package}`")
        self.what, self.package = what, package


def check_work(what: str, size: int, limit: int | None, default: int, unit: str) -> None:
    """Refuse `size` units of work above `limit` (None: above `default`)."""
    allowed = default if limit is None else check_int("limit", limit, least=1)
    if size > allowed:
        raise WorkLimitExceeded(what, size, allowed, unit)


def check_int(
    name: str, value: object, *, least: int | None = None, most: int | None = None
) -> int:
    """Return the plain `int` of a whole number (no boolean) from `least` to `most`."""
    number = whole_number(value)
    if number is None:
        raise ProbabilityError(f"{name} must be a whole number, not {shown(value)}")
    if least is not None and number < least:
        raise ProbabilityError(f"{name} must be at least {least}, not {shown(number)}")
    if most is not None and number > most:
        raise ProbabilityError(f"{name} must be at most {most}, not {shown(number)}")
    return number


def check_fraction(name: str, value: object) -> Fraction:
    """Return `value` as an exact Fraction; floats and booleans are refused."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, float):
        raise ProbabilityError(
            f"{name} is the float {value!r}, which is not exact;"
            " give a Fraction, an int or a string such as '1/6'"
        )
    number = value if isinstance(value, str) else whole_number(value)
    if number is None:
        raise ProbabilityError(
            f"{name} must be a Fraction, an int or a string such as '1/6', not {shown(value)}"
        )
    try:
        if isinstance(number, str):
            _check_length(name, number)
        return Fraction(number)
    except (ValueError, ZeroDivisionError) as problem:
        if isinstance(problem, ProbabilityError):
            raise
        raise ProbabilityError(f"{name} is {shown(value)}, which is not a fraction") from None


def _check_length(name: str, text: str) -> None:
    """Refuse a text that stands for more digits than anybody writes: ``1e99999999``, too."""
    if len(text) > LONGEST_FRACTION:
        raise ProbabilityError(f"{name} has {len(text)} letters; at most {LONGEST_FRACTION}")
    _, mark, exponent = text.lower().partition("e")
    if mark and abs(int(exponent)) > LONGEST_FRACTION:
        most = f"an exponent of at most {LONGEST_FRACTION}"
        raise ProbabilityError(f"{name} is {shown(text)}; allowed: {most}")


def check_share(name: str, value: object) -> Fraction:
    """Return `value` as a Fraction from 0 to 1."""
    share = check_fraction(name, value)
    if not 0 <= share <= 1:
        raise ProbabilityError(f"{name} must lie between 0 and 1, not {shown(share)}")
    return share


def check_callable(name: str, value: object) -> None:
    """Refuse what cannot be called."""
    if not callable(value):
        raise ProbabilityError(f"{name} must be a function, not {shown(value)}")


def counted(what: str, items: Iterable[T], most: int, plural: str) -> dict[T, int]:
    """Return how often each of the items comes up, at most `most` in all, in their order."""
    try:
        counts = Counter(islice(items, most + 1))
    except Exception as problem:
        raise ProbabilityError(
            f"{what} needs an iterable of hashable {plural}: {str(problem)[:100]}"
        ) from problem
    if counts.total() > most:
        raise WorkLimitExceeded(what, counts.total(), most, f"{plural}, or more, were given")
    return dict(counts)


def check_hashable(name: str, value: object) -> None:
    """Refuse what has no hash, and so cannot be looked up."""
    try:
        hash(value)
    except Exception:  # noqa: BLE001 - whatever it does instead of having one
        raise ProbabilityError(f"{name} must be hashable, not {shown(value)}") from None


def check_word(word: object, words: Iterable[object]) -> None:
    """Refuse what is none of an enumeration that all of these words belong to."""
    kind = type(next(iter(words)))
    if issubclass(kind, Enum) and set(map(type, words)) == {kind} and word not in list(kind):
        allowed = ", ".join(repr(each.value) for each in kind)
        raise ProbabilityError(f"outcome {shown(word)}: allowed are {allowed}")
