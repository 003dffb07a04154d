"""Sudden strike: a joker on activation is a shot from off the table.

``rules`` is one strike. ``course`` goes through it with given or rolled dice, ``odds`` with all,
strike after strike, and tells how many strikes a force must expect.
"""

from rules_lib.errors import IncompleteRecord
from rules_lib.paper_tigers.deck import CommandDeck
from rules_lib.paper_tigers.sudden_strike.course import Dice, Record, adjudicate, play
from rules_lib.paper_tigers.sudden_strike.odds import Siege, endures, save, siege, strike, strikes
from rules_lib.paper_tigers.sudden_strike.rules import dice_of, resolve
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.paper_tigers.sudden_strike.state import (
    BARBED_WIRE,
    BUILDING,
    BUNKER,
    DUGOUT,
    GUN_POSITION,
    SANDBAGS,
    STRUCTURES,
    TANK_OBSTACLE,
    TRENCHES,
    Fate,
    Result,
    Showing,
    Structure,
    Unit,
    UnitClass,
    structure,
)
from rules_lib.paper_tigers.sudden_strike.system import Strike

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
    "Strike",
    "Structure",
    "Unit",
    "UnitClass",
    "adjudicate",
    "dice_of",
    "endures",
    "play",
    "resolve",
    "save",
    "siege",
    "strike",
    "strikes",
    "structure",
]
