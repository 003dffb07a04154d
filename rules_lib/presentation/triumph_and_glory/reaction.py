"""The explorer of the target's reaction: square or counter-charge, tried or not."""

from fractions import Fraction
from functools import cache
from typing import Any, Literal

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
from rules_lib.presentation.triumph_and_glory.meetings import (
    ARRIVED,
    NO_REACTION,
    answered,
    disordered,
    leaves_hex,
    leaves_map,
)
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Cavalry, Infantry, Order
from rules_lib.type_checks import checked

COHESIONS = range(3, 9)
CHARGER, CHARGED = "A", "D"
READ = ("R-N1", "R-N3", "R-N6", "R-N17")
"""The rulings that matter to this meeting."""

TRIES = {**NO_REACTION, "square": True, "counter-charge": "first"}
"""It tries what it can."""
ENDS = ("you lose your hex", "both stay", "the chargers are thrown back")

Kind = Literal["infantry", "heavy", "light"]
"""Who is charged: infantry, or cavalry of this weight."""


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


@cache
def _both_ways(
    rulings: charge.Rulings, heavy: bool, attacker: int, kind: Kind, defender: int
) -> tuple[charge.Odds, charge.Odds]:
    """The odds if it tries what it can, and if it stands."""
    meets = chargers_meet(heavy, attacker, kind, defender)
    tries = charge.odds(meets, TRIES, rulings)
    return tries, charge.odds(meets, NO_REACTION, rulings)


def _answer(heavy: bool, attacker: int, kind: Kind, defender: int, **read: Any) -> Answer:
    both = _both_ways(charge.Rulings(**read), heavy, attacker, kind, defender)
    tries, stands = map(answered, both)
    driven, thrown = leaves_hex(tries, CHARGED), _thrown_back(tries)
    succeeds = tries.chance(f"square {CHARGED}", "formed")
    succeeds += tries.chance(f"counter-charge {CHARGED}", "succeeded")
    return Answer(
        (
            Part(ENDS[0], driven, "first"),
            Part(ENDS[1], 1 - driven - thrown, "neutral"),
            Part(ENDS[2], thrown, "second"),
        ),
        (
            Number.percent("if you try: the roll succeeds", succeeds),
            Number.percent("if you try: you leave the map", leaves_map(tries, CHARGED)),
            Number.percent("if you try: you are disordered, or gone", _spent(tries)),
            Number.percent("if you stand: your hex is lost", leaves_hex(stands, CHARGED)),
            Number.percent("if you stand: they are thrown back", _thrown_back(stands)),
            Number.percent("if you stand: you leave the map", leaves_map(stands, CHARGED)),
            Number.percent("if you stand: you are disordered, or gone", _spent(stands)),
        ),
    )


def _thrown_back(odds: charge.Odds) -> Fraction:
    return odds.outcomes.probability(lambda each: each.left(CHARGER) and not each.left(CHARGED))


def _spent(odds: charge.Odds) -> Fraction:
    def spent(each: charge.Outcome) -> bool:
        return each.gone(CHARGED) or each.fate(CHARGED).order == Order.DISORDERED

    return odds.outcomes.probability(spent)


REACTION = Explorer(
    id="reaction-odds",
    question="You are charged. Should you react?",
    controls=(
        Control(
            "heavy",
            "The chargers are",
            (
                Choice("heavy", "heavy", True, dice="heavy"),
                Choice("light", "light", False, dice="light"),
            ),
            "heavy",
            "chips",
        ),
        Control.numbers("attacker", "Their cohesion", COHESIONS, 5),
        Control(
            "kind",
            "You are",
            (
                Choice(
                    "infantry",
                    "infantry",
                    "infantry",
                    'Infantry("D", cohesion, 1, cohesion_disordered=disordered)',
                ),
                *(
                    Choice(
                        weight,
                        f"{weight} cavalry",
                        weight,
                        'Cavalry("D", cohesion, 1, cohesion_disordered=disordered,'
                        f" heavy={weight == 'heavy'})",
                    )
                    for weight in ("heavy", "light")
                ),
            ),
            "infantry",
            "chips",
        ),
        Control.numbers("defender", "Your cohesion", COHESIONS, 5),
    ),
    answer=_answer,
    headline=Headline("you lose your hex", "You try it. You lose your hex {chance}."),
    python=(
        'chargers = Cavalry("A", {attacker}, 1,'
        " cohesion_disordered={attacker} - 1, heavy={heavy})\n"
        "cohesion, disordered = {defender}, {defender} - 1\n"
        "charged = {kind}\n"
        "meeting = charge.Situation.of(\n"
        "    [charge.Stack((chargers,), commitment_drm=-10)],\n"
        "    [charge.Target((charged,), clear_terrain=True)],\n"
        ")\n"
        "plan = {\n"
        '    "square": True,\n'
        '    "counter-charge": "first",\n'
        '    "recall": False,\n'
        '    "retreat before shock": False,\n'
        '    "counter-shock": False,\n'
        "}\n"
        "charge.odds(meeting, plan{read})"
    ),
    note=(
        "Infantry tries to form square, cavalry to counter-charge. The chargers are as strong as"
        " you, have come through your front, on clear ground (its +1 and the tables: secondary"
        " source), and try no recall. Nobody slips away or strikes back. A pursuit is counted in."
        " Disordered units have one cohesion less."
    ),
    reads=(reads("rulings=charge.Rulings({})", *READ),),
    dice=(
        "cavalry?charger.kind={heavy}&charger.cohesion={attacker}&charger.strength=1"
        "&target.cohesion={defender}&target.strength=1&target.clear=1&dice="
    ),
)
