"""The explorer of a whole charge."""

from typing import Any

from rules_lib.notebook.explorer import Answer, Headline, Number, Part
from rules_lib.notebook.interact import explorer, read_by
from rules_lib.paper_tigers import Card, charge, melee
from rules_lib.paper_tigers.page import controls


@explorer(
    Headline(
        "the attacker alone is left",
        "The attacker moves, charges and wins {chance}.",
        never="This charge cannot win.",
    ),
    attacker=controls.cards("attacker", Card("red", 7)),
    defender=controls.cards("defender", Card("red", 5)),
    small_team=controls.TEAM,
    cover=controls.COVER,
    reads=(
        read_by("rulings=charge.Rulings({})", "R-M14"),
        read_by("melee_rulings=melee.Rulings({})", *controls.FOUGHT_BY),
    ),
    note="From the movement test on; the move, if it is allowed, ends within 10″ of the target."
    " Both units unhurt and not shaken. In cover the defender re-rolls after each miss.",
    dice=f"charge?{controls.PAIR}&movement-roll=&charge-roll={controls.NO_ROLLS}",
)
def charge_odds(
    attacker: Card, defender: Card, small_team: bool, cover: bool, **read: Any
) -> Answer:
    """What becomes of the whole charge?"""
    odds = charge.odds(
        melee.Combatant(attacker),
        melee.Combatant(defender, small_team=small_team, in_cover=cover),
        **controls.both_rulings(**read),
    )
    contact = 1 - odds[charge.Ending.STAYS] - odds[charge.Ending.REFUSED]
    parts = tuple(Part(label, odds[end], role) for end, (label, role) in controls.CHARGED.items())
    return Answer(parts, (Number.percent("chance of contact", contact),))
