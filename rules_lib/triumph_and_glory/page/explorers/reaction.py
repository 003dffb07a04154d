"""The explorer of the target’s reaction."""

from typing import Any

from rules_lib.notebook.explorer import Answer, Headline, Number, Part
from rules_lib.notebook.interact import choice, explorer, numbers
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.page import meetings
from rules_lib.triumph_and_glory.page.meetings import answered, leaves_hex, leaves_map
from rules_lib.triumph_and_glory.units import Cavalry, Infantry

YOU_ARE = {"infantry": "infantry", "heavy cavalry": "heavy", "light cavalry": "light"}
COHESIONS = range(3, 9)


@explorer(
    Headline("you lose your hex", "You try it. You lose your hex {chance}."),
    heavy=choice("The chargers are", {"heavy": True, "light": False}, dice=("heavy", "light")),
    attacker=numbers("Their cohesion", COHESIONS, default=5),
    kind=choice("You are", YOU_ARE, keys="infantry heavy light"),
    defender=numbers("Your cohesion", COHESIONS, default=5),
    read=["R-N1", "R-N3", "R-N6", "R-N17"],
    note="Infantry tries to form square, cavalry to counter-charge. The chargers are as strong as"
    " you, have come through your front, on clear ground (its +1 and the tables: secondary"
    " source), and try no recall. No unit slips away or strikes back. A pursuit is counted in."
    " Disordered units have one cohesion less.",
    dice="cavalry?charger.kind={heavy}&charger.cohesion={attacker}&charger.strength=1"
    "&target.cohesion={defender}&target.strength=1&target.clear=1&dice=",
)
def reaction_odds(
    heavy: bool, attacker: int, kind: meetings.Kind, defender: int, **read: Any
) -> Answer:
    """You are charged. Should you react?"""
    chargers = Cavalry("A", attacker, 1, cohesion_disordered=attacker - 1, heavy=heavy)
    charged = {
        "infantry": Infantry("D", defender, 1, cohesion_disordered=defender - 1),
        "heavy": Cavalry("D", defender, 1, cohesion_disordered=defender - 1, heavy=True),
        "light": Cavalry("D", defender, 1, cohesion_disordered=defender - 1, heavy=False),
    }[kind]
    meeting = charge.Situation.of(
        [charge.Stack((chargers,), commitment_drm=-10)],  # they are there
        [charge.Target((charged,), clear_terrain=True)],
    )
    plan: dict[str, str | bool] = {
        "square": True,
        "counter-charge": "first",
        "recall": False,
        "retreat before shock": False,
        "counter-shock": False,
        "go on": "charge",
        "advance": "first",
        "pursuers": "first",
    }
    odds = charge.odds(meeting, plan, rulings=charge.Rulings(**read))
    plan |= {"square": False, "counter-charge": False}
    stands = answered(charge.odds(meeting, plan, rulings=charge.Rulings(**read)))
    tries = answered(odds)
    succeeds = tries.chance("square D", "formed") + tries.chance("counter-charge D", "succeeded")
    lost, thrown = leaves_hex(tries, "D"), meetings.thrown_back(tries)
    return Answer(
        (
            Part("you lose your hex", lost, "first"),
            Part("both stay", 1 - lost - thrown, "neutral"),
            Part("the chargers are thrown back", thrown, "second"),
        ),
        (
            Number.percent("if you try: the roll succeeds", succeeds),
            Number.percent("if you try: you leave the map", leaves_map(tries, "D")),
            Number.percent("if you try: you are disordered, or gone", meetings.spent(tries)),
            Number.percent("if you stand: your hex is lost", leaves_hex(stands, "D")),
            Number.percent("if you stand: they are thrown back", meetings.thrown_back(stands)),
            Number.percent("if you stand: you leave the map", leaves_map(stands, "D")),
            Number.percent("if you stand: you are disordered, or gone", meetings.spent(stands)),
        ),
    )
