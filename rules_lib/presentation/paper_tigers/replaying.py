"""El Alamein with other dice: the first exchange as you throw it, and how the fight goes on."""

from fractions import Fraction
from typing import Any

from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.el_alamein import record
from rules_lib.paper_tigers.el_alamein.replays import british, german, odds_after
from rules_lib.presentation.explorer import Answer, Choice, Control, Explorer, Headline, Part
from rules_lib.presentation.palette import Role
from rules_lib.presentation.readings import reads

TOTALS = range(3, 19)
"""Of three dice: every card here counts as red."""

READ = ("R-M1", "R-M2", "R-M3", "R-M6", "R-M7", "R-M9")
"""The rulings that matter to these fights, none of which is over cover; R-M6 beside R-M1."""

ENDS: tuple[tuple[str, str, Role], ...] = (
    ("the British unit alone is left", "attacker_wins", "first"),
    ("both are removed", "both_removed", "both"),
    ("the German unit alone is left", "defender_wins", "second"),
)


def _answer(fight: int, british: int, german: int, **read: Any) -> Answer:
    ends = odds_after(fight, (british, german), melee.Rulings(**read), colour="red")
    return Answer(tuple(Part(label, ends.get(key, Fraction(0)), role) for label, key, role in ENDS))


def _fight(number: int) -> Choice:
    squad, foe = british(number), german(number)
    assert squad.card is not None
    assert foe.card is not None
    pieces = [
        f"{side}.colour={card.colour}&{side}.value={card.value}"
        for side, card in (("attacker", squad.card), ("defender", foe.card))
    ]
    _, _, what = record.GERMANS[number - 1].what.partition(" of ")[0].partition(" ")
    return Choice(
        str(number),
        f"{number}: {squad.card} against {what}, {foe.card.value}",
        number,
        dice="&".join([*pieces, f"defender.team={foe.small_team:d}"]),
    )


EL_ALAMEIN = Explorer(
    id="el-alamein-replay",
    question="El Alamein: what if the first dice had been others?",
    controls=(
        Control("fight", "Fight", tuple(map(_fight, record.GERMAN_CARD_VALUES)), "4"),
        Control.numbers("british", "Total of the British", TOTALS, 7),
        Control.numbers("german", "Total of the Germans", TOTALS, 3),
    ),
    answer=_answer,
    headline=Headline(
        "the British unit alone is left",
        "The British unit will be the only unit left {chance}.",
        never="The British unit will not be the only unit left.",
        always="The British unit is the only unit left.",
    ),
    python='el_alamein.odds_after({fight}, ({british}, {german}){read}, colour="red")',
    note=(
        "The totals of the first exchange, before any deduction; what comes after it is not thrown"
        " yet. The source prints 12 and 12, also 8 and 9, for fight 2; 7 and 3 for fight 4; 9 and 9"
        " for fight 5; 13 and 12 for fight 6. A German card whose colour only a photograph shows"
        " counts as red here; the source does not say it."
    ),
    reads=(reads("melee.Rulings({})", *READ),),
    dice="melee?{fight}&rolls.attacker={british}&rolls.defender={german}",
)
