"""Situations as files: one format for every system, in TOML or JSON, and back."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules_lib.errors import InvalidValue, whole_number
from rules_lib.rulebook import HouseRules
from rules_lib.system.kinds import DEEPEST, fields_of, of_fields
from rules_lib.system.registry import system_of, systems
from rules_lib.system.situation import Situation
from rules_lib.text.files import Words, as_toml, faulty, read_text, read_toml
from rules_lib.values.frozen import FrozenMap, frozen, thawed
from rules_lib.values.type_checks import checked

VERSION = 1
"""Of the format. A file without a version has this one."""

NAME = "situation"

LONG = 80
"""Letters of a list that still stands in one line."""


@checked
def to_dict(setup: Situation) -> FrozenMap[str, Any]:
    """A situation as plain data: texts, whole numbers, truths, lists and tables."""
    told = fields_of(setup)
    rulings = setup.house.to_dict()["rulings"]
    game = system_of(type(setup)).name
    told = {"version": VERSION, "game": game, **told, **({"rulings": rulings} if rulings else {})}
    return FrozenMap({name: frozen(each) for name, each in told.items()})


@checked
def from_dict(data: Mapping[str, Any], *, name: str = NAME) -> Situation:
    """The situation that plain data tells of; ``name`` is what errors call it.

    Raises:
        RulesError: something is missing, unknown or broken; names the place, what stands there,
            and what is allowed.
    """
    version, game = data.get("version", VERSION), data.get("game")
    if whole_number(version) != VERSION:
        raise InvalidValue(f"{name}, version", version, f"{VERSION}, the one known here")
    if not isinstance(game, str) or game not in systems:
        raise InvalidValue(f"{name}, game", game, ", ".join(systems))
    house = HouseRules.from_dict({"rulings": data.get("rulings", {})}, name=name)
    told = {key: each for key, each in data.items() if key not in ("version", "game", "rulings")}
    system = systems[game]
    ready = system.together(told, lambda field: f"{name}, {field}", house)
    told = {key: each for key, each in told.items() if key not in ready}
    try:
        plain = thawed(told)
    except RecursionError:
        given = Words("a table inside itself")
        raise InvalidValue(name, given, f"at most {DEEPEST} tables inside each other") from None
    made: Situation = of_fields(system.inputs, plain, name, rulings=house, **ready)
    return made


def to_json(setup: Situation) -> str:
    """A situation as a text in JSON."""
    return json.dumps(to_dict(setup), indent=2, ensure_ascii=False) + "\n"


@checked
def from_json(text: str, *, name: str = NAME) -> Situation:
    """The situation that a text in JSON tells of."""
    return from_dict(_read_json(text, name), name=name)


def _read_json(text: str, name: str) -> dict[str, Any]:
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except InvalidValue as error:
        raise InvalidValue(f"{name}, key", error.given, error.allowed) from None
    except (ValueError, RecursionError) as error:
        raise faulty(name, "JSON", error) from None
    if not isinstance(data, dict):
        raise InvalidValue(name, data, "a table in braces")
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A table of JSON, where the second of two entries of one name would hide the first."""
    found: dict[str, Any] = {}
    for key, each in pairs:
        if key in found:
            raise InvalidValue("key", key, "each key once in a table")
        found[key] = each
    return found


def _as_lines(value: Any) -> str:
    """Plain data as a value in TOML; of a list that is long, each entry in a line of its own."""
    text = as_toml(value)
    if not isinstance(value, list) or len(text) <= LONG:
        return text
    entries = "".join(f"    {as_toml(each)},\n" for each in value)
    return f"[\n{entries}]"


def to_toml(setup: Situation) -> str:
    """A situation as a text in TOML."""
    data = thawed(to_dict(setup))
    rulings = data.pop("rulings", {})
    lines = [f"{key} = {_as_lines(value)}" for key, value in data.items()]
    lines += ["", "[rulings]"] if rulings else []
    lines += [f"{key} = {as_toml(value)}" for key, value in rulings.items()]
    return "\n".join(lines) + "\n"


@checked
def from_toml(text: str, *, name: str = NAME) -> Situation:
    """The situation that a text in TOML tells of."""
    return from_dict(read_toml(name, text), name=name)


def load(path: str | Path) -> Situation:
    """Read a file."""
    name, text = read_text(path)
    return from_text(text, name=name)


@checked
def from_text(text: str, *, name: str = NAME) -> Situation:
    """The situation that a text tells of: in JSON if it begins with a brace, else in TOML."""
    return from_dict(table_of(text, name), name=name)


def table_of(text: str, name: str) -> dict[str, Any]:
    """The table that a text tells of: in JSON if it begins with a brace, else in TOML."""
    in_json = text.lstrip().startswith("{") or name.lower().endswith(".json")
    return _read_json(text, name) if in_json else read_toml(name, text)
