"""Situations as files: one format for every system, in TOML or JSON, and back.

>>> duel = from_toml('game = "melee"\\nattacker = "red 7"\\ndefender = "red 5, small team"')
>>> float(duel.odds().attacker_wins) > 0.5
True

The schema of the format is ``rules_lib/situations/schema.json``; :func:`schema` makes it. What
stands under ``rulings`` is what stands there in a file of house rules.
"""

from collections.abc import Mapping
from typing import Any

from rules_lib.paper_tigers.charge.command_system import Test
from rules_lib.system.files import (
    VERSION,
    from_dict,
    from_json,
    from_text,
    from_toml,
    load,
    to_dict,
    to_json,
    to_toml,
)
from rules_lib.system.registry import systems
from rules_lib.system.schema import table
from rules_lib.values.frozen import FrozenMap, frozen

__all__ = [
    "VERSION",
    "Test",
    "from_dict",
    "from_json",
    "from_text",
    "from_toml",
    "load",
    "schema",
    "to_dict",
    "to_json",
    "to_toml",
]


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
