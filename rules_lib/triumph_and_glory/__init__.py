"""Triumph & Glory (Borodino): advance, secondary shock and the cavalry charge, 9.71 to 9.87."""

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.board import Board, Placed
from rules_lib.triumph_and_glory.hexes import Hex
from rules_lib.triumph_and_glory.results_table import ResultsTable
from rules_lib.triumph_and_glory.secondary import Secondary
from rules_lib.triumph_and_glory.terrain import Terrain
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order

__all__ = [
    "Artillery",
    "Board",
    "Cavalry",
    "Hex",
    "Infantry",
    "Order",
    "Placed",
    "ResultsTable",
    "Secondary",
    "Terrain",
    "charge",
]
