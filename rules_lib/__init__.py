"""The executable rulebook: five rules texts, each rule with an id, exact code and exact odds.

Start with a game: ``from rules_lib.paper_tigers import Card, melee``.
"""

__version__ = "0.1.0"

from rules_lib.system.registry import systems

__all__ = ["systems"]
