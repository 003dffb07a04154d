"""Which reading of a ruling is our default: the field in code says so, and nothing else does.

The texts of the readings stand in the rulebook's files, in any order.
"""

from __future__ import annotations

from dataclasses import Field, fields
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from rules_lib.rulebook.entries import Reading, Ruling
from rules_lib.rulebook.texts import RulebookError, UnknownId, catalog

if TYPE_CHECKING:
    from rules_lib.rulebook.rulings import RulingSet

Rulings = TypeVar("Rulings", bound="RulingSet")

EXCLUDED = "no answer: these readings exclude each other"
"""What a question of a panel says of two readings that cannot both be used."""


@cache
def rulings_class(rule_id: str) -> type[RulingSet]:
    """The set of rulings that has the switch of a ruling; imports its game if need be."""
    ruling = _ruling(rule_id)
    module, kind, _ = ruling.field.split(".")
    game = package_of(ruling.system).rpartition(".")[0]
    owner: type[RulingSet] = getattr(import_module(f"{game}.{module}"), kind)
    return owner


def package_of(system: str) -> str:
    """The package that has the rules of a system, and what is said of them in files beside it."""
    return f"rules_lib.{catalog().packages[system]}"


def switch_of(rule_id: str) -> Field[Any]:
    """The dataclass field that decides a ruling."""
    owner = rulings_class(rule_id)
    name = owner.field_of(rule_id)
    return next(each for each in fields(owner) if each.name == name)


def default_of(rule_id: str) -> Any:
    """The value of our default reading."""
    return switch_of(rule_id).default


def values_of(rule_id: str) -> tuple[Any, ...]:
    """The values of all readings that are named, the default first."""
    switch = switch_of(rule_id)
    others = (each for each in switch.metadata["readings"] if not same(each, switch.default))
    return (switch.default, *others)


def readings_of(rule_id: str) -> tuple[Reading, ...]:
    """The readings as the rulebook tells them, the default first."""
    return tuple(reading_of(rule_id, value) for value in values_of(rule_id))


def reading_of(rule_id: str, value: object) -> Reading:
    """The reading that has this value in code.

    Raises:
        RulebookError: the rulebook tells of no such reading.
    """
    ruling = _ruling(rule_id)
    for reading in ruling.readings:
        if reading.value == _written(value):
            return reading
    known = ", ".join(reading.value for reading in ruling.readings)
    raise RulebookError(f"{rule_id}: no reading is told for {value!r}; there are {known}")


def defaults(owner: type[Rulings], **others: Any) -> Rulings:
    """A set of rulings with our defaults, but for the fields given."""
    return owner(**{**{each.name: each.default for each in fields(owner)}, **others})


def same(first: object, second: object) -> bool:
    """Whether two values are the same reading: ``True`` is not 1."""
    return type(first) is type(second) and first == second


def _ruling(rule_id: str) -> Ruling:
    entry = catalog().entry(rule_id)
    if not isinstance(entry, Ruling):
        raise UnknownId(f"id: {rule_id} is not a ruling")
    return entry


def _written(value: object) -> str:
    """A reading as the rulebook's files have it: as a Python literal."""
    return f'"{value}"' if isinstance(value, str) else repr(value)
