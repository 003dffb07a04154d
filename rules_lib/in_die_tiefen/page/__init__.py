"""How the mass battle is shown: explorers, pictures and drawn battles. No rule lives here."""

from rules_lib.in_die_tiefen.page.explorers.battles import battle_odds as BATTLE
from rules_lib.in_die_tiefen.page.explorers.battles import fanaticism_odds as FANATICISM
from rules_lib.in_die_tiefen.page.explorers.battles import pool_odds as POOL
from rules_lib.in_die_tiefen.page.explorers.battles import tactics_odds as TACTICS
from rules_lib.in_die_tiefen.page.pictures import fanaticism_pays, superiority_worth
from rules_lib.in_die_tiefen.page.scenes import bill_table, morale_table, tell_battle
from rules_lib.notebook.reveal import say
from rules_lib.notebook.table import compared

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
