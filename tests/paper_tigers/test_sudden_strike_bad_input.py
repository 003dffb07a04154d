"""Hostile values at every door of the sudden strike."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import melee, sniper, sudden_strike
from rules_lib.paper_tigers.sudden_strike import (
    DUGOUT,
    Dice,
    IncompleteRecord,
    Rulings,
    Structure,
    Unit,
)
from tests.hostile import (
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
    ("jokers (R-X2)", lambda x: Rulings(jokers=x), [*NO_COUNT, 201]),
    ("ruling", Rulings.field_of, [*NO_WORD, "R-X99", "R-S1"]),
    ("hits", lambda x: Unit("tank", x), [*NO_COUNT, 2]),
    ("name", lambda x: Structure(x, 2, 2), [None, 5, "", "  ", b"x", [], True]),
    ("value", lambda x: Structure("hut", x, 2), [*NO_COUNT, 0, 21]),
    ("dice", lambda x: Structure("hut", 2, x), [*NO_COUNT, 0, 21]),
    ("damage", lambda x: Structure("hut", 2, 2, damage=x), [*NO_COUNT, 3]),
    ("structure", sudden_strike.structure, [*NO_WORD, "Bunker"]),
    ("structure", lambda x: sudden_strike.strike("tank", x), NO_STRUCTURE),
    ("structure", lambda x: sudden_strike.siege("tank", x), [*NO_STRUCTURE, None]),
    ("structure", lambda x: sudden_strike.endures("tank", x), NO_STRUCTURE),
    ("activations", sudden_strike.strikes, [*NO_COUNT, 501]),
    ("rounds", lambda x: sudden_strike.strikes(5, rounds=x), [*NO_COUNT, 0, 101]),
    ("structure", lambda x: sudden_strike.adjudicate("tank", x, []), NO_STRUCTURE),
    ("strikes", lambda x: sudden_strike.adjudicate("tank", None, x), NO_LIST),
    ("strikes[0]", lambda x: sudden_strike.adjudicate("tank", None, [x]), [*NO_OBJECT, (1, 2)]),
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
