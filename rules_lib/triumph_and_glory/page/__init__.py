"""How the charge of Triumph & Glory is shown: explorers, pictures, scenes. No rule lives here."""

from rules_lib.notebook.errata import audit_table
from rules_lib.notebook.reveal import say
from rules_lib.notebook.table import averages, cited_table, compared
from rules_lib.triumph_and_glory.charge import NO_REACTION
from rules_lib.triumph_and_glory.page.borrowed import borrowed, fire_table
from rules_lib.triumph_and_glory.page.charges import charge_map, regiment, walk_charge
from rules_lib.triumph_and_glory.page.example import (
    example_answers,
    example_luck,
    example_map,
    example_part,
)
from rules_lib.triumph_and_glory.page.explorers.charges import cavalry_charge_odds as CHARGE
from rules_lib.triumph_and_glory.page.explorers.charges import example_odds as EXAMPLE
from rules_lib.triumph_and_glory.page.explorers.charges import pursuit_odds as PURSUIT
from rules_lib.triumph_and_glory.page.explorers.charges import reaction_odds as REACTION
from rules_lib.triumph_and_glory.page.hexes import board_map
from rules_lib.triumph_and_glory.page.meetings import (
    answers_table,
    at_infantry,
    at_square,
    chances_table,
    chargers_meet,
    duel,
    ends,
    leaves_hex,
    leaves_map,
    pursued,
    recall_prices,
    row_of_enemies,
)
from rules_lib.triumph_and_glory.page.scenes import charge_flow, ends_table, tell_charge, tell_step
from rules_lib.triumph_and_glory.page.verdicts import around, fronts_read, side_by_side

__all__ = [
    "CHARGE",
    "EXAMPLE",
    "NO_REACTION",
    "PURSUIT",
    "REACTION",
    "answers_table",
    "around",
    "at_infantry",
    "at_square",
    "audit_table",
    "averages",
    "board_map",
    "borrowed",
    "chances_table",
    "charge_flow",
    "charge_map",
    "chargers_meet",
    "cited_table",
    "compared",
    "duel",
    "ends",
    "ends_table",
    "example_answers",
    "example_luck",
    "example_map",
    "example_part",
    "fire_table",
    "fronts_read",
    "leaves_hex",
    "leaves_map",
    "pursued",
    "recall_prices",
    "regiment",
    "row_of_enemies",
    "say",
    "side_by_side",
    "tell_charge",
    "tell_step",
    "walk_charge",
]
