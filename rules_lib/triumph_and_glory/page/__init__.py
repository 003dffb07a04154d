"""How the charge of Triumph & Glory is shown: explorers, pictures, scenes. No rule lives here."""

from rules_lib.notebook.errata import audit_table
from rules_lib.notebook.reveal import say
from rules_lib.notebook.table import averages, cited_table, compared

from ..charge import NO_REACTION
from .borrowed import borrowed, fire_table
from .charges import charge_map, regiment, walk_charge
from .example import example_answers, example_luck, example_map, example_part
from .explorers.charges import cavalry_charge_odds as CHARGE
from .explorers.charges import example_odds as EXAMPLE
from .explorers.charges import pursuit_odds as PURSUIT
from .explorers.charges import reaction_odds as REACTION
from .hexes import board_map
from .meetings import (
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
from .scenes import charge_flow, ends_table, tell_charge, tell_step
from .verdicts import around, fronts_read, side_by_side

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
