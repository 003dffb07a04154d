"""Situations of the sudden strike."""

from fractions import Fraction

from rules_lib.errors import UnspecifiedBySource
from rules_lib.impact.model import NoAnswer, Panel, Situation, Value
from rules_lib.paper_tigers import sudden_strike
from rules_lib.paper_tigers.sudden_strike import (
    BUILDING,
    BUNKER,
    DUGOUT,
    GUN_POSITION,
    SANDBAGS,
    TANK_OBSTACLE,
    TRENCHES,
    Structure,
    Unit,
    UnitClass,
)

NO_ANSWER = NoAnswer("no answer: unspecified by the source")

STRIKES: tuple[tuple[UnitClass, int, Structure | None, int], ...] = (
    ("infantry", 0, None, 2),
    ("infantry", 1, None, 1),
    ("tank", 0, None, 1),
    ("tank", 0, None, 3),
    ("heavy_tank", 0, None, 2),
    ("unarmoured_vehicle", 0, None, 1),
    ("armoured_vehicle", 1, None, 1),
    ("aircraft", 0, None, 1),
    ("small_team", 0, None, 2),
    ("infantry", 0, SANDBAGS, 2),
    ("infantry", 1, SANDBAGS, 1),
    ("infantry", 0, TRENCHES, 3),
    ("infantry", 1, TRENCHES, 2),
    ("infantry", 0, BUNKER, 5),
    ("officer", 0, DUGOUT, 3),
    ("gun_crew", 1, GUN_POSITION, 1),
    ("gun_crew", 0, GUN_POSITION, 3),
    ("infantry", 0, BUILDING, 4),
    ("tank", 0, BUILDING, 3),
    ("unarmoured_vehicle", 0, TANK_OBSTACLE, 5),
    ("heavy_tank", 1, GUN_POSITION, 2),
)
"""Class, hits, structure, strikes."""

ARTICLES = {"infantry": "infantry", "aircraft": "an aircraft", "officer": "an officer"} | {
    "armoured_vehicle": "an armoured vehicle",
    "unarmoured_vehicle": "an unarmoured vehicle",
}


def _told(kind: UnitClass, hits: int, structure: Structure | None) -> str:
    who = ARTICLES.get(kind, f"a {kind.replace('_', ' ')}") + ", hit before," * hits
    return f"{who} in {_place(structure)}"


def _place(structure: Structure | None) -> str:
    if structure is None:
        return "the open"
    return structure.name if structure == SANDBAGS else f"a {structure.name}"


def _removed(kind: UnitClass, hits: int, structure: Structure | None, strikes: int) -> Situation:
    def removed(rulings: sudden_strike.Rulings) -> Value:
        try:
            distribution = sudden_strike.endures(Unit(kind, hits), structure, rulings)
        except UnspecifiedBySource:
            return NO_ANSWER
        return distribution.cdf(strikes)

    count = f"{strikes} strike{'s' * (strikes > 1)}"
    return Situation(f"{_told(kind, hits, structure)}: {count}", removed)


FORCES = (
    (5, 1, 1),
    (10, 1, 1),
    (20, 1, 1),
    (20, 1, 2),
    (5, 4, 1),
    (10, 3, 1),
    (10, 6, 3),
    (15, 4, 3),
    (20, 3, 2),
    (27, 2, 3),
)
"""Units activated in a round, rounds, strikes."""


def _suffers(units: int, rounds: int, least: int) -> Situation:
    def suffers(rulings: sudden_strike.Rulings) -> Fraction:
        distribution = sudden_strike.strikes(units, rounds=rounds, rulings=rulings)
        return distribution.probability(lambda jokers: jokers >= least)

    length = f"{rounds} round{'s' * (rounds > 1)}"
    much = f"{least} strike{'s' * (least > 1)} or more"
    return Situation(f"{units} units, {length}: {much}", suffers)


SHELTERED: tuple[tuple[UnitClass, Structure], ...] = (
    ("infantry", BUNKER),
    ("infantry", TRENCHES),
    ("gun_crew", GUN_POSITION),
    ("infantry", Structure("trench system", 2, 2, damage=1)),
    ("tank", BUILDING),
)


def _goes_on(kind: UnitClass, structure: Structure) -> Situation:
    def goes_on(rulings: sudden_strike.Rulings) -> Value:
        try:
            distribution = sudden_strike.strike(kind, structure, rulings)
        except UnspecifiedBySource:
            return NO_ANSWER
        return distribution.probability(lambda result: not result.activation_ends)

    damaged = " damaged once" if structure.damage else ""
    return Situation(f"a strike at {_told(kind, 0, structure)}{damaged}", goes_on)


def _lost(kind: UnitClass) -> Situation:
    def lost(rulings: sudden_strike.Rulings) -> str:
        distribution = sudden_strike.strike(kind, None, rulings)
        words = {"activation": "this activation", "round": "the rest of the round"}
        return " or ".join(sorted({words[each.lost] for each in distribution if each.lost}))

    return Situation(f"a strike at {_told(kind, 0, None)}", lost)


def _again(activations: int) -> Situation:
    def struck_twice(rulings: sudden_strike.Rulings) -> Fraction:
        if rulings.lost == "round":
            return Fraction(0)
        distribution = sudden_strike.strikes(activations, rulings=rulings)
        return distribution.probability(lambda jokers: jokers >= 2)

    return Situation(
        f"one unit, activated {activations} times in a round: struck twice", struck_twice
    )


PANELS = (
    Panel(
        ("R-X1", "R-X4", "R-X5", "R-X8", "R-X9", "R-X10"),
        "the unit is removed by then",
        tuple(_removed(*row) for row in STRIKES),
    ),
    Panel(
        ("R-X2", "R-X3"),
        "the force suffers so many strikes",
        tuple(_suffers(*row) for row in FORCES),
        "From a freshly shuffled pile. A sniper’s targets draw from it as well.",
    ),
    Panel(
        ("R-X6",),
        "the unit goes on with its activation",
        tuple(_goes_on(*row) for row in SHELTERED),
    ),
    Panel(
        ("R-X7",),
        "what the unit loses, or how often it is struck again",
        (_lost("infantry"), _lost("tank"), _again(3), _again(6)),
        "Units that are activated once in a round are struck as often under both readings.",
    ),
)
