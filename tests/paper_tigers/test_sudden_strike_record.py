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
    Fate,
    IncompleteRecord,
    Record,
    Result,
    Rulings,
    Structure,
    Unit,
    UnitClass,
)
from tests.in_turn import in_turn

FACES = range(1, 7)
ONES = [1] * sudden_strike.dice_of("infantry")
FAILED, SAVED = Dice((), ONES), Dice((), [*ONES[1:], 6])
"""Saves of people on foot, with however many dice."""


def record(
    unit: Unit | UnitClass, structure: Structure | None, *strikes: Dice, **readings: Any
) -> Record:
    return sudden_strike.adjudicate(unit, structure, strikes, Rulings(**readings))


def cited(told: Record, words: str) -> set[str]:
    """The ids behind the one step that holds these words."""
    (step,) = [step for step in told.steps if words in step.text]
    return set(step.clauses)


@pytest.mark.rule("PT-X1", "PT-X2", "PT-X3", "PT-X4", "PT-X5", "PT-X6", "PT-X7", "R-X1", "R-X7")
def test_three_strikes_on_a_dugout() -> None:
    told = record(
        "infantry",
        DUGOUT,
        Dice([6, 1]),
        Dice([1, 3], [6, 2]),
        Dice([2, 2], [3, 2]),
        Dice((), (1, 1)),
    )
    # The dice are kept, in plain numbers.
    assert told.strikes == (
        Dice((6, 1)),
        Dice((1, 3), (6, 2)),
        Dice((2, 2), (3, 2)),
        Dice((), (1, 1)),
    )
    assert [result.fate for result in told.results] == [
        Fate.UNAFFECTED,
        Fate.SAVED,
        Fate.HIT,
        Fate.REMOVED,
    ]
    left = [result.structure.value_left for result in told.results if result.structure]
    assert left == [2, 1, 0, 0]
    assert [step.clauses for step in told.steps if step.text.startswith("Strike")] == [
        ("PT-X1",)
    ] * 4
    assert cited(told, "dugout rolls 6, 1 for its armour save: saved") == {"PT-X5", "PT-X6"}
    assert cited(told, "dugout rolls 1, 3 for its armour save: failed. Its value drops to 1") == {
        "PT-X5",
        "PT-X7",
    }
    assert cited(told, "infantry rolls 6, 2 for its cover save: saved") == {"PT-X2", "PT-X3"}
    fallen = cited(told, "infantry rolls 3, 2 for its cover save: failed")
    assert fallen == {"PT-X2", "PT-X3", "R-X4"}
    assert cited(told, "infantry takes a hit") == {"PT-X4", "R-X1"}
    assert cited(told, "infantry is removed") == {"PT-X4", "R-X1"}
    assert str(told).count("It loses this activation. [PT-X1, R-X7]") == 3


@pytest.mark.rule("PT-X2")
@in_turn("face", FACES)
def test_only_a_five_or_a_six_saves(face: int) -> None:
    (result,) = record("aircraft", None, Dice((), [face])).results
    assert (result.fate == Fate.SAVED) == (face in (5, 6))


@pytest.mark.rule("PT-X3")
@in_turn(
    ("kind", "dice", "name"),
    [
        ("infantry", 2, "cover save"),
        ("unarmoured_vehicle", 1, "cover save"),
        ("armoured_vehicle", 1, "armour save"),
        ("tank", 2, "armour save"),
        ("heavy_tank", 3, "armour save"),
        ("aircraft", 1, "its save"),
    ],
)
def test_which_save_each_class_rolls(kind: UnitClass, dice: int, name: str) -> None:
    told = record(kind, None, Dice((), [1] * dice))
    assert name in str(told)
    with pytest.raises(
        InvalidValue, match=rf"strikes\[0\]\.unit: .* {dice} dic?e that show 1 to 6 \(PT-X3\)"
    ):
        record(kind, None, Dice((), [1] * (dice + 1)))


@pytest.mark.rule("R-X1")
def test_a_vehicle_may_be_destroyed() -> None:
    struck = Dice((), [1])
    assert record("armoured_vehicle", None, struck).results[0].fate == Fate.HIT
    told = record("armoured_vehicle", None, struck, failed_save="vehicles_destroyed")
    assert told.results[0].fate == Fate.REMOVED
    assert cited(told, "armoured vehicle is removed") == {"PT-X4", "R-X1"}


@pytest.mark.rule("R-X4")
def test_the_strike_that_brings_the_structure_down() -> None:
    told = record("infantry", SANDBAGS, Dice([1, 1]), save_as_structure_falls=False)
    assert told.results[0].fate == Fate.HIT
    assert cited(told, "structure is gone, and the infantry has no save") == {"R-X4"}
    with pytest.raises(InvalidValue, match=r"\[0\]\.unit: .* the structure is gone .R-X4."):
        record("infantry", SANDBAGS, Dice([1, 1], [5, 5]), save_as_structure_falls=False)
    with pytest.raises(IncompleteRecord, match=r"strikes\[0\]\.unit: \d dice are due"):
        record("infantry", SANDBAGS, Dice([1, 1]))


@pytest.mark.rule("R-X5")
@pytest.mark.parametrize("kind", ["gun_crew", "small_team", "officer"])
def test_people_on_foot_roll_as_infantry(kind: UnitClass) -> None:
    assert record(kind, None, SAVED).results[0].fate == Fate.SAVED
    assert "cover save" in str(record(kind, None, SAVED))


@pytest.mark.rule("R-X9", "PT-X3", "PT-X7")
def test_armour_inside_a_structure() -> None:
    failed = Dice([1, 2], [3, 5])
    told = record("tank", DUGOUT, failed)
    assert told.results[0].fate == Fate.SAVED
    assert cited(
        told, "The tank rolls 3, 5 for its armour save, its own dice inside, too: saved."
    ) == {
        "PT-X2",
        "PT-X3",
        "PT-X7",
        "R-X9",
    }
    for plain in (
        record("tank", None, Dice((), [3, 5])),
        record("tank", sudden_strike.BARBED_WIRE, Dice((), [3, 5])),
        record("unarmoured_vehicle", DUGOUT, Dice([1, 2], [5])),
        record("infantry", DUGOUT, Dice([1, 2], ONES)),
    ):
        assert "R-X9" not in str(plain)
    # A structure that saves leaves nothing open; one that fails does.
    held = record("tank", DUGOUT, Dice([5, 2]), armour_inside="unspecified")
    assert held.results[0].fate == Fate.UNAFFECTED
    with pytest.raises(
        UnspecifiedBySource,
        match=r"\[0\]: the dugout fails its save, and its value drops to 1 .*; the save of the",
    ):
        record("tank", DUGOUT, failed, armour_inside="unspecified")


@pytest.mark.rule("R-X6", "R-X7")
def test_what_is_told_of_the_activation() -> None:
    held = Dice([6, 1])
    assert cited(record("infantry", DUGOUT, held), "loses this activation") == {"PT-X1", "R-X7"}
    told = record("infantry", DUGOUT, held, ends_though_structure_saves=False)
    assert cited(told, "goes on with its activation") == {"R-X6"}
    assert "loses" not in str(told)
    told = record("infantry", DUGOUT, held, lost="round")
    assert cited(told, "loses the rest of the round") == {"PT-X1", "R-X7"}


@pytest.mark.rule("R-X8")
def test_a_structure_that_loses_dice() -> None:
    worn = Structure("tank obstacle", 3, 2, damage=1)
    told = record("infantry", worn, Dice([1], SAVED.unit), SAVED, dice_drop=True)
    assert [result.fate for result in told.results] == [Fate.SAVED, Fate.SAVED]
    assert told.results[1].structure == Structure("tank obstacle", 3, 2, damage=3)
    assert cited(told, "no die left to save with. Its value drops to 0") == {
        "PT-X5",
        "PT-X7",
        "R-X8",
    }
    with pytest.raises(
        InvalidValue,
        match=r"\[0\]\.structure: .* 2 dice that show 1 to 6 \(PT-X5; .* article #26\)",
    ):
        record("infantry", worn, Dice([1], SAVED.unit))


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
        due = 0 if {5, 6} & set(outer) else due
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
