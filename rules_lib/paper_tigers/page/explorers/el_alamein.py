"""El Alamein with other dice: the first exchange as you throw it, and how the fight goes on."""

from fractions import Fraction
from typing import Any

from rules_lib.notebook.explorer import Answer, Headline, Part
from rules_lib.notebook.interact import choice, explorer, numbers
from rules_lib.notebook.palette import Role
from rules_lib.paper_tigers import el_alamein, melee
from rules_lib.paper_tigers.el_alamein import record, replays
from rules_lib.paper_tigers.page.explorers.fights import ENDED_EARLY

TOTALS = range(3, 19)
"""Of three dice: every card here counts as red."""

ENDS: tuple[tuple[str, str, Role], ...] = (
    ("the British unit alone is left", "attacker_wins", "first"),
    ("both are removed", "both_removed", "both"),
    ("the German unit alone is left", "defender_wins", "second"),
)

FIGHTS = {each: (replays.british(each), replays.german(each)) for each in record.GERMAN_CARD_VALUES}


def _said(number: int) -> str:
    squad, foe = (unit.card for unit in FIGHTS[number])
    _, _, what = record.GERMANS[number - 1].what.partition(" of ")[0].partition(" ")
    return f"{number}: {squad} against {what}, {foe.value if foe else ''}"


def _in_form(number: int) -> str:
    pieces = [
        f"{side}.colour={unit.card.colour}&{side}.value={unit.card.value}"
        for side, unit in zip(("attacker", "defender"), FIGHTS[number], strict=True)
        if unit.card
    ]
    return "&".join([*pieces, f"defender.team={FIGHTS[number][1].small_team:d}"])


@explorer(
    Headline(
        "the British unit alone is left",
        "The British unit will be the only unit left {chance}.",
        never="The British unit will not be the only unit left.",
        always="The British unit is the only unit left.",
    ),
    fight=choice(
        "Fight",
        {_said(each): each for each in FIGHTS},
        keys=" ".join(map(str, FIGHTS)),
        default="4",
        dice=map(_in_form, FIGHTS),
        style="select",
    ),
    british=numbers("Total of the British", TOTALS, default=7),
    german=numbers("Total of the Germans", TOTALS, default=3),
    read=["R-M1", "R-M2", "R-M3", "R-M6", "R-M7", "R-M9"],
    note="The totals of the first exchange, before any deduction; what comes after it is not thrown"
    " yet. The source prints 12 and 12, also 8 and 9, for fight 2; 7 and 3 for fight 4; 9 and 9"
    " for fight 5; 13 and 12 for fight 6. A German card whose colour only a photograph shows"
    f" counts as red here; the source does not say it.{ENDED_EARLY}",
    dice="melee?{fight}&rolls.attacker={british}&rolls.defender={german}",
)
def el_alamein_replay(fight: int, british: int, german: int, **read: Any) -> Answer:
    """El Alamein: what if the first dice had been others?"""
    odds = el_alamein.odds_after(fight, (british, german), melee.Rulings(**read), colour="red")
    return Answer(tuple(Part(label, odds.get(key, Fraction(0)), role) for label, key, role in ENDS))
