"""How the charge of Triumph & Glory is shown: explorers, pictures, scenes. No rule lives here."""

from rules_lib.presentation.audits import audit_table
from rules_lib.presentation.comparisons import averages, compared
from rules_lib.presentation.reveal import say
from rules_lib.presentation.triumph_and_glory.afterwards import (
    answers_table,
    chances_table,
    rights_table,
    waits_for,
)
from rules_lib.presentation.triumph_and_glory.borrowed import borrowed, fire_table
from rules_lib.presentation.triumph_and_glory.charge_pictures import (
    cavalry_fates,
    cohesion_against,
    fought,
    infantry_fates,
    odds_in_square,
    rows_hit,
)
from rules_lib.presentation.triumph_and_glory.cited import cited_table
from rules_lib.presentation.triumph_and_glory.example import (
    example_answers,
    example_counted,
    example_luck,
    example_map,
    example_part,
    example_rows,
)
from rules_lib.presentation.triumph_and_glory.explorers import CHARGE, duel, duel_odds, ends
from rules_lib.presentation.triumph_and_glory.maps import (
    around,
    board_map,
    draw_charge,
    fronts_read,
    side_by_side,
)
from rules_lib.presentation.triumph_and_glory.meetings import (
    NO_REACTION,
    at_infantry,
    leaves_hex,
    leaves_map,
    row_of_enemies,
)
from rules_lib.presentation.triumph_and_glory.pictures import (
    at_square,
    pursued,
    recall_prices,
)
from rules_lib.presentation.triumph_and_glory.pursuit import PURSUIT
from rules_lib.presentation.triumph_and_glory.reaction import REACTION, chargers_meet
from rules_lib.presentation.triumph_and_glory.scenes import (
    charge_flow,
    ends_table,
    tell_charge,
    tell_step,
)

__all__ = [
    "CHARGE",
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
    "cavalry_fates",
    "chances_table",
    "charge_flow",
    "chargers_meet",
    "cited_table",
    "cohesion_against",
    "compared",
    "draw_charge",
    "duel",
    "duel_odds",
    "ends",
    "ends_table",
    "example_answers",
    "example_counted",
    "example_luck",
    "example_map",
    "example_part",
    "example_rows",
    "fire_table",
    "fought",
    "fronts_read",
    "infantry_fates",
    "leaves_hex",
    "leaves_map",
    "odds_in_square",
    "pursued",
    "recall_prices",
    "rights_table",
    "row_of_enemies",
    "rows_hit",
    "say",
    "side_by_side",
    "tell_charge",
    "tell_step",
    "waits_for",
]
