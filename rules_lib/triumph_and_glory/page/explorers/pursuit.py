"""The explorer of the pursuit."""

from fractions import Fraction
from typing import Any

from rules_lib.notebook.explorer import Answer, Headline, Number, Part
from rules_lib.notebook.interact import choice, explorer
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import signed
from rules_lib.triumph_and_glory.page.meetings import BEFORE_COHESION, answered
from rules_lib.triumph_and_glory.units import Cavalry, Infantry

MODIFIERS = range(3, 10)
PURSUED = ("no pursuit", "one charge in pursuit", "two charges in pursuit", "three or more")


@explorer(
    Headline("no pursuit", "There is no pursuit {chance}."),
    drm=choice(
        "Modifiers of the charge, in all",
        {signed(drm): drm for drm in MODIFIERS},
        keys=" ".join(map(str, MODIFIERS)),
        default="7",
        dice=[str(5 + BEFORE_COHESION - drm) for drm in MODIFIERS],
        style="slider",
    ),
    enemies=choice(
        "Fresh enemies behind the first",
        {"none": 1, "one more": 2, "nine more": 10},
        keys="nobody one-more nine-more",
        default="nine-more",
    ),
    rulings=choice(
        "Each further charge loses (R-N6)",
        {"1, 2, 3 …": "cumulative", "0, 1, 2 …": "first_free", "always 1": "flat"},
        keys="cumulative first-free flat",
        ruling="R-N6",
    ),
    note="Strong heavy cavalry charges weak infantry, and more of it stands behind. No target"
    " reacts, and a pursuit charges whenever it may. Disordered units have one cohesion less."
    " Tables: secondary source.",
    dice="cavalry?charger.cohesion=5&charger.strength=10&target.cohesion={drm}&target.strength=1"
    "&square=no&dice=",
)
def pursuit_odds(drm: int, enemies: int, rulings: Any) -> Answer:
    """How long does a pursuit run?"""
    horse = Cavalry("riders", 5, 10, cohesion_disordered=4, heavy=True)
    riders = charge.Stack((horse,), commitment_drm=-10)  # they are there
    row: tuple[charge.Target, ...] = ()
    for n in range(enemies):
        cohesion = 5 + BEFORE_COHESION - drm
        foot = Infantry(str(n), cohesion, 1, cohesion_disordered=cohesion - 1)
        row = (charge.Target((foot,), beyond=row),)
    plan: dict[str, str | bool] = {
        "square": False,
        "counter-shock": False,
        "retreat before shock": False,
        "go on": "charge",
        "advance": "first",
        "pursuers": "first",
    }
    meeting = charge.Situation.of([riders], row)
    odds = charge.odds(meeting, plan, charge.Rulings(pursuit_penalty=rulings))
    pursuits = answered(odds).pursuits
    gone = odds.outcomes.map(lambda end: sum(end.gone(str(n)) for n in range(enemies)))
    return Answer(
        (
            Part(PURSUED[0], pursuits[0], "second"),
            Part(PURSUED[1], pursuits[1], "neutral"),
            Part(PURSUED[2], pursuits[2], "both"),
            Part(PURSUED[3], 1 - pursuits.cdf(2), "first"),
        ),
        (
            Number("charges in pursuit on average", Fraction(pursuits.mean()), digits=2),
            Number("enemies off the map on average", Fraction(gone.mean()), digits=2),
        ),
    )
