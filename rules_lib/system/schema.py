"""The JSON schema of what stands in files, from its annotations: see ``kinds``."""

import types
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Any, Literal, Union, get_args, get_origin

from rules_lib.errors import public_name
from rules_lib.system.files import VERSION
from rules_lib.system.kinds import (
    NONE,
    TABLE,
    defaults_of,
    hints_of,
    in_order,
    is_one_word,
    variant_of,
    words,
)
from rules_lib.system.registry import systems
from rules_lib.values.frozen import FrozenMap, frozen

PLAIN = {bool: "boolean", int: "integer", str: "string"}
EXACT = {"type": "string", "pattern": r"^[0-9]{1,9}(/[0-9]{1,9}|\.[0-9]{1,9})?$"}

Parts = dict[str, Any]
"""The definitions of a schema, by name."""


def schema() -> Mapping[str, Any]:
    """The JSON schema of the format, from the annotations of what stands in it."""
    parts: dict[str, Any] = {}
    games = []
    for name, each in systems.items():
        whole = table(each.inputs, parts)
        whole["properties"] |= {"version": {"const": VERSION}, "game": {"const": name}}
        whole["properties"]["rulings"] = {"type": "object"}
        games.append({"title": name, **whole, "required": ["game", *whole["required"]]})
    told = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A situation of the Executable Rulebook, version {VERSION}",
        "description": "Units are words, as on the command line; rulings as in house-rules.toml.",
        "oneOf": games,
        "$defs": parts,
    }
    return FrozenMap({key: frozen(each) for key, each in told.items()})


def table(kind: Any, parts: Parts) -> dict[str, Any]:
    """The schema of the table of a dataclass."""
    hints, usual = hints_of(kind), defaults_of(kind)
    properties = {name: _of(hint, parts) for name, hint in hints.items()}
    beside = {key: {"const": variant} for key, variant in variant_of(kind).items()}
    return {
        "type": "object",
        "properties": properties | beside,
        "required": [*beside, *(name for name in hints if name not in usual)],
        "additionalProperties": False,
    }


def _of(hint: Any, parts: Parts) -> dict[str, Any]:
    """What the schema says of an annotation; larger things stand in the parts."""
    origin, inner = get_origin(hint) or hint, get_args(hint)
    if origin in (Union, types.UnionType):
        none = [{"enum": [None, NONE]}] if type(None) in inner else []
        return {"anyOf": [*(_of(each, parts) for each in in_order(inner)), *none]}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin in PLAIN:
        return {"type": PLAIN[origin]}
    if origin is Fraction:
        return EXACT
    if issubclass(origin, Enum):
        return {"enum": list(map(str, origin))}
    if issubclass(origin, Mapping):
        worth = _of(inner[1], parts)
        if inner[0] is str:
            return {"type": "object", "additionalProperties": worth}
        pair = [{"type": "array", "items": {"type": "string"}}, worth]
        return {"type": "array", "items": {"type": "array", "prefixItems": pair, "items": False}}
    return {"type": "array", "items": _of(inner[0], parts)} if inner else _thing(origin, parts)


def _thing(kind: Any, parts: Parts) -> dict[str, Any]:
    """A table of fields, or words, by its name among the parts; of what has no fields, one word."""
    spoken = words().get(kind, TABLE)
    if is_one_word(kind):
        return {"const": spoken.example}
    name = public_name(kind)
    if name not in parts:
        parts[name] = {}  # it may stand in itself
        tables = [_of(each, parts) for each in spoken.kinds.values()] or [table(kind, parts)]
        told = {"type": "string", "examples": [spoken.example]}
        parts[name] |= tables[0] if spoken is TABLE else {"anyOf": [told, *tables]}
    return {"$ref": f"#/$defs/{name}"}
