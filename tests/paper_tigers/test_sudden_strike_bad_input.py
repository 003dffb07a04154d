"""Hostile values at every door of the sudden strike."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import melee, sniper, sudden_strike
from rules_lib.paper_tigers.sudden_strike import (
    BUNKER,
    DUGOUT,
    Dice,
    IncompleteRecord,
    Rulings,
    Structure,
    Unit,
)
from tests.hostile import (
    NO_BOOL,
    NO_LIST,
    NO_OBJECT,
    NO_WHOLE_NUMBER,
    NO_WORD,
    Case,
    refuses,
)
from tests.in_turn import in_turn

NO_RULINGS = [*NO_OBJECT, melee.Rulings(), sniper.Rulings()]
NO_STRUCTURE = [*[x for x in NO_OBJECT if x is not None], "bunker"]
NO_DECK = [x for x in NO_OBJECT if x is not None]
NO_COUNT = [*NO_WHOLE_NUMBER, -1, 10**400]
NO_FACES = [5, None, "56", b"56", {5, 6}, [5], [5, 6, 1], [0, 5], [5, 7], [True, 5], [5.0, 5],
            ["5", "6"], [None, 5], [10**400, 5]]  # fmt: skip

CASES: list[Case] = [
    ("failed_save (R-X1)", lambda x: Rulings(failed_save=x), NO_WORD),
    ("jokers (R-X2)", lambda x: Rulings(jokers=x), [*NO_COUNT, 201]),
    ("reshuffled (R-X3)", lambda x: Rulings(reshuffled=x), NO_WORD),
    ("save_as_structure_falls (R-X4)", lambda x: Rulings(save_as_structure_falls=x), NO_BOOL),
    ("unnamed_classes (R-X5)", lambda x: Rulings(unnamed_classes=x), NO_WORD),
    ("ends_though_structure_saves (R-X6)",
     lambda x: Rulings(ends_though_structure_saves=x), NO_BOOL),
    ("lost (R-X7)", lambda x: Rulings(lost=x), NO_WORD),
    ("dice_drop (R-X8)", lambda x: Rulings(dice_drop=x), NO_BOOL),
    ("armour_inside (R-X9)", lambda x: Rulings(armour_inside=x), NO_WORD),
    ("ruling", Rulings.field_of, [*NO_WORD, "R-X10", "R-S1"]),
    ("unit", sudden_strike.save, NO_WORD),
    ("rulings", lambda x: sudden_strike.save("tank", x), NO_RULINGS),
    ("unit", sudden_strike.dice_of, NO_WORD),
    ("rulings", lambda x: sudden_strike.dice_of("tank", x), NO_RULINGS),
    ("unit", Unit, NO_WORD),
    ("hits", lambda x: Unit("tank", x), [*NO_COUNT, 2]),
    ("name", lambda x: Structure(x, 2, 2), [None, 5, "", "  ", b"x", [], True]),
    ("value", lambda x: Structure("hut", x, 2), [*NO_COUNT, 0, 21]),
    ("dice", lambda x: Structure("hut", 2, x), [*NO_COUNT, 0, 21]),
    ("protects", lambda x: Structure("hut", 2, 2, x), NO_BOOL),
    ("damage", lambda x: Structure("hut", 2, 2, damage=x), [*NO_COUNT, 3]),
    ("structure", sudden_strike.structure, [*NO_WORD, "Bunker"]),
    ("unit", sudden_strike.strike, NO_WORD),
    ("structure", lambda x: sudden_strike.strike("tank", x), NO_STRUCTURE),
    ("rulings", lambda x: sudden_strike.strike("tank", None, x), NO_RULINGS),
    ("rulings", lambda x: sudden_strike.strike("tank", BUNKER, x), NO_RULINGS),
    ("rulings", lambda x: sudden_strike.endures("tank", BUNKER, x), NO_RULINGS),
    ("unit", lambda x: sudden_strike.siege(x, BUNKER), NO_WORD),
    ("structure", lambda x: sudden_strike.siege("tank", x), [*NO_STRUCTURE, None]),
    ("rulings", lambda x: sudden_strike.siege("tank", BUNKER, x), NO_RULINGS),
    ("unit", sudden_strike.endures, NO_WORD),
    ("structure", lambda x: sudden_strike.endures("tank", x), NO_STRUCTURE),
    ("rulings", lambda x: sudden_strike.endures("tank", None, x), NO_RULINGS),
    ("activations", sudden_strike.strikes, [*NO_COUNT, 501]),
    ("deck", lambda x: sudden_strike.strikes(5, x), NO_DECK),
    ("rounds", lambda x: sudden_strike.strikes(5, rounds=x), [*NO_COUNT, 0, 101]),
    ("rulings", lambda x: sudden_strike.strikes(5, rulings=x), NO_RULINGS),
    ("unit", lambda x: sudden_strike.adjudicate(x, None, []), NO_WORD),
    ("structure", lambda x: sudden_strike.adjudicate("tank", x, []), NO_STRUCTURE),
    ("strikes", lambda x: sudden_strike.adjudicate("tank", None, x), NO_LIST),
    ("strikes[0]", lambda x: sudden_strike.adjudicate("tank", None, [x]), [*NO_OBJECT, (1, 2)]),
    ("rulings", lambda x: sudden_strike.adjudicate("tank", None, [], x), NO_RULINGS),
    ("strikes[0].unit",
     lambda x: sudden_strike.adjudicate("tank", None, [Dice((), x)]), NO_FACES),
    ("strikes[0].structure",
     lambda x: sudden_strike.adjudicate("tank", DUGOUT, [Dice(x, ())]), NO_FACES),
    ("strikes[0].structure",
     lambda x: sudden_strike.adjudicate("tank", None, [Dice(x, [5, 5])]), [[5], [1, 2]]),
    ("strikes[0].unit",
     lambda x: sudden_strike.adjudicate("tank", DUGOUT, [Dice([5, 1], x)]), [[5, 5]]),
]  # fmt: skip


@in_turn("case", CASES)
def test_what_is_refused(case: Case) -> None:
    refuses(case)


def test_what_is_unknown_lists_what_there_is() -> None:
    classes = "infantry, unarmoured_vehicle, armoured_vehicle, tank, heavy_tank, aircraft"
    calls: list[Callable[[Any], object]] = [
        sudden_strike.save,
        sudden_strike.strike,
        sudden_strike.endures,
        Unit,
    ]
    for call in calls:
        with pytest.raises(InvalidValue, match=f"unit: 'cavalry' was given; allowed: {classes}"):
            call("cavalry")
    names = "bunker, dugout, trench system, gun position, sandbags, building, tank obstacle"
    with pytest.raises(InvalidValue, match=f"structure: 'castle' was given; allowed: {names}"):
        sudden_strike.structure("castle")
    with pytest.raises(InvalidValue, match=f"structure: 'castle' .* a Structure: {names}"):
        sudden_strike.strike("tank", "castle")  # type: ignore[arg-type]


def test_dice_that_are_missing() -> None:
    with pytest.raises(IncompleteRecord, match=r"strikes\[0\]\.structure: 2 dice are due"):
        sudden_strike.adjudicate("tank", DUGOUT, [Dice()])
    with pytest.raises(IncompleteRecord, match=r"strikes\[1\]\.unit: 2 dice are due, and none"):
        sudden_strike.adjudicate("tank", DUGOUT, [Dice([5, 5]), Dice([1, 1])])
