"""How the mass battle is shown: explorers, pictures and drawn battles. No rule lives here."""

from rules_lib.presentation.comparisons import averages, compared
from rules_lib.presentation.in_die_tiefen.explorers import BATTLE, POOL
from rules_lib.presentation.in_die_tiefen.pictures import (
    die_worth,
    fanatic_losses,
    fanaticism_pays,
    losses_alike,
    superiority_worth,
    tactics_map,
)
from rules_lib.presentation.in_die_tiefen.scenes import (
    battle_flow,
    bill_table,
    morale_table,
    tell_battle,
)
from rules_lib.presentation.reveal import say

__all__ = [
    "BATTLE",
    "POOL",
    "averages",
    "battle_flow",
    "bill_table",
    "compared",
    "die_worth",
    "fanatic_losses",
    "fanaticism_pays",
    "losses_alike",
    "morale_table",
    "say",
    "superiority_worth",
    "tactics_map",
    "tell_battle",
]
