"""The one walk over the annotations of situations: from plain data to things, and back.

What a field holds in code, :mod:`rules_lib.values.type_checks` says; this is how it is written in
TOML and JSON.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rules_lib.errors import InvalidValue
from rules_lib.system.registry import systems
from rules_lib.text.files import located, read_keys
from rules_lib.text.parser import fraction
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import WrongKind, hold_of, said

NONE = "none"
PLAIN = (bool, int, str)
"""What plain data says as it is."""

DEEPEST = 20
"""Tables inside tables: no situation comes near."""


@dataclass(frozen=True, slots=True)
class InWords:
    """How a thing is said in words.

    Attributes:
        example: such words.
        read: from words and the place that errors name to the thing.
        write: the words that say a thing; ``None``: it stands in a table.
        key: the key in a table that names which class of several is meant.
        kinds: these classes, by what it says.
    """

    example: str
    read: Callable[[str, str], Any]
    write: Callable[[Any], str | None] = str
    key: str = ""
    kinds: Mapping[str, Any] = field(default_factory=FrozenMap)


TABLE = InWords("", lambda *_: None, lambda _: None)
"""Of what has no words."""


def parsed(kind: Any, example: str) -> InWords:
    """Words that the ``parse`` of a class reads, and its ``str`` writes."""
    return InWords(example, lambda text, place: kind.parse(text, field=place))


def words() -> Mapping[Any, InWords]:
    """What any system says in words."""
    return _words(tuple(systems))


@cache
def _words(names: tuple[str, ...]) -> Mapping[Any, InWords]:
    """The same, of these systems."""
    return {kind: told for each in names for kind, told in systems[each].words.items()}


@cache
def hints_of(kind: Any) -> dict[str, Any]:
    """The annotations of the fields that a table holds, by name."""
    hints = get_type_hints(kind)
    told = (each for each in fields(kind) if each.init and "unsaid" not in each.metadata)
    return {each.name: hints[each.name] for each in told}


def defaults_of(kind: Any) -> dict[str, Any]:
    """The values of the fields that need not be given."""
    found = {}
    for each in fields(kind):
        if each.default is not MISSING:
            found[each.name] = each.default
        elif each.default_factory is not MISSING:
            found[each.name] = each.default_factory()
    return found


def plain_of(hint: Any) -> Any:
    """An annotation without ``None``; of a union of words all of them stay."""
    if get_origin(hint) in (Union, types.UnionType):
        inner = [each for each in get_args(hint) if each is not type(None)]
        return inner[0] if len(inner) == 1 else Union[tuple(inner)]  # noqa: UP007 - of what is only known here
    return hint


def choices_of(plain: Any) -> dict[str, Any]:
    """What there is to choose from, by the words for it."""
    if get_origin(plain) is Literal:
        return {str(each): each for each in get_args(plain)}
    if isinstance(plain, type) and issubclass(plain, Enum):
        return {str(each): each for each in plain}
    if get_origin(plain) in (Union, types.UnionType):
        several = list(map(choices_of, get_args(plain)))
        return {word: each for one in several for word, each in one.items()} if all(several) else {}
    return {}


def variant_of(kind: Any) -> dict[str, Any]:
    """The key that names this class among others, and its name."""
    several = (
        (each.key, name, one) for each in words().values() for name, one in each.kinds.items()
    )
    return {key: name for key, name, one in several if one is kind}


def read(hint: Any, data: Any, place: str, depth: int = 0) -> Any:
    """The thing of the kind of an annotation that plain data, such as TOML gives, stands for.

    Raises:
        RulesError: names the place, what stands there, and what is allowed.
    """
    if depth > DEEPEST:
        raise InvalidValue(place, data, f"at most {DEEPEST} tables inside each other")
    origin, inner = get_origin(hint) or hint, get_args(hint)
    if origin in (Union, types.UnionType):
        return _one_of(inner, data, place, depth)
    hold = hold_of(hint) if origin is Literal or origin in PLAIN else None
    if hold is not None:
        return hold(place, data)
    if issubclass(origin, Enum):
        if isinstance(data, str) and data in (told := choices_of(origin)):
            return told[data]
    elif origin is Fraction:
        if isinstance(data, str):
            return fraction(place, data)
    elif issubclass(origin, Mapping):
        if isinstance(data, dict | list):
            return _entries(inner[1], data, place, depth)
    elif origin is not tuple:
        return _dataclass(origin, data, place, depth)
    elif isinstance(data, list):
        listed = enumerate(data)
        return tuple(read(inner[0], each, f"{place}[{at}]", depth + 1) for at, each in listed)
    raise WrongKind(place, data, said(hint))


def _one_of(hints: tuple[Any, ...], data: Any, place: str, depth: int) -> Any:
    """One of several kinds, or none; of one that data looks like the errors are worth telling."""
    if type(None) in hints and (data is None or data == NONE):
        return None
    refused = []
    for hint in in_order(hints):
        try:
            return read(hint, data, place, depth)
        except WrongKind as error:
            if error.field != place:
                raise
            refused.append(error.allowed)
    raise WrongKind(place, data, " or ".join(refused))


def _entries(hint: Any, data: dict[Any, Any] | list[Any], place: str, depth: int) -> Any:
    """A table whose keys are free, or a list of pairs where a key is a set of names."""
    if isinstance(data, dict):
        return {k: read(hint, each, f"{place}, {k}", depth + 1) for k, each in data.items()}
    found = {}
    for each in data:
        if not isinstance(each, list) or len(each) != 2 or not isinstance(each[0], list):
            raise InvalidValue(place, each, "a list of names, and what is so of them")
        named = frozenset(read(tuple[str, ...], each[0], place, depth + 1))
        found[named] = read(hint, each[1], place, depth + 1)
    return found


def _dataclass(kind: Any, data: Any, place: str, depth: int) -> Any:
    """A table of fields, or words; of what has no fields, one word."""
    if isinstance(data, dict) and not is_one_word(kind):
        return of_fields(kind, data, place, depth)
    if (spoken := words().get(kind, TABLE)) is TABLE:
        raise WrongKind(place, data, said(kind))
    allowed = f"words such as {spoken.example!r}"
    if not isinstance(data, str) or (is_one_word(kind) and data.strip().lower() != spoken.example):
        raise WrongKind(place, data, allowed)
    found = spoken.read(data, place)
    if not isinstance(found, kind):
        raise InvalidValue(place, data, allowed)
    return found


def is_one_word(kind: Any) -> bool:
    """Whether a thing is said in one word: it has no fields."""
    return kind in words() and not hints_of(kind)


def in_order(hints: tuple[Any, ...]) -> list[Any]:
    """The alternatives of an annotation but for ``None``; what is one word only comes first."""
    kinds = [each for each in hints if each is not type(None)]
    return sorted(kinds, key=lambda each: not is_one_word(each))


def of_fields(kind: Any, data: Any, place: str, depth: int = 0, **ready: Any) -> Any:
    """A dataclass from the table of its fields, and from what is ready beside the table."""
    spoken = words().get(kind, TABLE)
    if spoken.key:
        named = data.get(spoken.key)
        if not isinstance(named, str) or named not in spoken.kinds:
            raise InvalidValue(f"{place}, {spoken.key}", named, ", ".join(spoken.kinds))
        kind = spoken.kinds[named]
    hints, usual = hints_of(kind), defaults_of(kind)
    beside = variant_of(kind)
    may = [name for name in usual if name in hints]
    needed = [name for name in hints if name not in usual and name not in ready]
    read_keys(place, data, needed, [*may, *beside])
    given = {
        name: read(hints[name], each, f"{place}, {name}", depth + 1)
        for name, each in data.items()
        if name not in beside
    }
    with located(place):
        return kind(**given, **ready)


def fields_of(value: Any) -> dict[str, Any]:
    """The fields of a thing that are not as usual, as plain data."""
    kind: Any = type(value)
    usual, told = defaults_of(kind), variant_of(kind)
    for name in hints_of(kind):
        each = getattr(value, name)
        if name not in usual or type(each) is not type(usual[name]) or each != usual[name]:
            told[name] = to_data(each)
    return told


def to_data(value: Any) -> Any:
    """A thing as plain data: in words where it has some."""
    if isinstance(value, Enum | Fraction):
        return str(value)
    if (text := words().get(type(value), TABLE).write(value)) is not None:
        return text
    if is_dataclass(value):
        return fields_of(value)
    if isinstance(value, Mapping):
        # An empty one is written only if its keys are sets: one of names is empty by default.
        if value and all(isinstance(key, str) for key in value):
            return {key: to_data(each) for key, each in value.items()}
        return [[sorted(key), to_data(each)] for key, each in value.items()]
    if isinstance(value, tuple | list):
        return [to_data(each) for each in value]
    return NONE if value is None else value
