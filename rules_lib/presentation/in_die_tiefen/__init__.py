"""How the mass battle is shown: explorers, pictures and drawn battles. No rule lives here."""

from rules_lib.presentation.comparisons import compared
from rules_lib.presentation.in_die_tiefen.explorers import BATTLE, FANATICISM, POOL, TACTICS
from rules_lib.presentation.in_die_tiefen.pictures import (
    fanaticism_pays,
    superiority_worth,
)
from rules_lib.presentation.in_die_tiefen.scenes import (
    bill_table,
    morale_table,
    tell_battle,
)
from rules_lib.presentation.reveal import say

__all__ = [
    "BATTLE",
    "FANATICISM",
    "POOL",
    "TACTICS",
    "bill_table",
    "compared",
    "fanaticism_pays",
    "morale_table",
    "say",
    "superiority_worth",
    "tell_battle",
]
