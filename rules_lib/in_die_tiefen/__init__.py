"""The mass battle of the role-playing game "In die Tiefen"."""

from rules_lib.in_die_tiefen import aftermath, battle
from rules_lib.in_die_tiefen.battle.party import BillItem, Party, Tactic, tactic_dice

__all__ = ["BillItem", "Party", "Tactic", "aftermath", "battle", "tactic_dice"]
