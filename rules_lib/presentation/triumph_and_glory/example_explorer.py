"""The explorer of the source's example: what other dice and choices could have made of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rules_lib.presentation.explorer import (
    Answer,
    Choice,
    Control,
    Explorer,
    Headline,
    Number,
    Part,
)
from rules_lib.presentation.palette import Role
from rules_lib.presentation.readings import reads
from rules_lib.triumph_and_glory import charge, example
from rules_lib.triumph_and_glory.charge.state import GONE, LEFT, Fate, Place
from rules_lib.triumph_and_glory.example import record

ATTACKERS = {
    fight.defender: fight.attackers for fight in (record.FIGHT_OVER_Y, record.FIGHT_OVER_Z)
}
OFF, BACK, KEEPS = "it leaves the map", "it is driven back", "it keeps its hex"
NOT_PRINTED = "the example does not print what that takes"
ROLES: dict[str, Role] = {OFF: "first", BACK: "both", KEEPS: "second", NOT_PRINTED: "neutral"}


def _answer(target: str, square: bool, recall: bool, **read: Any) -> Answer:
    odds = charge.odds(example.situation(), decided(square, recall), as_printed(read))
    ends = odds.fate(target).map(end_of)
    nobody = odds.outcomes.probability(
        lambda outcome: (
            {outcome.fate(name).place for name in ATTACKERS[target]} == {Place.UNCOMMITTED}
        )
    )
    formed = odds.chance(f"square {target}", "formed") if square else Fraction(0)
    return Answer(
        tuple(Part(end, ends[end], role) for end, role in ROLES.items()),
        (
            Number.percent("nobody comes to charge it", nobody),
            Number.percent("it forms square", formed),
        ),
    )


def decided(square: bool, recall: bool) -> dict[str, bool]:
    """The decisions of the example."""
    return {"square": square, "recall": recall, "counter-shock": False}


def as_printed(read: dict[str, Any]) -> charge.Rulings:
    """The readings, with the cohesion in disorder that the example prints."""
    return charge.Rulings(disordered_cohesion="one_lower", **read)


def end_of(fate: Fate) -> str:
    """What has become of the target."""
    if fate.place == Place.UNSPECIFIED:
        return NOT_PRINTED
    if fate.place in GONE:
        return OFF
    return BACK if fate.place in LEFT else KEEPS


EXAMPLE = Explorer(
    id="example-odds",
    question="What could have become of the example?",
    controls=(
        Control(
            "target",
            "What becomes of",
            (
                Choice("y", "Y, charged by A and B", "Y", dice="6&drm=4"),
                Choice("z", "Z, charged by C", "Z", dice="5&drm=-1"),
            ),
            "y",
            "chips",
        ),
        Control(
            "square",
            "The Russians",
            (
                Choice("tries", "try square", True, dice="yes"),
                Choice("stands", "stay in line", False, dice="no"),
            ),
            "tries",
            "chips",
        ),
        Control(
            "recall",
            "Against a square the French",
            (
                Choice("tries", "try a recall", True, dice="yes"),
                Choice("charges", "charge on", False, dice="no"),
            ),
            "tries",
            "chips",
        ),
    ),
    answer=_answer,
    headline=Headline(KEEPS, "It keeps its hex {chance}."),
    python=(
        "plan = {'square': {square}, 'recall': {recall}, 'counter-shock': False}\n"
        "rulings = charge.Rulings(disordered_cohesion='one_lower'{read})\n"
        "charge.odds(example.situation(), plan, rulings).fate('{target}')"
    ),
    note=(
        "Printed are cohesions and two ratios of strength, that over Y for A and B together; no"
        " strengths, and not what C is. Where an end depends on more, this says so. The Russians do"
        " not shock back. Disordered units have one cohesion less, as in the example."
    ),
    reads=(reads("{}", "R-N1", "R-N3", "R-N16"),),
    dice=(
        "cavalry?charger.cohesion=4&charger.strength=1&target.strength=1&target.clear=1"
        "&target.cohesion={target}&square={square}&recall={recall}&dice="
    ),
)
