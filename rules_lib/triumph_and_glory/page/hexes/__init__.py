"""Hex maps as drawings: the ground, the counters that stand on it, the ways they take.

Nothing here knows a rule: whoever asks for a map says which hexes are marked, and how.
"""

from rules_lib.triumph_and_glory.page.hexes.signs import Move
from rules_lib.triumph_and_glory.page.hexes.whole import board_map, hex_legend

__all__ = ["Move", "board_map", "hex_legend"]
