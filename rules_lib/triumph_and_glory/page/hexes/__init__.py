"""Hex maps as drawings: the ground, the counters that stand on it, the ways they take.

Nothing here knows a rule: whoever asks for a map says which hexes are marked, and how.
"""

from rules_lib.triumph_and_glory.page.hexes.legend import hex_legend
from rules_lib.triumph_and_glory.page.hexes.model import Counter, HexCell, Move
from rules_lib.triumph_and_glory.page.hexes.whole import hex_map

__all__ = ["Counter", "HexCell", "Move", "hex_legend", "hex_map"]
