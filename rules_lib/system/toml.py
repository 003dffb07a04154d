"""Plain data as TOML."""

import json
from typing import Any

LONG = 80
"""Letters of a list that still stands in one line."""


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
