"""The explorer of a cavalry charge."""

from typing import Any

from rules_lib.notebook.explorer import Answer, Headline, Number, Part
from rules_lib.notebook.interact import choice, explorer, numbers
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.page import meetings
from rules_lib.triumph_and_glory.page.meetings import answered
from rules_lib.triumph_and_glory.units import Cavalry, Infantry

RATIOS = {f"{a} to {d}": (a, d) for a, d in ((1, 2), (1, 1), (3, 2), (2, 1), (3, 1))}


@explorer(
    Headline(
        "in line: it keeps its ground",
        "Standing in line, the infantry keeps its ground {chance}.",
    ),
    heavy=choice("The cavalry is", {"heavy": True, "light": False}, dice=("heavy", "light")),
    cavalry=numbers("Cohesion of the cavalry", meetings.COHESIONS, default=5),
    infantry=numbers("Cohesion of the infantry", meetings.COHESIONS, default=5),
    ratio=choice(
        "Strength, cavalry to infantry",
        RATIOS,
        default="1-to-1",
        dice=[f"charger.strength={a}&target.strength={d}" for a, d in RATIOS.values()],
        style="select",
    ),
    read=["R-N1", "R-N3", "R-N6", "R-N8"],
    note="One cavalry unit charges one infantry unit through its front, in clear terrain with an"
    " open flank; no artillery. In disorder they have one cohesion less. “Square”: it is"
    " tried, and if it forms, a recall. Infantry in line shocks back when it may; the cavalry"
    " waits for it. Strength ratio, clear terrain, results table: secondary source.",
    dice="cavalry?charger.kind={heavy}&charger.cohesion={cavalry}&target.cohesion={infantry}"
    "&{ratio}&target.clear=1&dice=",
)
def cavalry_charge_odds(
    heavy: bool, cavalry: int, infantry: int, ratio: tuple[int, int], **read: Any
) -> Answer:
    """What does a charge do to infantry, in line and in square?"""
    attack, defence = ratio
    riders = Cavalry("Duval", cavalry, attack, cohesion_disordered=cavalry - 1, heavy=heavy)
    foot = Infantry("Orlov", infantry, defence, cohesion_disordered=infantry - 1)
    target = charge.Target((foot,), clear_terrain=True)
    meeting = charge.Situation.of([charge.Stack((riders,))], [target])
    plan = {"square": False, "recall": True, "counter-shock": True, "retreat before shock": False}
    odds = charge.odds(meeting, plan, rulings=charge.Rulings(**read))
    tries = charge.odds(meeting, plan | {"square": True}, charge.Rulings(**read))
    line, square = meetings.ends(answered(odds)), meetings.ends(answered(tries))
    return Answer(
        (
            Part(meetings.IN_LINE[meetings.OFF], line[meetings.OFF], "first"),
            Part(meetings.IN_LINE[meetings.BACK], line[meetings.BACK], "both"),
            Part(meetings.IN_LINE[meetings.KEEPS], line[meetings.KEEPS], "second"),
        ),
        (
            Number.percent("in line: cavalry off the map", line[meetings.LOST]),
            Number.percent("in line: cavalry disordered", line[meetings.DISORDERED]),
            Number.percent("tries square: it leaves the map", square[meetings.OFF]),
            Number.percent("tries square: it is driven back", square[meetings.BACK]),
            Number.percent("tries square: it keeps its ground", square[meetings.KEEPS]),
            Number.percent("tries square: cavalry disordered", square[meetings.DISORDERED]),
            Number.percent("tries square: cavalry recalled", square[meetings.RECALLED]),
        ),
    )
