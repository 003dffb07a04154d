"""Writes the JSON schema of situations from the annotations of what stands in them.

``python -m rules_lib.situations._schema`` prints it; a test holds the shipped file to it.
"""

import json
from collections.abc import Mapping
from dataclasses import is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Literal, get_args, get_origin

from rules_lib.paper_tigers.sniper import Move
from rules_lib.situations import VERSION
from rules_lib.situations.tables import (
    ARM,
    ARMS,
    IN_WORDS,
    MOVE,
    NONE,
    READERS,
    alternatives,
    defaults_of,
    hints_of,
)
from rules_lib.system.registry import systems
from rules_lib.triumph_and_glory.units import Unit

TEXT = {"type": "string"}


def written() -> dict[str, Any]:
    """The whole schema."""
    parts: dict[str, Any] = {}
    games = [_game(name, each.inputs, parts) for name, each in systems.items()]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A situation of the Executable Rulebook, version {VERSION}",
        "description": "Units are words, as on the command line; rulings as in house-rules.toml.",
        "oneOf": games,
        "$defs": parts,
    }


def _game(name: str, kind: type, parts: dict[str, Any]) -> dict[str, Any]:
    table = _fields(kind, parts)
    table["properties"].pop("house")
    table["properties"] |= {
        "version": {"const": VERSION},
        "game": {"const": name},
        "rulings": {"type": "object"},
    }
    return {"title": name, **table, "required": ["game", *table["required"]]}


def _fields(kind: type, parts: dict[str, Any]) -> dict[str, Any]:
    hints, usual = hints_of(kind), defaults_of(kind)
    return {
        "type": "object",
        "properties": {name: _of(hint, parts) for name, hint in hints.items() if name != "house"}
        | ({"house": {}} if "house" in hints else {}),
        "required": [name for name in hints if name not in usual],
        "additionalProperties": False,
    }


def _of(hint: Any, parts: dict[str, Any]) -> dict[str, Any]:
    kinds = [_one(each, parts) for each in alternatives(hint)]
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


def _one(kind: Any, parts: dict[str, Any]) -> dict[str, Any]:
    origin = get_origin(kind) or kind
    if origin is Literal:
        return {"enum": list(get_args(kind))}
    if origin is type(None):
        return {"enum": [None, NONE]}
    if origin in (bool, int, str):
        return {"type": {bool: "boolean", int: "integer", str: "string"}[origin]}
    if origin is Fraction:
        return {"type": "string", "pattern": r"^[0-9]{1,9}(/[0-9]{1,9}|\.[0-9]{1,9})?$"}
    if issubclass(origin, Enum):
        return {"enum": [str(each) for each in origin]}
    if origin is Move:
        return {"const": MOVE}
    if issubclass(origin, Mapping):
        key, worth = get_args(kind)
        if key is str:
            return {"type": "object", "additionalProperties": _of(worth, parts)}
        pair = [{"type": "array", "items": TEXT}, _of(worth, parts)]
        return {"type": "array", "items": {"type": "array", "prefixItems": pair, "items": False}}
    if origin is tuple:
        return {"type": "array", "items": _of(get_args(kind)[0], parts)}
    return _named(origin, parts)


def _named(kind: type, parts: dict[str, Any]) -> dict[str, Any]:
    if kind in READERS:
        tables = ARMS.values() if kind is Unit else (kind,)
        return {"anyOf": [_words(kind), *(_part(each, parts) for each in tables)]}
    return _part(kind, parts)


def _part(kind: type, parts: dict[str, Any]) -> dict[str, Any]:
    assert is_dataclass(kind)
    in_words = kind in IN_WORDS and kind not in READERS
    name = f"{kind.__name__} in words" if in_words else kind.__name__
    if name not in parts:
        parts[name] = {}
        parts[name] |= _in_words(kind, parts) if in_words else _fields(kind, parts)
        arm = next((arm for arm, each in ARMS.items() if each is kind), None)
        if arm is not None:
            parts[name]["properties"][ARM] = {"const": arm}
            parts[name]["required"] = [ARM, *parts[name]["required"]]
    return {"$ref": f"#/$defs/{name.replace(' ', '%20')}"}


def _in_words(kind: type, parts: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [_words(kind), {"type": "object", **_fields(kind, parts)}]}


def _words(kind: type) -> dict[str, Any]:
    return {**TEXT, "examples": [IN_WORDS[kind]]}


if __name__ == "__main__":
    print(json.dumps(written(), indent=1, ensure_ascii=False))
