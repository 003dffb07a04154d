"""Rulings as fields: one frozen dataclass a system, one field an open reading.

A field carries its ruling id, so that ``R-M3`` and ``penalties_add_up`` find each other.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import Field, dataclass, field, fields
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self, TypeVar, get_args, get_type_hints

from rules_lib.errors import InvalidValue, is_word
from rules_lib.values.type_checks import checked

T = TypeVar("T")


@checked
def ruling(rule_id: str, *readings: T, check: Callable[[str, Any], object] | None = None) -> T:
    """Declare a field of a :class:`RulingSet`: its id, and the default reading.

    Which readings there are says its annotation. Where that is no finite list, they stand behind
    the default, and ``check(field, value)`` says what is allowed; it returns what is kept, or
    raises :class:`~rules_lib.errors.InvalidValue`.
    """
    metadata = {"ruling": rule_id, "readings": readings, "check": check}
    declared: T = field(default=readings[0], metadata=metadata)
    return declared


def _listed(hint: Any) -> tuple[Any, ...]:
    """The values that an annotation allows."""
    return (True, False) if hint is bool else get_args(hint)


def _reading(field: str, value: object, readings: tuple[object, ...]) -> object:
    for each in readings:
        if is_word(value, each):
            return each
    raise InvalidValue(field, value, " or ".join(map(repr, readings)))


@dataclass(frozen=True, slots=True)
class RulingSet:
    """Base of each system's ``Rulings``: validated, and addressable by ruling id.

    What a field decides, and what its readings mean, the rulebook says under its id: ``python -m
    rules_lib explain R-M1``.
    """

    def __init_subclass__(cls) -> None:
        """Take the readings of each field from its annotation, the default first."""
        for name, hint in get_type_hints(cls).items():
            declared = vars(cls).get(name)
            if isinstance(declared, Field) and declared.metadata["check"] is None:
                others = [each for each in _listed(hint) if each != declared.default]
                readings = (declared.default, *others)
                declared.metadata = MappingProxyType({**declared.metadata, "readings": readings})

    def __post_init__(self) -> None:
        for each in fields(self):
            name = f"{each.name} ({each.metadata['ruling']})"
            value, readings = getattr(self, each.name), each.metadata["readings"]
            check = each.metadata["check"]
            kept = _reading(name, value, readings) if check is None else check(name, value)
            if kept is not value:
                object.__setattr__(self, each.name, kept)

    @classmethod
    def ids(cls) -> tuple[str, ...]:
        """The ids of its rulings, in the order of its fields."""
        return tuple(str(each.metadata["ruling"]) for each in fields(cls))

    @classmethod
    def field_of(cls, rule_id: str) -> str:
        """Name of the field that decides ruling ``rule_id``."""
        names = dict(zip(cls.ids(), (each.name for each in fields(cls)), strict=True))
        if not isinstance(rule_id, str) or rule_id not in names:
            raise InvalidValue("ruling", rule_id, f"one of {', '.join(names)}")
        return names[rule_id]

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
        from rules_lib.rulebook.house_rules import HouseRules  # late: rules need no files

        return HouseRules.load(path).of(cls)

    def departures(self) -> dict[str, Any]:
        """Ids and values of the rulings that differ from the default reading."""
        return {
            str(each.metadata["ruling"]): getattr(self, each.name)
            for each in fields(self)
            if getattr(self, each.name) != each.default
        }


_asked: ContextVar[dict[str, Any]] = ContextVar("asked")


@cache
def _listening(kind: type[RulingSet]) -> type[RulingSet]:
    """The same set of rulings, which notes the fields that it is asked for."""
    names = {each.name for each in fields(kind)}

    def noted(self: RulingSet, name: str) -> Any:
        found = object.__getattribute__(self, name)
        if name in names and (asked := _asked.get(None)) is not None:  # in a cache it lives on
            asked[name] = found
        return found

    return type(kind.__name__, (kind,), {"__slots__": (), "__getattribute__": noted})


def plain(rulings: RulingSet) -> dict[str, Any]:
    """The readings by the names of their fields."""
    return {each.name: getattr(rulings, each.name) for each in fields(rulings)}


@contextmanager
def heard(rulings: RulingSet) -> Iterator[tuple[RulingSet, dict[str, Any]]]:
    """The same readings, and those among them that are asked for meanwhile."""
    listening = _listening(type(rulings))(**plain(rulings))  # type: ignore[arg-type] # has a hash
    asked: dict[str, Any] = {}
    token = _asked.set(asked)
    try:
        yield listening, asked
    finally:
        _asked.reset(token)
