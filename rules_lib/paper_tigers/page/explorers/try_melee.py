"""The explorer of a melee on the front page: what this book does, in three choices."""

from typing import Any

from rules_lib.notebook.explorer import Answer
from rules_lib.notebook.interact import explorer
from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.page import controls


@explorer(
    controls.ATTACKER_WINS,
    attacker=controls.cards("attacker", Card("red", 7), controls.PRINTED),
    defender=controls.cards("defender", Card("red", 5), controls.PRINTED),
    cover=controls.COVER,
    read=controls.TRIED_BY,
    note="A melee of Paper Tigers: infantry, unhurt. In cover the defender may roll again.",
    dice="melee?{attacker}&{defender}&defender.team=0&defender.cover={cover}" + controls.NO_ROLLS,
)
def try_melee(attacker: Card, defender: Card, cover: bool, **read: Any) -> Answer:
    """Two units fight. Who is left?"""
    odds = melee.odds(
        melee.Combatant(attacker),
        melee.Combatant(defender, in_cover=cover),
        rulings=melee.Rulings(**read),
    )
    return controls.ends_of(odds, can_go_on=False)
