"""How Paper Tigers is shown: its explorers, pictures and drawn scenes. No rule lives here."""

from rules_lib.presentation.paper_tigers.explorers import CHARGE, COMMAND_TEST, MELEE
from rules_lib.presentation.paper_tigers.pictures import (
    arrival_picture,
    attack_map,
    best_charging_card,
    cover_worth,
    handicaps,
    third_die,
)
from rules_lib.presentation.paper_tigers.readings import Impact, impact, impact_table
from rules_lib.presentation.paper_tigers.scenes import (
    charge_flow,
    draw_exchange,
    melee_flow,
    story_of,
    tell,
    tell_test,
)
from rules_lib.presentation.paper_tigers.tables import (
    audit_table,
    compared,
    legality_table,
    policy_table,
)

__all__ = [
    "CHARGE",
    "COMMAND_TEST",
    "MELEE",
    "Impact",
    "arrival_picture",
    "attack_map",
    "audit_table",
    "best_charging_card",
    "charge_flow",
    "compared",
    "cover_worth",
    "draw_exchange",
    "handicaps",
    "impact",
    "impact_table",
    "legality_table",
    "melee_flow",
    "policy_table",
    "story_of",
    "tell",
    "tell_test",
    "third_die",
]
