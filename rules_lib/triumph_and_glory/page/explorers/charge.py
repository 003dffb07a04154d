"""The explorer of a cavalry charge."""

from typing import Any

from rules_lib.notebook.explorer import Answer, Headline, Number, Part
from rules_lib.notebook.interact import choice, explorer, numbers
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.page import duels
from rules_lib.triumph_and_glory.page.meetings import answered
from rules_lib.triumph_and_glory.units import Cavalry, Infantry

RATIOS = {f"{a} to {d}": (a, d) for a, d in ((1, 2), (1, 1), (3, 2), (2, 1), (3, 1))}


@explorer(
    Headline(
        "in line: it keeps its ground",
        "Standing in line, the infantry keeps its ground {chance}.",
    ),
    heavy=choice("The cavalry is", {"heavy": True, "light": False}, dice=("heavy", "light")),
    cavalry=numbers("Cohesion of the cavalry", duels.COHESIONS, default=5),
    infantry=numbers("Cohesion of the infantry", duels.COHESIONS, default=5),
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
    line, square = duels.ends(answered(odds)), duels.ends(answered(tries))
    return Answer(
        (
            Part(duels.IN_LINE[duels.OFF], line[duels.OFF], "first"),
            Part(duels.IN_LINE[duels.BACK], line[duels.BACK], "both"),
            Part(duels.IN_LINE[duels.KEEPS], line[duels.KEEPS], "second"),
        ),
        (
            Number.percent("in line: cavalry off the map", line[duels.LOST]),
            Number.percent("in line: cavalry disordered", line[duels.DISORDERED]),
            Number.percent("tries square: it leaves the map", square[duels.OFF]),
            Number.percent("tries square: it is driven back", square[duels.BACK]),
            Number.percent("tries square: it keeps its ground", square[duels.KEEPS]),
            Number.percent("tries square: cavalry disordered", square[duels.DISORDERED]),
            Number.percent("tries square: cavalry recalled", square[duels.RECALLED]),
        ),
    )
