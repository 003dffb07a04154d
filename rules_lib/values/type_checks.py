"""Holds what public functions and classes are given against their annotations."""

import inspect
import math
import types
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import fields
from enum import Enum
from fractions import Fraction
from functools import cache, partial, wraps
from itertools import chain, repeat
from operator import is_
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from rules_lib.errors import (
    MOST_NUMBER,
    InvalidValue,
    a_kind,
    is_word,
    items_of,
    public_name,
    require_hashable,
    shown,
    whole_number,
)
from rules_lib.values.frozen import FrozenMap

F = TypeVar("F", bound=Callable[..., Any])


def checked(thing: F) -> F:
    """Refuse arguments that do not fit their annotations, before anything else is done.

    Goes above ``@dataclass``, and below ``@classmethod``. Iterators are read to their end first, so
    that endless ones are refused. Annotations are resolved at the first call.

    Raises:
        InvalidValue: (when called) names the parameter, what was given, and what it takes.
    """
    if not isinstance(thing, type):
        guard: F = _guarded(thing, lambda: get_type_hints(thing))
        return guard
    if issubclass(thing, Enum):
        raise TypeError(f"{thing.__name__} is an enumeration, which checks its values itself")
    name = "__new__" if issubclass(thing, tuple) else "__init__"
    made = getattr(thing, name)
    type.__setattr__(thing, name, _guarded(made, lambda: get_type_hints(thing)))
    return thing


def _guarded(function: Any, hints: Callable[[], dict[str, Any]]) -> Any:
    held = cache(lambda: _held(function, hints()))

    @wraps(function)
    def guard(*args: Any, **kwargs: Any) -> Any:
        placed, named = held()(args, kwargs)
        return function(*placed, **named)

    return guard


def _held(function: Any, hints: dict[str, Any]) -> Callable[[Any, Any], tuple[list[Any], Any]]:
    """Holds the arguments of a function to the annotations of its parameters."""
    code = inspect.unwrap(function).__code__  # to ask for a signature takes ten times as long
    count = code.co_argcount + code.co_kwonlyargcount
    names = code.co_varnames[: count + 2]  # behind the parameters *args and **kwargs, if there are
    holds = [(name, hold_of(hints.get(name, Any)) or _as_it_is) for name in names]
    by_place, by_name, further = holds[: code.co_argcount], dict(holds[:count]), holds[count:]
    rest = further.pop(0) if code.co_flags & inspect.CO_VARARGS else ("", _as_it_is)
    others = further[0][1] if code.co_flags & inspect.CO_VARKEYWORDS else _as_it_is

    def held(args: Any, kwargs: Any) -> tuple[list[Any], Any]:
        placed = zip(chain(by_place, repeat(rest)), args, strict=False)
        named = {name: by_name.get(name, others)(name, each) for name, each in kwargs.items()}
        return [hold(name, each) for (name, hold), each in placed], named

    return held


def _as_it_is(_: str, value: Any) -> Any:
    return value


Hold = Callable[[str, Any], Any]
"""Takes the name of a field and a value; returns the value, or raises ``InvalidValue``."""

MOST_WORDS, LONGEST_WORD = 1000, 10_000
"""Words of a command line, and letters of such a word: no record of a battle comes near."""

MOST_LETTERS = 1_000_000
"""Letters of a text."""

_UNCHANGING = (tuple, frozenset, range)


def hold_of(hint: Any) -> Hold | None:
    """What an annotation holds values to; ``None`` where it takes anything."""
    if isinstance(hint, TypeVar):
        return hold_of(hint.__bound__) if hint.__bound__ else None
    hint = type(None) if hint is None else getattr(hint, "__supertype__", hint)
    origin = get_origin(hint) or hint
    if origin in _SIMPLE:
        return _SIMPLE[origin]
    if origin is Literal:
        return partial(_one_of, get_args(hint))
    if origin in (Union, types.UnionType):
        return _any_of(get_args(hint))
    if origin is tuple:
        return _tuple(get_args(hint))
    if isinstance(origin, type) and not getattr(origin, "_is_protocol", False):
        return _instance(origin, get_args(hint))
    return None


@cache
def holds_of(kind: Any) -> dict[str, tuple[bool, Hold]]:
    """What the fields of a dataclass are held to, by name, and whether they may be ``None``."""
    hints = get_type_hints(kind)
    found = {}
    for each in fields(kind):
        optional = type(None) in get_args(hints[each.name])
        found[each.name] = (optional, hold_of(hints[each.name]) or _as_it_is)
    return found


def _alternatives(hints: Iterable[Any]) -> str:
    return " or ".join(dict.fromkeys(map(said, hints)))


def said(hint: Any) -> str:
    """An annotation in words: ``a Card``, ``a whole number``."""
    origin = get_origin(hint) or hint
    if origin in (Union, types.UnionType):
        return _alternatives(get_args(hint))
    if origin is Literal:
        return ", ".join(map(repr, get_args(hint)))
    if origin in _SAID:
        return _SAID[origin]
    if isinstance(origin, type) and issubclass(origin, Enum):
        return ", ".join(f"{origin.__name__}.{each.name}" for each in origin)
    if origin is tuple or (isinstance(origin, type) and issubclass(origin, Iterable)):
        named = "a table" if issubclass(origin, Mapping) else "a list"
        return f"a {public_name(origin)}" if origin.__module__.startswith("rules_lib") else named
    return f"a {public_name(origin)}" if isinstance(origin, type) else str(origin)[:60]


class WrongKind(InvalidValue):
    """A value of another kind than its field takes."""


def _refuse(hint: Any, field: str, value: Any) -> Any:
    makes = _is_class_of_ours(hint) and is_a(value, str) and hasattr(hint, "parse")
    raise WrongKind(field, value, a_kind(hint, value) if makes else said(hint))


def _is_class_of_ours(hint: Any) -> bool:
    return isinstance(hint, type) and hint.__module__.startswith("rules_lib")


def is_a(value: object, kind: Any) -> bool:
    """Whether a value is of a kind, by its type alone: whatever it says of itself is not asked."""
    return issubclass(type(value), kind)


def _whole(field: str, value: Any) -> Any:
    number = value if type(value) is int else whole_number(value)
    if number is None:
        _refuse(int, field, value)
    elif abs(number) > MOST_NUMBER:
        raise InvalidValue(field, number, "a whole number from -10^18 to 10^18")
    return number


def _number(field: str, value: Any) -> Any:
    if not is_a(value, float):
        number = whole_number(value)
        return _refuse(float, field, value) if number is None else _whole(field, number)
    if not math.isfinite(value):
        raise InvalidValue(field, value, "a finite number")
    return value


def _text(field: str, value: Any) -> Any:
    if not is_a(value, str):
        _refuse(str, field, value)
    if len(value) > MOST_LETTERS:
        raise InvalidValue(field, value, f"a text of at most {MOST_LETTERS} letters")
    return value


def _one_of(words: tuple[Any, ...], field: str, value: Any) -> Any:
    for word in words:
        if is_word(value, word):
            return word
    raise WrongKind(field, value, ", ".join(map(repr, words)))


def _any_of(hints: tuple[Any, ...]) -> Hold | None:
    holds = [hold for hold in map(hold_of, hints) if hold is not None]
    if len(holds) < len(hints):
        return None
    # By its type a value is known at once to be none of ours, before a refusal is put in words.
    kinds = [each if each is type(None) or _is_class_of_ours(each) else None for each in hints]
    tried = list(zip(kinds, holds, strict=True))

    def hold(field: str, value: Any) -> Any:
        for kind, each in tried:
            if kind is not None and not is_a(value, kind):
                continue
            try:
                return each(field, value)
            except WrongKind as error:
                if error.field != field:
                    raise
        raise WrongKind(field, value, _alternatives(hints))

    return hold


def _instance(kind: type, inner: tuple[Any, ...]) -> Hold:
    # Asking an abstract class about a new one takes long, and ours are none of these.
    if hasattr(kind, "__iter__") and not _is_class_of_ours(kind):
        if issubclass(kind, Mapping):
            return _table(kind, inner)
        if kind.__module__ in ("collections.abc", "builtins"):
            return _list(kind, inner)
    return lambda field, value: value if is_a(value, kind) else _refuse(kind, field, value)


def _list(kind: type, inner: tuple[Any, ...]) -> Hold:
    each = hold_of(inner[0]) if inner else None
    usual = [usual for usual in (tuple, list) if issubclass(usual, kind)]

    def hold(field: str, value: Any) -> Any:
        if type(value) not in usual:  # to ask an abstract class about it takes long
            listed = is_a(value, kind) and not is_a(value, str | bytes | bytearray)
            if not listed or (issubclass(kind, Sequence) and is_a(value, Set | Mapping)):
                raise WrongKind(field, value, "a list")
        given = items = items_of(field, value, "a list that gives its items")
        if each is not None:
            items = tuple(each(f"{field}[{at}]", item) for at, item in enumerate(given))
        same = all(map(is_, given, items))
        if same and (_is_class_of_ours(type(value)) or type(value) in _UNCHANGING):
            return value
        if is_a(value, Mapping):
            return FrozenMap(value if same else {x: value[x] for x in items})
        return frozenset(items) if is_a(value, Set) else items

    return hold


def _table(kind: type, inner: tuple[Any, ...]) -> Hold:
    key, worth = map(hold_of, inner) if len(inner) == 2 else (None, None)

    def hold(field: str, value: Any) -> Any:
        if not is_a(value, kind):
            raise WrongKind(field, value, "a table")
        held, same = {}, _is_class_of_ours(type(value))
        for name in items_of(field, value, "a list that gives its items"):
            given = value[name]
            kept = name if key is None else key(f"{field}: its key", name)
            held[kept] = given if worth is None else worth(f"{field}[{shown(name)}]", given)
            same = same and kept is name and held[kept] is given
        return value if same else FrozenMap(held)

    return hold


def _tuple(inner: tuple[Any, ...]) -> Hold:
    if len(inner) == 2 and inner[1] is Ellipsis:
        return _list(tuple, inner[:1])
    holds = [hold_of(each) for each in inner]
    words = ", ".join(map(said, inner))

    def hold(field: str, value: Any) -> Any:
        if not is_a(value, tuple) or len(value) != len(inner):
            raise WrongKind(field, value, f"a tuple of {words}")
        items = tuple(
            item if each is None else each(f"{field}[{at}]", item)
            for at, (each, item) in enumerate(zip(holds, value, strict=True))
        )
        return value if all(map(is_, value, items)) else items

    return hold


_SIMPLE: dict[Any, Hold | None] = {
    Any: None,
    object: None,
    Hashable: require_hashable,
    int: _whole,
    float: _number,
    str: _text,
}

_SAID: dict[Any, str] = {
    Any: "anything",
    object: "anything",
    Hashable: "a value with a hash",
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "True or False",
    Fraction: "a Fraction",
    type(None): "None",
    Callable: "a function",
}
