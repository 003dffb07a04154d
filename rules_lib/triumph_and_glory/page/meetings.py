"""The plain meetings that pictures, explorers and chapters of the charge are about.

Strengths are equal and the chargers have arrived: only what a picture asks about differs.
Disordered units have one cohesion less. This is given, so that no meeting depends on R-N2.
"""

from fractions import Fraction
from typing import Literal

from rules_lib.errors import UnspecifiedBySource, require_int
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.plans import Plan
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM
from rules_lib.triumph_and_glory.units import Cavalry, Infantry, Order
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

Kind = Literal["infantry", "heavy", "light"]
"""Who is charged: infantry, or cavalry of this weight."""

CHARGER, CHARGED = "A", "D"
RIDERS = "the cavalry"
FOOT = "the infantry"
TYPICAL = 5
"""Cohesion of cavalry where a picture does not ask about it."""

ARRIVED = -10
"""A commitment modifier with which no roll fails: the picture starts when they are there."""

NO_REACTION: Plan = FrozenMap(
    {
        "square": False,
        "counter-charge": False,
        "retreat before shock": False,
        "recall": False,
        "counter-shock": False,
        "go on": "charge",
        "advance": "first",
        "pursuers": "first",
    }
)
"""Nobody does what he may leave undone; a pursuit always charges."""


@checked
def disordered(cohesion: int) -> int:
    """The cohesion of a disordered unit here: one less."""
    return max(0, cohesion - 1)


@checked
def at_infantry(
    cohesion: int,
    *,
    cavalry: int = TYPICAL,
    heavy: bool = True,
    order: Order = Order.GOOD,
    other_drm: int = 0,
) -> charge.Situation:
    """Cavalry charges infantry of this cohesion, as strong as itself, in the open, from ahead.

    ``other_drm`` is added in the charge and in the pursuit that follows.
    """
    horse = Cavalry(RIDERS, cavalry, 1, disordered(cavalry), heavy=heavy)
    riders = charge.Stack((horse,), commitment_drm=ARRIVED)
    foot = Infantry(FOOT, cohesion, 1, disordered(cohesion), order)
    target = charge.Target((foot,), clear_terrain=True, pursuit_drm=other_drm)
    return charge.Situation((charge.Attack((riders,), (target,), other_drm=other_drm),))


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
    riders = Cavalry(CHARGER, attacker, 1, disordered(attacker), heavy=heavy)
    foot, horse = (
        Infantry(CHARGED, defender, 1, disordered(defender)),
        Cavalry(CHARGED, defender, 1, disordered(defender), heavy=kind == "heavy"),
    )
    return charge.Situation.of(
        [charge.Stack((riders,), commitment_drm=ARRIVED)],
        [charge.Target((foot if kind == "infantry" else horse,), clear_terrain=True)],
    )


BEFORE_COHESION = 4 + HEAVY_CHARGE_DRM
"""The modifiers of a charge in the row of enemies, but for the difference of cohesions."""

MOST_IN_A_ROW = 20
"""Enemies behind each other."""


@checked
def row_of_enemies(drm: int, count: int, *, cavalry: int = TYPICAL) -> charge.Situation:
    """Strong heavy cavalry charges the first of a row of weak infantry, each behind the other.

    Ratio (+4) and charge (+3) are the same in each fight; the infantry's cohesion is chosen so
    that the modifiers add up to ``drm`` before those of pursuit.
    """
    require_int("count", count, 1, MOST_IN_A_ROW)
    horse = Cavalry(RIDERS, cavalry, 10, disordered(cavalry), heavy=True)
    riders = charge.Stack((horse,), commitment_drm=ARRIVED)
    cohesion = cavalry + BEFORE_COHESION - drm
    targets: tuple[charge.Target, ...] = ()
    for number in range(count, 0, -1):
        foot = Infantry(f"{FOOT} {number}", cohesion, 1, disordered(cohesion))
        targets = (charge.Target((foot,), beyond=targets),)
    return charge.Situation.of([riders], targets)
