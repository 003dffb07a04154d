"""How Paper Tigers is shown: its explorers, pictures and drawn scenes. No rule lives here."""

from rules_lib.presentation.comparisons import averages, compared
from rules_lib.presentation.errata import audit_table
from rules_lib.presentation.paper_tigers.exchange import draw_exchange
from rules_lib.presentation.paper_tigers.explorers.charge import charge_odds as CHARGE
from rules_lib.presentation.paper_tigers.explorers.command_test import (
    command_test_odds as COMMAND_TEST,
)
from rules_lib.presentation.paper_tigers.explorers.melee import melee_odds as MELEE
from rules_lib.presentation.paper_tigers.explorers.spotting import spotting_odds as SPOTTING
from rules_lib.presentation.paper_tigers.explorers.strike import strike_odds as STRIKE
from rules_lib.presentation.paper_tigers.explorers.try_melee import try_melee as TRY
from rules_lib.presentation.paper_tigers.pictures import (
    arrival_picture,
    attack_map,
    best_charging_card,
    cover_worth,
    handicaps,
    third_die,
)
from rules_lib.presentation.paper_tigers.scenes import (
    story_of,
    tell,
    tell_test,
)
from rules_lib.presentation.paper_tigers.sniping import (
    duel_table,
    effects_table,
    found_by_shot,
    hit_table,
    tell_duel,
)
from rules_lib.presentation.paper_tigers.striking import (
    bunker_lasts,
    strikes_in_a_round,
    structures_table,
    unharmed_map,
)
from rules_lib.presentation.paper_tigers.tables import (
    legality_table,
    policy_table,
)
from rules_lib.presentation.reveal import say

__all__ = [
    "CHARGE",
    "COMMAND_TEST",
    "MELEE",
    "SPOTTING",
    "STRIKE",
    "TRY",
    "arrival_picture",
    "attack_map",
    "audit_table",
    "averages",
    "best_charging_card",
    "bunker_lasts",
    "compared",
    "cover_worth",
    "draw_exchange",
    "duel_table",
    "effects_table",
    "found_by_shot",
    "handicaps",
    "hit_table",
    "legality_table",
    "policy_table",
    "say",
    "story_of",
    "strikes_in_a_round",
    "structures_table",
    "tell",
    "tell_duel",
    "tell_test",
    "third_die",
    "unharmed_map",
]
