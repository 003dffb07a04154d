"""Rulings as fields: one frozen dataclass a system, one field an open reading.

A field carries its ruling id, so that ``R-M3`` and ``penalties_add_up`` find each other.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self, TypeVar

from rules_lib.errors import InvalidValue, whole_number
from rules_lib.values.type_checks import checked

T = TypeVar("T")


@checked
def ruling(rule_id: str, *readings: T, check: Callable[[str, Any], object] | None = None) -> T:
    """Declare a field of a :class:`RulingSet`: its id and its readings, the default first.

    ``check(field, value)`` replaces the comparison with the readings where they are not a finite
    list; it returns what is kept, or raises :class:`~rules_lib.errors.InvalidValue`.
    """
    metadata = {"ruling": rule_id, "readings": readings, "check": check}
    declared: T = field(default=readings[0], metadata=metadata)
    return declared


def _reading(field: str, value: object, readings: tuple[object, ...]) -> object:
    for each in readings:
        if type(value) is type(each) and value == each:
            return value
        if type(each) is int and whole_number(value) == each:
            return each
    raise InvalidValue(field, value, " or ".join(map(repr, readings)))


@dataclass(frozen=True, slots=True)
class RulingSet:
    """Base of each system's ``Rulings``: validated, and addressable by ruling id."""

    def __post_init__(self) -> None:
        for each in fields(self):
            name = f"{each.name} ({each.metadata['ruling']})"
            value, readings = getattr(self, each.name), each.metadata["readings"]
            check = each.metadata["check"]
            kept = _reading(name, value, readings) if check is None else check(name, value)
            if kept is not value:
                object.__setattr__(self, each.name, kept)

    @classmethod
    def field_of(cls, rule_id: str) -> str:
        """Name of the field that decides ruling ``rule_id``."""
        names = {each.metadata["ruling"]: each.name for each in fields(cls)}
        if not isinstance(rule_id, str) or rule_id not in names:
            raise InvalidValue("ruling", rule_id, f"one of {', '.join(names)}")
        return str(names[rule_id])

    @classmethod
    def from_ids(cls, chosen: Mapping[str, Any]) -> Self:
        """Build the set from ruling ids: ``Rulings.from_ids({"R-M3": False})``."""
        if not isinstance(chosen, Mapping):
            raise InvalidValue("chosen", chosen, "a mapping of ruling ids to readings")
        return cls(**{cls.field_of(rule_id): value for rule_id, value in chosen.items()})

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read the file of a table's house rules: ``melee.Rulings.load("house-rules.toml")``.

        Readings of other parts of the games may stand in it, too; see
        :class:`~rules_lib.rulebook.HouseRules`.
        """
        from rules_lib.rulebook.house_rules import HouseRules  # late: it needs the texts

        return HouseRules.load(path).of(cls)

    def departures(self) -> dict[str, Any]:
        """Ids and values of the rulings that differ from the default reading."""
        return {
            str(each.metadata["ruling"]): getattr(self, each.name)
            for each in fields(self)
            if getattr(self, each.name) != each.default
        }
