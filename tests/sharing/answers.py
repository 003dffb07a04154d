"""The answers of every public door, and all that can be reached from one by public names."""

import enum
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import FunctionType, GeneratorType
from typing import Any

from rules_lib.errors import RulesError
from rules_lib.probability import ProbabilityError
from tests.hostile_world.bases import base_of, called
from tests.hostile_world.doors import Door, every_door, public_names

NO_VALUES = {"impact.measuring.Bench", "rulebook.bindings.implements", "rulebook.rulings.ruling"}
"""A place to compute in, and doors for those who write rules."""

PLAIN = (str, bytes, int, float, complex, Fraction, enum.Enum, type(None), type, FunctionType)


def answer(door: Door) -> Any:
    found = called(door, base_of(door))
    return list(found) if isinstance(found, GeneratorType) else found


def is_ours(value: object) -> bool:
    return type(value).__module__.startswith("rules_lib")


def by_module() -> dict[str, list[Door]]:
    found: dict[str, list[Door]] = {}
    for name, door in every_door().items():
        if name not in NO_VALUES:
            found.setdefault(".".join(name.split(".")[:2]), []).append(door)
    return found


def constants() -> Iterator[tuple[str, Any]]:
    """What is public, and no function, class or module."""
    for module, name in public_names():
        thing = getattr(module, name)
        if not isinstance(thing, type) and (
            isinstance(thing, dict | list | tuple) or is_ours(thing)
        ):
            yield f"{module.__name__}.{name}", thing


def public(value: object) -> list[str]:
    """The names of what a value of ours holds, or works out when it is asked."""
    names = {*dir(type(value)), *getattr(value, "__dict__", ())}
    return sorted(
        name
        for name in names
        if not name.startswith("_") and not callable(getattr(type(value), name, None))
    )


MOST_OF_A_KIND = 6
"""Values of one class, held by the same attributes, that a walk looks at: a hex has neighbours."""


class Walk:
    """The values that can be reached, each once."""

    def __init__(self) -> None:
        self._counts: Counter[Any] = Counter()
        self._seen: dict[Any, Any] = {}

    def of(self, path: str, value: Any) -> Iterator[tuple[str, Any]]:
        waiting = [(path, value)]
        while waiting:
            path, value = waiting.pop()
            if (isinstance(value, PLAIN) and not is_ours(value)) or self._is_known(value):
                continue
            kind = type(value), path.rpartition(".")[2]
            self._counts[kind] += 1
            if self._counts[kind] > MOST_OF_A_KIND:
                continue
            yield path, value
            waiting += list(_inside(path, value))

    def _is_known(self, value: Any) -> bool:
        try:
            key: Any = (type(value), value)
            hash(key)
        except TypeError:
            key = id(value)
        known = key in self._seen
        self._seen[key] = value  # kept, so that no other value gets its id
        return known


def _inside(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield f"{path}, a key", key
            yield f"{path}[{_short(key)}]", each
    elif isinstance(value, tuple | list | set | frozenset):
        for each in value:
            yield f"{path}[…]", each
    if is_ours(value):
        for name in public(value):
            try:
                yield f"{path}.{name}", getattr(value, name)
            except (RulesError, ProbabilityError):
                continue


def _short(key: object) -> str:
    return repr(key)[:30].replace(".", "")
