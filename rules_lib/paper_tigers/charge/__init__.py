"""The charge (Stürmen): movement test, charge test, reaction shot or contact, melee."""

from rules_lib.paper_tigers.charge.course import adjudicate, odds, play
from rules_lib.paper_tigers.charge.rules import legality, rolled_card
from rules_lib.paper_tigers.charge.rulings import Rulings
from rules_lib.paper_tigers.charge.state import Action, Ending
from rules_lib.paper_tigers.charge.system import Charge, Rolled

__all__ = [
    "Action",
    "Charge",
    "Ending",
    "Rolled",
    "Rulings",
    "adjudicate",
    "legality",
    "odds",
    "play",
    "rolled_card",
]
