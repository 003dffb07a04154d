"""The explorer of the melee."""

from typing import Any

from rules_lib.notebook.explorer import Answer
from rules_lib.notebook.interact import explorer
from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.page import controls


@explorer(
    controls.ATTACKER_WINS,
    attacker=controls.cards("attacker", Card("red", 7)),
    defender=controls.cards("defender", Card("red", 5)),
    small_team=controls.TEAM,
    cover=controls.COVER,
    attacker_hits=controls.hits("Attacker’s hits"),
    defender_hits=controls.hits("Defender’s hits"),
    read=[*controls.FOUGHT_BY, "R-M10"],
    note=controls.MELEE_NOTE,
    dice=f"melee?{controls.PAIR}&attacker.hits={{attacker_hits}}&defender.hits={{defender_hits}}"
    + controls.NO_ROLLS,
)
def melee_odds(
    attacker: Card,
    defender: Card,
    small_team: bool,
    cover: bool,
    attacker_hits: int,
    defender_hits: int,
    **read: Any,
) -> Answer:
    """Who is left after the melee?"""
    odds = melee.odds(
        melee.Combatant(attacker, hits=attacker_hits),
        melee.Combatant(defender, small_team=small_team, in_cover=cover, hits=defender_hits),
        rulings=melee.Rulings(**read),
    )
    return controls.ends_of(odds)
