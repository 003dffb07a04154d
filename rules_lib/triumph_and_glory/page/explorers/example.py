"""The explorer of the source’s example."""

from fractions import Fraction
from typing import Any

from rules_lib.notebook.explorer import Answer, Headline, Number, Part
from rules_lib.notebook.interact import choice, explorer
from rules_lib.notebook.palette import Role
from rules_lib.triumph_and_glory import charge, example
from rules_lib.triumph_and_glory.charge.state import GONE, LEFT, Fate, Place
from rules_lib.triumph_and_glory.example import record

ATTACKERS = {
    fight.defender: fight.attackers for fight in (record.FIGHT_OVER_Y, record.FIGHT_OVER_Z)
}
OFF, BACK, KEEPS = "it leaves the map", "it is driven back", "it keeps its hex"
NOT_PRINTED = "the example does not print what that takes"
ROLES: dict[str, Role] = {OFF: "first", BACK: "both", KEEPS: "second", NOT_PRINTED: "neutral"}


def end_of(fate: Fate) -> str:
    """What has become of the target."""
    if fate.place == Place.UNSPECIFIED:
        return NOT_PRINTED
    if fate.place in GONE:
        return OFF
    return BACK if fate.place in LEFT else KEEPS


@explorer(
    Headline(KEEPS, "It keeps its hex {chance}."),
    target=choice(
        "What becomes of",
        {"Y, charged by A and B": "Y", "Z, charged by C": "Z"},
        keys="y z",
        dice=("6&drm=4", "5&drm=-1"),
    ),
    square=choice(
        "The Russians",
        {"try square": True, "stay in line": False},
        keys="tries stands",
        dice=("yes", "no"),
    ),
    recall=choice(
        "Against a square the French",
        {"try a recall": True, "charge on": False},
        keys="tries charges",
        dice=("yes", "no"),
    ),
    read=["R-N1", "R-N3", "R-N16"],
    note="Printed are cohesions and two ratios of strength, that over Y for A and B together; no"
    " strengths, and not what C is. Where an end depends on more, this says so. The Russians do"
    " not shock back. Disordered units have one cohesion less, as in the example.",
    dice="cavalry?charger.cohesion=4&charger.strength=1&target.strength=1&target.clear=1"
    "&target.cohesion={target}&square={square}&recall={recall}&dice=",
)
def example_odds(target: str, square: bool, recall: bool, **read: Any) -> Answer:
    """What could have become of the example?"""
    plan = {"square": square, "recall": recall, "counter-shock": False}
    rulings = charge.Rulings(disordered_cohesion="one_lower", **read)
    odds = charge.odds(example.situation(), plan, rulings)
    fates = odds.fate(target).map(end_of)
    formed = odds.chance(f"square {target}", "formed") if square else Fraction(0)
    nobody = odds.outcomes.probability(
        lambda end: {end.fate(name).place for name in ATTACKERS[target]} == {Place.UNCOMMITTED}
    )
    return Answer(
        tuple(Part(end, fates[end], role) for end, role in ROLES.items()),
        (
            Number.percent("no unit comes to charge it", nobody),
            Number.percent("it forms square", formed),
        ),
    )
