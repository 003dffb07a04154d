"""The cavalry charge: is it legal, run it with dice, know its odds, decide best.

``legality`` and ``paths`` work on a map; ``adjudicate``, ``odds`` and ``decide`` on a
:class:`Situation`, which says of the map what the fight needs. ``declare`` reads it off the map.

``rules/steps`` is the course: the nine steps in their order, each with the rules that it asks, and
what runs them. What a result leads to is in ``rules/advance`` and ``rules/aftermath``.
"""

from .adjudicate import Charge, Missing, adjudicate, play
from .advice import Advice, Best, decide
from .attack import Attack, CounterShock, Stack, Target
from .from_map.declare import declare
from .from_map.intent import Intent
from .from_map.legality import legality, paths
from .moves import NO_REACTION, DecisionNeeded
from .odds import Goal, Odds, Outcome, balance, drive_out, odds, rout
from .rulings import Rulings
from .situation import Situation
from .state import Fate, Place
from .system import CavalryCharge

__all__ = [
    "NO_REACTION",
    "Advice",
    "Attack",
    "Best",
    "CavalryCharge",
    "Charge",
    "CounterShock",
    "DecisionNeeded",
    "Fate",
    "Goal",
    "Intent",
    "Missing",
    "Odds",
    "Outcome",
    "Place",
    "Rulings",
    "Situation",
    "Stack",
    "Target",
    "adjudicate",
    "balance",
    "decide",
    "declare",
    "drive_out",
    "legality",
    "odds",
    "paths",
    "play",
    "rout",
]
