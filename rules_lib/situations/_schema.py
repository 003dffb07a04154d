"""Writes the JSON schema of situations from the annotations of what stands in them.

``python -m rules_lib.situations._schema`` prints it; a test holds the shipped file to it.
"""

import json
from typing import Any

from rules_lib.situations import VERSION
from rules_lib.system.kinds import table
from rules_lib.system.registry import systems


def written() -> dict[str, Any]:
    """The whole schema."""
    parts: dict[str, Any] = {}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A situation of the Executable Rulebook, version {VERSION}",
        "description": "Units are words, as on the command line; rulings as in house-rules.toml.",
        "oneOf": [_game(name, each.inputs, parts) for name, each in systems.items()],
        "$defs": parts,
    }


def _game(name: str, kind: type, parts: dict[str, Any]) -> dict[str, Any]:
    whole = table(kind, parts)
    whole["properties"] |= {
        "version": {"const": VERSION},
        "game": {"const": name},
        "rulings": {"type": "object"},
    }
    return {"title": name, **whole, "required": ["game", *whole["required"]]}


if __name__ == "__main__":
    print(json.dumps(written(), indent=1, ensure_ascii=False))
