"""The names that others use: they are there, say what they are, and refuse nonsense."""

import inspect
import json
import subprocess
import sys
from dataclasses import is_dataclass
from typing import Any

import pytest

import rules_lib.triumph_and_glory as game
from rules_lib.triumph_and_glory import (
    Artillery,
    Board,
    Cavalry,
    Hex,
    Infantry,
    Placed,
    Terrain,
    charge,
)
from rules_lib.triumph_and_glory.charge import Intent
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
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


@pytest.mark.rule("TG-9.81-1", "TG-9.81-2", "TG-9.81-3", "TG-9.83")
def test_from_the_board_to_the_transcript() -> None:
    """A whole charge with public names only; the same situation typed by hand says the same."""
    cuirassiers = Cavalry("Cuirassiers", 5, strength=8, heavy=True)
    hussars = Cavalry("Hussars", 4, strength=4, heavy=False)
    line = Infantry("Line", 6, strength=6, cohesion_disordered=5)
    guns = Artillery("Guns", 5, strength=1, fire=4)
    field = Board.filled(
        Terrain("clear", 1),
        radius=5,
        units=[
            Placed(cuirassiers, Hex(3, 0), "French", 2),
            Placed(hussars, Hex(3, -3), "French", 2),
            Placed(line, Hex(0, 0), "Russian", 5),
            Placed(guns, Hex(0, 0), "Russian", 5),
        ],
    )
    ways = {way.hexes for way in charge.paths("Cuirassiers", Hex(0, 0), field)}
    assert (Hex(2, 0), Hex(1, 0)) in ways
    assert charge.legality("Cuirassiers", (Hex(2, 0), Hex(1, 0)), Hex(0, 0), field) == ()
    assert charge.legality("Cuirassiers", (Hex(2, 0),), Hex(0, 0), field) == ("TG-9.81-1",)
    read = charge.declare(
        field,
        [
            Intent(("Cuirassiers",), Hex(0, 0), (Hex(2, 0), Hex(1, 0))),
            Intent(("Hussars",), Hex(0, 0), (Hex(2, -2), Hex(1, -1))),
        ],
        open_flank={Hex(0, 0): True},
    )
    typed = charge.Situation.of(
        [charge.Stack((cuirassiers,)), charge.Stack((hussars,))],
        [charge.Target((line, guns), clear_terrain=True)],
    )
    plan: dict[str, str | bool] = {
        "square": True, "recall": False, "fire": "first",
        "counter-shock": False, "pursuers": "first", "advance": "first",
    }  # fmt: skip
    odds = charge.odds(read, plan)
    assert odds.outcomes == charge.odds(typed, plan).outcomes
    assert sum(odds.outcomes.values()) == 1
    assert odds.chance("square Line", "formed") > 0
    assert odds.asked("commitment Cuirassiers") == odds.asked("commitment Hussars") == 1
    dice = {
        "commitment Cuirassiers": 5, "commitment Hussars": 4,  # both at most their cohesion
        "square Line": 7,  # above 6: no square; the guns are disordered with the line, and silent
    }  # fmt: skip
    waiting = charge.adjudicate(read, dice, plan).missing
    assert waiting is not None
    assert (waiting.what, waiting.key) == ("die", "fight Cuirassiers")
    told = charge.adjudicate(read, {**dice, "fight Cuirassiers": 9}, plan)
    by_hand = charge.adjudicate(typed, {**dice, "fight Cuirassiers": 9}, plan)
    assert str(told) == str(by_hand)
    # 12 to 6, the guns do not count, +2; heavy cavalry +3; cohesion 5 against 5, 0; clear +1.
    assert told.results["fight Cuirassiers"] == 9 + 2 + HEAVY + 0 + 1
    assert {"TG-9.81-3", "TG-9.85e", "TG-9.83"} <= {c for step in told.steps for c in step.clauses}
    assert str(told.fates["Line"]) == "withdrawn"
