"""How Paper Tigers is shown: its explorers, pictures and drawn scenes. No rule lives here."""

from rules_lib.notebook.errata import audit_table
from rules_lib.notebook.reveal import say
from rules_lib.notebook.table import averages, compared
from rules_lib.paper_tigers.page.answers import (
    duel_table,
    effects_table,
    hit_table,
    legality_table,
    policy_table,
    structures_table,
)
from rules_lib.paper_tigers.page.exchange import draw_exchange
from rules_lib.paper_tigers.page.explorers.fights import charge_odds as CHARGE
from rules_lib.paper_tigers.page.explorers.fights import command_test_odds as COMMAND_TEST
from rules_lib.paper_tigers.page.explorers.fights import melee_odds as MELEE
from rules_lib.paper_tigers.page.explorers.fights import try_melee as TRY
from rules_lib.paper_tigers.page.explorers.shots import spotting_odds as SPOTTING
from rules_lib.paper_tigers.page.explorers.shots import strike_odds as STRIKE
from rules_lib.paper_tigers.page.pictures import (
    arrival_picture,
    attack_map,
    best_charging_card,
    bunker_lasts,
    cover_worth,
    found_by_shot,
    handicaps,
    strikes_in_a_round,
    third_die,
    unharmed_map,
)
from rules_lib.paper_tigers.page.scenes import story_of, tell, tell_duel, tell_test

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
