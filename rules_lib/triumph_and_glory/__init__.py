"""Triumph & Glory (Borodino): advance, secondary shock and the cavalry charge, 9.71 to 9.87."""

from . import charge
from .map.board import Board, Placed, Terrain
from .map.hexes import Hex
from .tables.results_table import ResultsTable
from .tables.secondary import Secondary
from .units import Artillery, Cavalry, Infantry, Order

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
