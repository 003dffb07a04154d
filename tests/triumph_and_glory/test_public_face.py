"""The names that others use: they are there, say what they are, and refuse nonsense."""

import inspect
import json
import subprocess
import sys
from dataclasses import is_dataclass
from typing import Any

import rules_lib.triumph_and_glory as game
from rules_lib.triumph_and_glory import (
    charge,
)
from tests.in_turn import in_turn

NAMES = {
    "rules_lib.triumph_and_glory": {
        "Artillery", "Board", "Cavalry", "Hex", "Infantry", "Order", "Placed", "ResultsTable",
        "Secondary", "Terrain", "charge",
    },
    "rules_lib.triumph_and_glory.charge": {
        "Attack", "Intent", "Rulings", "Situation", "Stack", "Target",
        "adjudicate", "decide", "declare", "legality", "odds", "paths",
    },
}  # fmt: skip
"""What is fixed; more may be exported."""

PUBLIC = [(game, name) for name in game.__all__] + [(charge, name) for name in charge.__all__]


def test_the_fixed_names_are_exported() -> None:
    for module, names in ((game, NAMES[game.__name__]), (charge, NAMES[charge.__name__])):
        assert names <= set(module.__all__)
        assert len(set(module.__all__)) == len(module.__all__)
        assert sorted(module.__all__) == list(module.__all__)
        assert all(hasattr(module, name) for name in module.__all__)


def own(kind: type) -> list[tuple[str, object]]:
    """Public methods and properties that a class defines itself."""
    return [
        (name, each)
        for name, each in vars(kind).items()
        if not name.startswith("_") and (callable(each) or isinstance(each, property))
    ]


@in_turn(("module", "name"), PUBLIC)
def test_every_public_name_says_what_it_is(module: Any, name: str) -> None:
    thing = getattr(module, name)
    if getattr(thing, "__module__", "").startswith(("typing", "collections")):
        return  # an alias, described where it is defined
    said = (thing.__doc__ or "").strip()
    assert said, name
    assert said.endswith(".") or "\n" in said, said
    if not inspect.isclass(thing):
        return
    if is_dataclass(thing):
        assert not said.startswith(f"{thing.__name__}("), f"{name} has the docstring of dataclasses"
    for member, each in own(thing):
        assert (inspect.getdoc(each) or "").strip(), f"{name}.{member}"


LOOK = """
import json, sys
before = set(sys.modules)
import rules_lib.triumph_and_glory
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def test_importing_the_game_brings_in_no_more_than_it_needs() -> None:
    told = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=True)
    modules = json.loads(told.stdout)
    ours = {each for each in modules if each.partition(".")[0] == "rules_lib"}
    foreign = {each.partition(".")[0] for each in modules} - sys.stdlib_module_names
    assert foreign == {"rules_lib"}
    parts = {".".join(each.split(".")[:2]) for each in ours} - {"rules_lib"}
    allowed = {
        "audit",
        "errors",
        "probability",
        "rulebook",
        "system",
        "text",
        "transcript",
        "triumph_and_glory",
        "values",
    }
    assert parts <= {f"rules_lib.{each}" for each in allowed}
    # Hundreds would mean that something heavy came along.
    assert len(ours) < 120
    assert len(modules) < 200
