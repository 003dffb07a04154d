"""Lists that are given, and kept as tuples."""

from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

from rules_lib.errors import InvalidValue, require_instance, require_iterable

T = TypeVar("T")

MOST_UNITS = 24
"""Units in one situation, at most: far more than a turn of the game brings together."""


def freeze(owner: object, field: str, kind: type[T], least: int = 0) -> None:
    """Keep a list of ``kind`` as a tuple."""
    object.__setattr__(owner, field, list_of(field, getattr(owner, field), kind, least))


def list_of(field: str, given: Iterable[T], kind: type[T], least: int) -> tuple[T, ...]:
    """The items of a list of ``kind``, which may be endless."""
    allowed = f"a list of {least} to {MOST_UNITS} {kind.__name__}"
    items = tuple(islice(require_iterable(field, given, allowed), MOST_UNITS + 1))
    if not least <= len(items) <= MOST_UNITS:
        raise InvalidValue(field, given, allowed)
    return tuple(require_instance(f"{field}[{at}]", item, kind) for at, item in enumerate(items))
