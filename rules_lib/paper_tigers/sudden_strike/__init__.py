"""Sudden strike: a joker on activation is a shot from off the table.

``strike`` is the rule. ``record`` adjudicates given dice by it; ``siege`` follows strike after
strike; ``rounds`` tells how many strikes a force must expect.
"""

from rules_lib.paper_tigers.deck import CommandDeck
from rules_lib.paper_tigers.sudden_strike.record import (
    Dice,
    IncompleteRecord,
    Record,
    adjudicate,
)
from rules_lib.paper_tigers.sudden_strike.rounds import strikes
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.paper_tigers.sudden_strike.saves import UnitClass, dice_of, save
from rules_lib.paper_tigers.sudden_strike.siege import Siege, endures, siege
from rules_lib.paper_tigers.sudden_strike.strike import (
    Fate,
    Result,
    Showing,
    Unit,
    resolve,
    strike,
)
from rules_lib.paper_tigers.sudden_strike.structures import (
    BARBED_WIRE,
    BUILDING,
    BUNKER,
    DUGOUT,
    GUN_POSITION,
    SANDBAGS,
    STRUCTURES,
    TANK_OBSTACLE,
    TRENCHES,
    Structure,
    structure,
)

__all__ = [
    "BARBED_WIRE",
    "BUILDING",
    "BUNKER",
    "DUGOUT",
    "GUN_POSITION",
    "SANDBAGS",
    "STRUCTURES",
    "TANK_OBSTACLE",
    "TRENCHES",
    "CommandDeck",
    "Dice",
    "Fate",
    "IncompleteRecord",
    "Record",
    "Result",
    "Rulings",
    "Showing",
    "Siege",
    "Structure",
    "Unit",
    "UnitClass",
    "adjudicate",
    "dice_of",
    "endures",
    "resolve",
    "save",
    "siege",
    "strike",
    "strikes",
    "structure",
]
