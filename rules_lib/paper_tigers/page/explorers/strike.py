"""The explorer of a sudden strike."""

from fractions import Fraction
from typing import Any

from rules_lib.notebook.explorer import Answer, Headline, Number, Part
from rules_lib.notebook.interact import choice, explorer
from rules_lib.paper_tigers import sudden_strike
from rules_lib.paper_tigers.sudden_strike import Fate, Structure, UnitClass

CLASSES: dict[str, UnitClass] = {
    "infantry": "infantry",
    "a gun crew": "gun_crew",
    "an unarmoured vehicle": "unarmoured_vehicle",
    "an armoured vehicle": "armoured_vehicle",
    "a tank": "tank",
    "a tank, strong armour": "heavy_tank",
    "a small team": "small_team",
    "an officer": "officer",
}
"""Classes that can be inside a structure; aircraft cannot."""

SHELTERS = {each.name: each for each in sudden_strike.STRUCTURES if each.protects}

STRUCK = {
    Fate.UNAFFECTED: "the structure keeps it safe",
    Fate.SAVED: "it makes its own save",
    Fate.HIT: "it is hit, or destroyed",
    Fate.REMOVED: "it is hit, or destroyed",
}


@explorer(
    Headline("it is hit, or destroyed", "It is hit, or destroyed, {chance}."),
    unit=choice(
        "The unit",
        CLASSES,
        keys=" ".join(CLASSES.values()).replace("_", "-"),
        dice=[each.replace("_", " ") for each in CLASSES.values()],
        style="select",
    ),
    structure=choice(
        "It is in",
        {"in the open": None, **SHELTERS},
        keys=" ".join(["open", *(each.replace(" ", "-") for each in SHELTERS)]),
        default="bunker",
        dice=["", *SHELTERS],
        python=["None", *(f'sudden_strike.structure("{name}")' for name in SHELTERS)],
        style="select",
    ),
    failed=choice(
        "A failed save (R-X1)",
        {"is one hit": "one_hit", "destroys vehicles": "vehicles_destroyed"},
        keys="hit destroyed",
        ruling="R-X1",
    ),
    read=["R-X4", "R-X5", "R-X8", "R-X9", "R-X10"],
    note="The joker has come up, whatever the pile. An unharmed unit in an unharmed structure."
    " Aircraft: one die, never inside. Inside a structure that failed, armoured vehicles and"
    " tanks roll their own dice, too (R-X9). Structures: article #26 of the series.",
    dice="strike?unit={unit}&place={structure}&dice.structure=&dice.unit=",
)
def strike_odds(unit: UnitClass, structure: Structure | None, failed: Any, **read: Any) -> Answer:
    """What does a sudden strike do to my unit?"""
    rulings = sudden_strike.Rulings(failed_save=failed, **read)
    odds = sudden_strike.strike(unit, structure, rulings)

    def chance(*fates: Fate) -> Fraction:
        return odds.probability(lambda end: end.fate in fates)

    return Answer(
        (
            Part(STRUCK[Fate.UNAFFECTED], chance(Fate.UNAFFECTED), "good"),
            Part(STRUCK[Fate.SAVED], chance(Fate.SAVED), "second"),
            Part(STRUCK[Fate.HIT], chance(Fate.HIT, Fate.REMOVED), "bad"),
        ),
        (
            Number(
                "strikes on average until it is gone",
                sudden_strike.endures(unit, structure, rulings).mean(),
            ),
        ),
    )
