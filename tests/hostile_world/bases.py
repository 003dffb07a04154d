"""A valid value for every parameter: made from its annotation, or named here.

A new door needs nothing here as long as plain values do: 3 for a whole number, "x" for a text, a
list of one for a list, and instances of classes made from these. Where they do not, name a value in
``VALUES`` (for a class, everywhere), in ``FOR`` (for one parameter of one door), or in ``BY_NAME``.
"""

import types
from collections.abc import Callable, Hashable, Iterable, Mapping, Set
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from tests.hostile_world.doors import KINDS, Door, doors
from tests.hostile_world.named import BY_NAME, FOR, VALUES


class NoBase(Exception):
    """Nothing here makes a value of this kind."""


def nothing(*_: object, **__: object) -> int:
    """A function that can be pickled."""
    return 0


def value_of(hint: Any) -> Any:
    """A plain valid value for an annotation."""
    origin, inner = get_origin(hint) or hint, get_args(hint)
    if origin in VALUES:
        return VALUES[origin]()
    if isinstance(origin, TypeVar) or origin in (Any, object, Hashable):
        return "x"
    if origin in (Union, types.UnionType):
        return value_of(next(each for each in inner if each is not type(None)))
    if origin is Literal:
        return inner[0]
    if origin is Callable:
        return nothing
    if origin is tuple:
        items = inner[:1] if len(inner) == 2 and inner[1] is Ellipsis else inner
        return tuple(map(value_of, items))
    if isinstance(origin, type) and issubclass(origin, Enum):
        return next(iter(origin))
    if isinstance(origin, type) and origin.__module__.startswith("rules_lib"):
        return instance_of(origin)
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return _collection(origin, inner)
    raise NoBase(str(hint))


def _collection(kind: type, inner: tuple[Any, ...]) -> Any:
    if issubclass(kind, Mapping):
        return {value_of(inner[0]): value_of(inner[1])} if inner else {}
    items = [value_of(inner[0])] if inner else []
    if issubclass(kind, Set):
        return frozenset(items)
    return items


@cache
def instance_of(kind: Any) -> Any:
    """An instance of a class, made through its own door."""
    if kind in VALUES:
        return VALUES[kind]()
    if issubclass(kind, Enum):
        return next(iter(kind))
    name = f"{kind.__module__}.{kind.__qualname__}".removeprefix("rules_lib.")
    door = doors().get(name) or Door.of(name, kind)
    arguments = base_of(door)
    return door.call(**arguments)


def base_of(door: Door) -> dict[str, Any]:
    """The valid arguments of a door; made once, for nothing that they hold ever changes."""
    if door.name not in _BASES:
        _BASES[door.name] = _made_base(door)
    return dict(_BASES[door.name])


_BASES: dict[str, dict[str, Any]] = {}


def _made_base(door: Door) -> dict[str, Any]:
    """A valid value for each parameter that needs one, by name; one item where any number fits."""
    given = {}
    for name, parameter in door.parameters.items():
        key = f"{door.name}:{name}"
        if key in FOR:
            given[name] = FOR[key]()
        elif parameter.kind is KINDS.VAR_KEYWORD:
            continue
        elif parameter.default is KINDS.empty or parameter.kind is KINDS.VAR_POSITIONAL:
            given[name] = BY_NAME[name]() if name in BY_NAME else value_of(door.hints[name])
    return given


def called(door: Door, arguments: Mapping[str, Any]) -> Any:
    """The answer of a door to arguments by name."""
    places: list[Any] = []
    named = {name: value for name, value in arguments.items() if name not in door.parameters}
    if door.owner is not None:
        places.append(instance_of(door.owner))
    kinds = {name: parameter.kind for name, parameter in door.parameters.items()}
    starred = any(
        kind is KINDS.VAR_POSITIONAL and name in arguments for name, kind in kinds.items()
    )
    for name, kind in kinds.items():
        if name not in arguments:
            continue
        if kind is KINDS.VAR_POSITIONAL:
            places += [arguments[name]]
        elif kind is KINDS.POSITIONAL_ONLY or (starred and kind is KINDS.POSITIONAL_OR_KEYWORD):
            places.append(arguments[name])
        else:
            named[name] = arguments[name]
    return door.call(*places, **named)
