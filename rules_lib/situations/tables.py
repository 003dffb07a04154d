"""Things as plain data, and back: what TOML and JSON can hold, by the annotations of the things.

What words can say stands in words: ``"red 5, in cover"``. Anything else is a table of the fields
that are not as usual.
"""

import json
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, Literal, NoReturn, Union, get_args, get_origin, get_type_hints

from rules_lib.data_files import located, read_keys
from rules_lib.errors import InvalidValue, RulesError
from rules_lib.in_die_tiefen import Party
from rules_lib.paper_tigers import Card
from rules_lib.paper_tigers.melee import Combatant
from rules_lib.paper_tigers.sniper import Move, Target
from rules_lib.paper_tigers.sudden_strike import Structure
from rules_lib.paper_tigers.sudden_strike import Unit as Struck
from rules_lib.triumph_and_glory.charge import words
from rules_lib.triumph_and_glory.charge.target import Stack
from rules_lib.triumph_and_glory.charge.target import Target as Charged
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Unit
from rules_lib.type_checks import hold_of, said
from rules_lib.words import fraction

IN_WORDS: dict[Any, str] = {
    Card: "red 7",
    Combatant: "red 5, small team, in cover, 1 hit, shaken",
    Target: "small team, 1 hit",
    Struck: "heavy tank, 1 hit",
    Structure: "bunker, 1 damage",
    Party: "5 dice, fanaticism 1, superior",
    Unit: "A: heavy 5, strength 6",
    Artillery: "G: artillery 4, fire 6",
    Stack: "A: heavy 5, strength 6, through flank",
    Charged: "X: infantry 5, strength 5 + G: artillery 4, fire 6",
}
"""What words can say, each with an example; what says itself in words is written so, too."""

READERS = {Unit: words.unit, Artillery: words.unit, Stack: words.stack, Charged: words.target}
"""Who reads them, where it is not their own ``parse``."""

LONG = 80
"""Letters of a list that still stands in one line of TOML."""

ARMS: dict[str, type[Unit]] = {"cavalry": Cavalry, "infantry": Infantry, "artillery": Artillery}
"""Units of Triumph & Glory: the key ``arm`` tells which."""

ARM, MOVE, NONE = "arm", "move", "none"
DEEPEST = 20
"""Tables inside tables: no situation comes near."""


@cache
def hints_of(kind: Any) -> dict[str, Any]:
    """The annotations of the fields of a dataclass, by name."""
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind) if each.init}


def defaults_of(kind: Any) -> dict[str, Any]:
    """The values of the fields that need not be given."""
    found = {}
    for each in fields(kind):
        if each.default is not MISSING:
            found[each.name] = each.default
        elif each.default_factory is not MISSING:
            found[each.name] = each.default_factory()
    return found


def alternatives(hint: Any) -> tuple[Any, ...]:
    """The annotations that a union is made of."""
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def to_data(value: Any) -> Any:
    """A thing as plain data."""
    if isinstance(value, Enum | Fraction):
        return str(value)
    if isinstance(value, Move):
        return MOVE
    if type(value) in IN_WORDS and type(value) not in READERS:
        text = str(value)
        if not isinstance(value, Structure) or _is_of_the_table(value, text):
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


def fields_of(value: Any) -> dict[str, Any]:
    """The fields of a thing that are not as usual."""
    kind: Any = type(value)
    usual = defaults_of(kind)
    told: dict[str, Any] = {}
    for arm, each in ARMS.items():
        if each is kind:
            told[ARM] = arm
    for name in hints_of(kind):
        each = getattr(value, name)
        if name not in usual or type(each) is not type(usual[name]) or each != usual[name]:
            told[name] = to_data(each)
    return told


def _is_of_the_table(value: Structure, words: str) -> bool:
    try:
        return Structure.parse(words) == value
    except RulesError:
        return False


def from_data(hint: Any, data: Any, place: str, depth: int = 0) -> Any:
    """The thing that data stands for; ``place`` is what errors call it.

    Raises:
        RulesError: names the place, what stands there, and what is allowed.
    """
    if depth > DEEPEST:
        raise InvalidValue(place, data, f"at most {DEEPEST} tables inside each other")
    kinds = alternatives(hint)
    if type(None) in kinds:
        if data is None or data == NONE:
            return None
        kinds = tuple(each for each in kinds if each is not type(None))
    if len(kinds) == 1:
        return _one(kinds[0], data, place, depth)
    for kind in sorted(kinds, key=lambda each: each is not Move):
        if _fits(kind, data):
            return _one(kind, data, place, depth)
    raise InvalidValue(place, data, " or ".join(map(said, kinds)))


def _fits(kind: Any, data: Any) -> bool:
    """Whether data looks like a kind of thing, so that its own errors are worth telling."""
    origin = get_origin(kind) or kind
    if origin is Literal:
        return any(type(data) is type(word) and data == word for word in get_args(kind))
    if kind is Move:
        return isinstance(data, str) and data.strip().lower() == MOVE
    if origin is Fraction:
        return isinstance(data, str)
    if isinstance(origin, type) and issubclass(origin, Enum):
        return isinstance(data, str) and data in [str(each) for each in origin]
    if origin in IN_WORDS:
        return isinstance(data, str | dict)
    if origin in (bool, int, str):
        return type(data) is origin
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return isinstance(data, dict | list)
    return isinstance(data, dict if is_dataclass(origin) else list)


def _one(kind: Any, data: Any, place: str, depth: int) -> Any:
    origin = get_origin(kind) or kind
    if origin in (Literal, bool, int, str):
        hold = hold_of(kind)
        return data if hold is None else hold(place, data)
    if not _fits(kind, data):
        _refuse(place, data, kind)
    if kind is Move:
        return Move()
    if origin is Fraction:
        return fraction(place, data)
    if issubclass(origin, Enum):
        return origin(data)
    if origin in IN_WORDS and isinstance(data, str):
        if origin in READERS:
            found = READERS[origin](data, place)
            return found if isinstance(found, origin) else _refuse(place, data, origin)
        if origin is not Card:
            return origin.parse(data, field=place)
        with located(place):
            return Card.parse(data)
    if issubclass(origin, Mapping):
        return _table(get_args(kind), data, place, depth)
    if origin is tuple:
        inner = get_args(kind)[0]
        return tuple(
            from_data(inner, each, f"{place}[{at}]", depth + 1) for at, each in enumerate(data)
        )
    return made(origin, data, place, depth)


def _refuse(place: str, data: Any, kind: Any) -> NoReturn:
    example = IN_WORDS.get(get_origin(kind) or kind)
    raise InvalidValue(place, data, f"words such as {example!r}" if example else said(kind))


def _table(inner: tuple[Any, ...], data: Any, place: str, depth: int) -> dict[Any, Any]:
    if isinstance(data, dict):
        return {
            key: from_data(inner[1], each, f"{place}, {key}", depth + 1)
            for key, each in data.items()
        }
    found = {}
    for each in data:
        if not isinstance(each, list) or len(each) != 2 or not isinstance(each[0], list):
            raise InvalidValue(place, each, "a list of names, and what is so of them")
        names = from_data(tuple[str, ...], each[0], place, depth + 1)
        found[frozenset(names)] = from_data(inner[1], each[1], place, depth + 1)
    return found


def made(
    kind: type, data: Any, place: str, depth: int = 0, *, beside: Mapping[str, Any] | None = None
) -> Any:
    """A dataclass from the table of its fields, and from things ``beside`` the table."""
    if kind is Unit:
        arm = data.get(ARM) if isinstance(data, Mapping) else None
        if not isinstance(arm, str) or arm not in ARMS:
            raise InvalidValue(f"{place}, {ARM}", arm, ", ".join(ARMS))
        kind = ARMS[arm]
    hints, usual, ready = hints_of(kind), defaults_of(kind), beside or {}
    told = [ARM] if kind in ARMS.values() else []
    may = [name for name in usual if name not in ready]
    read_keys(place, data, [name for name in hints if name not in usual], [*may, *told])
    given = {
        name: from_data(hints[name], each, f"{place}, {name}", depth + 1)
        for name, each in data.items()
        if name != ARM
    }
    with located(place):
        return kind(**given, **ready)


def thawed(data: Any) -> Any:
    """Plain data as dicts and lists, as TOML and JSON give it."""
    if isinstance(data, Mapping):
        return {key: thawed(each) for key, each in data.items()}
    return [thawed(each) for each in data] if isinstance(data, tuple | list) else data


def as_lines(value: Any) -> str:
    """Plain data as a value in TOML; of a list that is long, each entry in a line of its own."""
    text = as_toml(value)
    if not isinstance(value, list) or len(text) <= LONG:
        return text
    entries = "".join(f"    {as_toml(each)},\n" for each in value)
    return f"[\n{entries}]"


def as_toml(value: Any) -> str:
    """Plain data as a value in TOML."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{as_toml(k)} = {as_toml(v)}' for k, v in value.items())} }}"
    return str(value)
