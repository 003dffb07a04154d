"""One charge: cavalry against infantry that stands in line or tries square."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import Fate, Odds, Place
from rules_lib.triumph_and_glory.charge.state import GONE, LEFT
from rules_lib.triumph_and_glory.page.meetings import disordered
from rules_lib.triumph_and_glory.units import Cavalry, Infantry, Order
from rules_lib.values.type_checks import checked

COHESIONS = range(3, 9)
"""The cohesions that explorer and pictures show."""

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
