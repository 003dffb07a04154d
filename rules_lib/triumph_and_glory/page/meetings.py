"""The plain meetings that tables, explorers and chapters of the charge are about.

Strengths are equal and the chargers have arrived: only what a picture asks about differs.
Disordered units have one cohesion less. This is given, so that no meeting depends on R-N2.
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import Literal

from rules_lib.errors import UnspecifiedBySource, require_int
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.text.chances import decimal, percent
from rules_lib.values.type_checks import checked

from .. import charge
from ..charge import NO_REACTION, Place
from ..charge.panels import filled
from ..charge.rules.modifiers import HEAVY_CHARGE_DRM, SQUARE_DRM, signed
from ..charge.situation import read_stack, read_target
from ..charge.state import GONE, LEFT
from ..units import Order

_stack = partial(read_stack, field="rider")
_target = partial(read_target, field="met")

Kind = Literal["infantry", "heavy", "light"]
"""Who is charged: infantry, or cavalry of this weight."""

CHARGER, CHARGED = "A", "D"
RIDERS = "the cavalry"
FOOT = "the infantry"
TYPICAL = 5
"""Cohesion of cavalry where a picture does not ask about it."""

ARRIVED = -10
"""A commitment modifier with which no roll fails: the picture starts when they are there."""


@checked
def at_infantry(
    cohesion: int,
    *,
    order: Order = Order.GOOD,
    other_drm: int = 0,
) -> charge.Situation:
    """Heavy cavalry charges infantry of this cohesion, as strong as it, in the open, from ahead.

    ``other_drm`` is added in the charge and in the pursuit that follows.
    """
    said = "" if order == Order.GOOD else f", {order}"
    foot = f"{FOOT}: infantry {cohesion}{said}"
    return _meeting(f"{RIDERS}: heavy {TYPICAL}", foot, other_drm)


def _meeting(rider: str, met: str, other_drm: int = 0, comes: int = ARRIVED) -> charge.Situation:
    """One unit charges another in the open, from ahead."""
    stack = replace(_stack(rider), commitment_drm=comes)
    target = replace(_target(met), clear_terrain=True, pursuit_drm=other_drm)
    return charge.Situation((filled(charge.Attack((stack,), (target,), other_drm=other_drm)),))


@checked
def answered(odds: charge.Odds) -> charge.Odds:
    """The odds again, if they answer every case.

    Raises:
        UnspecifiedBySource: some case is left open, so that the ends would not make up the whole.
    """
    if odds.unspecified:
        raise UnspecifiedBySource(next(iter(odds.unspecified)))
    return odds


@checked
def leaves_hex(odds: charge.Odds, name: str) -> Fraction:
    """The chance that a unit retreats, withdraws or is eliminated."""
    return odds.outcomes.probability(lambda outcome: outcome.left(name))


@checked
def leaves_map(odds: charge.Odds, name: str) -> Fraction:
    """The chance that a unit withdraws or is eliminated."""
    return odds.outcomes.probability(lambda outcome: outcome.gone(name))


@checked
def thrown_back(odds: charge.Odds) -> Fraction:
    """The chance that the chargers, A, lose the ground, and those they charge, D, keep theirs."""
    return odds.outcomes.probability(lambda end: end.left(CHARGER) and not end.left(CHARGED))


@checked
def spent(odds: charge.Odds) -> Fraction:
    """The chance that the unit that is charged, D, is disordered or gone."""
    return odds.outcomes.probability(
        lambda end: end.gone(CHARGED) or end.fate(CHARGED).order == Order.DISORDERED
    )


@checked
def chargers_meet(heavy: bool, attacker: int, kind: Kind, defender: int) -> charge.Situation:
    """Cavalry has charged a unit as strong as itself, in the open, through its front."""
    weight = "heavy" if heavy else "light"
    return _meeting(f"{CHARGER}: {weight} {attacker}", f"{CHARGED}: {kind} {defender}")


BEFORE_COHESION = 4 + HEAVY_CHARGE_DRM
"""The modifiers of a charge in the row of enemies, but for the difference of cohesions."""

MOST_IN_A_ROW = 20
"""Enemies behind each other."""


@checked
def row_of_enemies(drm: int, count: int) -> charge.Situation:
    """Strong heavy cavalry charges the first of a row of weak infantry, each behind the other.

    Ratio (+4) and charge are the same in each fight; the infantry's cohesion is chosen so
    that the modifiers add up to ``drm`` before those of pursuit.
    """
    require_int("count", count, 1, MOST_IN_A_ROW)
    cohesion = TYPICAL + BEFORE_COHESION - drm
    riders = replace(_stack(f"{RIDERS}: heavy {TYPICAL}, strength 10"), commitment_drm=ARRIVED)
    targets: tuple[charge.Target, ...] = ()
    for number in range(count, 0, -1):
        foot = _target(f"{FOOT} {number}: infantry {cohesion}, strength 1")
        targets = (replace(foot, beyond=targets),)
    return charge.Situation((filled(charge.Attack((riders,), targets)),))


# ------------------------------------------------------------ in line, or in square

COHESIONS = range(3, 9)
"""The cohesions that explorer and pictures show."""

DUVAL, ORLOV = "Duval", "Orlov"
"""The cavalry that charges in this chapter, and its infantry target."""

KEEPS, BACK, OFF = "keeps its ground", "driven back", "off the map"
ENDS = {OFF: "it leaves the map", BACK: "it is driven back", KEEPS: "it keeps its ground"}
"""The ends of the infantry in a sentence."""
IN_LINE = {end: f"in line: {said}" for end, said in ENDS.items()}
FRESH, RECALLED, DISORDERED, LOST = "did not come", "recalled", "disordered", "lost"


@checked
def duel(
    heavy: bool = True,
    cavalry: int = 5,
    infantry: int = 5,
    ratio: tuple[int, int] = (1, 1),
) -> charge.Situation:
    """One cavalry unit charges one infantry unit, in clear terrain and through its front.

    Disordered units have one cohesion less.

    Args:
        heavy: whether the cavalry is heavy.
        cavalry, infantry: their cohesions.
        ratio: their strengths.
    """
    weight = "heavy" if heavy else "light"
    rider = f"{DUVAL}: {weight} {cavalry}, strength {ratio[0]}"
    return _meeting(rider, f"{ORLOV}: infantry {infantry}, strength {ratio[1]}", comes=0)


@checked
def ends(odds: charge.Odds) -> dict[str, Fraction]:
    """The chance of each end, for the infantry and for the cavalry, by the words of this module."""
    found = dict.fromkeys((KEEPS, BACK, OFF, FRESH, RECALLED, DISORDERED, LOST), Fraction(0))
    for outcome, chance in odds.outcomes.items():
        found[foot_end(outcome.fate(ORLOV))] += chance
        found[riders_end(outcome.fate(DUVAL))] += chance
    return found


def foot_end(fate: charge.Fate) -> str:
    """What has become of the infantry."""
    if fate.place in GONE:
        return OFF
    return BACK if fate.place in LEFT else KEEPS


def riders_end(fate: charge.Fate) -> str:
    """What has become of the cavalry."""
    if fate.place in GONE:
        return LOST
    if fate.place == Place.RECALLED:
        return RECALLED
    return DISORDERED if fate.order == Order.DISORDERED else FRESH


# ------------------------------------------------------------ at a square, and in pursuit

AT_SQUARE = range(-4, 6)
"""Totals of the modifiers at a square that the table of the recall shows."""

SQUARE_COHESION = 6
"""Of the infantry in square."""


@checked
@cache
def at_square(drm: int) -> charge.Odds:
    """A charge at a square whose modifiers come to ``drm`` in all."""
    plain = SQUARE_DRM + 1 + (5 - SQUARE_COHESION)
    situation = at_infantry(SQUARE_COHESION, order=Order.SQUARE, other_drm=drm - plain)
    return charge.odds(situation, NO_REACTION)


def recall_prices() -> CaptionedTable:
    """What a beaten square must be worth, before charging on beats a recall."""
    rows = []
    for drm in AT_SQUARE:
        driven, back = (leaves_hex(at_square(drm), name) for name in (FOOT, RIDERS))
        worth = f"{decimal(1 / driven, 1)} ×"
        rows.append((signed(drm), percent(driven), percent(back), worth))
    head = ("in all", "it leaves", "you go back", "worth")
    caption = "How many times your own good order must that hex be worth?"
    return CaptionedTable(caption, Table(head, tuple(rows)), narrow=True)


ENEMIES = 10
"""Infantry units in the row of the pursuit, one behind the other."""


@checked
@cache
def pursued(drm: int, rulings: charge.Rulings = charge.Rulings()) -> charge.Odds:
    """A charge at the first of a row of infantry, with ``drm`` in all."""
    return charge.odds(row_of_enemies(drm, ENEMIES), NO_REACTION, rulings)


@checked
def chances_table(question: str, *cases: tuple[str, Fraction]) -> CaptionedTable:
    """Chances beside each other that are not readings of one rule."""
    return answers_table(question, ("", "chance"), *((case, percent(p)) for case, p in cases))


@checked
def answers_table(question: str, head: tuple[str, ...], *rows: tuple[str, ...]) -> CaptionedTable:
    """Rows that a chapter has worked out, under the question that they answer."""
    return CaptionedTable(question, Table(head, rows))
