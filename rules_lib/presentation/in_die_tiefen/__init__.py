"""How the mass battle is shown: explorers, pictures and drawn battles. No rule lives here."""

from rules_lib.presentation.comparisons import compared
from rules_lib.presentation.in_die_tiefen.explorers.battle import battle_odds as BATTLE
from rules_lib.presentation.in_die_tiefen.explorers.fanaticism import fanaticism_odds as FANATICISM
from rules_lib.presentation.in_die_tiefen.explorers.pool import pool_odds as POOL
from rules_lib.presentation.in_die_tiefen.explorers.tactics import tactics_odds as TACTICS
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
