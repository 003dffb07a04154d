"""Strikes adjudicated from given dice, and their transcripts."""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.paper_tigers import sudden_strike
from rules_lib.paper_tigers.sudden_strike import (
    BUNKER,
    DUGOUT,
    SANDBAGS,
    Dice,
    IncompleteRecord,
    Record,
    Result,
    Rulings,
    Structure,
    Unit,
    UnitClass,
)
from rules_lib.paper_tigers.sudden_strike.rules import SAVING_FACES

FACES = range(1, 7)
ONES = [1] * sudden_strike.dice_of("infantry")
FAILED, SAVED = Dice((), ONES), Dice((), [*ONES[1:], 6])
"""Saves of people on foot, with however many dice."""


def record(
    unit: Unit | UnitClass, structure: Structure | None, *strikes: Dice, **readings: Any
) -> Record:
    return sudden_strike.adjudicate(unit, structure, strikes, Rulings(**readings))


@pytest.mark.parametrize(
    ("unit", "structure", "readings"),
    [
        (Unit("infantry"), DUGOUT, {}),
        (Unit("infantry", 1), SANDBAGS, {"save_as_structure_falls": False}),
        (Unit("tank"), Structure("bunker", 3, 3, damage=1), {"dice_drop": True}),
        (
            Unit("unarmoured_vehicle"),
            BUNKER,
            {"failed_save": "vehicles_destroyed", "lost": "round"},
        ),
        (Unit("armoured_vehicle"), DUGOUT, {"ends_though_structure_saves": False}),
        (Unit("heavy_tank"), None, {}),
        (Unit("officer"), sudden_strike.BARBED_WIRE, {}),
    ],
)
@pytest.mark.rule("PT-X2", "PT-X5", "PT-X6", "PT-X7")
def test_all_dice_together_are_the_odds(
    unit: Unit, structure: Structure | None, readings: dict[str, Any]
) -> None:
    """Every throw adjudicated and weighed: one implementation of the rule, and one distribution."""
    rulings = Rulings(**readings)
    first = structure.dice_now(rulings) if structure and structure.intact() else 0
    falls = bool(first and structure and structure.value_left == 1)
    own = sudden_strike.dice_of(unit.kind)
    distribution: defaultdict[Result, Fraction] = defaultdict(Fraction)
    for outer in product(FACES, repeat=first):
        due = 0 if falls and not rulings.save_as_structure_falls else own
        due = 0 if set(SAVING_FACES) & set(outer) else due
        for inner in product(FACES, repeat=due):
            (result,) = record(unit, structure, Dice(outer, inner), **readings).results
            distribution[result] += Fraction(1, 6 ** (first + due))
    assert dict(distribution) == dict(sudden_strike.strike(unit, structure, rulings))


@pytest.mark.rule("PT-X4")
def test_no_strike_on_a_unit_that_is_gone() -> None:
    with pytest.raises(InvalidValue, match=r"strikes\[1\]: .* because strike 1 removes the unit"):
        record(Unit("infantry", 1), None, FAILED, FAILED)
    assert record("infantry", None).results == ()


@pytest.mark.rule("PT-X1", "PT-X4")
def test_the_headings_are_the_strikes_and_the_end() -> None:
    told = record("infantry", None, SAVED, FAILED, FAILED)
    assert [step.text for step in told.steps if step.heading] == [
        "Strike 1: a joker",
        "Strike 2: a joker",
        "Strike 3: a joker",
        "The infantry is removed.",
    ]
    with pytest.raises(InvalidValue, match=r"strikes\[3\]: .* because strike 3 removes the unit"):
        record("infantry", None, SAVED, FAILED, FAILED, FAILED)


@pytest.mark.rule("R-X4", "R-X9")
def test_a_record_that_stops_before_a_save_and_one_that_nothing_settles() -> None:
    with pytest.raises(IncompleteRecord, match=r"strikes\[0\]\.unit: \d dice are due"):
        record("infantry", SANDBAGS, Dice([1, 1]))
    with pytest.raises(
        UnspecifiedBySource,
        match=r"\[0\]: the dugout fails its save, and its value drops to 1 .*; the save of the",
    ):
        record("tank", DUGOUT, Dice([1, 2], [3, 5]), armour_inside="unspecified")
