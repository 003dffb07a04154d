"""The explorers of what is shot at: the search for a sniper, and a sudden strike."""

from fractions import Fraction
from typing import Any

from rules_lib.notebook.explorer import Answer, Headline, Number, Part
from rules_lib.notebook.interact import choice, explorer, numbers
from rules_lib.paper_tigers import sniper, sudden_strike
from rules_lib.paper_tigers.sniper.state import MARKERS
from rules_lib.paper_tigers.sudden_strike import Fate, Structure, UnitClass
from rules_lib.rulebook.numbers import in_text

SHOTS_SHOWN = 15


@explorer(
    Headline("he is found", "By then they have found him {chance}."),
    spotter=choice(
        "Who looks for him",
        {
            "infantry": "infantry",
            "a crew": "crew",
            "a small team": "small_team",
            "with an officer": "officer",
            "with an observer": "observer",
            "with a sniper": "sniper",
        },
        keys="infantry crew small-team officer observer sniper",
        dice=("infantry", "crew", "small team", "officer", "observer", "sniper"),
        style="select",
    ),
    attempts=numbers("After how many attempts", range(1, SHOTS_SHOWN + 1), default=7),
    drawing=choice(
        "Drawn cards", {"stay out": "without_replacement", "come back": "returned"}, ruling="R-S4"
    ),
    jokers=choice(
        "Jokers in the pile (R-S3)",
        {"none": "none", "two, and they fail": "fail", "two, put aside": "redraw"},
        keys="none two aside",
        ruling="R-S3",
    ),
    read=["R-S2", "R-S6", "R-S8", "R-S9", "R-S11", "R-S14"],
    note=f"{in_text(MARKERS).Word} markers, and the same ones stay out. Each shot allows one"
    f" attempt. {sniper.UNHURT_TARGETS} The pile has 52 cards; where sudden strike is in play it"
    " has its two jokers, too.",
    dice="sniper?shot.target={spotter}&shot.roll=&shot.spot_roll=",
)
def spotting_odds(
    spotter: sniper.Spotter, attempts: int, drawing: Any, jokers: Any, **read: Any
) -> Answer:
    """Will they find the sniper?"""
    rulings = sniper.Rulings(drawing=drawing, jokers=jokers, **read)
    search = sniper.search(spotter, rulings=rulings)
    odds = search.not_yet(attempts)
    return Answer(
        (Part("he is found", 1 - odds, "first"), Part("still hidden", odds, "second")),
        (
            Number.percent("one attempt succeeds", sniper.spotting(spotter, None, rulings)),
            Number("attempts on average until he is found", search.mean()),
        ),
    )


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
