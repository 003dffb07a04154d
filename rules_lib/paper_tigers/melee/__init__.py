"""Melee (Nahkampf): exchanges of blows until a unit is removed.

``exchange`` is the rule. ``fight`` adjudicates given dice by it; ``fight_odds`` pushes all dice
through it.
"""

from rules_lib.paper_tigers.melee.exchange import Outcome, State
from rules_lib.paper_tigers.melee.fight import Fight, IncompleteRecord, adjudicate, resolve_exchange
from rules_lib.paper_tigers.melee.fight_odds import Odds, odds
from rules_lib.paper_tigers.melee.law import End
from rules_lib.paper_tigers.melee.record import Exchange, Rolls
from rules_lib.paper_tigers.melee.rerolls import BestPolicy, Goal, Reroll
from rules_lib.paper_tigers.melee.rulings import HitsToRemove, Rulings
from rules_lib.paper_tigers.melee.units import Combatant, Pairing

__all__ = [
    "BestPolicy",
    "Combatant",
    "End",
    "Exchange",
    "Fight",
    "Goal",
    "HitsToRemove",
    "IncompleteRecord",
    "Odds",
    "Outcome",
    "Pairing",
    "Reroll",
    "Rolls",
    "Rulings",
    "State",
    "adjudicate",
    "odds",
    "resolve_exchange",
]
