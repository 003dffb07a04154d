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
    ResultsTable,
    Secondary,
    Terrain,
    charge,
)
from rules_lib.triumph_and_glory.charge import Intent
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from tests.hostile import (
    NO_BOOL,
    NO_LIST,
    NO_OBJECT,
    NO_WHOLE_NUMBER,
    Case,
    refuses,
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


CHARGER = Placed(Cavalry("A", 4, strength=6, heavy=True), Hex(3, 0), "French", 2)
TARGET = Placed(Infantry("Y", 6, strength=6), Hex(0, 0), "Russian", 5)
GROUND = Terrain("clear", 1)
BOARD = Board.filled(GROUND, radius=4, units=[CHARGER, TARGET])
CHARGE = Intent(("A",), Hex(0, 0), (Hex(2, 0), Hex(1, 0)))
FLANK = {Hex(0, 0): True}
OFF = Hex(5, 0)

NO_NAME: list[Any] = [None, 5, True, "", "  ", b"A", [], {}]
NO_MAPPING: list[Any] = [5, True, "", "x" * 10_000, [], [1], {1}, 10**5000]
NO_HEX = [*NO_OBJECT, (0, 0)]
NO_FACING = [*NO_WHOLE_NUMBER, -1, 6]
HUGE = [10**400, 10**5000]


def some(values: list[Any]) -> list[Any]:
    """Values of a field that may be left out."""
    return [each for each in values if each is not None]


def declare(board: Any = BOARD, intents: Any = (CHARGE,), **given: Any) -> charge.Situation:
    return charge.declare(board, intents, **{"open_flank": FLANK, **given})


def intent(**given: Any) -> object:
    return Intent(**{"units": ("A",), "target": Hex(0, 0), "path": (Hex(1, 0),), **given})


def filled(**given: Any) -> object:
    return Board.filled(**{"terrain": GROUND, "radius": 2, **given})


def placed(**given: Any) -> object:
    return Placed(**{"unit": TARGET.unit, "hex": Hex(0, 0), "side": "Russian", **given})


CASES: list[Case] = [
    # Units: see test_charge_bad_input.
    ("q", lambda x: Hex(x, 0), [*NO_WHOLE_NUMBER, 1001, -1001, *HUGE]),
    ("r", lambda x: Hex(0, x), [*NO_WHOLE_NUMBER, 1001, -1001, *HUGE]),
    ("kind", lambda x: Terrain(x, 1), [None, 5, True, "", " ", "Clear", "clear ", b"clear", []]),
    ("cost of 'clear'", lambda x: Terrain("clear", x), [*some(NO_WHOLE_NUMBER), 0, -1]),
    ("foot_cost of 'clear'", lambda x: Terrain("clear", 1, foot_cost=x),
     [*some(NO_WHOLE_NUMBER), 0]),
    ("level of 'clear'", lambda x: Terrain("clear", 1, x), [*NO_WHOLE_NUMBER, 1001, *HUGE]),
    ("disorders of 'clear'", lambda x: Terrain("clear", 1, disorders=x), NO_BOOL),
    ("unit", lambda x: placed(unit=x), NO_OBJECT),
    ("hex of 'Y'", lambda x: placed(hex=x), NO_HEX),
    ("side of 'Y'", lambda x: placed(side=x), NO_NAME),
    ("facing of 'Y'", lambda x: placed(facing=x), some(NO_FACING)),
    ("terrain", Board, [None, *NO_MAPPING, {(0, 0): GROUND}, {Hex(0, 0): "clear"}]),
    ("units", lambda x: filled(units=x), [*NO_LIST, [5], [TARGET.unit]]),
    ("changes", lambda x: filled(changes=x), [*NO_MAPPING, {Hex(3, 0): GROUND}, {5: GROUND}]),
    ("hexsides", lambda x: filled(hexsides=x), [*NO_MAPPING, {5: 1}, {(Hex(0, 0),): 1},
                                                {(Hex(0, 0), Hex(2, 0)): 1},
                                                {(Hex(0, 0), Hex(1, 0)): -1},
                                                {(Hex(0, 0), Hex(1, 0)): True}]),
    ("sight", lambda x: filled(sight=x), [*NO_MAPPING, {(Hex(0, 0), Hex(1, 0)): 1}, {5: True}]),
    ("radius", lambda x: filled(radius=x), [*some(NO_WHOLE_NUMBER), -1, 101, *HUGE]),
    ("secondary", lambda x: filled(secondary=x), some(NO_OBJECT)),
    ("hex of 'Y'", lambda x: filled(units=[placed(hex=x)]), [OFF]),
    ("rows", ResultsTable, [*NO_LIST, [], [5]]),
    ("results", lambda x: Secondary(x, (), 0, 0, 0, 0, (), 0, 0, 2, 3, 3, 6, ()), NO_OBJECT),
    # Declarations on the map.
    ("units", lambda x: intent(units=x), [*NO_LIST, [], ("A", "A"), [None], [5], ["A", b"B"]]),
    ("target", lambda x: intent(target=x), NO_HEX),
    ("path", lambda x: intent(path=x), [*NO_LIST, [None], [(1, 0)], [Hex(1, 0), 5]]),
    ("facings", lambda x: intent(facings=x), [*some(NO_LIST), [], [1, 2], [None], [6], [-1],
                                              [True], [1.0]]),
    ("facings", lambda x: intent(path=(), facings=x), [[], [1]]),
    ("commitment_drm", lambda x: intent(commitment_drm=x), [*NO_WHOLE_NUMBER, 100, -100, *HUGE]),
    ("board", lambda x: declare(x), NO_OBJECT),
    ("intents", lambda x: declare(intents=x), [*NO_LIST, [], CHARGE, [5], [CHARGE, None]]),
    ("rulings", lambda x: declare(rulings=x), NO_OBJECT),
    ("open_flank", lambda x: declare(open_flank=x),
     [x for x in NO_MAPPING if not isinstance(x, bool)]),
    ("key of open_flank", lambda x: declare(open_flank={x: True}), [5, "a", (0, 0), OFF]),
    ("open_flank of (0, 0)", lambda x: declare(open_flank={Hex(0, 0): x}), NO_BOOL),
    ("defensive_fire_drm", lambda x: declare(defensive_fire_drm=x), NO_MAPPING),
    ("defensive_fire_drm of (0, 0)", lambda x: declare(defensive_fire_drm={Hex(0, 0): x}),
     [*NO_WHOLE_NUMBER, 100]),
    ("retreat_to", lambda x: declare(retreat_to=x), NO_MAPPING),
    ("key of retreat_to", lambda x: declare(retreat_to={x: Hex(0, 0)}), [5, (0, 0), OFF]),
    ("retreat_to of (0, 0)", lambda x: declare(retreat_to={Hex(0, 0): x}),
     [*NO_HEX, OFF, Hex(0, 0), Hex(1, 0), Hex(3, 0)]),
    ("pursuit_facing", lambda x: declare(pursuit_facing=x), NO_MAPPING),
    ("pursuit_facing of (0, 0)", lambda x: declare(pursuit_facing={Hex(0, 0): x}),
     [*NO_FACING, 0, 5]),
    ("path", lambda x: charge.legality("A", x, Hex(0, 0), BOARD), [*NO_LIST, [5], [OFF]]),
    ("target", lambda x: charge.legality("A", CHARGE.path, x, BOARD), [*NO_HEX, OFF, Hex(2, 2)]),
    ("board", lambda x: charge.legality("A", CHARGE.path, Hex(0, 0), x), NO_OBJECT),
    ("unit", lambda x: charge.legality(x, CHARGE.path, Hex(0, 0), BOARD), [*NO_OBJECT, "Q"]),
    ("target", lambda x: charge.paths("A", x, BOARD), [*NO_HEX, OFF, Hex(2, 2)]),
    ("board", lambda x: charge.paths("A", Hex(0, 0), x), NO_OBJECT),
]  # fmt: skip


@in_turn("case", CASES)
def test_hostile_values_are_refused(case: Case) -> None:
    refuses(case)


def test_the_sound_values_of_the_table_are_sound() -> None:
    (read,) = declare().attacks
    assert [(stack.units, stack.side_of("Y")) for stack in read.stacks] == [
        ((CHARGER.unit,), "front")
    ]
    assert [(target.units, target.clear_terrain) for target in read.targets] == [
        ((TARGET.unit,), True)
    ]
    assert intent() == Intent(("A",), Hex(0, 0), (Hex(1, 0),))
    assert isinstance(filled(), Board)
    assert isinstance(placed(), Placed)
    listed = Intent(["A"], Hex(0, 0), [Hex(1, 0)], [3])  # type: ignore[arg-type]
    assert hash(listed) == hash(Intent(("A",), Hex(0, 0), (Hex(1, 0),), (3,)))
