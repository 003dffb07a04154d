"""Melee (Nahkampf): exchanges of blows until a unit is removed.

``rules`` is the exchange, ``course`` how the melee goes on. ``adjudicate`` goes through it with
given or rolled dice, ``odds`` with all dice and the best re-rolls.
"""

from rules_lib.errors import IncompleteRecord
from rules_lib.paper_tigers.melee.adjudicate import Fight, adjudicate, play, resolve_exchange
from rules_lib.paper_tigers.melee.course import End
from rules_lib.paper_tigers.melee.odds import BestPolicy, Goal, Odds, Reroll, odds
from rules_lib.paper_tigers.melee.rulings import HitsToRemove, Rulings
from rules_lib.paper_tigers.melee.state import Combatant, Exchange, Outcome, Pairing, Rolls, State
from rules_lib.paper_tigers.melee.system import Melee

__all__ = [
    "BestPolicy",
    "Combatant",
    "End",
    "Exchange",
    "Fight",
    "Goal",
    "HitsToRemove",
    "IncompleteRecord",
    "Melee",
    "Odds",
    "Outcome",
    "Pairing",
    "Reroll",
    "Rolls",
    "Rulings",
    "State",
    "adjudicate",
    "odds",
    "play",
    "resolve_exchange",
]
