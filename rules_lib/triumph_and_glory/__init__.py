"""Triumph & Glory (Borodino): advance, secondary shock and the cavalry charge, 9.71 to 9.87."""

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.tables.results_table import ResultsTable
from rules_lib.triumph_and_glory.tables.secondary import Secondary
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
