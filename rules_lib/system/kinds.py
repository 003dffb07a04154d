"""Kinds of values: the one walk over the annotations of situations.

A kind says what a field may hold: what of plain data looks like it, how it is read, and how a JSON
schema tells of it.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rules_lib.errors import InvalidValue, public_name, whole_number
from rules_lib.system.registry import systems
from rules_lib.text.files import located, read_keys
from rules_lib.text.parser import fraction
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import hold_of, said

NONE = "none"
PLAIN = {bool: "boolean", int: "integer", str: "string"}
EXACT = {"type": "string", "pattern": r"^[0-9]{1,9}(/[0-9]{1,9}|\.[0-9]{1,9})?$"}

DEEPEST = 20
"""Tables inside tables: no situation comes near."""

Parts = dict[str, Any]
"""The definitions of a schema, by name."""


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


def _variant_of(kind: Any) -> dict[str, Any]:
    """The key that names this class among others, and its name."""
    several = (
        (each.key, name, one) for each in words().values() for name, one in each.kinds.items()
    )
    return {key: name for key, name, one in several if one is kind}


@dataclass(frozen=True, slots=True)
class Kind:
    """What a field may hold, of plain data such as TOML and JSON give.

    Attributes:
        allowed: it in words.
        fits: whether data looks like it, so that its own errors are worth telling.
        made: from fitting data, its place and its depth to the thing that it stands for.
        schema: what a JSON schema says of it; larger things stand in the parts that it is given.
        narrow: it fits one text only.
    """

    allowed: str
    fits: Callable[[Any], bool]
    made: Callable[[Any, str, int], Any]
    schema: Callable[[Parts], dict[str, Any]]
    narrow: bool = False

    def read(self, data: Any, place: str, depth: int) -> Any:
        """The thing that data stands for; ``place`` is what errors call it.

        Raises:
            RulesError: names the place, what stands there, and what is allowed.
        """
        if depth > DEEPEST:
            raise InvalidValue(place, data, f"at most {DEEPEST} tables inside each other")
        if not self.fits(data):
            raise InvalidValue(place, data, self.allowed)
        return self.made(data, place, depth)


def kind_of(hint: Any) -> Kind:
    """The kind of value that an annotation means."""
    origin, inner = get_origin(hint) or hint, get_args(hint)
    if origin in (Union, types.UnionType):
        return _one_of(inner)
    if origin is Literal:
        fits = partial(_is_of, inner)
        return Kind(said(hint), fits, lambda data, *_: data, lambda _: {"enum": list(inner)})
    if origin in PLAIN:
        hold = hold_of(hint) or (lambda _, data: data)
        fits = partial(_is_kind, origin)
        made = lambda data, place, _: hold(place, _plain(data))  # noqa: E731
        return Kind(said(hint), fits, made, lambda _: {"type": PLAIN[origin]})
    if origin is Fraction:
        made = lambda data, place, _: fraction(place, data)  # noqa: E731
        return Kind(said(hint), _is_text, made, lambda _: dict(EXACT))
    if issubclass(origin, Enum):
        told = tuple(map(str, origin))
        fits = partial(_is_of, told)
        return Kind(said(hint), fits, lambda data, *_: origin(data), lambda _: {"enum": list(told)})
    if issubclass(origin, Mapping):
        return _entries(*inner)
    return _many(inner[0]) if origin is tuple else _dataclass(origin)


def _plain(data: Any) -> Any:
    """A whole number of any kind, numpy's too, as the plain one."""
    number = whole_number(data)
    return data if number is None else number


def _is_kind(kind: Any, data: Any) -> bool:
    return type(_plain(data)) is kind


_is_text = partial(_is_kind, str)


def _is_of(values: tuple[Any, ...], data: Any) -> bool:
    return any(type(data) is type(each) and data == each for each in values)


def _one_of(hints: tuple[Any, ...]) -> Kind:
    """One of several kinds, or none."""
    kinds = [kind_of(each) for each in hints if each is not type(None)]
    kinds.sort(key=lambda each: not each.narrow)
    optional = len(kinds) < len(hints)
    allowed = " or ".join(each.allowed for each in kinds)

    def is_none(data: Any) -> bool:
        return optional and (data is None or data == NONE)

    def made(data: Any, place: str, depth: int) -> Any:
        if is_none(data):
            return None
        return next(each for each in kinds if each.fits(data)).made(data, place, depth)

    return Kind(
        allowed,
        lambda data: is_none(data) or any(each.fits(data) for each in kinds),
        made,
        lambda parts: {
            "anyOf": [
                *(each.schema(parts) for each in kinds),
                *([{"enum": [None, NONE]}] if optional else []),
            ]
        },
    )


def _many(hint: Any) -> Kind:
    """A list."""
    return Kind(
        "a list",
        lambda data: isinstance(data, list),
        lambda data, place, depth: tuple(
            kind_of(hint).read(each, f"{place}[{at}]", depth + 1) for at, each in enumerate(data)
        ),
        lambda parts: {"type": "array", "items": kind_of(hint).schema(parts)},
    )


def _entries(key: Any, hint: Any) -> Kind:
    """A table whose keys are free, or a list of pairs where a key is a set of names."""
    worth, names = kind_of(hint), _many(str)

    def made(data: Any, place: str, depth: int) -> dict[Any, Any]:
        if isinstance(data, dict):
            return {k: worth.read(each, f"{place}, {k}", depth + 1) for k, each in data.items()}
        found = {}
        for each in data:
            if not isinstance(each, list) or len(each) != 2 or not isinstance(each[0], list):
                raise InvalidValue(place, each, "a list of names, and what is so of them")
            named = frozenset(names.read(each[0], place, depth + 1))
            found[named] = worth.read(each[1], place, depth + 1)
        return found

    def schema(parts: Parts) -> dict[str, Any]:
        if key is str:
            return {"type": "object", "additionalProperties": worth.schema(parts)}
        pair = [names.schema(parts), worth.schema(parts)]
        return {"type": "array", "items": {"type": "array", "prefixItems": pair, "items": False}}

    return Kind("a table", lambda data: isinstance(data, dict | list), made, schema)


def _dataclass(kind: Any) -> Kind:
    """A table of fields, or words; of what has no fields, one word."""
    spoken = words().get(kind, TABLE)
    bare = spoken is not TABLE and not hints_of(kind)

    def fits(data: Any) -> bool:
        if bare:
            return _is_text(data) and data.strip().lower() == spoken.example
        return isinstance(data, dict if spoken is TABLE else str | dict)

    def made(data: Any, place: str, depth: int) -> Any:
        if isinstance(data, dict):
            return of_fields(kind, data, place, depth)
        found = spoken.read(data, place)
        if not isinstance(found, kind):
            raise InvalidValue(place, data, allowed)
        return found

    def schema(parts: Parts) -> dict[str, Any]:
        if bare:
            return {"const": spoken.example}
        name = public_name(kind)
        if name not in parts:
            parts[name] = {}  # it may stand in itself
            tables = [kind_of(each).schema(parts) for each in spoken.kinds.values()]
            tables = tables or [table(kind, parts)]
            told = {"type": "string", "examples": [spoken.example]}
            parts[name] |= tables[0] if spoken is TABLE else {"anyOf": [told, *tables]}
        return {"$ref": f"#/$defs/{name}"}

    allowed = said(kind) if spoken is TABLE else f"words such as {spoken.example!r}"
    return Kind(allowed, fits, made, schema, bare)


def of_fields(kind: Any, data: Any, place: str, depth: int = 0, **ready: Any) -> Any:
    """A dataclass from the table of its fields, and from what is ready beside the table."""
    spoken = words().get(kind, TABLE)
    if spoken.key:
        named = data.get(spoken.key)
        if not isinstance(named, str) or named not in spoken.kinds:
            raise InvalidValue(f"{place}, {spoken.key}", named, ", ".join(spoken.kinds))
        kind = spoken.kinds[named]
    hints, usual = hints_of(kind), defaults_of(kind)
    beside = _variant_of(kind)
    may = [name for name in usual if name in hints]
    needed = [name for name in hints if name not in usual and name not in ready]
    read_keys(place, data, needed, [*may, *beside])
    given = {
        name: kind_of(hints[name]).read(each, f"{place}, {name}", depth + 1)
        for name, each in data.items()
        if name not in beside
    }
    with located(place):
        return kind(**given, **ready)


def table(kind: Any, parts: Parts) -> dict[str, Any]:
    """The schema of the table of a dataclass."""
    hints, usual = hints_of(kind), defaults_of(kind)
    properties = {name: kind_of(hint).schema(parts) for name, hint in hints.items()}
    beside = {key: {"const": variant} for key, variant in _variant_of(kind).items()}
    return {
        "type": "object",
        "properties": properties | beside,
        "required": [*beside, *(name for name in hints if name not in usual)],
        "additionalProperties": False,
    }


def fields_of(value: Any) -> dict[str, Any]:
    """The fields of a thing that are not as usual, as plain data."""
    kind: Any = type(value)
    usual, told = defaults_of(kind), _variant_of(kind)
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
        if all(isinstance(key, str) for key in value):
            return {key: to_data(each) for key, each in value.items()}
        return [[sorted(key), to_data(each)] for key, each in value.items()]
    if isinstance(value, tuple | list):
        return [to_data(each) for each in value]
    return NONE if value is None else value
