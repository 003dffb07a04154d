"""The explorer of one charge: cavalry against infantry that stands in line or tries square."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
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
from rules_lib.presentation.readings import reads
from rules_lib.presentation.triumph_and_glory.meetings import answered, disordered
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import Fate, Odds, Place
from rules_lib.triumph_and_glory.charge.state import GONE, LEFT
from rules_lib.triumph_and_glory.units import Cavalry, Infantry, Order
from rules_lib.type_checks import checked

COHESIONS = range(3, 9)
"""The cohesions that explorer and pictures show."""

RATIOS = ((1, 2), (1, 1), (3, 2), (2, 1), (3, 1))
"""The strength ratios that the explorer offers, attacker to defender."""

RIDERS, FOOT = "Duval", "Orlov"
"""The cavalry that charges in this chapter, and its infantry target."""

KEEPS, BACK, OFF = "keeps its ground", "driven back", "off the map"
IN_LINE = {
    OFF: "in line: it leaves the map",
    BACK: "in line: it is driven back",
    KEEPS: "in line: it keeps its ground",
}
FRESH, RECALLED, DISORDERED, LOST = "did not come", "recalled", "disordered", "lost"


@checked
def duel(
    heavy: bool = True,
    cavalry: int = 5,
    infantry: int = 5,
    ratio: tuple[int, int] = (1, 1),
    order: Order = Order.GOOD,
) -> charge.Situation:
    """One cavalry unit charges one infantry unit, in clear terrain and through its front.

    Disordered units have one cohesion less.

    Args:
        heavy: whether the cavalry is heavy.
        cavalry, infantry: their cohesions.
        ratio: their strengths.
        order: the order the infantry is in.
    """
    riders = Cavalry(RIDERS, cavalry, ratio[0], disordered(cavalry), heavy=heavy)
    foot = Infantry(FOOT, infantry, ratio[1], disordered(infantry), order)
    return charge.Situation.of(
        [charge.Stack((riders,))], [charge.Target((foot,), clear_terrain=True)]
    )


@checked
@cache
def duel_odds(
    heavy: bool = True,
    cavalry: int = 5,
    infantry: int = 5,
    ratio: tuple[int, int] = (1, 1),
    square: bool = False,
    recall: bool = True,
    rulings: charge.Rulings = charge.Rulings(),
) -> Odds:
    """The odds of :func:`duel`; infantry in line shocks back when it may, cavalry stays for it."""
    return charge.odds(duel(heavy, cavalry, infantry, ratio), plan_of(square, recall), rulings)


def plan_of(square: bool, recall: bool) -> dict[str, bool]:
    """The decisions in :func:`duel_odds`."""
    return {
        "square": square,
        "recall": recall,
        "counter-shock": True,
        "retreat before shock": False,
    }


@checked
def ends(odds: Odds) -> dict[str, Fraction]:
    """The chance of each end, for the infantry and for the cavalry, by the words of this module."""
    found = dict.fromkeys((KEEPS, BACK, OFF, FRESH, RECALLED, DISORDERED, LOST), Fraction(0))
    for outcome, chance in odds.outcomes.items():
        found[foot_end(outcome.fate(FOOT))] += chance
        found[riders_end(outcome.fate(RIDERS))] += chance
    return found


def foot_end(fate: Fate) -> str:
    """What has become of the infantry."""
    if fate.place in GONE:
        return OFF
    return BACK if fate.place in LEFT else KEEPS


def riders_end(fate: Fate) -> str:
    """What has become of the cavalry."""
    if fate.place in GONE:
        return LOST
    if fate.place == Place.RECALLED:
        return RECALLED
    return DISORDERED if fate.order == Order.DISORDERED else FRESH


def _answer(
    heavy: bool, cavalry: int, infantry: int, ratio: tuple[int, int], **read: Any
) -> Answer:
    rulings = charge.Rulings(**read)
    line, square = (
        ends(answered(duel_odds(heavy, cavalry, infantry, ratio, way, rulings=rulings)))
        for way in (False, True)
    )

    return Answer(
        (
            Part(IN_LINE[OFF], line[OFF], "first"),
            Part(IN_LINE[BACK], line[BACK], "both"),
            Part(IN_LINE[KEEPS], line[KEEPS], "second"),
        ),
        (
            Number.percent("in line: cavalry off the map", line[LOST]),
            Number.percent("in line: cavalry disordered", line[DISORDERED]),
            Number.percent("tries square: it leaves the map", square[OFF]),
            Number.percent("tries square: it is driven back", square[BACK]),
            Number.percent("tries square: it keeps its ground", square[KEEPS]),
            Number.percent("tries square: cavalry disordered", square[DISORDERED]),
            Number.percent("tries square: cavalry recalled", square[RECALLED]),
        ),
    )


READ = ("R-N1", "R-N3", "R-N6", "R-N8")
"""The rulings that matter to this one charge."""


CHARGE = Explorer(
    id="cavalry-charge-odds",
    question="What does a charge do to infantry, in line and in square?",
    controls=(
        Control(
            "heavy",
            "The cavalry is",
            (
                Choice("heavy", "heavy", True, dice="heavy"),
                Choice("light", "light", False, dice="light"),
            ),
            "heavy",
            "chips",
        ),
        Control.numbers("cavalry", "Cohesion of the cavalry", COHESIONS, 5),
        Control.numbers("infantry", "Cohesion of the infantry", COHESIONS, 5),
        Control(
            "ratio",
            "Strength, cavalry to infantry",
            tuple(
                Choice(
                    f"{a}-to-{d}",
                    f"{a} to {d}",
                    (a, d),
                    dice=f"charger.strength={a}&target.strength={d}",
                )
                for a, d in RATIOS
            ),
            "1-to-1",
        ),
    ),
    answer=_answer,
    headline=Headline(
        "in line: it keeps its ground",
        "Standing in line, the infantry keeps its ground {chance}.",
    ),
    python=(
        "attack, defence = {ratio}\n"
        "riders = Cavalry('Duval', {cavalry}, attack,"
        " cohesion_disordered={cavalry} - 1, heavy={heavy})\n"
        "foot = Infantry('Orlov', {infantry}, defence, cohesion_disordered={infantry} - 1)\n"
        "stack = charge.Stack((riders,))\n"
        "target = charge.Target((foot,), clear_terrain=True)\n"
        "plan = {'square': False, 'recall': True, 'counter-shock': True,\n"
        "        'retreat before shock': False}\n"
        "charge.odds(charge.Situation.of([stack], [target]), plan{read}).fate('Orlov')"
    ),
    note=(
        "One cavalry unit charges one infantry unit through its front, in clear terrain with an"
        " open flank; no artillery. In disorder they have one cohesion less. “Square”: it is"
        " tried, and if it forms, a recall. Infantry in line shocks back when it may; the cavalry"
        " waits for it. Strength ratio, clear terrain, results table: secondary source."
    ),
    reads=(reads("rulings=charge.Rulings({})", *READ),),
    dice=(
        "cavalry?charger.kind={heavy}&charger.cohesion={cavalry}&target.cohesion={infantry}&{ratio}"
        "&target.clear=1&dice="
    ),
)
