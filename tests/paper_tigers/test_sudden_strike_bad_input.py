"""Hostile values at every door of the sudden strike."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import sudden_strike
from rules_lib.paper_tigers.sudden_strike import (
    DUGOUT,
    Dice,
    IncompleteRecord,
    Rulings,
    Structure,
    Unit,
)
from tests.hostile import Case, refuses
from tests.in_turn import in_turn

NO_STRUCTURE = ["bunker", 5]
NO_FACES: list[Any] = ["56", {5, 6}, [5], [5, 6, 1], [0, 5], [5, 7], [True, 5], ["5", "6"]]

CASES: list[Case] = [
    ("jokers (R-X2)", lambda x: Rulings(jokers=x), [-1, 201]),
    ("ruling", Rulings.field_of, ["", "R-X99", "R-S1"]),
    ("hits", lambda x: Unit("tank", x), [-1, 2]),
    ("name", lambda x: Structure(x, 2, 2), ["", "  "]),
    ("value", lambda x: Structure("hut", x, 2), [-1, 0, 21]),
    ("dice", lambda x: Structure("hut", 2, x), [-1, 0, 21]),
    ("damage", lambda x: Structure("hut", 2, 2, damage=x), [-1, 3]),
    ("structure", sudden_strike.structure, ["", "Bunker"]),
    ("structure", lambda x: sudden_strike.strike("tank", x), NO_STRUCTURE),
    ("structure", lambda x: sudden_strike.siege("tank", x), [*NO_STRUCTURE, None]),
    ("structure", lambda x: sudden_strike.endures("tank", x), NO_STRUCTURE),
    ("activations", sudden_strike.strikes, [-1, 501]),
    ("rounds", lambda x: sudden_strike.strikes(5, rounds=x), [-1, 0, 101]),
    ("structure", lambda x: sudden_strike.adjudicate("tank", x, []), NO_STRUCTURE),
    ("strikes[0]", lambda x: sudden_strike.adjudicate("tank", None, [x]), [None, (1, 2)]),
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
